// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { SourceJump, SourceLine } from '../../api/source_types';
import { jump_picture } from './jump_arrows';
import type { SourceRow } from './source_rows';

function jump_to(line: number | null, more: Partial<SourceJump> = {}): SourceJump {
  return { kind: 'jump', file: null, line, function: null, executed: 9, followed: 9, ...more };
}

/// Lines from 1 on, with the jumps of each.
function lines(jumps: Record<number, SourceJump[]>, count: number): SourceRow[] {
  return Array.from({ length: count }, (_, at) => {
    const number = at + 1;
    const line: SourceLine = { line: number, text: '', beyond_end: false, self: null };
    return { kind: 'line', number, line: { ...line, jumps: jumps[number] ?? [] } };
  });
}

const ends = ({ arrows }: ReturnType<typeof jump_picture>) =>
  arrows.map(({ lane, from, to }) => `${lane}: ${from}-${to}`);

describe('jumps', () => {
  it('are arrows between rows, the shorter ones closer to the lines', () => {
    const rows = lines({ 2: [jump_to(9)], 4: [jump_to(3)], 6: [jump_to(8)] }, 9);
    expect(ends(jump_picture(rows, 12))).toEqual(['0: 3-2', '0: 5-7', '1: 1-8']);
  });
  it('touch no other arrow in their lane', () => {
    const rows = lines({ 1: [jump_to(3)], 3: [jump_to(5)] }, 5);
    expect(ends(jump_picture(rows, 12))).toEqual(['0: 0-2', '1: 2-4']);
  });
  it('end at the fold of the line to which they lead', () => {
    const [first, ...rest] = lines({ 1: [jump_to(4), jump_to(5)], 9: [jump_to(5)] }, 9);
    const fold: SourceRow = { kind: 'fold', of: 2, from: 2, to: 8, count: 7 };
    const rows = first === undefined ? [] : [first, fold, ...rest.slice(7)];
    const picture = jump_picture(rows, 12);
    // Two jumps, one arrow.
    expect(ends(picture)).toEqual(['0: 0-1', '1: 2-1']);
    expect(picture.jumps.get(1)?.map((each) => [each.from, each.jump.line])).toEqual([
      [1, 4],
      [1, 5],
      [9, 5],
    ]);
  });
  it('are conditional if all of their arrow are', () => {
    const conditional = jump_to(3, { kind: 'jcnd' });
    const rows = lines({ 1: [conditional], 5: [conditional, jump_to(3)] }, 5);
    expect(jump_picture(rows, 12).arrows.map((each) => each.is_conditional)).toEqual([true, false]);
  });
  it('without an arrow are known by their line', () => {
    const jumps = {
      1: [jump_to(7, { file: 'b.c' })],
      2: [jump_to(2)],
      3: [jump_to(null)],
      4: [jump_to(9)],
      5: [jump_to(8)],
    };
    const picture = jump_picture(lines(jumps, 9), 1);
    expect(ends(picture)).toEqual(['0: 4-7']);
    expect([...picture.loose]).toEqual([0, 1, 2, 3]);
    expect(picture.lane_count).toBe(1);
  });
});
