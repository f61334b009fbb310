// SPDX-License-Identifier: MIT
//
// The line for a terminal that shows what the page shows.
import { shell_word } from '../base/names';
import type { Place } from './place';
import { key_of } from './place';

export interface Inputs {
  files: readonly string[];
  base: readonly string[];
  /// The name behind the id of the place, where it is about a function or file.
  name: string | null;
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
  const shown = [key_of(place, 'e'), key_of(place, 'e2')].filter((each) => each !== null);
  add('e', '--event', shown.length === 0 ? null : shown.join(','));
  add('parts', '--part', key_of(place, 'parts'));
  add('threads', '--thread', key_of(place, 'threads'));
  add('q', '--where', key_of(place, 'q'));
  add('group', '--group-by', key_of(place, 'group'));
  return out;
}

const kChosen = ['define', 'e', 'parts', 'threads'];

function sort_option(place: Place): string[] {
  const sort = key_of(place, 'sort')?.replace(/^-/, '');
  return sort === undefined ? [] : ['--sort', sort === 'incl' ? 'inclusive' : 'self'];
}

/// The words of the line, unquoted; null where no command shows this page.
export function command_words(place: Place, inputs: Inputs): string[] | null {
  const { files, base, name } = inputs;
  const compares = key_of(place, 'base') === 'base' && base.length > 0;
  const sides = [...base.flatMap((file) => ['--base', file]), ...files];
  const all = [...kChosen, 'q', 'group'];
  switch (place.page) {
    case 'home':
      return compares ? ['quern', 'diff', ...sides] : ['quern', ...files];
    case 'functions':
      return compares
        ? ['quern', 'diff', ...options_of(place, all), ...sort_option(place), ...sides]
        : ['quern', 'top', ...options_of(place, all), ...sort_option(place), ...files];
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
        : ['quern', 'peek', name, ...options_of(place, [...kChosen, 'group']), ...files];
    case 'tree': {
      const inverted = key_of(place, 'inv') === '1' ? ['--bottom-up'] : [];
      if (compares) {
        const view = ['quern', 'diff', '--view', 'tree'];
        return [...view, ...inverted, ...options_of(place, [...kChosen, 'group']), ...sides];
      }
      return ['quern', 'tree', ...inverted, ...options_of(place, [...kChosen, 'group']), ...files];
    }
    case 'flame': {
      const inverted = key_of(place, 'inv') === '1' ? ['--bottom-up'] : [];
      const merged = key_of(place, 'rec') === '1' ? ['--merge-recursion'] : [];
      const options = options_of(place, all);
      if (compares && key_of(place, 'mode') !== 'sandwich') {
        const widths = key_of(place, 'widths');
        const wide = widths === null ? [] : ['--widths', widths];
        return ['quern', 'diff', '--view', 'flame', ...inverted, ...merged, ...wide, ...options, ...sides];
      }
      return ['quern', 'flame', ...inverted, ...merged, ...options, ...files];
    }
    case 'source':
      return [
        'quern',
        'annotate',
        ...(name === null ? [] : [name]),
        ...options_of(place, kChosen),
        ...files,
      ];
    case 'compare':
      return ['quern', 'diff', ...options_of(place, [...kChosen, 'group']), ...sides];
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
