// SPDX-License-Identifier: MIT
//
// Two answers that belong together. While the next two are on their way, the last two stay that both
// came: never one of these and one of those. Once one is refused there is none.
import { useRef } from 'preact/hooks';
import type { Answer } from './use_answer';

export type Pair<A, B> = readonly [A, B];

function is_current<T>(answer: Answer<T>): answer is Answer<T> & { data: T } {
  return answer.data !== null && !answer.is_loading;
}

/// The same object as long as it holds the same answers.
export function newest_pair<A, B>(
  last: Pair<A, B> | null,
  one: Answer<A>,
  other: Answer<B>,
): Pair<A, B> | null {
  if (one.fault !== null || other.fault !== null) {
    return null;
  }
  if (!is_current(one) || !is_current(other)) {
    return last;
  }
  return last !== null && last[0] === one.data && last[1] === other.data
    ? last
    : [one.data, other.data];
}

export function usePair<A, B>(one: Answer<A>, other: Answer<B>): Pair<A, B> | null {
  const last = useRef<Pair<A, B> | null>(null);
  last.current = newest_pair(last.current, one, other);
  return last.current;
}
