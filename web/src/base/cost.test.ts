// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { bar_of, cost_of, Exact, part_of, printed, raw_text } from './cost';

const plain = (value: bigint) => value.toString();

describe('a cost', () => {
  it('prints with its mark', () => {
    expect(printed(cost_of(12, 'exact'), plain)).toEqual({ mark: '', text: '12', words: '12' });
    expect(printed(cost_of(12, 'bounded', 20), plain)).toEqual({
      mark: '≥ ',
      text: '12',
      words: 'at least 12, at most 20',
    });
    expect(printed(cost_of(12, 'estimated', null, { lower: 3, upper: 30 }), plain)).toEqual({
      mark: '~ ',
      text: '12',
      words: 'estimated 12, between 3 and 30',
    });
  });
  it('keeps its mark and all digits in copies', () => {
    expect(raw_text(cost_of('36893488147419103232', 'bounded'))).toBe('≥ 36893488147419103232');
    expect(raw_text(cost_of('-9007199254740993', 'estimated'))).toBe('~ -9007199254740993');
  });
  it('cannot be printed or added without it', () => {
    const cost = cost_of(12, 'bounded', 20);
    expect(() => `${cost}`).toThrow(TypeError);
    // @ts-expect-error a cost is no number
    expect(() => cost + 1).toThrow(TypeError);
    expect(JSON.stringify(new Exact(3n))).toBe('{"certainty":"exact"}');
  });
  it('gives estimated shares of what is not exact', () => {
    const part = cost_of(5, 'exact');
    expect(part_of(part, cost_of(10, 'exact'))).toEqual({ part, whole: 10n });
    const loose = part_of(part, cost_of(10, 'bounded', 20));
    expect(raw_text(loose.part)).toBe('~ 5');
    expect(loose.whole).toBe(10n);
  });
  it('has a bar as long as the figure that is sure', () => {
    expect(bar_of(cost_of(300, 'exact'), 200n)).toBe(1);
    expect(bar_of(cost_of(50, 'estimated'), 200n)).toBe(0.25);
  });
});
