// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { matches_in, next_match, pieces_of } from './find';

describe('matches of plain text', () => {
  const kTexts = ['int Sum(int a)', '', 'sum += a.b[0];'];
  const found = (word: string) =>
    matches_in(kTexts, word).map(({ line, start, end }) => `${line}:${start}-${end}`);
  it('ignore case unless the word has an upper-case letter', () => {
    expect(found('sum')).toEqual(['0:4-7', '2:0-3']);
    expect(found('Sum')).toEqual(['0:4-7']);
    expect(found('int')).toEqual(['0:0-3', '0:8-11']);
  });
  it('are those of the characters as they are', () => {
    expect(found('a.b[0]')).toEqual(['2:7-13']);
    expect(found('.*')).toEqual([]);
    expect(found('')).toEqual([]);
    expect(matches_in(['a-b/c {2}'], '-b/c {2}')).toHaveLength(1);
    expect(matches_in(['İx'], 'x')).toEqual([{ line: 0, start: 1, end: 2 }]);
  });
  it('follow each other in a ring, from the line where the reader is', () => {
    const matches = matches_in(kTexts, 'a');
    expect(matches.map((each) => each.line)).toEqual([0, 2]);
    expect(next_match(matches, { at: -1, line: 1 }, 1)).toBe(1);
    expect(next_match(matches, { at: -1, line: 1 }, -1)).toBe(0);
    expect(next_match(matches, { at: -1, line: 0 }, -1)).toBe(1);
    expect(next_match(matches, { at: -1, line: 9 }, 1)).toBe(0);
    expect(next_match(matches, { at: -1, line: 9 }, -1)).toBe(1);
    expect(next_match(matches, { at: 1, line: 0 }, 1)).toBe(0);
    expect(next_match(matches, { at: 0, line: 0 }, -1)).toBe(1);
    expect(next_match([], { at: -1, line: 0 }, 1)).toBe(-1);
  });
  it('cut the tokens of their line', () => {
    const tokens = [{ text: 'int ' }, { text: 'a;' }];
    const pieces = pieces_of(tokens, [
      { start: 2, end: 5 },
      { start: 5, end: 6 },
    ]);
    expect(pieces.map(({ start, end, range }) => [start, end, range])).toEqual([
      [0, 2, -1],
      [2, 4, 0],
      [4, 5, 0],
      [5, 6, 1],
    ]);
    expect(pieces_of(tokens, [])).toHaveLength(2);
  });
});
