// SPDX-License-Identifier: MIT
//
// What `n` and `N` go through: the matches, hot lines or changes of the view that is open.
import { useLayoutEffect } from 'preact/hooks';
import { is_abort } from '../api/client';
import { deeds } from '../state/actions';
import { notify } from './notices';

/// False: there is none that way.
export type StepTo = (way: 1 | -1) => boolean | Promise<boolean>;

async function go(step: StepTo | null, way: 1 | -1): Promise<void> {
  if (step === null) {
    notify('Nothing to step through. Search or query first');
    return;
  }
  try {
    if (!(await step(way))) {
      notify(way === 1 ? 'No next match' : 'No previous match');
    }
  } catch (error) {
    if (!is_abort(error)) {
      notify('The search for the next match failed');
    }
  }
}

/// The one of ascending places that follows `from`, or precedes it.
export function next_among(found: readonly number[], from: number, way: 1 | -1): number | undefined {
  return way === 1 ? found.find((at) => at > from) : found.filter((at) => at < from).at(-1);
}

/// While the caller is there; null: it has none at present. At once after drawing, so that the next
/// key starts where the last one went.
export function useSteps(step: StepTo | null): void {
  useLayoutEffect(() => {
    if (step === null) {
      return undefined;
    }
    const own = (way: 1 | -1) => void go(step, way);
    deeds.step = own;
    return () => {
      if (deeds.step === own) {
        deeds.step = no_steps;
      }
    };
  });
}

export function no_steps(way: 1 | -1): void {
  void go(null, way);
}
