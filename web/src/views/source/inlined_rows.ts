// SPDX-License-Identifier: MIT
//
// The tree of what was inlined into a line, as rows below it. At first, the few functions that cost
// most are shown, as in the text of `quern annotate`; the rest is counted in rows that open.
import type { InlinedNode, InlinedPlace, SourceLine } from '../../api/source_types';
import { count, magnitude, type RawCount } from '../../base/count';
import type { FoldKey } from './folds';
import type { LineCosts } from './line_costs';

export type InlinedRow =
  | { kind: 'inlined'; node: InlinedNode; depth: number; is_open: boolean | null }
  | { kind: 'inlined_place'; place: InlinedPlace; depth: number }
  | {
      kind: 'inlined_rest';
      of: FoldKey;
      functions: number;
      places: number;
      depth: number;
      is_open: boolean;
    };

/// Of a line.
const kMostAtFirst = 6;

function weight(costs: readonly RawCount[] | null | undefined, event: number): bigint {
  return magnitude(count(costs?.[event] ?? 0));
}

/// The functions that are shown at first, of all lines: those with at least a tenth of what was
/// inlined into a line, if that is at least a hundredth of the total.
export function inlined_at_first(
  lines: readonly SourceLine[],
  event: number,
  whole: bigint,
): ReadonlySet<InlinedNode> {
  const all = new Set<InlinedNode>();
  for (const line of lines) {
    const inlined = weight(line.with_inlined, event) - weight(line.self, event);
    if (inlined > 0n && inlined * 100n >= magnitude(whole)) {
      const most = all.size + kMostAtFirst;
      const add = (nodes: readonly InlinedNode[]) => {
        for (const node of nodes) {
          if (all.size >= most || weight(node.with_inlined, event) * 10n < inlined) {
            return;
          }
          all.add(node);
          add(node.inlined ?? []);
        }
      };
      add(line.inlined ?? []);
    }
  }
  return all;
}

export function inlined_rows(
  nodes: readonly InlinedNode[],
  at_first: ReadonlySet<InlinedNode>,
  toggled: ReadonlySet<FoldKey>,
): InlinedRow[] {
  const rows: InlinedRow[] = [];
  const add_node = (node: InlinedNode, depth: number) => {
    const inlined = node.inlined ?? [];
    // A single line is named in the row of its function.
    const places = node.lines.length > 1 ? node.lines : [];
    const is_leaf = inlined.length + places.length === 0;
    const opens_at_first = inlined.some((each) => at_first.has(each));
    const is_open = is_leaf ? null : opens_at_first !== toggled.has(node);
    rows.push({ kind: 'inlined', node, depth, is_open });
    if (is_open === true) {
      add_list(inlined, places, depth + 1, opens_at_first);
    }
  };
  const add_list = (
    list: readonly InlinedNode[],
    places: readonly InlinedPlace[],
    depth: number,
    counts_rest: boolean,
  ) => {
    const rest: InlinedNode[] = [];
    for (const node of list) {
      if (at_first.has(node)) {
        add_node(node, depth);
      } else {
        rest.push(node);
      }
    }
    // A row that stands for one row saves none.
    if (counts_rest && rest.length + places.length > 1) {
      const is_open = toggled.has(list);
      const sizes = { functions: rest.length, places: places.length };
      rows.push({ kind: 'inlined_rest', of: list, ...sizes, depth, is_open });
      if (!is_open) {
        return;
      }
    }
    for (const place of places) {
      rows.push({ kind: 'inlined_place', place, depth });
    }
    for (const node of rest) {
      add_node(node, depth);
    }
  };
  add_list(nodes, [], 0, true);
  return rows;
}

/// A function's self cost is that of its line, if it has only one; else its lines have rows.
export function inlined_costs(row: InlinedRow): LineCosts {
  if (row.kind === 'inlined') {
    const [first, second] = row.node.lines;
    return { self: null, ...(second === undefined ? first : {}), ...row.node };
  }
  return row.kind === 'inlined_place' ? row.place : { self: null };
}
