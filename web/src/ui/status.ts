// SPDX-License-Identifier: MIT
//
// The line at the foot: what the view shows of how much.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export const status = signal('');

/// While the caller is there; null: it knows nothing yet.
export function useStatus(text: string | null): void {
  useEffect(() => {
    status.value = text ?? '';
    return () => {
      status.value = '';
    };
  }, [text]);
}
