// SPDX-License-Identifier: MIT
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Meta, PartInfo } from '../api/types';
import {
  can_select,
  keys_of_parts,
  select_or_free,
  select_parts,
  selected_by,
  selected_parts,
  step_part,
  toggle_parts,
} from './part_choice';
import { set_keys } from './navigation';
import { session } from './session';

const window = {
  location: { hash: '', pathname: '/', search: '' },
  history: {
    pushState: (_: unknown, __: string, address: string) => {
      window.location.search = address.slice(1);
    },
  },
};
vi.stubGlobal('window', window);

function part(number: number, thread: number | null, id: number): PartInfo {
  return { id, number, pid: null, thread, label: '', totals: [], descriptions: [] };
}

/// `base`: none is no comparison.
function open(parts: PartInfo[], base?: PartInfo[]): void {
  const profiles = [
    { id: 'new', files: [], state: 'ready', parts },
    ...(base === undefined ? [] : [{ id: 'base', files: [], state: 'ready', parts: base }]),
  ];
  session.value = { profiles } as unknown as Meta;
}

describe('dumps of threads', () => {
  /// Four dumps of two threads: 1/1, 1/2, 2/1 and so on.
  const grid = Array.from({ length: 8 }, (_, id) => part(1 + Math.floor(id / 2), 1 + (id % 2), id));
  beforeEach(() => open(grid));
  const keys = (...ids: number[]) => keys_of_parts(grid.filter(({ id }) => ids.includes(id)));

  it.each([
    ['all threads of dumps', [0, 1, 2, 3, 6, 7], { parts: '1-2,4', threads: null }],
    ['all dumps of a thread', [0, 2, 4, 6], { parts: null, threads: '1' }],
    ['one part', [3], { parts: '2', threads: '2' }],
    ['a range in a thread', [3, 5], { parts: '2-3', threads: '2' }],
    ['all', [0, 1, 2, 3, 4, 5, 6, 7], { parts: null, threads: null }],
    ['none, which is all', [], { parts: null, threads: null }],
  ])('selects %s', (_, ids, wanted) => {
    expect(keys(...ids)).toEqual(wanted);
  });
  it('are stepped through from what is selected, and their threads stay', () => {
    const step = (from: string | null, threads: string | null, way: 1 | -1) => {
      set_keys({ parts: from, threads });
      step_part(way);
      return window.location.search;
    };
    expect(step('2-3', null, 1)).toBe('?parts=4');
    expect(step('2-3', null, -1)).toBe('?parts=1');
    expect(step('2', '1', 1)).toBe('?parts=3&threads=1');
    expect(step('4', '1', 1)).toBe('?threads=1');
    expect(step(null, null, 1)).toBe('?parts=1');
    expect(step(null, null, -1)).toBe('?parts=4');
    set_keys({ parts: null, threads: null });
  });
  it('selects more where lists cannot be so exact', () => {
    expect(keys(0, 3)).toEqual({ parts: '1-2', threads: null });
  });
});

it('needs no threads where there are none', () => {
  const parts = [1, 3, 5, 9].map((number, id) => part(number, null, id));
  open(parts);
  expect(keys_of_parts(parts.slice(1))).toEqual({ parts: '3-9', threads: null });
  expect(keys_of_parts([...parts.slice(0, 1), ...parts.slice(2)])).toEqual({
    parts: '1,5-9',
    threads: null,
  });
});

it('selects parts of several processes together where their numbers are the same, and frees them', () => {
  const parts = [part(1, null, 0), part(2, null, 1), part(1, null, 2)];
  open(parts);
  const own = parts.slice(0, 1);
  expect(selected_by(keys_of_parts(own)).map(({ id }) => id)).toEqual([0, 2]);
  select_or_free(own);
  expect(selected_parts.value?.map(({ id }) => id)).toEqual([0, 2]);
  select_or_free(own);
  expect(selected_parts.value).toBeNull();
});

it('selects no parts that the base of a comparison lacks', () => {
  const parts = [1, 2, 3].map((number, id) => part(number, null, id));
  open(parts, parts.slice(0, 2));
  expect(parts.map(can_select)).toEqual([true, true, false]);
  for (const select of [select_parts, select_or_free, toggle_parts]) {
    select(parts.slice(2));
    expect(selected_parts.value).toBeNull();
    select(parts.slice(1));
    expect(selected_parts.value).toEqual([parts[1]]);
    select_parts([]);
  }
});
