// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import type { SourceLine } from '../../api/source_types';
import { raw_text } from '../../base/cost';
import { kCounted } from '../../base/amounts';
import { line_columns, line_cost } from './line_costs';

const events = ['Ir', 'Dr'].map((name, at) => ({ name, at, unit: kCounted }));
const plain: SourceLine = { line: 1, text: 'f();', beyond_end: false, self: null };

function texts(line: Partial<SourceLine>): (string | null)[] {
  return line_columns(events, { with_inlined: false, with_calls: true }).map((column) => {
    const cost = line_cost({ ...plain, ...line }, column);
    return cost === null ? null : raw_text(cost);
  });
}

it('shows the other costs next to the self costs of the same event', () => {
  const names = (with_inlined: boolean, with_calls: boolean) =>
    line_columns(events, { with_inlined, with_calls }).map(({ kind, name }) => `${kind} ${name}`);
  expect(names(false, true)).toEqual(['self Ir', 'with_calls Ir', 'self Dr', 'with_calls Dr']);
  expect(names(true, false)).toEqual(['self Ir', 'with_inlined Ir', 'self Dr', 'with_inlined Dr']);
  expect(names(false, false)).toEqual(['self Ir', 'self Dr']);
});

it('shows what was inlined into lines without a cost of their own', () => {
  const line = { ...plain, with_inlined: [7, 1] };
  const column = (kind: 'self' | 'with_inlined') => ({ kind, at: 0 });
  expect(line_cost(line, column('self'))).toBeNull();
  expect(raw_text(line_cost(line, column('with_inlined'))!)).toBe('7');
});

it('leaves lines empty of which nothing is recorded', () => {
  expect(texts({})).toEqual([null, null, null, null]);
});

it('shows the cost of calls from lines without a cost of their own', () => {
  const costs = { with_calls: ['18446744073709551616', 0], with_calls_max: null };
  expect(texts({ ...costs, certainty: 'exact' })).toEqual([
    null,
    '18446744073709551616',
    null,
    '0',
  ]);
});

it('marks bounds of recursive lines, for the events that have them', () => {
  const bounds = { with_calls: [10, 3], with_calls_max: [90, 3], certainty: 'bounded' } as const;
  expect(texts({ self: [10, 3], ...bounds })).toEqual(['10', '≥ 10', '3', '3']);
});

it('marks estimates of both costs', () => {
  const costs = { self: [5, 1], with_calls: [7, 2], with_calls_max: null } as const;
  expect(texts({ ...costs, self_certainty: 'estimated', certainty: 'estimated' })).toEqual([
    '~ 5',
    '~ 7',
    '~ 1',
    '~ 2',
  ]);
});
