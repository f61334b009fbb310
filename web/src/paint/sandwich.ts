// SPDX-License-Identifier: MIT
//
// One function between all that leads to it and all that it calls, of two flame graphs around it.
// A page in one file has no such graphs: there it is three bands of what the profile tells of single
// calls.
import type { CallRow, Flame, Peek } from '../api/types';
import { cost_of, type Certainty } from '../base/cost';
import { count, fraction, largest, magnitude } from '../base/count';
import { levels_of, picture_of, type Frame, type Picture } from './frames';

interface Band {
  rows: readonly CallRow[];
  level: number;
  start: bigint;
}

function width_of(row: CallRow, at: number): bigint {
  return magnitude(count(row.inclusive[at] ?? 0));
}

/// Calls of a function by itself are no neighbors.
function others(rows: readonly CallRow[], at: number): CallRow[] {
  return rows.filter((row) => !row.recursive && width_of(row, at) > 0n);
}

/// The widest band is the whole width; the function is as wide as its own inclusive cost.
export function sandwich_of(peek: Peek, at: number): Picture {
  const callers = others(peek.callers, at);
  const callees = others(peek.callees, at);
  const sum = (rows: readonly CallRow[]) => rows.reduce((all, row) => all + width_of(row, at), 0n);
  const own = count(peek.function.self[at] ?? 0);
  const inclusive = count(peek.function.inclusive[at] ?? 0);
  const whole = largest([sum(callers), sum(callees) + magnitude(own), magnitude(inclusive), 1n]);
  const frames: Frame[] = [];
  const add = (frame: Omit<Frame, 'index' | 'children' | 'hidden' | 'is_recursive'>) => {
    frames.push({ ...frame, index: frames.length, children: [], hidden: 0, is_recursive: false });
  };
  const add_band = ({ rows, level, start }: Band, parent: number) => {
    let left = start;
    for (const row of rows) {
      const certainty: Certainty = row.certainty ?? 'exact';
      const right = left + width_of(row, at);
      const cost = cost_of(row.inclusive[at] ?? 0, certainty);
      const edges = { left: fraction(left, whole), right: fraction(right, whole) };
      add({ parent, level, name: row, ...edges, cost, own: cost, certainty });
      left = right;
    }
  };
  add_band({ rows: callers, level: 0, start: 0n }, -1);
  const middle = frames.length;
  const { function: row } = peek;
  add({
    parent: callers.length > 0 ? 0 : -1,
    level: 1,
    name: row,
    left: 0,
    right: fraction(magnitude(inclusive), whole),
    cost: cost_of(inclusive.toString(), row.certainty, row.inclusive_max?.[at] ?? null),
    own: cost_of(own.toString(), row.self_certainty ?? 'exact'),
    certainty: row.certainty,
  });
  add_band({ rows: callees, level: 2, start: 0n }, middle);
  const center = frames[middle];
  frames.forEach((frame, index) => {
    if (frame.level === 0) {
      frame.children.push(middle);
    } else if (frame.level === 2) {
      center?.children.push(index);
    }
  });
  const levels = [0, 1, 2].map((level) => frames.filter((frame) => frame.level === level));
  return { frames, levels, whole, event: peek.events[at] ?? '' };
}

/// As one reads it from above: callers in front of what they call, then callees behind their callers.
function outline_of(frames: readonly Frame[], callers: Picture): Frame[] {
  const below = (frame: Frame): Frame[] => [
    frame,
    ...frame.children.flatMap((child) => below(frames[child] ?? frame)),
  ];
  // In their own picture callers are children of what they call; both count them alike.
  const above = (index: number): Frame[] =>
    [...(callers.frames[index]?.children ?? [])]
      .reverse()
      .flatMap((each) => [...above(each), ...frames.slice(each, each + 1)]);
  return [...above(0), ...frames.slice(0, 1).flatMap(below)];
}

/// `up`: the flame graph of callers around a function, `down`: that of what it calls. Both have the
/// function as their only root, of the same width.
export function sandwich_of_flames(up: Flame, down: Flame): Picture {
  const callers = picture_of(up);
  const callees = picture_of(down);
  const middle = Math.max(0, callers.levels.length - 1);
  const behind = Math.max(0, callers.frames.length - 1);
  const frames: Frame[] = [];
  const [root] = callees.frames;
  if (root === undefined) {
    return { ...callees, frames, levels: [] };
  }
  const moved = (index: number) => (index === 0 ? 0 : index + behind);
  const center = { ...root, level: middle, within: -1, parent: callers.frames[0]?.children[0] ?? -1 };
  frames.push({ ...center, children: root.children.map(moved) });
  for (const each of callers.frames.slice(1)) {
    // The frames above a caller call it: the most expensive one is one step up.
    frames.push({
      ...each,
      level: middle - each.level,
      parent: each.children[0] ?? -1,
      children: [each.parent],
      within: each.parent,
    });
  }
  for (const each of callees.frames.slice(1)) {
    frames.push({
      ...each,
      index: moved(each.index),
      level: middle + each.level,
      parent: moved(each.parent),
      children: each.children.map(moved),
    });
  }
  const outline = outline_of(frames, callers);
  return { ...callees, frames, levels: levels_of(frames), outline };
}
