// SPDX-License-Identifier: MIT
//
// The line at the foot: what the view shows of how much.
import { signal } from '@preact/signals';

export const status = signal('');
