// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { Flame } from '../api/types';
import { raw_text } from '../base/cost';
import { finder } from '../base/words';
import {
  found_frames,
  frame_at,
  neighbour,
  next_of,
  picture_of,
  stack_of,
} from './frames';

const big = 2n ** 70n;
const flame = {
  events: ['Ir'],
  names: ['main', 'parse', 'scan', 'emit'].map((name) => ({ id: name, name })),
  width: String(big),
  rows: [
    [-1, 0, 0, String(big), 0, 0, 2, 0],
    [0, 1, 0, String(big / 2n), 0, 0, 1, 0],
    [0, 3, String(big / 2n), String(big / 4n), 7, 1, 0, 0],
    [1, 2, 0, String(big / 4n), 7, 10, 0, 0],
    [3, 1, 0, String(big / 8n), 7, 12, 0, 0],
  ],
} as unknown as Flame;

describe('a picture', () => {
  const picture = picture_of(flame);
  it('places frames of any size', () => {
    expect(picture.frames.map((each) => [each.level, each.left, each.right])).toEqual([
      [0, 0, 1],
      [1, 0, 0.5],
      [1, 0.5, 0.75],
      [2, 0, 0.25],
      [3, 0, 0.125],
    ]);
    expect(raw_text(picture.frames[2]!.cost)).toBe(`~ ${big / 4n}`);
    expect(picture.frames[4]!.is_recursive).toBe(true);
  });
  it('marks the own cost of frames, which may be an estimate where the width is none', () => {
    expect(picture.frames.map(({ cost, own }) => raw_text(cost)[0] + raw_text(own))).toEqual([
      '10',
      '50',
      '~~ 7',
      '≥~ 7',
      '1~ 7',
    ]);
  });
  it('finds frames by place', () => {
    expect(frame_at(picture, 1, 0.5)?.name.name).toBe('emit');
    expect(frame_at(picture, 1, 0.8)).toBe(null);
    expect(frame_at(picture, 9, 0)).toBe(null);
  });
  it('is walked by arrows', () => {
    const names = (['callee', 'after', 'before', 'caller'] as const).reduce(
      (all, step) => [...all, neighbour(picture, all[all.length - 1]!, step)!],
      [neighbour(picture, null, 'first')!],
    );
    expect(names.map((each) => each.name.name)).toEqual(['main', 'parse', 'emit', 'parse', 'main']);
    expect(stack_of(picture, picture.frames[4]!).map((each) => each.index)).toEqual([0, 1, 3, 4]);
  });
  it('is gone through from match to match', () => {
    const { frames } = picture;
    const found = new Set([4, 2, 1]);
    const way = (from: number | null, step: 1 | -1) =>
      next_of(picture, found, from === null ? null : frames[from]!, step)?.index ?? null;
    expect([way(null, 1), way(1, 1), way(4, 1), way(2, 1)]).toEqual([1, 4, 2, null]);
    expect([way(null, -1), way(2, -1), way(4, -1), way(1, -1)]).toEqual([2, 4, 1, null]);
    expect([way(0, 1), way(3, 1), way(3, -1)]).toEqual([1, 4, 1]);
  });
  it('counts each found stack once', () => {
    const found = found_frames(picture, finder('parse')!);
    expect([...found.frames]).toEqual([1, 4]);
    expect(found.share).toBe(0.5);
  });
});
