// SPDX-License-Identifier: MIT
//
// What the reader prefers; kept in this browser, in no link. Nothing secret is kept here.
import { effect, signal } from '@preact/signals';
import { fault_of_editor } from '../base/editors';

export type Theme = 'light' | 'dark' | 'system';

function kept<T>(name: string, fallback: T, is_valid: (value: unknown) => boolean) {
  const key = `quern.${name}`;
  let start = fallback;
  try {
    const text = window.localStorage.getItem(key);
    const value: unknown = text === null ? fallback : JSON.parse(text);
    start = is_valid(value) ? (value as T) : fallback;
  } catch {
    // Storage that is switched off or holds nonsense: the page works without.
  }
  const held = signal<T>(start);
  effect(() => {
    try {
      window.localStorage.setItem(key, JSON.stringify(held.value));
    } catch {
      // As above.
    }
  });
  return held;
}

const is_boolean = (value: unknown) => typeof value === 'boolean';

export const theme = kept<Theme>('theme', 'system', (value) =>
  ['light', 'dark', 'system'].includes(value as string),
);
export const single_keys = kept('single-keys', true, is_boolean);
export const detail_open = kept('detail-open', true, is_boolean);
export const detail_width = kept('detail-width', 340, (value) => typeof value === 'number');
/// The address that opens a file in the reader's editor (base/editors.ts); empty: none is chosen.
export const editor = kept('editor', '', (value) => {
  return typeof value === 'string' && fault_of_editor(value) === null;
});
export const jump_arrows = kept('jump-arrows', true, is_boolean);
export const key_map = kept<Record<string, string>>(
  'keys',
  {},
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
);

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
