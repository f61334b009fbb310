// SPDX-License-Identifier: MIT
//
// What `n` and `N` go through: the matches, hot lines or changes of the view that is open.
import { is_abort } from '../api/client';
import { useDeed } from './deed';
import { notify } from './notices';

/// False: there is none that way.
export type StepTo = (way: 1 | -1) => boolean | Promise<boolean>;

async function go(step: StepTo, way: 1 | -1): Promise<void> {
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

/// While the caller is there; null: it has none at present.
export function useSteps(step: StepTo | null): void {
  useDeed('step', step === null ? null : (way) => void go(step, way));
}
