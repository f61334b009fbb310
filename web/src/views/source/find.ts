// SPDX-License-Identifier: MIT
//
// The words that are searched for in the lines of a file: where they are, and which match is next.
import { pattern_of } from '../../base/words';

/// Within one text: from `start` up to, but not including, `end`.
export interface Range {
  start: number;
  end: number;
}

export interface Match extends Range {
  /// Index of its text.
  line: number;
}

/// All matches of the words, in order; none of empty ones.
export function matches_in(texts: readonly string[], words: string): Match[] {
  const pattern = words.trim() === '' ? null : pattern_of(words);
  return pattern === null
    ? []
    : texts.flatMap((text, line) =>
        [...text.matchAll(pattern)]
          .filter(({ 0: found }) => found !== '')
          .map(({ index, 0: found }) => ({ line, start: index, end: index + found.length })),
      );
}

/// The index of the match that one step leads to; the first match follows the last one. `at`: the
/// match where the reader is (-1: none), `line`: the line. -1 if there are no matches.
export function next_match(
  matches: readonly Match[],
  { at, line }: { at: number; line: number },
  way: 1 | -1,
): number {
  const count = matches.length;
  if (count === 0) {
    return -1;
  }
  if (at >= 0) {
    return (at + way + count) % count;
  }
  const behind = matches.findIndex((each) => each.line >= line);
  return way === 1 ? Math.max(0, behind) : ((behind < 0 ? count : behind) - 1 + count) % count;
}

export interface Piece<Token> extends Range {
  token: Token;
  /// Index of the range that the piece is in; -1: none.
  range: number;
}

/// Tokens of a line, cut where ranges begin and end. Ranges are in order and do not overlap.
export function pieces_of<Token extends { text: string }>(
  tokens: readonly Token[],
  ranges: readonly Range[],
): Piece<Token>[] {
  const pieces: Piece<Token>[] = [];
  let start = 0;
  let next = 0;
  for (const token of tokens) {
    const token_end = start + token.text.length;
    while (start < token_end) {
      while ((ranges[next]?.end ?? Infinity) <= start) {
        next += 1;
      }
      const range = ranges[next];
      const is_in = range !== undefined && range.start <= start;
      const cut = is_in ? range.end : (range?.start ?? Infinity);
      const end = Math.min(token_end, cut);
      pieces.push({ token, range: is_in ? next : -1, start, end });
      start = end;
    }
  }
  return pieces;
}
