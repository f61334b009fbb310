// SPDX-License-Identifier: MIT
//
// A cost and how sure it is. The figures are private: whoever shows one goes through `printed` or
// `bar_of`, so that no cell can drop the mark. The three kinds do not convert into
// one another, and none converts into a number.
import { count, fraction, largest, type RawCount } from './count';

export type Certainty = 'exact' | 'bounded' | 'estimated';

abstract class Known {
  abstract readonly certainty: Certainty;
  /// So that `${cost}` and cost + 1 fail in a test instead of printing a bare figure.
  [Symbol.toPrimitive](): never {
    throw new TypeError('a cost is printed with its mark');
  }
}

export class Exact extends Known {
  readonly certainty = 'exact';
  readonly #value: bigint;
  constructor(value: bigint) {
    super();
    this.#value = value;
  }
  static figure(cost: Exact): bigint {
    return cost.#value;
  }
}

/// Somewhere between two figures, both of which it may be.
export class Bounded extends Known {
  readonly certainty = 'bounded';
  readonly #lower: bigint;
  readonly #upper: bigint | null;
  constructor(lower: bigint, upper: bigint | null) {
    super();
    this.#lower = lower;
    this.#upper = upper;
  }
  static figures(cost: Bounded): { lower: bigint; upper: bigint | null } {
    return { lower: cost.#lower, upper: cost.#upper };
  }
}

/// A split that the file does not tell; bounds where the engine knows some.
export class Estimated extends Known {
  readonly certainty = 'estimated';
  readonly #value: bigint;
  readonly #bounds: { lower: bigint; upper: bigint } | null;
  constructor(value: bigint, bounds: { lower: bigint; upper: bigint } | null = null) {
    super();
    this.#value = value;
    this.#bounds = bounds;
  }
  static figures(cost: Estimated): {
    value: bigint;
    bounds: { lower: bigint; upper: bigint } | null;
  } {
    return { value: cost.#value, bounds: cost.#bounds };
  }
}

export type Cost = Exact | Bounded | Estimated;

export const kNothing: Cost = new Exact(0n);

/// The mark, the figure behind it and, where there is more to say, that in words.
export interface Printed {
  mark: '' | '≥ ' | '~ ';
  text: string;
  words: string;
}

/// `print` gives a plain figure its form; the mark comes from the type.
export function printed(cost: Cost, print: (value: bigint) => string): Printed {
  if (cost instanceof Exact) {
    const text = print(Exact.figure(cost));
    return { mark: '', text, words: text };
  }
  if (cost instanceof Bounded) {
    const { lower, upper } = Bounded.figures(cost);
    const text = print(lower);
    const words = upper === null ? `at least ${text}` : `at least ${text}, at most ${print(upper)}`;
    return { mark: '≥ ', text, words };
  }
  const { value, bounds } = Estimated.figures(cost);
  const text = print(value);
  const words =
    bounds === null
      ? `estimated ${text}`
      : `estimated ${text}, between ${print(bounds.lower)} and ${print(bounds.upper)}`;
  return { mark: '~ ', text, words };
}

/// The figure with its mark, where it stands within a text.
export function marked({ mark, text }: Printed): string {
  return mark + text;
}

/// For tables that are copied: raw digits with the mark, as `quern` writes them.
export function raw_text(cost: Cost): string {
  return marked(printed(cost, (value) => value.toString()));
}

function ranked(cost: Cost): bigint {
  if (cost instanceof Exact) {
    return Exact.figure(cost);
  }
  return cost instanceof Bounded ? Bounded.figures(cost).lower : Estimated.figures(cost).value;
}

/// How long a bar is, of 1; a length is no figure and needs no mark.
export function bar_of(cost: Cost, whole: bigint): number {
  return Math.min(1, Math.max(-1, fraction(ranked(cost), whole)));
}

/// A share of something that is not exact is an estimate itself.
export function part_of(cost: Cost, whole: Cost): { part: Cost; whole: bigint } {
  const part = whole instanceof Exact ? cost : new Estimated(ranked(cost));
  return { part, whole: ranked(whole) };
}

/// Of peaks the highest. Less than exact where one of them is.
export function sum_of(costs: readonly Cost[], is_peak: boolean): Cost {
  const figures = costs.map(ranked);
  const sum = is_peak ? largest(figures) : figures.reduce((all, each) => all + each, 0n);
  return costs.every((each) => each instanceof Exact) ? new Exact(sum) : new Estimated(sum);
}

/// What is left of a whole without some of its parts.
export function rest_of(whole: Cost, parts: readonly Cost[]): Cost {
  const rest = parts.reduce((left, each) => left - ranked(each), ranked(whole));
  return [whole, ...parts].every((each) => each instanceof Exact)
    ? new Exact(rest)
    : new Estimated(rest);
}

/// A cost by how many calls it was: divided only as it is printed. null: nobody knows how many.
export function of_each(cost: Cost | null, calls: Cost | null): { cost: Cost; calls: bigint } | null {
  const divisor = calls === null ? 0n : ranked(calls);
  if (cost === null || divisor <= 0n) {
    return null;
  }
  return { cost: calls instanceof Exact ? cost : new Estimated(ranked(cost)), calls: divisor };
}

export function is_zero(cost: Cost): boolean {
  return cost instanceof Exact && Exact.figure(cost) === 0n;
}

export function sign(cost: Cost): -1 | 0 | 1 {
  const value = ranked(cost);
  return value < 0n ? -1 : value > 0n ? 1 : 0;
}

/// One figure of a row as its document has it: `upper` from `inclusive_max`, bounds of a frame.
export function cost_of(
  raw: RawCount,
  certainty: Certainty,
  upper?: RawCount | null,
  bounds?: { lower: RawCount; upper: RawCount } | null,
): Cost {
  if (certainty === 'exact') {
    return new Exact(count(raw));
  }
  if (certainty === 'bounded') {
    return new Bounded(count(raw), upper === null || upper === undefined ? null : count(upper));
  }
  const known = bounds ? { lower: count(bounds.lower), upper: count(bounds.upper) } : null;
  return new Estimated(count(raw), known);
}
