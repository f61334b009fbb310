// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { raw_text } from '../base/cost';
import { compared_picture, relative_change } from './diff_frames';

describe('frames of two sides', () => {
  const picture = compared_picture({
    events: ['Ir'],
    totals: { old: [100], new: ['1152921504606846977'], delta: ['1152921504606846877'] },
    exact_stacks: true,
    widths: 'both',
    width: 100,
    names: [{ id: 'a', name: 'a' }],
    rows: [
      [-1, 0, 0, 60, 10, 0, 0, 0, 30, 60],
      [0, 0, 0, 20, 20, 1, 0, 0, null, 20],
      [0, 0, 20, 30, 30, 0, 0, 0, 30, null],
      [-1, 0, 60, 40, 40, 8, 0, 0, 40, 40],
    ],
    hidden: 0,
  });
  it('mark changes with a character, not only with a color', () => {
    expect(picture.frames.map((each) => each.mark)).toEqual(['▲ ', '+ ', '✕ ', '']);
  });
  it('mark what a filter estimated of either side, and of their own cost alone', () => {
    const shown = picture.frames.map(({ cost, own, change }) =>
      [cost, own, change?.before, change?.now].map((each) => (each ? raw_text(each) : '')).join('|'),
    );
    expect(shown).toEqual(['60|10|30|60', '~ 20|~ 20||~ 20', '30|30|30|', '40|~ 40|40|40']);
  });
  it('lie in their parents', () => {
    expect(picture.frames[0]?.children).toEqual([1, 2]);
    expect(picture.levels.map((each) => each.length)).toEqual([2, 2]);
  });
  it('tell how much of them changed, however large they are', () => {
    expect(relative_change({ was: null, is: 5n })).toBe(1);
    expect(relative_change({ was: 5n, is: null })).toBe(-1);
    expect(relative_change({ was: 2n ** 70n, is: 2n ** 69n })).toBe(-0.5);
    expect(relative_change({ was: 0n, is: 0n })).toBe(0);
  });
});
