// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { DiffLine } from '../../api/diff_types';
import {
  changes_of,
  diff_source_rows,
  fate_of,
  largest_change,
  line_key,
  next_change,
} from './source_rows';

function line(old_line: number | null, new_line: number | null, delta = 0): DiffLine {
  const side = { self: [delta] };
  const both = old_line !== null && new_line !== null;
  return {
    old_line,
    new_line,
    match: both ? 'same' : null,
    text: 'x',
    old_text: null,
    beyond_end: false,
    old: null,
    new: null,
    delta: delta === 0 ? null : side,
    noise: false,
  };
}

const same = (count: number, from = 1) =>
  Array.from({ length: count }, (_, at) => line(from + at, from + at));

describe('lines of both versions', () => {
  it('are new, gone, alike by guess, or the same', () => {
    expect(fate_of(line(1, null))).toBe('gone');
    expect(fate_of(line(null, 1))).toBe('new');
    expect(fate_of({ ...line(1, 1), match: 'similar' })).toBe('likely');
    expect(fate_of(line(1, 1))).toBe('same');
    expect(fate_of(line(null, null))).toBe('unknown');
    expect(line_key(line(3, null))).toBe('-3');
  });
  it('fold where nothing changed, and open again', () => {
    const lines = [...same(20), line(null, 21, 5), ...same(20, 22)];
    const rows = diff_source_rows(lines, true, new Set(), -1);
    expect(rows.map((row) => row.kind).filter((kind) => kind === 'fold')).toHaveLength(2);
    expect(rows[0]).toMatchObject({ kind: 'fold', count: 17, old: '1–17', now: '1–17' });
    expect(diff_source_rows(lines, true, new Set(['1']), -1)).toHaveLength(17 + 3 + 1 + 3 + 1);
    expect(diff_source_rows(lines, false, new Set(), -1)).toHaveLength(41);
    const around = diff_source_rows(lines, true, new Set(), 8);
    expect(around.filter((row) => row.kind === 'fold').map((row) => row.of)).toEqual([
      '1',
      '1',
      '25',
    ]);
  });
  it('show what they were, and calls that changed alone', () => {
    const call = (delta: number) => ({
      id: 'f',
      name: 'f',
      status: 'both' as const,
      old: { inclusive: [1], inclusive_max: null, certainty: 'exact' as const, calls: 1 },
      new: { inclusive: [1], inclusive_max: null, certainty: 'exact' as const, calls: 1 },
      delta: { inclusive: [delta], calls: 0, certainty: 'exact' as const },
      noise: false,
    });
    const changed = { ...line(1, 1), old_text: 'y', calls: [call(0), call(7)] };
    expect(diff_source_rows([changed], true, new Set(), -1).map((row) => row.kind)).toEqual([
      'line',
      'was',
      'call',
    ]);
  });
  it('change by the code that was inlined into them', () => {
    const inlined = { ...line(2, 2), delta: { self: [0], with_inlined: [-5] } };
    const rows = diff_source_rows([...same(9), inlined, ...same(9, 11)], true, new Set(), -1);
    expect(rows.filter((row) => row.kind === 'fold')).toHaveLength(2);
    expect(changes_of(rows, 0).map((each) => each.tone)).toEqual(['less']);
  });
  it('lead from change to change, the largest first', () => {
    const lines = [...same(3), line(4, 4, 2), line(5, 5, -9)];
    const rows = diff_source_rows(lines, false, new Set(), -1);
    expect(largest_change(lines, 0)).toBe('5');
    expect(largest_change([...same(3), line(4, null)], 0)).toBe('-4');
    expect(largest_change(same(3), 0)).toBeNull();
    expect(next_change(rows, 0, -1, 1)).toBe(3);
    expect(next_change(rows, 0, 3, 1)).toBe(4);
    expect(next_change(rows, 0, 4, 1)).toBeNull();
    expect(changes_of(rows, 0).map((each) => each.tone)).toEqual(['more', 'less']);
  });
});
