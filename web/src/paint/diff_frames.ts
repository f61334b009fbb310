// SPDX-License-Identifier: MIT
//
// The frames of two sides in one picture: each has what it cost before and what it costs now.
import type { DiffFlame } from '../api/diff_types';
import { cost_of } from '../base/cost';
import { count, fraction, magnitude } from '../base/count';
import { placed, type FrameChange, type Picture } from './frames';

/// From −1, gone, over 0, the same, to 1, new.
export function relative_change({ was, is }: Pick<FrameChange, 'was' | 'is'>): number {
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

export function compared_picture(flame: DiffFlame): Picture {
  // Which side of a change is the estimate its row does not tell.
  return placed(flame, ([, , , , , , , , was, is], certainty) => {
    const change = {
      was: was === null ? null : count(was),
      is: is === null ? null : count(is),
      before: was === null ? null : cost_of(was, certainty),
      now: is === null ? null : cost_of(is, certainty),
    };
    return { change, mark: mark_of(change) };
  });
}
