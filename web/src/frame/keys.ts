// SPDX-License-Identifier: MIT
//
// Single keys, where no text is being written and unless they are switched off.
import { kActions, key_for, sheet } from '../state/actions';
import { key, refine } from '../state/navigation';
import { single_keys } from '../state/preferences';

function writes_text(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) {
    return false;
  }
  if (target instanceof HTMLInputElement) {
    return !['checkbox', 'radio', 'button', 'submit'].includes(target.type);
  }
  return (
    target instanceof HTMLTextAreaElement ||
    target instanceof HTMLSelectElement ||
    target.isContentEditable
  );
}

function on_key(event: KeyboardEvent): void {
  if (event.defaultPrevented) {
    return;
  }
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
    event.preventDefault();
    sheet.value = sheet.value === 'palette' ? null : 'palette';
    return;
  }
  if (event.ctrlKey || event.metaKey || event.altKey || sheet.value !== null) {
    return;
  }
  if (document.querySelector('dialog[open]') !== null) {
    return;
  }
  if (event.key === 'Escape') {
    if (writes_text(event.target)) {
      (event.target as HTMLElement).blur();
      document.querySelector<HTMLElement>('#main')?.focus();
    } else if (key('sel') !== null) {
      refine({ sel: null });
    }
    return;
  }
  if (!single_keys.value || writes_text(event.target)) {
    return;
  }
  const action = kActions.find((each) => key_for(each) === event.key);
  if (action !== undefined) {
    event.preventDefault();
    action.run();
  }
}

export function start_keys(): void {
  document.addEventListener('keydown', on_key);
}
