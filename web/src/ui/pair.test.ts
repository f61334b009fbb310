// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { newest_pair } from './pair';
import type { Answer } from './use_answer';

const came = (data: string): Answer<string> => ({ data, fault: null, is_loading: false });
const waits_with = (data: string | null): Answer<string> => ({ data, fault: null, is_loading: true });
const failed: Answer<string> = {
  data: null,
  fault: { code: 'x', message: 'x' },
  is_loading: false,
};

describe('a pair', () => {
  it('is there once both came', () => {
    expect(newest_pair(null, came('a'), waits_with(null))).toBeNull();
    expect(newest_pair(null, waits_with(null), came('a'))).toBeNull();
    expect(newest_pair(null, came('a'), came('b'))).toEqual(['a', 'b']);
  });
  it('stays until both that follow came', () => {
    const last = ['a', 'b'] as const;
    expect(newest_pair(last, came('c'), waits_with('b'))).toBe(last);
    expect(newest_pair(last, waits_with('a'), came('d'))).toBe(last);
    expect(newest_pair(last, came('c'), came('d'))).toEqual(['c', 'd']);
  });
  it('is none once one of both is refused', () => {
    const last = ['a', 'b'] as const;
    expect(newest_pair(last, came('c'), failed)).toBeNull();
    expect(newest_pair(last, failed, waits_with('b'))).toBeNull();
  });
  it('is the same object while nothing changes', () => {
    const last = newest_pair(null, came('a'), came('b'));
    expect(newest_pair(last, came('a'), came('b'))).toBe(last);
  });
});
