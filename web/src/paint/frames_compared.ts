// SPDX-License-Identifier: MIT
//
// The frames of two sides in one picture: each has what it cost before and what it costs now.
import type { ComparedFlame } from '../api/types';
import { cost_of } from '../base/cost';
import { count, fraction, magnitude } from '../base/count';
import type { Frame, FrameChange, Picture } from './frames';

const kEstimated = 1;
const kRecursive = 4;

/// From −1, gone, over 0, the same, to 1, new.
export function relative_change({ was, is }: FrameChange): number {
  const [before, now] = [was ?? 0n, is ?? 0n];
  const larger = magnitude(before) > magnitude(now) ? magnitude(before) : magnitude(now);
  return larger === 0n ? 0 : fraction(now - before, larger);
}

function mark_of(change: FrameChange): string {
  if (change.was === null) {
    return '+ ';
  }
  if (change.is === null) {
    return '✕ ';
  }
  return change.is > change.was ? '▲ ' : change.is < change.was ? '▼ ' : '';
}

export function compared_picture(flame: ComparedFlame): Picture {
  const whole = count(flame.width);
  const frames: Frame[] = [];
  const levels: Frame[][] = [];
  flame.rows.forEach(([parent, name, x, width, own, flags, hidden, , was, is], index) => {
    const above = frames[parent];
    const level = above === undefined ? 0 : above.level + 1;
    const certainty = (flags & kEstimated) !== 0 ? 'estimated' : 'exact';
    const start = count(x);
    const change = {
      was: was === null ? null : count(was),
      is: is === null ? null : count(is),
    };
    const frame: Frame = {
      index,
      parent,
      level,
      name: flame.names[name] ?? { id: null, name: null },
      left: fraction(start, whole),
      right: fraction(start + count(width), whole),
      cost: cost_of(width, certainty),
      own: cost_of(own, certainty),
      certainty,
      is_recursive: (flags & kRecursive) !== 0,
      hidden,
      children: [],
      change,
      mark: mark_of(change),
    };
    frames.push(frame);
    above?.children.push(index);
    (levels[level] ??= []).push(frame);
  });
  for (const level of levels) {
    level.sort((a, b) => a.left - b.left);
  }
  return { frames, levels, whole };
}
