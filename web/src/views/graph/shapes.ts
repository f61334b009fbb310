// SPDX-License-Identifier: MIT
//
// The forms of a drawn call graph. The engine placed everything.
import type { DrawnGraph, GraphArrow } from '../../api/types';

export interface Arrow extends GraphArrow {
  line: string;
  head: string;
  stroke: number;
  is_dashed: boolean;
}

const kHead = 8;
/// Around the whole.
export const kMargin = 6;

export function drawn_size(graph: DrawnGraph, scale: number): { width: number; height: number } {
  return {
    width: (graph.width + 2 * kMargin) * scale,
    height: (graph.height + 2 * kMargin) * scale,
  };
}

/// Left of a picture that is less wide than its room.
export function inset(width: number, room: number): number {
  return Math.max(0, (room - width) / 2);
}

export function view_box(graph: DrawnGraph): string {
  const { width, height } = drawn_size(graph, 1);
  return `${-kMargin} ${-kMargin} ${width} ${height}`;
}

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

export function arrows_of(graph: DrawnGraph): Arrow[] {
  const forms = (arrow: GraphArrow, is_dashed: boolean) => {
    const stroke = 1 + 4 * arrow.share;
    return { ...arrow, ...arrow_forms(arrow.path, stroke), stroke, is_dashed };
  };
  return [
    ...graph.edges.map((edge) => forms(edge, false)),
    ...graph.dashed_edges.map((edge) => forms(edge, true)),
  ];
}

/// Boxes that arrows lead to from each box, and come from, the most expensive first, which is how
/// boxes are numbered.
export function neighbours_of(graph: DrawnGraph): { callees: number[]; callers: number[] }[] {
  const arrows = [...graph.edges, ...graph.dashed_edges].filter(({ from, to }) => from !== to);
  const ends = (of: number, here: 'from' | 'to', there: 'from' | 'to') =>
    arrows
      .filter((arrow) => arrow[here] === of)
      .map((arrow) => arrow[there])
      .sort((one, other) => one - other);
  return graph.nodes.map((_, at) => ({
    callees: ends(at, 'from', 'to'),
    callers: ends(at, 'to', 'from'),
  }));
}
