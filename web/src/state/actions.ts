// SPDX-License-Identifier: MIT
//
// All actions of keys and of the palette, in one table. The list of shortcuts, the settings and the
// key bindings are made from it.
import { signal } from '@preact/signals';
import { base_profile, events, event_name, is_diff, offered_events } from './session';
import { key, open_page, place, refine, set_keys } from './navigation';
import { step_part } from './part_choice';
import { is_dark, key_map, theme } from './preferences';
import { kOff, kPageNames, kPages, type FilterName, type Page } from './place';

type Sheet = 'palette' | 'keys' | 'events' | 'parts' | 'filters' | 'files' | null;
/// The dialog that is open over the page.
export const sheet = signal<Sheet>(null);

/// What shows a dialog, or none, for buttons and keys.
export function show_sheet(which: Sheet): () => void {
  return () => {
    sheet.value = which;
  };
}

export const close_sheet = show_sheet(null);

export interface Action {
  id: string;
  label: string;
  /// As KeyboardEvent.key has it.
  key: string;
  group: Group;
  run: () => void;
}

function go_to(page: Page): () => void {
  return () => open_page(page, page === 'fn' ? key('sel') : null);
}

/// The event `step` after the present one; the first of the profile needs no key.
function step_event(step: 1 | -1): void {
  const names = offered_events.value.filter((each) => each.kind !== 'ratio').map(({ name }) => name);
  const at = names.indexOf(event_name.value);
  const next = (at + step + names.length) % Math.max(1, names.length);
  const name = names[next] ?? null;
  set_keys({ e: name === events.value[0]?.name ? null : name });
}

function step_percent(): void {
  const modes = ['total', 'parent', 'abs'];
  const next = modes[(modes.indexOf(key('pct') ?? 'total') + 1) % modes.length] ?? 'total';
  refine({ pct: next === 'total' ? null : next });
}

export function toggle_comparison(): void {
  if (base_profile.value !== null) {
    set_keys({ base: is_diff.value ? kOff : null });
  }
}

function toggle_short_names(): void {
  refine({ tpl: key('tpl') === '1' ? null : '1' });
}

function toggle_theme(): void {
  theme.value = is_dark() ? 'light' : 'dark';
}

function focus_query(): void {
  document.querySelector<HTMLInputElement>('#query')?.focus();
}

function open_selection(): void {
  const id = key('sel') ?? (place.value.page === 'fn' ? place.value.id : null);
  if (id !== null) {
    open_page('fn', id);
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
  /// Opens the source in an editor.
  editor: () => {},
  /// Opens the menu of columns.
  columns: () => {},
  /// To the next match, hot line or change, or the one before.
  step: (_way: 1 | -1) => {},
};

type Group = 'Go to' | 'Show' | 'Selection' | 'Copy' | 'Page';
type Row = readonly [id: string, label: string, key: string, run: () => void];

const kRows: Readonly<Record<Group, readonly Row[]>> = {
  'Go to': kPageNames.map((page) => {
    const { title, label = title, key: own } = kPages[page];
    return [page, label, own, go_to(page)];
  }),
  Show: [
    ['query', 'Query', '/', focus_query],
    ['next-match', 'Next match, hot line or change', 'n', () => deeds.step(1)],
    ['last-match', 'Previous match, hot line or change', 'N', () => deeds.step(-1)],
    ['next-event', 'Next event', 'e', () => step_event(1)],
    ['last-event', 'Previous event', 'E', () => step_event(-1)],
    ['events', 'Events and formulas …', 'v', show_sheet('events')],
    ['columns', 'Columns …', 'C', () => deeds.columns()],
    ['parts', 'Parts and threads …', 'P', show_sheet('parts')],
    ['filters', 'Filters …', 'i', show_sheet('filters')],
    ['next-part', 'Next part', ']', () => step_part(1)],
    ['last-part', 'Previous part', '[', () => step_part(-1)],
    ['percent', 'Percentages: of total, of parent, none', 'p', step_percent],
    ['base', 'Turn comparison on or off', 'b', toggle_comparison],
    ['short', 'Short names, without template arguments', 't', toggle_short_names],
  ],
  Selection: [
    ['open', 'Open the selected function', 'o', open_selection],
    ['caller', 'Most expensive caller', 'u', () => deeds.heaviest('caller')],
    ['callee', 'Most expensive callee', 'd', () => deeds.heaviest('callee')],
    ['its-source', 'Source of the selected function', 's', () => deeds.source()],
    ['editor', 'Open the source in an editor', 'O', () => deeds.editor()],
    ['show-from', 'Show only the function and its callees', 'f', () => deeds.filter('show-from')],
    ['focus', 'Focus: only stacks that contain it', 'F', () => deeds.filter('focus')],
    ['ignore', 'Ignore: only stacks without it', 'x', () => deeds.filter('ignore')],
    ['hide', 'Hide it: move its cost to its callers', 'h', () => deeds.filter('hide')],
  ],
  Copy: [
    ['copy-name', 'Copy its name', 'y', () => deeds.copy_name()],
    ['copy-row', 'Copy its row as TSV', 'Y', () => deeds.copy_row()],
    ['copy-link', 'Copy link', 'l', () => deeds.copy_link()],
    ['copy-command', 'Copy as command', 'k', () => deeds.copy_command()],
  ],
  Page: [
    ['files', 'Open another profile …', 'a', show_sheet('files')],
    ['theme', 'Switch between light and dark', 'T', toggle_theme],
    ['keys', 'Keyboard shortcuts', '?', show_sheet('keys')],
    ['back', 'Back', 'Backspace', () => window.history.back()],
  ],
};

export const kGroups = Object.keys(kRows) as readonly Group[];

export const kActions: readonly Action[] = kGroups.flatMap((group) =>
  kRows[group].map(([id, label, key, run]) => ({ id, label, key, run, group })),
);

export function key_for(action: Action): string {
  return key_map.value[action.id] ?? action.key;
}
