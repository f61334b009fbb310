// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import type { CallRow, Flame, FrameRow, Peek } from '../api/types';
import { raw_text } from '../base/cost';
import { found_frames, neighbour } from './frames';
import { sandwich_of, sandwich_of_flames } from './sandwich';

function call(name: string, cost: number | string, more: Partial<CallRow> = {}): CallRow {
  const none = { count: 1, recursive: false, in_cycle: false, root: false };
  return { id: name, name, inclusive: [cost], ...none, ...more };
}

const peek = {
  events: ['Ir'],
  totals: ['36028797018963968'],
  function: {
    id: 'f',
    name: 'f',
    self: ['9007199254740992'],
    inclusive: ['36028797018963968'],
    inclusive_max: null,
    certainty: 'bounded',
    calls: 3,
  },
  callers: [call('a', '27021597764222976'), call('b', 12, { recursive: true })],
  callees: [call('c', '18014398509481984', { certainty: 'estimated' }), call('d', 0)],
} as unknown as Peek;

it('shows the calls themselves, with their marks', () => {
  const picture = sandwich_of(peek, 0);
  const seen = picture.frames.map((each) => [each.name.name, each.level, each.left, each.right]);
  expect(seen).toEqual([
    ['a', 0, 0, 0.75],
    ['f', 1, 0, 1],
    ['c', 2, 0, 0.5],
  ]);
  expect(picture.frames.map((each) => raw_text(each.cost))).toEqual([
    '27021597764222976',
    '≥ 36028797018963968',
    '~ 18014398509481984',
  ]);
  expect(picture.frames[1]?.children).toEqual([2]);
});

function flame(names: string, rows: FrameRow[]): Flame {
  return {
    events: ['Ir'],
    names: [...names].map((name) => ({ id: name, name })),
    width: 8,
    rows,
  } as unknown as Flame;
}

/// main calls a (5 of f's 8) and b (3); a is called by c too. f calls g, which calls h.
const up = flame('fabmc', [
  [-1, 0, 0, 8, 0, 2, 0, 0],
  [0, 1, 0, 5, 0, 1, 0, 0],
  [1, 3, 0, 4, 0, 1, 0, 0],
  [1, 4, 4, 1, 0, 1, 0, 0],
  [0, 2, 5, 3, 0, 1, 0, 0],
]);
const down = flame('fgh', [
  [-1, 0, 0, 8, 2, 2, 0, 0],
  [0, 1, 0, 6, 1, 1, 0, 0],
  [1, 2, 0, 5, 5, 1, 0, 0],
]);

it('stands between all that leads to it and all that it calls', () => {
  const picture = sandwich_of_flames(up, down);
  expect(picture.levels.map((row) => row.map((each) => each.name.name).join())).toEqual([
    'm,c',
    'a,b',
    'f',
    'g',
    'h',
  ]);
  picture.frames.forEach((each, index) => expect(each.index).toBe(index));
  expect(picture.outline?.map((each) => each.name.name).join()).toBe('b,c,m,a,f,g,h');
  const [f] = picture.frames;
  const a = neighbour(picture, f ?? null, 'caller');
  expect(a?.name.name).toBe('a');
  expect(neighbour(picture, a, 'caller')?.name.name).toBe('m');
  expect(neighbour(picture, a, 'callee')?.name.name).toBe('f');
  expect(neighbour(picture, f ?? null, 'callee')?.name.name).toBe('g');
});

it('counts matches above each other once', () => {
  const picture = sandwich_of_flames(up, down);
  const of = (...names: string[]) =>
    found_frames(picture, (name) => names.includes(name)).share;
  expect(of('a', 'm')).toBe(5 / 8);
  expect(of('m', 'c')).toBe(5 / 8);
  expect(of('f', 'g', 'b')).toBe(1);
});

it('of what nobody calls and what calls nothing is the function alone', () => {
  const alone = flame('f', [[-1, 0, 0, 8, 8, 0, 0, 0]]);
  const picture = sandwich_of_flames(alone, alone);
  expect(picture.levels.map((row) => row.length)).toEqual([1]);
  expect(sandwich_of_flames(flame('', []), flame('', [])).frames).toEqual([]);
});
