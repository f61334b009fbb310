// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { command_line, command_of, type Inputs } from './command';
import { parse_place, with_keys } from './place';

const files = { files: ['callgrind.out.1', 'my run.out'], base: ['old.out'], name: null, runs: false };

/// One side, unless the address names both.
function place_of(address: string) {
  const [path = '', search = ''] = address.split(/\?(.*)/s);
  const { place } = parse_place(path, search);
  return place.keys['base'] === undefined ? with_keys(place, { base: 'off' }) : place;
}

function line(address: string, name: string | null = null) {
  return command_line(place_of(address), { ...files, name });
}

it('compares where there is a base, and searches names for words', () => {
  expect(told('/functions?base=base&find=a/b')).toEqual(
    line_told("quern diff --where 'name ~ /a\\/b/i' --base old.out a.out"),
  );
  const { place } = parse_place('/functions', 'unchanged=1');
  expect(command_line(place, files)).toBe(
    "quern diff --unchanged --base old.out callgrind.out.1 'my run.out'",
  );
});

it('says what the page shows', () => {
  expect(line('/')).toBe("quern callgrind.out.1 'my run.out'");
  expect(line('/functions?e=Ir&e2=Dr&q=self%20%3E%201%25&sort=incl&group=file')).toBe(
    "quern top --event Ir,Dr --where 'self > 1%' --group-by file --sort inclusive " +
      "callgrind.out.1 'my run.out'",
  );
  expect(line('/functions?base=base')).toBe(
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
  expect(line('/functions?sort=name&group=loop&base=base&run=1')).toBe(
    "quern top --group-by loop --sort name callgrind.out.1 'my run.out'",
  );
  expect(line('/functions?sort=calls')).toBe("quern top --sort calls callgrind.out.1 'my run.out'");
  expect(line('/functions?sort=place&group=file')).toBe(
    "quern top --group-by file --sort place callgrind.out.1 'my run.out'",
  );
  expect(line('/functions?sort=name&base=base')).toBe(
    "quern diff --sort self --base old.out callgrind.out.1 'my run.out'",
  );
  expect(command_line(place_of('/functions'), { ...files, paths: true })).toMatch(/ --paths /);
  expect(command_line(place_of('/functions'), { ...files, stats: true })).toMatch(/ --stats /);
  expect(command_line(place_of('/functions?run=1&e=Dr'), { ...files, runs: true })).toBe(
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
  expect(line('/tree?base=base&ignore=x&unchanged=1')).toBe(
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

function told(address: string, inputs: Partial<Inputs> = {}) {
  return command_of(place_of(address), { ...files, files: ['a.out'], ...inputs });
}
const line_told = (line: string, note: string | null = null) => ({ line, note });

it('repeats what the server was started with, as it was quoted', () => {
  const inputs = { options: ['--hide', "'^std::'"], source_options: ['--source-path', "'my src'"] };
  expect(told('/tree?e=Dr', inputs)).toEqual(line_told("quern tree --event Dr --hide '^std::' a.out"));
  expect(told('/source?base=base&unchanged=1', inputs)).toEqual(
    line_told("quern diff --group-by file --unchanged --hide '^std::' --base old.out a.out"),
  );
  expect(told('/source/x', { ...inputs, name: 'a.c' })).toEqual(
    line_told("quern annotate a.c --hide '^std::' --source-path 'my src' a.out"),
  );
  expect(told('/tree?focus=a', { options: ['--focus', 'b'] })).toHaveProperty('why');
  expect(told('/tree?focus=a', { options: ['--focus=-b'] })).toHaveProperty('why');
  expect(told('/tree?hide=a', { options: ['--hide', 'b'] })).toEqual(
    line_told('quern tree --hide a --hide b a.out'),
  );
});

it('ends the options before what begins with a dash', () => {
  expect(told('/fn/x?e=Dr', { name: '-[A b:]' })).toEqual(
    line_told("quern peek --event Dr -- '-[A b:]' a.out"),
  );
  expect(told('/fn/x?base=base', { name: '-f' })).toEqual(
    line_told('quern diff --view peek --of=-f --base old.out a.out'),
  );
  expect(told('/?focus=-f', { files: ['-x.out'] })).toEqual(line_told('quern --focus=-f -- -x.out'));
  expect(told('/', { files: ['-'] })).toEqual(line_told('quern -'));
});

it('is none where a command would fail or mean something else', () => {
  expect(told('/fn/x', { name: 'f', namesakes: 2 })).toHaveProperty('why');
  expect(told('/flame?mode=sandwich', { name: 'f', namesakes: 2 })).toHaveProperty('why');
  expect(told('/fn/x?group=file', { name: 'f', namesakes: 2 })).toEqual(
    line_told('quern peek f --group-by file a.out'),
  );
  expect(told('/gate')).toHaveProperty('why');
  expect(told('/gate?rules=Ir%3D1', { base: [] })).toHaveProperty('why');
  expect(told('/compare', { base: [] })).toHaveProperty('why');
  expect(told('/gate?rules=Ir%3D1&e=Dr&define=X%3DIr&parts=2')).toEqual(
    line_told('quern gate --max Ir=1 --part 2 --base old.out a.out'),
  );
});

it('has events and parts of the overview, one event of a picture, and says what it leaves out', () => {
  expect(told('/?parts=3-7&e=Dr')).toEqual(line_told('quern --event Dr --part 3-7 a.out'));
  expect(told('/flame?e=Dr&e2=Dw')).toEqual(line_told('quern flame --event Dr a.out'));
  expect(told('/flame?path=x.y')).toEqual(
    line_told('quern flame a.out', 'it shows the whole picture, without the zoom'),
  );
});

it('draws call graphs as the page does', () => {
  expect(told('/graph?direction=right&nodes=20')).toEqual(
    line_told('quern graph --limit 20 --direction right --format svg -o graph.svg a.out'),
  );
  expect(told('/graph?direction=circle&boxes=tall')).toEqual(
    line_told('quern graph --direction circle --boxes tall --format svg -o graph.svg a.out'),
  );
  expect(told('/graph?direction=right&base=base')).toEqual(
    line_told(
      'quern diff --view graph --direction right --format svg -o graph.svg --base old.out a.out',
    ),
  );
});

it('has the query exactly where the page does', () => {
  const lines = {
    '/functions?q=x': 'quern top --where x a.out',
    '/flame?q=x': 'quern flame --where x a.out',
    '/flame?q=x&base=base': 'quern diff --view flame --base old.out a.out',
    '/tree?q=x': 'quern tree a.out',
    '/tree?q=x&base=base&unchanged=1': 'quern diff --view tree --unchanged --base old.out a.out',
    '/?q=x': 'quern a.out',
    '/?q=x&base=base': 'quern diff --base old.out a.out',
    '/gate?q=x&rules=Ir%3D1': 'quern gate --max Ir=1 --base old.out a.out',
    '/compare?q=x&base=base': 'quern diff --where x --base old.out a.out',
    '/source?q=x&base=base&unchanged=1': 'quern diff --group-by file --unchanged --where x --base old.out a.out',
  };
  for (const [address, line] of Object.entries(lines)) {
    expect(told(address), address).toEqual(line_told(line));
  }
  expect(told('/source?q=x')).toEqual(
    line_told('quern annotate a.out', 'it takes no query, and shows all files'),
  );
});
