// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import type { CallRow, Peek } from '../api/types';
import { raw_text } from '../base/cost';
import { sandwich_of } from './sandwich';

function call(name: string, cost: number | string, more: Partial<CallRow> = {}): CallRow {
  const none = { count: 1, recursive: false, in_cycle: false, root: false };
  return { id: name, name, inclusive: [cost], ...none, ...more };
}

const peek = {
  events: ['Ir'],
  totals: ['36028797018963968'],
  function: {
    id: 'f',
    name: 'f',
    self: ['9007199254740992'],
    inclusive: ['36028797018963968'],
    inclusive_max: null,
    certainty: 'bounded',
    calls: 3,
  },
  callers: [call('a', '27021597764222976'), call('b', 12, { recursive: true })],
  callees: [call('c', '18014398509481984', { certainty: 'estimated' }), call('d', 0)],
} as unknown as Peek;

it('shows the calls themselves, with their marks', () => {
  const picture = sandwich_of(peek, 0);
  const seen = picture.frames.map((each) => [each.name.name, each.level, each.left, each.right]);
  expect(seen).toEqual([
    ['a', 0, 0, 0.75],
    ['f', 1, 0, 1],
    ['c', 2, 0, 0.5],
  ]);
  expect(picture.frames.map((each) => raw_text(each.cost))).toEqual([
    '27021597764222976',
    '≥ 36028797018963968',
    '~ 18014398509481984',
  ]);
  expect(picture.frames[1]?.children).toEqual([2]);
});
