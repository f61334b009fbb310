// SPDX-License-Identifier: MIT
//
// What the reader prefers; kept in this browser, in no link. Nothing secret is kept here.
import { effect, signal } from '@preact/signals';
import { fault_of_editor } from '../base/editors';

export type Theme = 'light' | 'dark' | 'system';

function key_of(name: string): string {
  return `quern.${name}`;
}

function stored<T>(name: string, fallback: T, is_valid: Check): T {
  try {
    const text = window.localStorage.getItem(key_of(name));
    const value: unknown = text === null ? fallback : JSON.parse(text);
    return is_valid(value) ? (value as T) : fallback;
  } catch {
    // Storage that is switched off or holds nonsense: the page works without.
    return fallback;
  }
}

function kept<T>(name: string, fallback: T, is_valid: Check) {
  const held = signal<T>(stored(name, fallback, is_valid));
  effect(() => {
    try {
      window.localStorage.setItem(key_of(name), JSON.stringify(held.value));
    } catch {
      // As above.
    }
  });
  return held;
}

/// Follows other tabs, none of which may undo what another one saved.
function shared<T>(name: string, fallback: T, is_valid: Check) {
  const held = kept(name, fallback, is_valid);
  window.addEventListener('storage', ({ key }) => {
    if (key === key_of(name)) {
      held.value = stored(name, fallback, is_valid);
    }
  });
  return held;
}

type Check = (value: unknown) => boolean;

const is_boolean: Check = (value) => typeof value === 'boolean';
const is_number: Check = (value) => typeof value === 'number' && Number.isFinite(value);
const is_text: Check = (value) => typeof value === 'string';

function record_of(is_valid: Check): Check {
  return (value) =>
    typeof value === 'object' &&
    value !== null &&
    !Array.isArray(value) &&
    Object.values(value).every(is_valid);
}

export const theme = kept<Theme>('theme', 'system', (value) =>
  ['light', 'dark', 'system'].includes(value as string),
);
export const single_keys = kept('single-keys', true, is_boolean);
export const detail_open = kept('detail-open', true, is_boolean);
export const detail_width = kept('detail-width', 340, is_number);
/// The address that opens a file in the reader's editor (base/editors.ts); empty: none is chosen.
export const editor = kept('editor', '', (value) => {
  return is_text(value) && fault_of_editor(value as string) === null;
});
export const jump_arrows = kept('jump-arrows', true, is_boolean);
export const key_map = kept<Record<string, string>>('keys', {}, record_of(is_text));

/// What the reader changed in the columns of a kind of list, by keys of columns.
export interface ColumnChoice {
  shown?: Record<string, boolean>;
  order?: string[];
  /// In pixels.
  widths?: Record<string, number>;
}

const kChoiceChecks: Readonly<Record<string, Check>> = {
  shown: record_of(is_boolean),
  order: (value) => Array.isArray(value) && value.every(is_text),
  widths: record_of(is_number),
};

export const column_choices = kept<Partial<Record<string, ColumnChoice>>>(
  'columns',
  {},
  record_of(
    (value) =>
      record_of(() => true)(value) &&
      Object.entries(value as object).every(([name, part]) => kChoiceChecks[name]?.(part) === true),
  ),
);

/// The reader's own colors of groups, as "#c04000", by kind and name: "object:cc1plus".
export const own_colors = shared<Readonly<Record<string, string>>>(
  'colors',
  {},
  record_of((value) => is_text(value) && /^#[0-9a-f]{6}$/.test(value as string)),
);

export function own_color(by: string, group: string): string | undefined {
  return own_colors.value[`${by}:${group}`];
}

/// null: the automatic one.
export function choose_color(by: string, group: string, color: string | null): void {
  const { [`${by}:${group}`]: _, ...others } = own_colors.value;
  own_colors.value = color === null ? others : { ...others, [`${by}:${group}`]: color };
}

/// Filters under a name, as they are stored (state/filter_sets.ts).
export const stored_filter_sets = shared<readonly unknown[]>('filter-sets', [], Array.isArray);

/// Whether the browser's window, or its system, is so.
function matching(condition: string) {
  const media = window.matchMedia(condition);
  const held = signal(media.matches);
  media.addEventListener('change', (change) => {
    held.value = change.matches;
  });
  return held;
}

const system_is_dark = matching('(prefers-color-scheme: dark)');
export const is_narrow = matching('(max-width: 899px)');

export function is_dark(): boolean {
  return theme.value === 'dark' || (theme.value === 'system' && system_is_dark.value);
}

export function start_theme(): void {
  effect(() => {
    document.documentElement.dataset['theme'] = is_dark() ? 'dark' : 'light';
  });
}
