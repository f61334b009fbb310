// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import type { InlinedNode, InlinedPlace, SourceLine } from '../../api/source_types';
import type { FoldKey } from './folds';
import { inlined_at_first, inlined_costs, inlined_rows, type InlinedRow } from './inlined_rows';

function place(line: number, cost: number): InlinedPlace {
  return { file: 'a.h', line, self: [cost, 0] };
}

function node(name: string, cost: number, more: Partial<InlinedNode> = {}): InlinedNode {
  return { function: name, with_inlined: [cost, 1], lines: [place(1, cost)], ...more };
}

function line(self: number, inlined: InlinedNode[]): SourceLine {
  const all = inlined.reduce((sum, each) => sum + Number(each.with_inlined[0]), self);
  const costs = { self: [self, 0], with_inlined: [all, 9] };
  return { line: 7, text: 'f();', beyond_end: false, ...costs, inlined };
}

/// "  ▾ name" of each row, as far in as it is deep.
function texts(rows: readonly InlinedRow[]): string[] {
  return rows.map((row) => {
    const is_open = row.kind === 'inlined_place' ? null : row.is_open;
    const words =
      row.kind === 'inlined'
        ? row.node.function
        : row.kind === 'inlined_place'
          ? `:${row.place.line}`
          : `${row.places}+${row.functions}`;
    return '  '.repeat(row.depth) + (is_open === null ? '' : is_open ? '▾ ' : '▸ ') + words;
  });
}

function rows_of(of: SourceLine, whole: bigint, ...toggled: FoldKey[]): InlinedRow[] {
  return inlined_rows(of.inlined ?? [], inlined_at_first([of], 0, whole), new Set(toggled));
}

describe('rows of inlined code', () => {
  const deep = node('deep', 500, { lines: [place(2, 300), place(3, 200)] });
  const small = node('small', 20);
  const top = node('top', 900, {
    lines: [place(4, 300), place(5, 80)],
    inlined: [deep, small],
  });
  const rest = [node('b', 60), node('c', 40)];
  const hot = line(10, [top, ...rest]);

  it('show what costs at least a tenth, and count the rest', () => {
    expect(texts(rows_of(hot, 10_000n))).toEqual(['▾ top', '  ▸ deep', '  ▸ 2+1', '▸ 0+2']);
  });
  it('are one row if the line costs little', () => {
    expect(texts(rows_of(hot, 1_000_000n))).toEqual(['▸ 0+3']);
    expect(texts(rows_of(line(10, [top]), 1_000_000n))).toEqual(['▸ top']);
    expect(rows_of(line(10, []), 1n)).toEqual([]);
  });
  it('open and close at any depth', () => {
    expect(texts(rows_of(hot, 10_000n, top))).toEqual(['▸ top', '▸ 0+2']);
    expect(texts(rows_of(hot, 10_000n, deep, hot.inlined!))).toEqual([
      '▾ top',
      '  ▾ deep',
      '    :2',
      '    :3',
      '  ▸ 2+1',
      '▾ 0+2',
      'b',
      'c',
    ]);
    expect(texts(rows_of(hot, 1_000_000n, hot.inlined!, top))).toEqual([
      '▾ 0+3',
      '▾ top',
      '  :4',
      '  :5',
      '  ▸ deep',
      '  small',
      'b',
      'c',
    ]);
  });
  it('show no more than six functions of a line at first', () => {
    let chain = node('f0', 100);
    for (let at = 1; at < 20; at += 1) {
      chain = node(`f${at}`, 100, { inlined: [chain] });
    }
    expect(rows_of(line(0, [chain]), 100n)).toHaveLength(6);
    const many = Array.from({ length: 9 }, (_, at) => node(`g${at}`, 10));
    expect(texts(rows_of(line(0, many), 100n)).slice(5)).toEqual(['g5', '▸ 0+3']);
  });
  it('have the self cost of a function that has one line', () => {
    const [row] = rows_of(line(0, [small]), 20n);
    expect(inlined_costs(row!)).toMatchObject({ self: [20, 0], with_inlined: [20, 1] });
    expect(inlined_costs(rows_of(hot, 10_000n)[0]!).self).toBeNull();
  });
  it('rank costs below zero by their size', () => {
    const less = line(0, [node('less', -100, { inlined: [node('in', -90)] })]);
    less.with_inlined = [-100, 9];
    expect(texts(rows_of(less, 1000n))).toEqual(['▾ less', '  in']);
  });
  it('take time in proportion to large trees', () => {
    const wide = Array.from({ length: 100_000 }, (_, at) => node(`w${at}`, 1));
    const of = line(0, wide);
    expect(rows_of(of, 100n)).toHaveLength(1);
    expect(rows_of(of, 100n, wide)).toHaveLength(100_001);
  });
});
