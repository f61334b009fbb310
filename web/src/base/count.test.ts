// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { count, fraction } from './count';

describe('count', () => {
  it('keeps numbers beyond 2^53 exact', () => {
    expect(count('9007199254740993')).toBe(9007199254740993n);
    expect(count('-170141183460469231731687303715884105728')).toBe(-(2n ** 127n));
    expect(count(9007199254740991)).toBe(9007199254740991n);
  });
  it('refuses what it would have to guess', () => {
    expect(() => count(2 ** 53)).toThrow(RangeError);
    expect(() => count(1.5)).toThrow(RangeError);
    expect(() => count('1e9')).toThrow(RangeError);
    expect(() => count('')).toThrow(RangeError);
    expect(() => count('0x10')).toThrow(RangeError);
  });
});

describe('fraction', () => {
  it('is right for numbers that a double cannot hold', () => {
    expect(fraction(10n ** 400n, 4n * 10n ** 400n)).toBe(0.25);
    expect(fraction(-1n, 2n)).toBe(-0.5);
    expect(fraction(5n, 0n)).toBe(0);
  });
});
