// SPDX-License-Identifier: MIT
//
// The frames of a flame answer as one draws, finds and walks them. Places are fractions of the
// whole width; costs keep their marks.
import type { DiffFrameRow } from '../api/diff_types';
import { flags_of } from '../api/frame_flags';
import type { Flame, FrameRow, Named } from '../api/types';
import { cost_of, type Certainty, type Cost } from '../base/cost';
import { count, fraction, type RawCount } from '../base/count';

export interface Frame {
  index: number;
  parent: number;
  level: number;
  name: Named;
  left: number;
  right: number;
  cost: Cost;
  own: Cost;
  certainty: Certainty;
  is_recursive: boolean;
  /// Children too small to have a frame.
  hidden: number;
  children: number[];
  /// Whose cost its own is part of, where that is not its parent's: callers of a sandwich.
  within?: number;
  /// Of two sides in one picture: what it cost before and now; null where it is not there.
  change?: FrameChange;
  /// Stands before the name.
  mark?: string;
}

/// Whole numbers to compare and paint with, costs to show.
export interface FrameChange {
  was: bigint | null;
  is: bigint | null;
  before: Cost | null;
  now: Cost | null;
}

/// A part of the whole width.
export interface Sight {
  from: number;
  to: number;
}

export interface Picture {
  frames: Frame[];
  levels: Frame[][];
  whole: bigint;
  /// Whose costs these are: the next event's picture may be on its way.
  event: string;
  /// Its frames in the order of an outline, where that is not from parents to children.
  outline?: Frame[];
}

/// What is drawn of either kind of answer: `more` gives what one of them alone knows of a row.
export function placed<R extends FrameRow | DiffFrameRow>(
  flame: { events: readonly string[]; width: RawCount; names: readonly Named[]; rows: readonly R[] },
  more: (row: R, certainty: Certainty) => Partial<Frame>,
): Picture {
  const whole = count(flame.width);
  const frames: Frame[] = [];
  flame.rows.forEach((row, index) => {
    const [parent, name, x, width, own, flags, hidden] = row;
    const above = frames[parent];
    const level = above === undefined ? 0 : above.level + 1;
    const { certainty, is_own_estimated, is_recursive } = flags_of(flags);
    const start = count(x);
    const frame: Frame = {
      index,
      parent,
      level,
      name: flame.names[name] ?? { id: null, name: null },
      left: fraction(start, whole),
      right: fraction(start + count(width), whole),
      cost: cost_of(width, certainty),
      own: cost_of(own, is_own_estimated ? 'estimated' : certainty),
      certainty,
      is_recursive,
      hidden,
      children: [],
      ...more(row, certainty),
    };
    frames.push(frame);
    above?.children.push(index);
  });
  return { frames, levels: levels_of(frames), whole, event: flame.events[0] ?? '' };
}

/// Each from left to right.
export function levels_of(frames: readonly Frame[]): Frame[][] {
  const levels: Frame[][] = [];
  for (const frame of frames) {
    (levels[frame.level] ??= []).push(frame);
  }
  for (const level of levels) {
    level.sort((a, b) => a.left - b.left);
  }
  return levels;
}

export function picture_of(flame: Flame): Picture {
  return placed(flame, () => ({}));
}

export function frame_at(picture: Picture, level: number, at: number): Frame | null {
  const row = picture.levels[level] ?? [];
  let low = 0;
  let high = row.length - 1;
  while (low <= high) {
    const middle = (low + high) >> 1;
    const frame = row[middle];
    if (frame === undefined || at < frame.left) {
      high = middle - 1;
    } else if (at >= frame.right) {
      low = middle + 1;
    } else {
      return frame;
    }
  }
  return null;
}

export type Step = 'caller' | 'callee' | 'before' | 'after' | 'first';

/// Where an arrow leads to; null where nothing is there.
export function neighbour(picture: Picture, from: Frame | null, step: Step): Frame | null {
  const { frames, levels } = picture;
  if (from === null || step === 'first') {
    return levels[0]?.[0] ?? null;
  }
  if (step === 'caller') {
    return frames[from.parent] ?? null;
  }
  if (step === 'callee') {
    const [hottest] = from.children;
    return hottest === undefined ? null : (frames[hottest] ?? null);
  }
  const row = levels[from.level] ?? [];
  return row[row.indexOf(from) + (step === 'before' ? -1 : 1)] ?? null;
}

/// From the root down to the frame.
export function stack_of(picture: Picture, frame: Frame): Frame[] {
  const stack: Frame[] = [];
  for (let at: Frame | undefined = frame; at !== undefined; at = picture.frames[at.parent]) {
    stack.unshift(at);
  }
  return stack;
}

/// The nearest of `found` behind a frame, or before it, as one reads: from left to right, and of
/// what stands above each other from the caller on. From nowhere: the first, or the last.
export function next_of(
  picture: Picture,
  found: ReadonlySet<number>,
  from: Frame | null,
  way: 1 | -1,
): Frame | null {
  const is_before = (a: Frame, b: Frame) =>
    a.left === b.left ? a.level < b.level : a.left < b.left;
  let best: Frame | null = null;
  for (const index of found) {
    const frame = picture.frames[index];
    if (frame === undefined) {
      continue;
    }
    const is_ahead = from === null || (way === 1 ? is_before(from, frame) : is_before(frame, from));
    if (
      is_ahead &&
      (best === null || (way === 1 ? is_before(frame, best) : is_before(best, frame)))
    ) {
      best = frame;
    }
  }
  return best;
}

/// Each stack counts once: a match above another adds nothing.
export function found_frames(
  picture: Picture,
  fits: (name: string) => boolean,
): { frames: Set<number>; share: number; is_exact: boolean } {
  const found = new Set<number>();
  const below = new Set<number>();
  let share = 0;
  let is_exact = true;
  for (const frame of picture.frames) {
    const is_below = below.has(frame.within ?? frame.parent);
    if (fits(frame.name.name ?? '')) {
      found.add(frame.index);
      is_exact &&= frame.certainty === 'exact';
      share += is_below ? 0 : frame.right - frame.left;
    }
    if (is_below || found.has(frame.index)) {
      below.add(frame.index);
    }
  }
  return { frames: found, share, is_exact };
}
