// SPDX-License-Identifier: MIT
//
// The name behind the id in the address, once an answer has told it: titles and commands want it.
import { signal } from '@preact/signals';

export const subject_name = signal<string | null>(null);
