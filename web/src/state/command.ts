// SPDX-License-Identifier: MIT
//
// The line for a terminal that shows what the page shows, or why there is none.
import { shell_word } from '../base/names';
import type { Place } from './place';
import { key_of, kFilters, kOff, query_acts, row_query_of } from './place';

export interface Inputs {
  files: readonly string[];
  base: readonly string[];
  /// The name behind the id of the place, where it is about a function or file.
  name: string | null;
  /// How many functions are called so.
  namesakes?: number;
  /// Rows are of a kind that adds up, should running totals be asked for.
  runs: boolean;
  /// Rows tell their number of stacks.
  paths?: boolean;
  stats?: boolean;
  /// What the server was started with, quoted for a shell: of reading, names and filters; of sources.
  options?: readonly string[];
  source_options?: readonly string[];
}

export interface Command {
  line: string;
  /// In what it shows something else.
  note: string | null;
}

export interface NoCommand {
  why: string;
}

interface Words {
  /// The command and its own options, unquoted.
  words: readonly string[];
  /// What stands in front of the files.
  name?: string | undefined;
  options: readonly string[];
  compares?: boolean;
  has_source?: boolean;
  note?: string | null;
}

/// A value that begins with a dash would be taken for an option.
function option_words(option: string, value: string): string[] {
  return value.startsWith('-') ? [`${option}=${value}`] : [option, value];
}

function options_of(place: Place, allowed: readonly string[]): string[] {
  const out: string[] = [];
  const add = (key: string, option: string, value: string | null) => {
    if (value !== null && allowed.includes(key)) {
      out.push(...option_words(option, value));
    }
  };
  for (const formula of place.keys['define'] ?? []) {
    add('define', '--define', formula);
  }
  for (const name of kFilters) {
    for (const expression of place.keys[name] ?? []) {
      add(name, `--${name}`, expression);
    }
  }
  const second = allowed.includes('e2') ? key_of(place, 'e2') : null;
  const shown = [key_of(place, 'e'), second].filter((each) => each !== null);
  add('e', '--event', shown.length === 0 ? null : shown.join(','));
  add('parts', '--part', key_of(place, 'parts'));
  add('threads', '--thread', key_of(place, 'threads'));
  add('q', '--where', key_of(place, 'q'));
  add('rows', '--where', row_query_of(place));
  add('group', '--group-by', key_of(place, 'group'));
  return out;
}

/// A picture is of one event.
const kOfOneEvent = [...kFilters, 'define', 'e', 'parts', 'threads'];
const kChosen = [...kOfOneEvent, 'e2'];
/// Threads are of one side.
function one_event(compares: boolean): readonly string[] {
  return compares ? kOfOneEvent.filter((name) => name !== 'threads') : kOfOneEvent;
}
const kOfBothSides = kChosen.filter((name) => name !== 'threads');

const kSortWords: Readonly<Record<string, string>> = {
  self: 'self',
  incl: 'inclusive',
  place: 'place',
  name: 'name',
  calls: 'calls',
};

/// Comparisons stand by cost alone.
function sort_option(place: Place, compares: boolean): string[] {
  const sort = key_of(place, 'sort')?.replace(/^-/, '');
  if (sort === undefined) {
    return [];
  }
  const word = kSortWords[sort] ?? 'self';
  return ['--sort', compares && word !== 'inclusive' ? 'self' : word];
}

function percent_option(place: Place): string[] {
  return words_if(key_of(place, 'pct') === 'parent', '--percent', 'parent');
}

function direction_option(place: Place): string[] {
  return words_if(key_of(place, 'inv') === '1', '--bottom-up');
}

/// Words of the command where the place says so.
function words_if(is_so: boolean, ...words: string[]): string[] {
  return is_so ? words : [];
}

const kNone: NoCommand = { why: 'No command shows this page' };

/// Commands take names, which may be shared by several functions.
function function_refused(place: Place, { name, namesakes }: Inputs): NoCommand | null {
  if (name === null) {
    return kNone;
  }
  return (namesakes ?? 1) > 1 && key_of(place, 'group') === null
    ? {
        why:
          `No command shows only this function: ${namesakes} functions have its name; ` +
          '--group-by name would add them up',
      }
    : null;
}

function of_function(place: Place, inputs: Inputs, compares: boolean): Words | NoCommand {
  const { name } = inputs;
  const refused = function_refused(place, inputs);
  if (name === null || refused !== null) {
    return refused ?? kNone;
  }
  if (compares) {
    const words = ['quern', 'diff', '--view', 'peek', ...option_words('--of', name)];
    return { words, options: options_of(place, kChosen), compares };
  }
  const grouped = options_of(place, [...kChosen, 'group']);
  switch (key_of(place, 'tab')) {
    case 'all': {
      const which = key_of(place, 'way') === 'callers' ? 'callers' : 'callees';
      return { words: ['quern', which, '--all'], name, options: grouped };
    }
    case 'calls': {
      const order = words_if(key_of(place, 'order') === 'chronological', '--chronological');
      return {
        words: ['quern', 'calls', '--each', ...option_words('--of', name), ...order],
        options: options_of(place, kChosen),
      };
    }
    default:
      return { words: ['quern', 'peek'], name, options: [...grouped, ...percent_option(place)] };
  }
}

