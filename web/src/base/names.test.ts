// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { base_name, column_of, kind_words, shell_word, visible, visible_line } from './names';

describe('visible', () => {
  it('writes out what would not show', () => {
    expect(visible('a\u0000b\u202ec')).toBe('a\\u{0}b\\u{202E}c');
    expect(visible('class@anonymous\u0000/x.php')).toBe('class@anonymous\\u{0}/x.php');
    expect(visible('<img onerror=alert(1)>')).toBe('<img onerror=alert(1)>');
  });
  it('keeps the tabs of a line, which are white space there', () => {
    expect(visible('\ta')).toBe('\\u{9}a');
    expect(visible_line('\ta\u0000\tb', 1000)).toBe('\ta\\u{0}\tb');
    expect(visible_line('a'.repeat(2000), 1000)).toHaveLength(1001);
  });
  it('cuts long names in the middle', () => {
    const name = visible('a'.repeat(10_000) + 'end');
    expect(name.length).toBe(401);
    expect(name.endsWith('end')).toBe(true);
  });
});

describe('shell_word', () => {
  it('quotes what a shell would read', () => {
    expect(shell_word('callgrind.out.1')).toBe('callgrind.out.1');
    expect(shell_word("it's")).toBe("'it'\\''s'");
    expect(shell_word('$(rm)')).toBe("'$(rm)'");
    expect(shell_word('a\nb')).toBe("$'a\\x0ab'");
    expect(shell_word('')).toBe("''");
  });
});

describe('base_name', () => {
  it('is the last piece', () => {
    expect(base_name('/usr/lib/libc.so.6')).toBe('libc.so.6');
    expect(base_name('x/')).toBe('x/');
  });
});

describe('column_of', () => {
  it('counts characters where the engine counts bytes', () => {
    expect(column_of('name = x', 8)).toBe(7);
    expect(column_of('naïve > x', 10)).toBe(8);
    expect(column_of('a', 99)).toBe(1);
    expect(column_of('', 1)).toBe(0);
  });
});

it('says what a group by class is as the command line does', () => {
  expect(kind_words('namespace')).toBe('(namespace)');
  expect(kind_words('unknown')).toBe('(no class, file or object known)');
});
