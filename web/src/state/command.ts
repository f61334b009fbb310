// SPDX-License-Identifier: MIT
//
// The line for a terminal that shows what the page shows.
import { shell_word } from '../base/names';
import type { Place } from './place';
import { key_of, kFilters } from './place';

export interface Inputs {
  files: readonly string[];
  base: readonly string[];
  /// The name behind the id of the place, where it is about a function or file.
  name: string | null;
  /// Rows are of a kind that adds up, should running totals be asked for.
  runs: boolean;
}

function options_of(place: Place, allowed: readonly string[]): string[] {
  const out: string[] = [];
  const add = (key: string, option: string, value: string | null) => {
    if (value !== null && allowed.includes(key)) {
      out.push(option, value);
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
  const shown = [key_of(place, 'e'), key_of(place, 'e2')].filter((each) => each !== null);
  add('e', '--event', shown.length === 0 ? null : shown.join(','));
  add('parts', '--part', key_of(place, 'parts'));
  add('threads', '--thread', key_of(place, 'threads'));
  add('q', '--where', key_of(place, 'q'));
  add('group', '--group-by', key_of(place, 'group'));
  return out;
}

const kChosen = [...kFilters, 'define', 'e', 'parts', 'threads'];

const kSortWords: Readonly<Record<string, string>> = {
  self: 'self',
  incl: 'inclusive',
  place: 'place',
  name: 'name',
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
  return key_of(place, 'pct') === 'parent' ? ['--percent', 'parent'] : [];
}

/// The words of the line, unquoted; null where no command shows this page.
export function command_words(place: Place, inputs: Inputs): string[] | null {
  const { files, base, name } = inputs;
  const compares = key_of(place, 'base') === 'base' && base.length > 0;
  const sides = [...base.flatMap((file) => ['--base', file]), ...files];
  const all = [...kChosen, 'q', 'group'];
  const kinds = key_of(place, 'kinds');
  const unchanged =
    kinds !== null ? ['--kinds', kinds] : key_of(place, 'changed') === '1' ? [] : ['--unchanged'];
  switch (place.page) {
    case 'home':
      return compares
        ? ['quern', 'diff', ...options_of(place, kFilters), ...sides]
        : ['quern', ...options_of(place, kFilters), ...files];
    case 'functions': {
      // Matches that are only marked stand among all other rows.
      const listed = key_of(place, 'qm') === 'hl' ? [...kChosen, 'group'] : all;
      return compares
        ? ['quern', 'diff', ...unchanged, ...options_of(place, all), ...sort_option(place, true), ...sides]
        : [
            ...['quern', 'top', ...options_of(place, listed)],
            ...[...sort_option(place, false), ...(inputs.runs ? ['--running'] : []), ...files],
          ];
    }
    case 'fn':
      if (name === null) {
        return null;
      }
      if (!compares && key_of(place, 'tab') === 'all') {
        const which = key_of(place, 'way') === 'callers' ? 'callers' : 'callees';
        return ['quern', which, '--all', name, ...options_of(place, [...kChosen, 'group']), ...files];
      }
      if (!compares && key_of(place, 'tab') === 'calls') {
        const order = key_of(place, 'order') === 'chronological' ? ['--chronological'] : [];
        const options = options_of(place, kChosen);
        return ['quern', 'calls', '--each', '--of', name, ...order, ...options, ...files];
      }
      return compares
        ? ['quern', 'diff', '--view', 'peek', '--of', name, ...options_of(place, kChosen), ...sides]
        : [
            ...['quern', 'peek', name, ...options_of(place, [...kChosen, 'group'])],
            ...[...percent_option(place), ...files],
          ];
    case 'tree': {
      const inverted = key_of(place, 'inv') === '1' ? ['--bottom-up'] : [];
      if (compares) {
        const view = ['quern', 'diff', '--view', 'tree'];
        return [...view, ...inverted, ...unchanged, ...options_of(place, [...kChosen, 'group']), ...sides];
      }
      return [
        ...['quern', 'tree', ...inverted, ...options_of(place, [...kChosen, 'group'])],
        ...[...percent_option(place), ...files],
      ];
    }
    case 'flame': {
      const inverted = key_of(place, 'inv') === '1' ? ['--bottom-up'] : [];
      const merged = key_of(place, 'rec') === '1' ? ['--merge-recursion'] : [];
      const options = options_of(place, all);
      if (key_of(place, 'mode') === 'sandwich') {
        // Its lower half; with --bottom-up in front of it, the upper one.
        const own = options_of(place, [...kChosen, 'group']);
        return name === null ? null : ['quern', 'flame', '--of', name, ...own, ...files];
      }
      if (compares) {
        const widths = key_of(place, 'widths');
        const wide = widths === null ? [] : ['--widths', widths];
        return ['quern', 'diff', '--view', 'flame', ...inverted, ...merged, ...wide, ...options, ...sides];
      }
      return ['quern', 'flame', ...inverted, ...merged, ...options, ...files];
    }
    case 'source':
      if (compares) {
        return name === null
          ? ['quern', 'diff', '--group-by', 'file', ...unchanged, ...options_of(place, kChosen), ...sides]
          : [
              ...['quern', 'diff', '--view', 'annotate', '--of', name],
              ...(key_of(place, 'cold') === 'show' ? ['--whole', '--unchanged'] : []),
              ...options_of(place, kChosen),
              ...sides,
            ];
      }
      return [
        'quern',
        'annotate',
        ...(name === null ? [] : [name]),
        ...options_of(place, kChosen),
        ...files,
      ];
    case 'compare':
      return [
        ...['quern', 'diff', ...(kinds === null ? [] : ['--kinds', kinds])],
        ...options_of(place, [...kChosen, 'group']),
        ...sides,
      ];
    case 'gate': {
      const rules = (place.keys['rules'] ?? []).flatMap((rule) => ['--max', rule]);
      return ['quern', 'gate', ...rules, ...options_of(place, kChosen), ...sides];
    }
    case 'settings':
    case 'help':
      return null;
  }
}

export function command_line(place: Place, inputs: Inputs): string | null {
  return command_words(place, inputs)?.map(shell_word).join(' ') ?? null;
}
