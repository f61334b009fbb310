// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { command_line } from './command';
import { parse_place } from './place';

const files = { files: ['callgrind.out.1', 'my run.out'], base: ['old.out'], name: null };

function line(address: string, name: string | null = null) {
  const [path = '', search = ''] = address.split(/\?(.*)/s);
  return command_line(parse_place(path, search).place, { ...files, name });
}

it('says what the page shows', () => {
  expect(line('/')).toBe("quern callgrind.out.1 'my run.out'");
  expect(line('/functions?e=Ir&e2=Dr&q=self%20%3E%201%25&sort=incl&group=file')).toBe(
    "quern top --event Ir,Dr --where 'self > 1%' --group-by file --sort inclusive " +
      "callgrind.out.1 'my run.out'",
  );
  expect(line('/functions?base=base')).toBe(
    "quern diff --base old.out callgrind.out.1 'my run.out'",
  );
  expect(line('/gate?rules=Ir%3D%2B1%25')).toBe(
    "quern gate --max Ir=+1% --base old.out callgrind.out.1 'my run.out'",
  );
});

it('quotes names that a shell would read', () => {
  expect(line('/fn/abc', 'operator<(A, B)')).toBe(
    "quern peek 'operator<(A, B)' callgrind.out.1 'my run.out'",
  );
  expect(line('/fn/abc')).toBe(null);
  expect(line('/settings')).toBe(null);
});
