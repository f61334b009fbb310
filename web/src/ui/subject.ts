// SPDX-License-Identifier: MIT
//
// The name behind the id in the address, once an answer has told it: titles and commands want it.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export const subject_name = signal<string | null>(null);

/// While the caller is there.
export function useSubject(name: string | null): void {
  useEffect(() => {
    subject_name.value = name;
    return () => {
      subject_name.value = null;
    };
  }, [name]);
}
