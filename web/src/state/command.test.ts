// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { command_line } from './command';
import { parse_place } from './place';

const files = { files: ['callgrind.out.1', 'my run.out'], base: ['old.out'], name: null, runs: false };

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
  expect(line('/functions?base=base&changed=1')).toBe(
    "quern diff --base old.out callgrind.out.1 'my run.out'",
  );
  expect(line('/functions?base=base&kinds=added%2Cremoved')).toBe(
    "quern diff --kinds added,removed --base old.out callgrind.out.1 'my run.out'",
  );
  expect(line('/compare?base=base&kinds=unchanged&group=file')).toBe(
    "quern diff --kinds unchanged --group-by file --base old.out callgrind.out.1 'my run.out'",
  );
  expect(line('/gate?rules=Ir%3D%2B1%25')).toBe(
    "quern gate --max Ir=+1% --base old.out callgrind.out.1 'my run.out'",
  );
});

it('sorts as the page does, adds up, and takes percents of the parent', () => {
  expect(line('/functions?sort=name')).toBe("quern top --sort name callgrind.out.1 'my run.out'");
  expect(line('/functions?sort=place&group=file')).toBe(
    "quern top --group-by file --sort place callgrind.out.1 'my run.out'",
  );
  expect(line('/functions?sort=name&base=base&changed=1')).toBe(
    "quern diff --sort self --base old.out callgrind.out.1 'my run.out'",
  );
  const { place } = parse_place('/functions', 'run=1&e=Dr');
  expect(command_line(place, { ...files, runs: true })).toBe(
    "quern top --event Dr --running callgrind.out.1 'my run.out'",
  );
  expect(line('/tree?pct=parent&inv=1')).toBe(
    "quern tree --bottom-up --percent parent callgrind.out.1 'my run.out'",
  );
  expect(line('/fn/abc?pct=parent', 'main')).toBe(
    "quern peek main --percent parent callgrind.out.1 'my run.out'",
  );
});

it('has the filters, and all rows where the page shows all', () => {
  expect(line('/tree?focus=%5Emain%24&hide=a&hide=%40php&show-from=b')).toBe(
    "quern tree --focus '^main$' --show-from b --hide a --hide @php callgrind.out.1 'my run.out'",
  );
  expect(line('/tree?base=base&ignore=x')).toBe(
    "quern diff --view tree --unchanged --ignore x --base old.out callgrind.out.1 'my run.out'",
  );
  expect(line('/source/abc?base=base&cold=show', 'a b.c')).toBe(
    "quern diff --view annotate --of 'a b.c' --whole --unchanged --base old.out " +
      "callgrind.out.1 'my run.out'",
  );
});

it('has the function of a sandwich', () => {
  expect(line('/flame?mode=sandwich&sel=abc&e=Ir&inv=1', 'main loop')).toBe(
    "quern flame --of 'main loop' --event Ir callgrind.out.1 'my run.out'",
  );
  expect(line('/flame?mode=sandwich')).toBe(null);
});

it('quotes names that a shell would read', () => {
  expect(line('/fn/abc', 'operator<(A, B)')).toBe(
    "quern peek 'operator<(A, B)' callgrind.out.1 'my run.out'",
  );
  expect(line('/fn/abc')).toBe(null);
  expect(line('/settings')).toBe(null);
});
