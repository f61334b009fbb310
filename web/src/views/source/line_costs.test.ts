// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import type { SourceLine } from '../../api/types';
import { raw_text } from '../../base/cost';
import { kCounted } from '../../base/amounts';
import { line_columns, line_cost } from './line_costs';

const events = ['Ir', 'Dr'].map((name, at) => ({ name, at, unit: kCounted }));
const plain: SourceLine = { line: 1, text: 'f();', beyond_end: false, self: null };

function texts(line: Partial<SourceLine>): (string | null)[] {
  return line_columns(events, true).map((column) => {
    const cost = line_cost({ ...plain, ...line }, column);
    return cost === null ? null : raw_text(cost);
  });
}

it('shows inclusive costs next to the self costs of the same event', () => {
  const names = (has_inclusive: boolean) =>
    line_columns(events, has_inclusive).map(({ kind, name }) => `${kind} ${name}`);
  expect(names(true)).toEqual(['self Ir', 'inclusive Ir', 'self Dr', 'inclusive Dr']);
  expect(names(false)).toEqual(['self Ir', 'self Dr']);
});

it('leaves lines empty of which nothing is recorded', () => {
  expect(texts({})).toEqual([null, null, null, null]);
});

it('shows the cost of calls from lines without a cost of their own', () => {
  const inclusive = { inclusive: ['18446744073709551616', 0], inclusive_max: null };
  expect(texts({ ...inclusive, certainty: 'exact' })).toEqual([
    null,
    '18446744073709551616',
    null,
    '0',
  ]);
});

it('marks bounds of recursive lines, for the events that have them', () => {
  const bounds = { inclusive: [10, 3], inclusive_max: [90, 3], certainty: 'bounded' } as const;
  expect(texts({ self: [10, 3], ...bounds })).toEqual(['10', '≥ 10', '3', '3']);
});

it('marks estimates of both costs', () => {
  const costs = { self: [5, 1], inclusive: [7, 2], inclusive_max: null } as const;
  expect(texts({ ...costs, self_certainty: 'estimated', certainty: 'estimated' })).toEqual([
    '~ 5',
    '~ 7',
    '~ 1',
    '~ 2',
  ]);
});
