// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { SourceFile, SourceLine } from '../../api/source_types';
import { heat_of, hottest_line, next_hot, source_rows } from './source_rows';

function file(warm: Record<number, Partial<SourceLine>>, length: number): SourceFile {
  const lines: SourceLine[] = [];
  for (let line = 1; line <= length; line += 1) {
    lines.push({ line, text: `line ${line}`, beyond_end: false, self: null, ...warm[line] });
  }
  return {
    file: 'a.c',
    inlined_here: false,
    source: { path: 'a.c', lines: length, newer: false, tried: [] },
    self: [0],
    inlined: [0],
    lines,
  };
}

const kNothingOpen = { at_first: new Set<never>(), toggled: new Set<never>(), at: -1 };

const jump = {
  kind: 'jcnd' as const,
  file: null,
  line: 24,
  function: null,
  executed: 9,
  followed: 8,
};

describe('source rows', () => {
  const warm = file(
    { 20: { self: ['100'] }, 28: { self: [4], jumps: [jump] }, 60: { self: [60] } },
    100,
  );
  it('fold cold runs and say how long they are', () => {
    const rows = source_rows(warm, true, kNothingOpen);
    const folds = rows.filter((row) => row.kind === 'fold');
    expect(folds).toEqual([
      { kind: 'fold', of: 1, from: 1, to: 16, count: 16 },
      { kind: 'fold', of: 32, from: 32, to: 56, count: 25 },
      { kind: 'fold', of: 64, from: 64, to: 100, count: 37 },
    ]);
    const shown = rows.filter((row) => row.kind === 'line').length;
    expect(shown + 16 + 25 + 37).toBe(100);
  });
  it('show inlined code below its line, before the calls', () => {
    const inlined = [{ function: 'g', with_inlined: [9], lines: [] }];
    const call = { id: null, name: 'h', count: 1, inclusive: [1] };
    const rows = source_rows(
      file({ 2: { self: [1], inlined, calls: [call] } }, 3),
      true,
      kNothingOpen,
    );
    expect(rows.map((row) => row.kind)).toEqual(['line', 'line', 'inlined', 'call', 'line']);
  });
  it('open where the reader opens them, and are whole when asked', () => {
    const opened = { ...kNothingOpen, toggled: new Set([32]) };
    expect(source_rows(warm, true, opened).filter((r) => r.kind === 'fold').length).toBe(2);
    expect(source_rows(warm, false, kNothingOpen).length).toBe(100);
  });
  it('never fold the lines around the one where the reader is', () => {
    const folds = (at: number) =>
      source_rows(warm, true, { ...kNothingOpen, at }).flatMap((row) =>
        row.kind === 'fold' ? [`${row.of}: ${row.from}–${row.to}`] : [],
      );
    // Line 45, in the middle of a fold, whose pieces open it as a whole.
    expect(folds(44)).toEqual(['1: 1–16', '32: 32–41', '32: 49–56', '64: 64–100']);
    // Near an end, no piece is too short to fold.
    expect(folds(33)).toEqual(['1: 1–16', '32: 38–56', '64: 64–100']);
    expect(folds(54)).toEqual(['1: 1–16', '32: 32–51', '64: 64–100']);
    expect(folds(19)).toEqual(folds(-1));
  });
  it('begin at the most expensive line', () => {
    expect(hottest_line(warm.lines, 0)).toBe(20);
    const inlined = file({ 2: { self: [1], with_inlined: [9] }, 3: { self: [5] } }, 4);
    expect(hottest_line(inlined.lines, 0)).toBe(2);
    expect(hottest_line(file({}, 4).lines, 0)).toBeNull();
  });
  it('tell where it is hot', () => {
    const rows = source_rows(warm, false, kNothingOpen);
    expect(heat_of(rows, 0).map((each) => each.share)).toEqual([1, 0.04, 0.6]);
    expect(next_hot(rows, 0, 0, 1)).toBe(19);
    expect(next_hot(rows, 0, 19, 1)).toBe(59);
    expect(next_hot(rows, 0, 59, 1)).toBe(null);
    expect(next_hot(rows, 0, 59, -1)).toBe(19);
  });
  it('have jumps only where the reader opens them', () => {
    const jumps = warm.lines[27]?.jumps ?? [];
    const kinds = (toggled: ReadonlySet<object>) =>
      source_rows(warm, true, { ...kNothingOpen, toggled }).filter((row) => row.kind === 'jump');
    expect(kinds(new Set())).toHaveLength(0);
    expect(kinds(new Set([jumps]))).toHaveLength(1);
  });
});
