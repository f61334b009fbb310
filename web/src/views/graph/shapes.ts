// SPDX-License-Identifier: MIT
//
// What a drawn call graph is made of, from the places of the answer. The engine placed everything;
// here are only the forms.
import type { Graph, GraphArrow, GraphNode } from '../../api/types';
import { cost_of, bar_of, Estimated, Exact, type Cost } from '../../base/cost';
import { count } from '../../base/count';
import { inclusive_cost, self_cost, total_of } from '../../ui/columns';

export interface Arrow {
  from: number;
  to: number;
  line: string;
  head: string;
  width: number;
  label: string;
  label_at: readonly [number, number] | null;
  is_dashed: boolean;
  is_hot: boolean;
  cost: Cost;
}

const kHead = 8;

function point(path: readonly number[], at: number): readonly [number, number] {
  return [path[2 * at] ?? 0, path[2 * at + 1] ?? 0];
}

/// The line of a chain of curves, which ends within the head, and the head.
export function arrow_forms(path: readonly number[], width: number): { line: string; head: string } {
  const points = path.length / 2;
  if (points < 4) {
    return { line: '', head: '' };
  }
  const [x, y] = point(path, points - 1);
  const last = point(path, points - 2);
  const [from_x, from_y] = last[0] === x && last[1] === y ? point(path, points - 4) : last;
  const length = Math.hypot(x - from_x, y - from_y) || 1;
  const [along_x, along_y] = [(x - from_x) / length, (y - from_y) / length];
  const half = 3 + width / 2;
  const [base_x, base_y] = [x - kHead * along_x, y - kHead * along_y];
  const end = [x - (kHead / 2) * along_x, y - (kHead / 2) * along_y];
  const shortened = [...path.slice(0, -2), ...end].map((each) => each.toFixed(2));
  return {
    line: `M${shortened.slice(0, 2).join(' ')}C${shortened.slice(2).join(' ')}`,
    head: [
      `${x.toFixed(2)},${y.toFixed(2)}`,
      `${(base_x - half * along_y).toFixed(2)},${(base_y + half * along_x).toFixed(2)}`,
      `${(base_x + half * along_y).toFixed(2)},${(base_y - half * along_x).toFixed(2)}`,
    ].join(' '),
  };
}

export function node_cost(node: GraphNode): Cost {
  return inclusive_cost(node, 0) ?? cost_of(0, 'exact');
}

export function node_self(node: GraphNode): Cost {
  return self_cost(node, 0) ?? cost_of(0, 'exact');
}

/// How hot a box is by its self cost, as in the pictures of the command: 0 to 5.
export function heat_of(self: Cost, total: bigint): number {
  const part = bar_of(self, total);
  return [0.001, 0.005, 0.01, 0.05, 0.2].filter((least) => part >= least).length;
}

/// The largest share of the total of all costs: the full length of a bar, or the full width of an
/// arrow.
function largest_share(costs: readonly Cost[], total: bigint): number {
  return Math.max(0, ...costs.map((cost) => bar_of(cost, total))) || 1;
}

export function bars_of(graph: Graph): { inclusive: number; self: number }[] {
  const total = total_of(graph.totals, 0);
  const most = largest_share(graph.nodes.map(node_cost), total);
  return graph.nodes.map((node) => ({
    inclusive: Math.max(0, bar_of(node_cost(node), total) / most),
    self: Math.max(0, bar_of(node_self(node), total) / most),
  }));
}

export function arrows_of(graph: Graph): Arrow[] {
  const total = total_of(graph.totals, 0);
  const drawn: readonly (readonly [GraphArrow, Cost, boolean])[] = [
    ...graph.edges.map((edge) => [edge, inclusive_cost(edge, 0) ?? new Exact(0n), false] as const),
    ...graph.dashed_edges.map((edge) => [edge, new Estimated(count(edge.at_most)), true] as const),
  ];
  const most = largest_share(
    drawn.map(([, cost]) => cost),
    total,
  );
  return drawn.map(([edge, cost, is_dashed]) => {
    const width = 1 + 4 * Math.max(0, bar_of(cost, total) / most);
    const { from, to, label, label_at, hot } = edge;
    return {
      ...{ from, to, label, label_at, is_dashed, is_hot: hot, width, cost },
      ...arrow_forms(edge.path, width),
    };
  });
}

/// Boxes that arrows lead to from each box, and come from, the most expensive first.
export function neighbours_of(graph: Graph): { callees: number[]; callers: number[] }[] {
  const all = graph.nodes.map(() => ({ callees: [] as number[], callers: [] as number[] }));
  for (const { from, to } of arrows_of(graph)) {
    if (from !== to) {
      all[from]?.callees.push(to);
      all[to]?.callers.push(from);
    }
  }
  // Boxes stand in the answer by descending cost.
  for (const { callees, callers } of all) {
    callees.sort((one, other) => one - other);
    callers.sort((one, other) => one - other);
  }
  return all;
}
