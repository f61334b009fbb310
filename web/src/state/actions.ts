// SPDX-License-Identifier: MIT
//
// All that a key or the palette can do, in one table: the help sheet, the settings and the keys
// themselves are made of it.
import { signal } from '@preact/signals';
import { base_profile, events, event_name, is_diff, parts } from './session';
import { key, open_page, place, refine, set_keys } from './navigation';
import { key_map, theme } from './preferences';
import type { FilterName, Page } from './place';

export type Sheet = 'palette' | 'keys' | 'events' | 'parts' | 'filters' | null;
/// The dialog that is open over the page.
export const sheet = signal<Sheet>(null);

export interface Action {
  id: string;
  label: string;
  /// As KeyboardEvent.key has it.
  key: string;
  group: 'Go to' | 'Show' | 'Selection' | 'Copy' | 'Page';
  run: () => void;
}

function go_to(page: Page): () => void {
  return () => open_page(page, page === 'fn' ? key('sel') : null);
}

/// The event `step` after the present one; the first one needs no key.
function step_event(step: 1 | -1): void {
  const names = events.value.filter((each) => each.kind !== 'ratio').map((each) => each.name);
  const at = names.indexOf(event_name.value);
  const next = (at + step + names.length) % Math.max(1, names.length);
  set_keys({ e: next === 0 ? null : (names[next] ?? null) });
}

function step_part(step: 1 | -1): void {
  const numbers = parts.value.map((each) => String(each.number ?? each.id + 1));
  if (numbers.length > 1) {
    const at = numbers.indexOf(key('parts') ?? '');
    const next = at + step;
    set_keys({ parts: next < 0 || next >= numbers.length ? null : (numbers[next] ?? null) });
  }
}

export function step_percent(): void {
  const modes = ['total', 'parent', 'abs'];
  const next = modes[(modes.indexOf(key('pct') ?? 'total') + 1) % modes.length] ?? 'total';
  refine({ pct: next === 'total' ? null : next });
}

function focus_query(): void {
  document.querySelector<HTMLInputElement>('#query')?.focus();
}

function follow_selection(page: 'fn' | 'flame'): void {
  const id = key('sel') ?? (place.value.page === 'fn' ? place.value.id : null);
  if (id !== null) {
    open_page(page, page === 'fn' ? id : null);
  }
}

/// Set by the parts of the page that know how; here, so that keys find them.
export const deeds = {
  copy_link: () => {},
  copy_command: () => {},
  copy_name: () => {},
  heaviest: (_side: 'caller' | 'callee') => {},
  source: () => {},
  /// The selected function as one expression of a filter.
  filter: (_name: FilterName) => {},
  copy_row: () => {},
  /// To the next match, hot line or change, or the one before.
  step: (_way: 1 | -1) => {},
};

