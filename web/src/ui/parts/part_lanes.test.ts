// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import type { PartInfo } from '../../api/types';
import { bar_beside, lanes_of, parts_between } from './part_lanes';

let made = 0;

function part(number: number, thread: number | null = null, pid: number | null = null): PartInfo {
  made += 1;
  return { id: made, number, pid, thread, label: '', totals: [], descriptions: [] };
}

const words = (parts: readonly PartInfo[]) =>
  parts.map(({ number, thread }) => `${number}/${thread ?? '-'}`).join(' ');

it('has parts in order of their dumps, a lane for each thread', () => {
  const lanes = lanes_of([part(2, 1), part(2, 2), part(1, 2), part(10, 1), part(1, 1)], 50);
  expect(lanes.map(({ name, bars }) => [name, words(bars.flat())])).toEqual([
    ['thread 1', '1/1 2/1 10/1'],
    ['thread 2', '1/2 2/2'],
  ]);
});

it('puts threads with one part each next to each other', () => {
  const lanes = lanes_of([part(1, 3), part(1, 1), part(1, 2)], 50);
  expect(lanes.map(({ name, bars }) => [name, words(bars.flat())])).toEqual([['', '1/1 1/2 1/3']]);
});

it('names processes where there are several', () => {
  const one = [part(1, null, 7), part(2), part(3)];
  expect(lanes_of(one, 50).map(({ name }) => name)).toEqual(['']);
  const two = [part(1, 1, 7), part(2, 1, 7), part(1, 1, 8)];
  expect(lanes_of(two, 50).map(({ name }) => name)).toEqual([
    'process 7, thread 1',
    'process 8, thread 1',
  ]);
});

it('joins neighbors that have no room of their own, and loses none', () => {
  const parts = Array.from({ length: 1001 }, (_, at) => part(at + 1));
  const [lane] = lanes_of(parts, 300);
  expect(lane?.bars.length).toBe(251);
  expect(lane?.bars.flat()).toEqual(parts);
});

it('has the parts of one dump of all lanes in one place', () => {
  const parts = [part(1, 1), part(2, 1), part(5, 1), part(5, 2), part(7, 2), part(7, 2)];
  const lanes = lanes_of(parts, 50);
  expect(lanes.map(({ bars }) => bars.map(words))).toEqual([
    ['1/1', '2/1', '5/1', '', ''],
    ['', '', '5/2', '7/2', '7/2'],
  ]);
  expect(lanes_of(parts, 3).map(({ bars }) => bars.map(words))).toEqual([
    ['1/1 2/1', '5/1', ''],
    ['', '5/2 7/2', '7/2'],
  ]);
  const key = (lane: number, bar: number, name: string) => bar_beside(lanes, { lane, bar }, name);
  expect(key(0, 2, 'ArrowDown')).toEqual({ lane: 1, bar: 2 });
  expect(key(0, 0, 'ArrowDown')).toEqual({ lane: 1, bar: 2 });
  expect(key(1, 4, 'ArrowUp')).toEqual({ lane: 0, bar: 2 });
  expect(key(1, 2, 'ArrowLeft')).toEqual({ lane: 1, bar: 2 });
  expect(key(1, 3, 'Home')).toEqual({ lane: 1, bar: 2 });
  expect(key(0, 0, 'End')).toEqual({ lane: 0, bar: 2 });
  expect(words(parts_between(lanes, { lane: 0, bar: 1 }, { lane: 1, bar: 2 }))).toBe('2/1 5/1 5/2');
});

it('moves within lanes and between them, and has all between two bars', () => {
  const lanes = lanes_of([part(1, 1), part(2, 1), part(3, 1), part(1, 2), part(2, 2)], 50);
  const end = bar_beside(lanes, { lane: 0, bar: 0 }, 'End');
  expect(end).toEqual({ lane: 0, bar: 2 });
  expect(bar_beside(lanes, { lane: 0, bar: 2 }, 'ArrowDown')).toEqual({ lane: 1, bar: 1 });
  expect(bar_beside(lanes, { lane: 0, bar: 0 }, 'ArrowLeft')).toEqual({ lane: 0, bar: 0 });
  expect(bar_beside(lanes, { lane: 0, bar: 0 }, 'x')).toBeNull();
  expect(words(parts_between(lanes, { lane: 1, bar: 1 }, { lane: 0, bar: 1 }))).toBe('2/1 2/2');
});
