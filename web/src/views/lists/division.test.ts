// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { printed_percent } from '../../base/amounts';
import { cost_of, marked, type Certainty } from '../../base/cost';
import { division_of } from './division';

const costs = (values: number[], certainty: Certainty = 'exact') =>
  values.map((each) => cost_of(each, certainty));
const whole = (value: number, certainty: Certainty = 'exact') => cost_of(value, certainty);

it('divides a whole into its parts and what is left', () => {
  const division = division_of(costs([64, 32, 16]), whole(128));
  expect(division?.parts.map(({ x, width }) => [x, width])).toEqual([
    [0, 0.5],
    [0.5, 0.25],
    [0.75, 0.125],
  ]);
  expect(division?.rest?.width).toBe(0.125);
  expect(division_of(costs([60, 40]), whole(100))?.rest).toBeNull();
});

it('puts parts that are small, or too many, into the rest', () => {
  const division = division_of(costs([20, 10, 10, 10, 10, 10, 10, 10, 5, 5]), whole(100));
  expect(division?.parts.length).toBe(8);
  expect(division?.rest?.width).toBeCloseTo(0.1);
  expect(division_of(costs([990, 9, 1]), whole(1000))?.parts.length).toBe(1);
});

it('keeps marks, and estimates what is left of costs that are not exact', () => {
  const division = division_of([...costs([50]), ...costs([20], 'estimated')], whole(100));
  const shown = [...(division?.parts ?? []), division?.rest].flatMap((each) => each?.cost ?? []);
  expect(shown.map((each) => marked(printed_percent(each, 100n)))).toEqual([
    '50.00',
    '~ 20.00',
    '~ 30.00',
  ]);
  const [part] = division_of(costs([50]), whole(100, 'estimated'))?.parts ?? [];
  expect(part && marked(printed_percent(part.cost, 100n))).toBe('~ 50.00');
});

it('divides nothing whose parts are negative or larger than the whole', () => {
  expect(division_of(costs([50, -10]), whole(100))).toBeNull();
  expect(division_of(costs([120]), whole(100))).toBeNull();
  expect(division_of([], whole(0))).toBeNull();
  expect(division_of([], whole(-5))).toBeNull();
});
