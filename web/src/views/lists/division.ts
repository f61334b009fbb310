// SPDX-License-Identifier: MIT
//
// How a cost is divided among its largest parts and the rest.
import { bar_of, part_of, rest_of, sign, type Cost } from '../../base/cost';

/// More parts than this are hard to distinguish, and a smaller one is hard to see.
export const kMostParts = 8;
const kLeast = 0.01;

/// A part of a bar, from 0 to 1.
export interface Segment {
  cost: Cost;
  x: number;
  width: number;
}

export interface Division {
  /// Of the first of the costs, as many as have a segment.
  parts: Segment[];
  /// null: nothing is left.
  rest: Segment | null;
}

/// `costs`: the largest, in order. null: they are no parts of the whole, which has none or negative ones.
export function division_of(costs: readonly Cost[], of: Cost): Division | null {
  const { whole } = part_of(of, of);
  const share_of = (cost: Cost) => bar_of(cost, whole);
  if (sign(of) <= 0 || costs.some((each) => sign(each) < 0) || sign(rest_of(of, costs)) < 0) {
    return null;
  }
  const small = costs.findIndex((each) => share_of(each) < kLeast);
  const shown = costs.slice(0, Math.min(kMostParts, small < 0 ? costs.length : small));
  let x = 0;
  const parts = shown.map((each) => {
    // A part of what is not exact is an estimate itself.
    const { part: cost } = part_of(each, of);
    const segment = { cost, x, width: share_of(cost) };
    x += segment.width;
    return segment;
  });
  const rest = rest_of(of, shown);
  return { parts, rest: sign(rest) === 0 ? null : { cost: rest, x, width: Math.max(0, 1 - x) } };
}