function of_flame(place: Place, inputs: Inputs, compares: boolean): Words | NoCommand {
  const { name } = inputs;
  const inverted = direction_option(place);
  const merged = words_if(key_of(place, 'rec') === '1', '--merge-recursion');
  const own = options_of(place, [...one_event(compares), 'group']);
  if (key_of(place, 'mode') === 'sandwich') {
    // Its lower half; with --bottom-up in front of it, the upper one.
    const refused = function_refused(place, inputs);
    return refused ?? { words: ['quern', 'flame', ...option_words('--of', name ?? '')], options: own };
  }
  if (compares) {
    const widths = key_of(place, 'widths');
    const wide = widths === null ? [] : ['--widths', widths];
    const words = ['quern', 'diff', '--view', 'flame', ...inverted, ...merged, ...wide];
    return { words, options: own, compares };
  }
  return {
    words: ['quern', 'flame', ...inverted, ...merged],
    options: options_of(place, [...kOfOneEvent, 'q', 'group']),
    note: key_of(place, 'path') === null ? null : 'it shows the whole picture, without the zoom',
  };
}

function of_graph(place: Place, inputs: Inputs, compares: boolean): Words | NoCommand {
  const { name } = inputs;
  const around = key_of(place, 'fn') !== null;
  const refused = around ? function_refused(place, inputs) : null;
  if (refused !== null) {
    return refused;
  }
  const number = (key: string, option: string) => {
    const value = key_of(place, key);
    return value === null ? [] : [`--${option}`, value];
  };
  const least = key_of(place, 'least');
  const share = String(Number(least ?? 0) / 100);
  const shares = words_if(least !== null, '--min', share, '--min-call', share);
  return {
    words: [
      ...['quern', ...(compares ? ['diff', '--view', 'graph'] : ['graph'])],
      ...(compares && around ? option_words('--of', name ?? '') : []),
      ...[...number('nodes', 'limit'), ...number('cluster', 'cluster-by')],
      ...(around ? [...number('up', 'up'), ...number('down', 'down')] : []),
      ...shares,
      ...words_if(key_of(place, 'cycles') === '1', '--open-cycles'),
      ...[...number('direction', 'direction'), ...number('boxes', 'boxes')],
      ...['--format', 'svg', '-o', 'graph.svg'],
    ],
    name: around && !compares ? (name ?? undefined) : undefined,
    options: options_of(place, [...one_event(compares), ...(compares ? [] : ['q']), 'group']),
    compares,
  };
}

function of_map(place: Place, inputs: Inputs): Words | NoCommand {
  const { name } = inputs;
  const around = key_of(place, 'fn') !== null;
  const refused = around ? function_refused(place, inputs) : null;
  if (refused !== null) {
    return refused;
  }
  const [of, depth, least] = ['of', 'depth', 'least'].map((each) => key_of(place, each));
  return {
    words: [
      ...['quern', 'map'],
      ...(of ? ['--tiles', of] : []),
      ...(depth ? ['--depth', depth] : []),
      ...(least ? ['--min', String(Number(least) / 100)] : []),
      ...['--format', 'svg', '-o', 'map.svg'],
    ],
    name: around ? (name ?? undefined) : undefined,
    options: options_of(place, [...kOfOneEvent, 'q', ...(of === 'callers' || !of ? ['group'] : [])]),
  };
}

function of_source(place: Place, { name }: Inputs, compares: boolean, unchanged: string[]): Words {
  if (!compares) {
    const is_queried = name === null && row_query_of(place) !== null;
    return {
      words: ['quern', 'annotate'],
      name: name ?? undefined,
      options: options_of(place, kChosen),
      has_source: true,
      note: is_queried ? 'it takes no query, and shows all files' : null,
    };
  }
  if (name === null) {
    return {
      words: ['quern', 'diff', '--group-by', 'file', ...unchanged],
      options: options_of(place, [...kOfBothSides, 'rows']),
      compares,
    };
  }
  return {
    words: [
      ...['quern', 'diff', '--view', 'annotate', ...option_words('--of', name)],
      ...words_if(key_of(place, 'cold') === 'show', '--whole', '--unchanged'),
    ],
    options: options_of(place, kOfBothSides),
    compares,
    has_source: true,
  };
}

