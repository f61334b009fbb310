// SPDX-License-Identifier: MIT
//
// An answer for a component: the last one stays while the next is on its way, but not once that is
// refused. What is no longer wanted is aborted.
import { useEffect, useState } from 'preact/hooks';
import { session } from '../state/session';
import { ask, fault_from, is_abort, known_answer } from '../api/client';
import type { ApiFault } from '../api/types';

export interface Answer<T> {
  data: T | null;
  fault: ApiFault | null;
  is_loading: boolean;
}

interface Held<T> {
  address: string | null;
  data: T | null;
  fault: ApiFault | null;
}

export function useAnswer<T>(address: string | null): Answer<T> {
  const [held, set_held] = useState<Held<T>>({ address: null, data: null, fault: null });
  const hash = session.value?.hash ?? null;
  const wanted = hash === null ? null : address;
  useEffect(() => {
    if (wanted === null) {
      return undefined;
    }
    const aborting = new AbortController();
    ask<T>(wanted, aborting.signal).then(
      (data) => {
        if (!aborting.signal.aborted) {
          set_held({ address: wanted, data, fault: null });
        }
      },
      (error: unknown) => {
        if (!aborting.signal.aborted && !is_abort(error)) {
          set_held({ address: wanted, data: null, fault: fault_from(error) });
        }
      },
    );
    return () => aborting.abort();
  }, [wanted, hash]);
  if (wanted === null) {
    return { data: null, fault: null, is_loading: address !== null };
  }
  const known = known_answer<T>(wanted);
  if (known !== undefined) {
    return { data: known, fault: null, is_loading: false };
  }
  const is_loading = held.address !== wanted;
  return { data: held.data, fault: is_loading ? null : held.fault, is_loading };
}

/// What is tried as one types waits until the text has stood still for so many milliseconds.
const kMoment = 120;

interface Try<T> {
  /// At once, when the text changes.
  begin?: () => void;
  /// null: nothing is to be asked.
  ask: ((signal: AbortSignal) => Promise<T>) | null;
  take: (answer: T) => void;
  refuse: (error: unknown) => void;
}

export function useSettled<T>(text: readonly string[], { begin, ask, take, refuse }: Try<T>): void {
  useEffect(() => {
    begin?.();
    if (ask === null) {
      return undefined;
    }
    const aborting = new AbortController();
    const fail = (error: unknown) => !is_abort(error) && refuse(error);
    const timer = setTimeout(() => ask(aborting.signal).then(take, fail), kMoment);
    return () => {
      clearTimeout(timer);
      aborting.abort();
    };
  }, text);
}
