// SPDX-License-Identifier: MIT
//
// What is below a branch of a flame graph, cut out of the whole picture: the frames that it has,
// no finer ones.
import { count } from '../base/count';
import { flags_of } from './frame_flags';
import type { Flame, FrameRow, TreeRow } from './types';

/// The rows on the way from a root down; undefined where one of them has no frame.
function way_to(flame: Flame, ids: readonly string[]): number[] | undefined {
  const way: number[] = [];
  for (const id of ids) {
    const above = way[way.length - 1] ?? -1;
    const found = flame.rows.findIndex(
      ([parent, name]) => parent === above && flame.names[name]?.id === id,
    );
    if (found < 0) {
      return undefined;
    }
    way.push(found);
  }
  return way;
}

function branch_of(flame: Flame, index: number): TreeRow {
  const [, name, , width, own, flags, children] = flame.rows[index] as FrameRow;
  const { certainty, is_own_estimated, is_recursive } = flags_of(flags);
  return {
    ...(flame.names[name] ?? { id: null, name: null }),
    self: [own],
    ...(is_own_estimated ? { self_certainty: 'estimated' as const } : {}),
    inclusive: [width],
    inclusive_max: null,
    certainty,
    calls: null,
    recursive: is_recursive,
    children,
  };
}

const raw = (value: bigint): number | string =>
  Number.isSafeInteger(Number(value)) ? Number(value) : value.toString();

export function zoomed(flame: Flame, ids: readonly string[]): Flame | undefined {
  const way = way_to(flame, ids);
  const last = way?.[way.length - 1];
  const root = last === undefined ? undefined : flame.rows[last];
  if (way === undefined || last === undefined || root === undefined) {
    return undefined;
  }
  const [, , start, width, , , children, small] = root;
  const places = new Map<number, number>([[last, -1]]);
  const rows: FrameRow[] = [];
  let covered = 0n;
  flame.rows.forEach((row, index) => {
    const parent = places.get(row[0]);
    if (parent === undefined) {
      return;
    }
    places.set(index, rows.length);
    covered += parent === -1 ? count(row[3]) : 0n;
    const [, name, x, ...rest] = row;
    rows.push([parent, name, raw(count(x) - count(start)), ...rest]);
  });
  return {
    ...flame,
    width,
    rows,
    path: way.map((index) => branch_of(flame, index)),
    shown: rows.length,
    rest: raw(count(width) - covered - count(small)),
    small: children === 0 ? null : { children, width: small },
    squeezed: 0,
  };
}
