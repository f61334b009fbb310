// SPDX-License-Identifier: MIT
//
// Which costs of lines the source view shows, each in a column.
import type { SourceLine } from '../../api/types';
import { cost_of, type Cost } from '../../base/cost';
import type { ShownEvent } from '../../ui/columns';

export interface LineColumn extends ShownEvent {
  kind: 'self' | 'inclusive';
}

/// The self cost of each event, and next to it the inclusive one where `has_inclusive`.
export function line_columns(
  events: readonly ShownEvent[],
  has_inclusive: boolean,
): readonly LineColumn[] {
  const kinds: readonly LineColumn['kind'][] = has_inclusive ? ['self', 'inclusive'] : ['self'];
  return events.flatMap((event) => kinds.map((kind) => ({ ...event, kind })));
}

/// Null: nothing is recorded of the line.
export function line_cost(
  line: SourceLine,
  { kind, at }: Pick<LineColumn, 'kind' | 'at'>,
): Cost | null {
  const raw = line[kind]?.[at];
  if (raw === undefined) {
    return null;
  }
  if (kind === 'self') {
    return cost_of(raw, line.self_certainty ?? 'exact');
  }
  const most = line.inclusive_max?.[at];
  // A line has one certainty for all events, of which some may be known exactly.
  return cost_of(raw, most === raw ? 'exact' : (line.certainty ?? 'exact'), most);
}