export const kActions: readonly Action[] = [
  { id: 'home', label: 'Overview', key: '1', group: 'Go to', run: go_to('home') },
  { id: 'functions', label: 'Functions', key: '2', group: 'Go to', run: go_to('functions') },
  { id: 'fn', label: 'Function', key: '3', group: 'Go to', run: go_to('fn') },
  { id: 'tree', label: 'Call tree', key: '4', group: 'Go to', run: go_to('tree') },
  { id: 'flame', label: 'Flame graph', key: '5', group: 'Go to', run: go_to('flame') },
  { id: 'source', label: 'Source files', key: '8', group: 'Go to', run: go_to('source') },
  { id: 'compare', label: 'Compare', key: '9', group: 'Go to', run: go_to('compare') },
  { id: 'gate', label: 'Gate', key: 'g', group: 'Go to', run: go_to('gate') },
  { id: 'settings', label: 'Settings', key: ',', group: 'Go to', run: go_to('settings') },
  { id: 'help', label: 'Help', key: 'F1', group: 'Go to', run: go_to('help') },
  { id: 'query', label: 'Query', key: '/', group: 'Show', run: focus_query },
  {
    id: 'next-match',
    label: 'Next match, hot line or change',
    key: 'n',
    group: 'Show',
    run: () => deeds.step(1),
  },
  {
    id: 'last-match',
    label: 'Match, hot line or change before',
    key: 'N',
    group: 'Show',
    run: () => deeds.step(-1),
  },
  { id: 'next-event', label: 'Next event', key: 'e', group: 'Show', run: () => step_event(1) },
  { id: 'last-event', label: 'Event before', key: 'E', group: 'Show', run: () => step_event(-1) },
  {
    id: 'events',
    label: 'Events and formulas …',
    key: 'v',
    group: 'Show',
    run: () => {
      sheet.value = 'events';
    },
  },
  {
    id: 'parts',
    label: 'Parts and threads …',
    key: 'P',
    group: 'Show',
    run: () => {
      sheet.value = 'parts';
    },
  },
  {
    id: 'filters',
    label: 'Filters …',
    key: 'i',
    group: 'Show',
    run: () => {
      sheet.value = 'filters';
    },
  },
  { id: 'next-part', label: 'Next part', key: ']', group: 'Show', run: () => step_part(1) },
  { id: 'last-part', label: 'Part before', key: '[', group: 'Show', run: () => step_part(-1) },
  { id: 'percent', label: 'Percent of …', key: 'p', group: 'Show', run: step_percent },
  {
    id: 'base',
    label: 'Comparison on or off',
    key: 'b',
    group: 'Show',
    run: () => {
      if (base_profile.value !== null) {
        set_keys({ base: is_diff.value ? null : 'base' });
      }
    },
  },
  {
    id: 'short',
    label: 'Short names on or off',
    key: 't',
    group: 'Show',
    run: () => refine({ tpl: key('tpl') === '1' ? null : '1' }),
  },
  {
    id: 'open',
    label: 'Open the selected function',
    key: 'o',
    group: 'Selection',
    run: () => follow_selection('fn'),
  },
  {
    id: 'caller',
    label: 'Heaviest caller',
    key: 'u',
    group: 'Selection',
    run: () => deeds.heaviest('caller'),
  },
  {
    id: 'callee',
    label: 'Heaviest callee',
    key: 'd',
    group: 'Selection',
    run: () => deeds.heaviest('callee'),
  },
  {
    id: 'its-source',
    label: 'Source of the selected function',
    key: 's',
    group: 'Selection',
    run: () => deeds.source(),
  },
  {
    id: 'show-from',
    label: 'Only what it calls: stacks begin at it',
    key: 'f',
    group: 'Selection',
    run: () => deeds.filter('show-from'),
  },
  {
    id: 'focus',
    label: 'Only stacks that have it, with its callers',
    key: 'F',
    group: 'Selection',
    run: () => deeds.filter('focus'),
  },
  {
    id: 'ignore',
    label: 'Only stacks without it',
    key: 'x',
    group: 'Selection',
    run: () => deeds.filter('ignore'),
  },
  {
    id: 'hide',
    label: 'Hide it: its cost is its callers’',
    key: 'h',
    group: 'Selection',
    run: () => deeds.filter('hide'),
  },
  {
    id: 'copy-name',
    label: 'Copy the name',
    key: 'y',
    group: 'Copy',
    run: () => deeds.copy_name(),
  },
  {
    id: 'copy-row',
    label: 'Copy its row as TSV',
    key: 'Y',
    group: 'Copy',
    run: () => deeds.copy_row(),
  },
  {
    id: 'copy-link',
    label: 'Copy link',
    key: 'l',
    group: 'Copy',
    run: () => deeds.copy_link(),
  },
  {
    id: 'copy-command',
    label: 'Copy as command',
    key: 'k',
    group: 'Copy',
    run: () => deeds.copy_command(),
  },
  {
    id: 'theme',
    label: 'Light or dark',
    key: 'T',
    group: 'Page',
    run: () => {
      const dark = document.documentElement.dataset['theme'] === 'dark';
      theme.value = dark ? 'light' : 'dark';
    },
  },
  {
    id: 'keys',
    label: 'Keys',
    key: '?',
    group: 'Page',
    run: () => {
      sheet.value = 'keys';
    },
  },
  {
    id: 'back',
    label: 'Back',
    key: 'Backspace',
    group: 'Page',
    run: () => window.history.back(),
  },
];

export function key_for(action: Action): string {
  return key_map.value[action.id] ?? action.key;
}
