// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { Flame } from '../../api/types';
import { finder } from '../../base/words';
import { picture_of } from '../../paint/frames';
import { match_after, matches_in } from './tree_search';

/// main calls big (60: leaf 40, small 20) and small (30: leaf).
const kFlame = {
  events: ['Ir'],
  width: 100,
  names: ['main', 'small', 'big', 'leaf'].map((name) => ({ id: name[0], name })),
  rows: [
    [-1, 0, 0, 100, 10, 0, 0],
    [0, 2, 0, 60, 0, 0, 0],
    [1, 3, 0, 40, 40, 0, 0],
    [1, 1, 40, 20, 20, 0, 0],
    [0, 1, 60, 30, 0, 0, 0],
    [4, 3, 60, 30, 30, 0, 0],
  ],
} as unknown as Flame;

describe('matches of a tree', () => {
  const matches = matches_in(picture_of(kFlame), finder('small')!);
  it('are in the order of its rows, the most expensive branches first', () => {
    expect([...matches.places.keys()]).toEqual(['m', 'm.b', 'm.b.l', 'm.b.s', 'm.s', 'm.s.l']);
    expect(matches.paths).toEqual(['m.b.s', 'm.s']);
    expect(matches.words).toBe('2 branches of 0.006 % or more: 50.00 % of Ir');
  });
  it('follow each other', () => {
    expect(match_after(matches, '', 1)).toBe('m.b.s');
    expect(match_after(matches, 'm.b.s', 1)).toBe('m.s');
    expect(match_after(matches, 'm.s', 1)).toBe(null);
    expect(match_after(matches, '', -1)).toBe('m.s');
    expect(match_after(matches, 'm.s', -1)).toBe('m.b.s');
    expect(match_after(matches, 'm.b.s', -1)).toBe(null);
  });
  it('go on from a branch too small to be known', () => {
    expect(match_after(matches, 'm.b.l.x', 1)).toBe('m.b.s');
  });
});
