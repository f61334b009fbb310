// SPDX-License-Identifier: MIT
//
// The cases of table_cell_test.cc and flat_rows_test.cc: copies escape as the command line does.
import { describe, expect, it } from 'vitest';
import { both_sides, table_text, type TableForm } from './tables';

/// One row of cells, without the head.
function row(form: TableForm, ...cells: string[]): string {
  const table = { head: [], rows: [cells], numbers: [] };
  const lines = table_text(table, form).split('\n');
  expect(lines.at(-1)).toBe('');
  return lines.at(-2) ?? '';
}

const csv = (text: string) => row('csv', text);
const tsv = (text: string) => row('tsv', text);
const md = (text: string) => row('md', text).slice(2, -2);

/// What docs/topics/converting.md tells readers to do.
function unescaped(text: string): string {
  return decodeURIComponent(text.replace(/\\x(?=[0-9a-f]{2})/gi, '%'));
}

describe('a cell of CSV or TSV', () => {
  it('has control characters escaped', () => {
    expect(csv('red\u001b[31m')).toBe('red\\x1b[31m');
    expect(csv('a\tb\r\nc')).toBe('a\\x09b\\x0d\\x0ac');
    expect(tsv('a\tb\r\nc')).toBe('a\\x09b\\x0d\\x0ac');
    expect(csv('a\0b\u007f')).toBe('a\\x00b\\x7f');
    expect(csv('csi \u009b, rtl \u202e')).toBe('"csi \\xc2\\x9b, rtl \\xe2\\x80\\xae"');
  });
  it('keeps other characters', () => {
    expect(csv('größe → 数')).toBe('größe → 数');
  });
  it('keeps backslashes of names', () => {
    expect(csv('App\\Text\\x')).toBe('App\\Text\\x');
    expect(csv('App\\xbeef')).toBe('App\\x5cxbeef');
  });
  it('can be restored', () => {
    const pieces = ['\\', 'x', '1', 'b', '\u001b', 'ä', '\n', ' '];
    const longer = (texts: string[]) => texts.flatMap((text) => pieces.map((each) => text + each));
    for (const text of longer(longer(longer(pieces)))) {
      const cell = tsv(text);
      expect(unescaped(cell)).toBe(text);
      expect(cell).not.toMatch(/[\u0000-\u001f]/);
    }
  });
  it('is quoted only where CSV needs it', () => {
    expect(csv('f(a, b)')).toBe('"f(a, b)"');
    expect(csv('say "so"')).toBe('"say ""so"""');
    expect(csv(' x')).toBe('" x"');
    expect(tsv('f(a, "b")')).toBe('f(a, "b")');
  });
  it('is as it is where a spreadsheet would take it for a formula', () => {
    for (const formula of ['=1+1', '+cmd', '-[A b]', '@SUM(A1)', "'quoted", '-', '-1+1']) {
      expect(csv(formula)).toBe(formula);
    }
  });
});

describe('a row', () => {
  it('is one line', () => {
    expect(row('csv', '1', 'main', 'f(a, b)')).toBe('1,main,"f(a, b)"');
    expect(row('csv', 'say "so"', 'a\nb', '', ' x')).toBe('"say ""so""",a\\x0ab,," x"');
    expect(row('tsv', 'a\tb\r\nc', '"x", y')).toBe('a\\x09b\\x0d\\x0ac\t"x", y');
  });
});

describe('a cell of Markdown', () => {
  it("has Markdown's own characters escaped", () => {
    expect(row('md', 'a|b', 'operator*<_T>', 'x\ny\u001b')).toBe(
      '| a\\|b | operator\\*\\<\\_T\\> | x\ufffdy\ufffd |',
    );
  });
  it('links and mentions nobody', () => {
    expect(md('@octocat/team')).toBe('`@octocat/team`');
    expect(md('malloc@@GLIBC_2.2.5 [x]')).toBe('`malloc@@GLIBC_2.2.5` \\[x\\]');
    expect(md('fixes #123, !45 or GH-6')).toBe('fixes `#123,` `!45` or `GH-6`');
    expect(md('get https://evil.example/a_b now')).toBe('get `https://evil.example/a_b` now');
    expect(md('(WWW.evil.example)')).toBe('`(WWW.evil.example)`');
    expect(md("a_b ! {closure#0} f'2")).toBe("a\\_b ! `{closure#0}` f'2");
  });
  it('is code up to its end', () => {
    expect(md('`@a')).toBe('`` `@a ``');
    expect(md('@a``b` x')).toBe('``` @a``b` ``` x');
    expect(md('@a|@b|c')).toBe('`@a`\\|`@b`\\|c');
    expect(md('@a\nb')).toBe('`@a\ufffdb`');
  });
});

it('aligns numbers in Markdown', () => {
  const table = { head: ['self', 'name'], rows: [], numbers: [true, false] };
  expect(table_text(table, 'md')).toBe('| self | name |\n|---:|---|\n');
  expect(table_text(table, 'tsv')).toBe('self\tname\n');
});

it('keeps callers and callees apart in one table', () => {
  const side = (name: string) => ({ head: ['name'], rows: [[name]], numbers: [false] });
  expect(table_text(both_sides(side('up'), side('down')), 'csv')).toBe(
    'Role,name\ncaller,up\ncallee,down\n',
  );
});
