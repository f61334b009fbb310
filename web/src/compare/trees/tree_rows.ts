// SPDX-License-Identifier: MIT
//
// Which rows of a compared tree are shown: all but those below closed ones.
import type { DiffTreeRow } from '../../api/diff_types';

export interface Node {
  index: number;
  row: DiffTreeRow;
  /// Has rows below it here.
  has_rows: boolean;
}

/// Rows stand depth first, so that what is below a closed one follows it.
export function open_rows(rows: readonly DiffTreeRow[], closed: ReadonlySet<number>): Node[] {
  const nodes: Node[] = [];
  let hidden_below = Infinity;
  rows.forEach((row, index) => {
    if (row.depth > hidden_below) {
      return;
    }
    hidden_below = closed.has(index) ? row.depth : Infinity;
    nodes.push({ index, row, has_rows: rows[index + 1]?.parent === index });
  });
  return nodes;
}
