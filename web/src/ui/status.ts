// SPDX-License-Identifier: MIT
//
// The line at the foot: what the view shows of how much.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export const status = signal('');

/// Counts texts: a view that ends may do so after the next one has written its own.
let writer = 0;

/// While the caller is there; null: it knows nothing yet.
export function useStatus(text: string | null): void {
  useEffect(() => {
    status.value = text ?? '';
    writer += 1;
    const own = writer;
    return () => {
      if (writer === own) {
        status.value = '';
      }
    };
  }, [text]);
}
