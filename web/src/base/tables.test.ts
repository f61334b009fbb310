// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { table_text } from './tables';

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
