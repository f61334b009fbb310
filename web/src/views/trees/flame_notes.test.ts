// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { cost_of } from '../../base/cost';
import { flame_notes, sureness } from './flame_notes';

const narrower = 'The callees of one frame cost more than the frame and are drawn narrower.';
const flame = { exact_stacks: true, small: null, squeezed: 1 };

it('does not accuse callees of peaks, which do not add up', () => {
  expect(flame_notes(flame, false)).toEqual([narrower]);
  expect(flame_notes(flame, true)).toEqual([
    'The event records peaks, which do not add up: widths are in proportion.',
  ]);
});

it('calls a frame exact only if its self cost is, too', () => {
  const own = (certainty: 'exact' | 'estimated') => cost_of(10, certainty);
  expect(sureness({ certainty: 'exact', own: own('exact') })).toBe('exact');
  expect(sureness({ certainty: 'exact', own: own('estimated') })).toBe('self estimated');
  expect(sureness({ certainty: 'estimated', own: own('estimated') })).toBe('estimated');
});

it('names what contradicts itself in the profile', () => {
  const contradictions = [
    { code: 'inclusive-above-total', count: 1, message: 'inclusive cost of f is 9 Ir, above 5 Ir' },
    { code: 'calls-above-callee', count: 1203, message: 'calls to g cost 8 Ir' },
  ];
  expect(flame_notes({ ...flame, contradictions }, false)).toEqual([
    narrower,
    'The profile contradicts itself: inclusive cost of f is 9 Ir, above 5 Ir [inclusive-above-total].',
    'The profile contradicts itself: calls to g cost 8 Ir (and 1,202 more) [calls-above-callee].',
  ]);
});
