// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import type { DiffTreeRow } from '../../api/diff_types';
import { open_rows } from './tree_rows';

function row(depth: number, parent: number): DiffTreeRow {
  return { id: `${depth}`, name: null, depth, parent } as unknown as DiffTreeRow;
}

it('leaves out what is below closed branches, and nothing else', () => {
  const rows = [row(0, -1), row(1, 0), row(2, 1), row(1, 0), row(0, -1), row(1, 4)];
  const shown = (closed: number[]) => open_rows(rows, new Set(closed)).map((each) => each.index);
  expect(shown([])).toEqual([0, 1, 2, 3, 4, 5]);
  expect(shown([1])).toEqual([0, 1, 3, 4, 5]);
  expect(shown([0])).toEqual([0, 4, 5]);
  expect(shown([0, 1, 4])).toEqual([0, 4]);
  expect(open_rows(rows, new Set()).map((each) => each.has_rows)).toEqual([
    true,
    true,
    false,
    false,
    true,
    false,
  ]);
});
