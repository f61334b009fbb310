// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { both_sides, table_text } from './tables';

const table = {
  head: ['name', 'self'],
  rows: [
    ['a\tb', '18446744073709551616'],
    ['say "hi", <you> | me', '≥ 12'],
  ],
  numbers: [false, true],
};

it('keeps one cell one cell', () => {
  expect(table_text(table, 'tsv')).toBe(
    'name\tself\na b\t18446744073709551616\nsay "hi", <you> | me\t≥ 12\n',
  );
  expect(table_text(table, 'csv')).toBe(
    'name,self\na\tb,18446744073709551616\n"say ""hi"", <you> | me",≥ 12\n',
  );
  expect(table_text(table, 'md')).toBe(
    '| name | self |\n| --- | ---: |\n| a\tb | 18446744073709551616 |\n' +
      '| say "hi", \\<you\\> \\| me | ≥ 12 |\n',
  );
});

it('keeps callers and callees apart in one table', () => {
  const side = (name: string) => ({ ...table, rows: [[name, '1']] });
  expect(table_text(both_sides(side('up'), side('down')), 'csv')).toBe(
    'Role,name,self\ncaller,up,1\ncallee,down,1\n',
  );
});
