// SPDX-License-Identifier: MIT
//
// The flags of frames in flame answers, as docs/api.md has them.
import type { Certainty } from '../base/cost';

const kEstimated = 1;
const kBounded = 2;
const kRecursive = 4;
const kOwnEstimated = 8;

interface FrameFlags {
  certainty: Certainty;
  is_own_estimated: boolean;
  is_recursive: boolean;
}

export function flags_of(flags: number): FrameFlags {
  const has = (flag: number) => (flags & flag) !== 0;
  return {
    certainty: has(kEstimated) ? 'estimated' : has(kBounded) ? 'bounded' : 'exact',
    is_own_estimated: has(kOwnEstimated),
    is_recursive: has(kRecursive),
  };
}
