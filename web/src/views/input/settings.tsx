// SPDX-License-Identifier: MIT
//
// Preferences of this browser. Links do not contain them.
import type { Signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { fault_of_editor, kEditors } from '../../base/editors';
import { kActions, key_for } from '../../state/actions';
import { detail_open, editor, key_map, single_keys, theme, type Theme } from '../../state/preferences';
import { Check } from '../../ui/choices';
import { ViewHead } from '../../ui/view_parts';

const kThemes: [Theme, string][] = [
  ['system', 'same as the system'],
  ['light', 'light'],
  ['dark', 'dark'],
];

function toggled(preference: Signal<boolean>): () => void {
  return () => {
    preference.value = !preference.value;
  };
}

export function Settings() {
  return (
    <section class="view">
      <ViewHead title="Settings" />
      <div class="scroll prose" tabIndex={0} role="region" aria-label="Settings">
        <fieldset>
          <legend>Colors</legend>
          {kThemes.map(([value, label]) => (
            <label class="check" key={value}>
              <input
                type="radio"
                name="theme"
                checked={theme.value === value}
                onChange={() => {
                  theme.value = value;
                }}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <fieldset>
          <legend>Page</legend>
          <Check is_on={detail_open.value} toggle={toggled(detail_open)}>
            Show details of the selected function next to tables
          </Check>
        </fieldset>
        <fieldset>
          <legend>Editor</legend>
          <EditorChoice />
        </fieldset>
        <fieldset>
          <legend>Keyboard shortcuts</legend>
          <Check is_on={single_keys.value} toggle={toggled(single_keys)}>
            Use single-key shortcuts
          </Check>
          <KeyChoices />
        </fieldset>
      </div>
    </section>
  );
}

const kOther = 'other';

/// What “Open in editor” of a source opens.
function EditorChoice() {
  const known = Object.entries(kEditors).find(([, address]) => address === editor.value)?.[0];
  const [is_other, set_other] = useState(editor.value !== '' && known === undefined);
  const [fault, set_fault] = useState<string | null>(null);
  const choose = (name: string) => {
    set_other(name === kOther);
    set_fault(null);
    editor.value = name === kOther ? editor.value : (kEditors[name] ?? '');
  };
  const take = (text: string) => {
    const found = fault_of_editor(text);
    set_fault(found);
    if (found === null) {
      editor.value = text;
    }
  };
  return (
    <>
      <label>
        Open sources in{' '}
        <select
          value={is_other ? kOther : (known ?? '')}
          onChange={({ currentTarget }) => choose(currentTarget.value)}
        >
          <option value="">no editor</option>
          {Object.keys(kEditors).map((name) => (
            <option key={name}>{name}</option>
          ))}
          <option value={kOther}>another editor</option>
        </select>
      </label>
      {is_other && (
        <label>
          Its address, with {'{path}'} and {'{line}'}{' '}
          <input
            type="text"
            size={40}
            defaultValue={editor.value}
            aria-invalid={fault !== null}
            onInput={({ currentTarget }) => take(currentTarget.value.trim())}
          />
        </label>
      )}
      {fault !== null && <p role="alert">{fault}</p>}
    </>
  );
}

function KeyChoices() {
  const [waiting, set_waiting] = useState<string | null>(null);
  const taken = (name: string, own: string) =>
    kActions.find((each) => each.id !== own && key_for(each) === name)?.label ?? null;
  const [clash, set_clash] = useState<string | null>(null);
  return (
    <>
      <p class="dim">Choose an action, then press its new key.</p>
      <ul class="key-choices">
        {kActions.map((action) => (
          <li key={action.id}>
            <button
              type="button"
              aria-label={`Key for ${action.label}: ${key_for(action)}`}
              aria-pressed={waiting === action.id}
              onClick={() => set_waiting(waiting === action.id ? null : action.id)}
              onKeyDown={(event) => {
                if (waiting !== action.id || ['Tab', 'Shift', 'Enter', ' '].includes(event.key)) {
                  return;
                }
                event.preventDefault();
                event.stopPropagation();
                set_waiting(null);
                const other = taken(event.key, action.id);
                set_clash(other === null ? null : `${event.key} is already used for “${other}”`);
                if (event.key !== 'Escape' && other === null) {
                  key_map.value = { ...key_map.value, [action.id]: event.key };
                }
              }}
            >
              <kbd>{waiting === action.id ? 'press a key' : key_for(action)}</kbd>
            </button>
            {action.label}
          </li>
        ))}
      </ul>
      {clash !== null && <p role="alert">{clash}</p>}
      <button
        type="button"
        onClick={() => {
          key_map.value = {};
        }}
      >
        Reset all keys
      </button>
    </>
  );
}
