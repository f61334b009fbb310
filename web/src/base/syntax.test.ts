// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { language_of, states_of, tokens_of } from './syntax';

function kinds(file: string, line: string, state = 0): string[] {
  const language = language_of(file);
  if (language === null) {
    throw new Error(file);
  }
  return tokens_of(line, language, state)
    .filter((each) => each.kind !== null)
    .map((each) => `${each.kind} ${each.text}`);
}

describe('the words of a line', () => {
  it('are distinguished in C', () => {
    expect(kinds('a.cc', 'return x + 0x1f; // "no"')).toEqual([
      'keyword return',
      'number 0x1f',
      'comment // "no"',
    ]);
    expect(kinds('a.h', '  #include <x>')).toEqual(['directive   #include <x>']);
    expect(kinds('a.c', String.raw`f("a\"b", '\'');`)).toEqual([
      String.raw`string "a\"b"`,
      String.raw`string '\''`,
    ]);
  });
  it('are distinguished in other languages', () => {
    expect(kinds('a.php', '$x = foreach_; # so')).toEqual(['comment # so']);
    expect(kinds('a.py', 'def f(x): return "#"')).toEqual([
      'keyword def',
      'keyword return',
      'string "#"',
    ]);
    expect(kinds('a.rs', "fn f<'a>(x: &'a str) {}")).toEqual(['keyword fn']);
    expect(language_of('Makefile')).toBeNull();
    expect(language_of('a.constructor')).toBeNull();
  });
  it('hold together, whatever a line is', () => {
    for (const line of ['"', "'\\", '/*', '*/', '`${', '\u2028<b>', '0x', '1e', '"""', 'é'.repeat(9)]) {
      for (const file of ['a.c', 'a.ts', 'a.py', 'a.rb', 'a.php', 'a.rs']) {
        const language = language_of(file);
        const tokens = language === null ? [] : tokens_of(line, language, 0);
        expect(tokens.map((each) => each.text).join('')).toBe(line);
      }
    }
  });
});

describe('what goes on over lines', () => {
  it('is known on each of them', () => {
    const language = language_of('a.c');
    const lines = ['a /* b', 'c */ d', '/* e */ f', null, '/*', 'g'];
    expect(language && [...states_of(lines, language)]).toEqual([0, 1, 0, 0, 0, 1]);
    expect(kinds('a.c', 'c */ int d', 1)).toEqual(['comment c */', 'keyword int']);
    const python = language_of('a.py');
    expect(python && [...states_of(['x = """', 'def', '"""', 'y'], python)]).toEqual([0, 2, 2, 0]);
  });
  it('takes no more time than there is text', () => {
    const language = language_of('a.c');
    const start = performance.now();
    states_of(Array.from({ length: 200 }, () => '"/*'.repeat(5000)), language!);
    expect(performance.now() - start).toBeLessThan(2000);
  });
});
