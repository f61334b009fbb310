// SPDX-License-Identifier: MIT
//
// One function between those that call it and those it calls, as three bands. Each band is what
// the profile tells of single calls: nothing is split, so nothing is estimated here.
import type { CallRow, Peek } from '../api/types';
import { cost_of, type Certainty } from '../base/cost';
import { count, fraction, magnitude } from '../base/count';
import type { Frame, Picture } from './frames';

interface Band {
  rows: readonly CallRow[];
  level: number;
  start: bigint;
}

function width_of(row: CallRow, at: number): bigint {
  return magnitude(count(row.inclusive[at] ?? 0));
}

/// Calls of a function by itself are no neighbours.
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
  const whole = [sum(callers), sum(callees) + magnitude(own), magnitude(inclusive), 1n].reduce(
    (most, each) => (each > most ? each : most),
  );
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
  return { frames, levels, whole };
}
