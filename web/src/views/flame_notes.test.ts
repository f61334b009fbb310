// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { flame_notes } from './flame_notes';

const flame = { exact_stacks: true, small: null, squeezed: 1 };

it('does not accuse callees of peaks, which do not add up', () => {
  expect(flame_notes(flame, false)).toEqual(['The callees of one frame claim more than it has.']);
  expect(flame_notes(flame, true)).toEqual([
    'The event holds highest costs, which do not add up: widths are in proportion.',
  ]);
});