function words_of(place: Place, inputs: Inputs): Words | NoCommand {
  const { base } = inputs;
  const compares = base.length > 0 && key_of(place, 'base') !== kOff;
  const kinds = key_of(place, 'kinds');
  const unchanged =
    kinds !== null ? ['--kinds', kinds] : key_of(place, 'unchanged') === '1' ? ['--unchanged'] : [];
  if (place.page === 'functions' && key_of(place, 'group') === 'loop') {
    const options = options_of(place, [...kChosen, 'rows', 'group']);
    return { words: ['quern', 'top'], options: [...options, ...sort_option(place, false)] };
  }
  const query = query_acts(place, compares) ? ['rows'] : [];
  switch (place.page) {
    case 'home':
      return compares
        ? { words: ['quern', 'diff'], options: options_of(place, kOfBothSides), compares }
        : { words: ['quern'], options: options_of(place, kChosen) };
    case 'functions': {
      // Matches that are only marked stand among all other rows.
      const is_marked = key_of(place, 'qm') === 'hl' && !compares;
      const chosen = [...kChosen, ...(is_marked ? [] : query), 'group'];
      const options = [...options_of(place, chosen), ...sort_option(place, compares)];
      return compares
        ? { words: ['quern', 'diff', ...unchanged], options, compares }
        : {
            words: ['quern', 'top'],
            options: [
              ...options,
              ...words_if(inputs.runs, '--running'),
              ...words_if(inputs.paths === true, '--paths'),
              ...words_if(inputs.stats === true, '--stats'),
            ],
            note: key_of(place, 'in') === null ? null : 'it shows all functions, not those of one group',
          };
    }
    case 'fn':
      return of_function(place, inputs, compares);
    case 'tree': {
      const inverted = direction_option(place);
      const grouped = options_of(place, [...(compares ? kOfBothSides : kChosen), 'group']);
      return compares
        ? {
            words: ['quern', 'diff', '--view', 'tree', ...inverted, ...unchanged],
            options: grouped,
            compares,
          }
        : { words: ['quern', 'tree', ...inverted], options: [...grouped, ...percent_option(place)] };
    }
    case 'flame':
      return of_flame(place, inputs, compares);
    case 'graph':
      return of_graph(place, inputs, compares);
    case 'map':
      return of_map(place, inputs);
    case 'source':
      return of_source(place, inputs, compares, unchanged);
    case 'compare':
      return base.length === 0
        ? { why: 'No command shows this page: there is no profile to compare with' }
        : {
            words: ['quern', 'diff', ...(kinds === null ? [] : ['--kinds', kinds])],
            options: options_of(place, [...kOfBothSides, ...query, 'group']),
            compares: true,
          };
    case 'gate': {
      const rules = (place.keys['rules'] ?? []).flatMap((rule) => option_words('--max', rule));
      return base.length === 0 || rules.length === 0
        ? { why: 'No command yet: a gate needs a base and a rule' }
        : {
            words: ['quern', 'gate', ...rules],
            options: options_of(place, [...kFilters, 'parts']),
            compares: true,
          };
    }
    case 'settings':
    case 'help':
      return kNone;
  }
}

/// Filters that take what any of their expressions fits: those of the start and those of the page
/// narrow one after the other, as no command does.
const kNarrowing = ['focus', 'show-from', 'show'];

function narrowed_twice(place: Place, options: readonly string[]): string | undefined {
  return kNarrowing.find(
    (name) =>
      (place.keys[name] ?? []).length > 0 &&
      options.some((word) => word === `--${name}` || word.replace(/^'/, '').startsWith(`--${name}=`)),
  );
}

export function command_of(place: Place, inputs: Inputs): Command | NoCommand {
  const found = words_of(place, inputs);
  if ('why' in found) {
    return found;
  }
  const started = inputs.options ?? [];
  const twice = narrowed_twice(place, started);
  if (twice !== undefined) {
    return {
      why: `No command shows this page: quern was started with --${twice}, and here is another one within it`,
    };
  }
  const sources = found.has_source === true ? (inputs.source_options ?? []) : [];
  const base = found.compares === true ? inputs.base.flatMap((file) => option_words('--base', file)) : [];
  const names = found.name === undefined ? [] : [found.name];
  const is_option = (word: string) => word.startsWith('-') && word !== '-';
  const is_ended = [...names, ...inputs.files].some(is_option);
  const line = [
    ...[...found.words, ...(is_ended ? [] : names), ...found.options].map(shell_word),
    ...started,
    ...sources,
    ...base.map(shell_word),
    ...[...(is_ended ? ['--', ...names] : []), ...inputs.files].map(shell_word),
  ].join(' ');
  return { line, note: found.note ?? null };
}

export function command_line(place: Place, inputs: Inputs): string | null {
  const found = command_of(place, inputs);
  return 'why' in found ? null : found.line;
}
