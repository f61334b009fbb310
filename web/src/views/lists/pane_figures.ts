// SPDX-License-Identifier: MIT
//
// The columns of figures of a list in a pane.
import type { Row, Top } from '../../api/types';
import { self_and_inclusive_columns } from '../../ui/columns';
import type { Column } from '../../ui/grid';

/// Figures of one event, without shares: a pane has no room for more.
export function pane_figures(top: Top): Column<Row>[] {
  return self_and_inclusive_columns<Row>(top)
    .filter((column) => column.key === 'self' || column.key === 'incl')
    .map((column) => ({ ...column, is_extra: false, track: '76px' }));
}
