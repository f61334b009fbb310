// SPDX-License-Identifier: MIT
//
// What keys do that need a part of the page which is not always there.
import { useLayoutEffect } from 'preact/hooks';
import { deeds } from '../state/actions';
import { notify } from './notices';

type Deeds = typeof deeds;

/// What those keys do where no part of the page offers it: they say so.
export const kMissing = {
  step: () => notify('Nothing to step through. Search or query first'),
  columns: () => notify('This view has no list with columns'),
  editor: () => notify('This view has no source that was found on this machine'),
} satisfies Partial<Deeds>;

/// While the caller is there; null: it has nothing at present. At once after drawing, so that the
/// next key starts where the last one went.
export function useDeed<K extends keyof typeof kMissing>(name: K, own: Deeds[K] | null): void {
  useLayoutEffect(() => {
    if (own === null) {
      return undefined;
    }
    deeds[name] = own;
    return () => {
      if (deeds[name] === own) {
        deeds[name] = kMissing[name];
      }
    };
  });
}
