// SPDX-License-Identifier: MIT
//
// What a reader chooses by: one of several, on or off, a text, and a list of what was added.
import type { ComponentChildren, PartialInputHTMLAttributes } from 'preact';
import { visible } from '../base/names';
import { key, link_with, set_keys, values_of } from '../state/navigation';
import type { Change } from '../state/place';

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly (readonly [value: string, text: string])[];
  choose: (value: string) => void;
}

export function Choice({ label, value, options, choose }: ChoiceProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <select value={value} onChange={(event) => choose(event.currentTarget.value)}>
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface CheckProps {
  is_on: boolean;
  toggle: () => void;
  title?: string;
  children: ComponentChildren;
}

export function Check({ is_on, toggle, title, children }: CheckProps) {
  return (
    <label class="check" title={title}>
      <input type="checkbox" checked={is_on} onChange={toggle} />
      {children}
    </label>
  );
}

type KeyCheckProps = Omit<CheckProps, 'is_on' | 'toggle'> & {
  name: string;
  /// What changes along with it.
  also?: Change;
};

/// On where a key of the address is 1.
export function KeyCheck({ name, also = {}, ...rest }: KeyCheckProps) {
  const is_on = key(name) === '1';
  return (
    <Check
      is_on={is_on}
      toggle={() => set_keys({ ...also, [name]: is_on ? null : '1' })}
      {...rest}
    />
  );
}

interface Segment {
  value: string | null;
  label: string;
  title?: string;
  /// What changes along with it.
  also?: Change;
}

interface SegmentsProps {
  label: string;
  /// The key of the address that tells which one holds; the first, unless it names another.
  name: string;
  segments: readonly Segment[];
}

export function Segments({ label, name, segments }: SegmentsProps) {
  const named = segments.findIndex(({ value }) => value === key(name));
  return (
    <div class="segmented" role="group" aria-label={label}>
      {segments.map(({ value, label: word, title, also = {} }, at) => (
        <a
          key={word}
          href={link_with({ ...also, [name]: value })}
          aria-current={at === Math.max(0, named)}
          title={title}
        >
          {word}
        </a>
      ))}
    </div>
  );
}

type Input = PartialInputHTMLAttributes<HTMLInputElement>;
type TextFieldProps = Omit<Input, 'onInput' | 'role' | 'type' | 'value'> & {
  label: string;
  value: string;
  write: (text: string) => void;
  is_wide?: boolean;
};

export function TextField({ label, write, is_wide = false, ...input }: TextFieldProps) {
  return (
    <label class={is_wide ? 'field grow' : 'field'}>
      <span>{label}</span>
      <input {...input} onInput={(event) => write(event.currentTarget.value)} />
    </label>
  );
}

/// The cross that takes something away.
export function Cross({ label, act }: { label: string; act: () => void }) {
  return (
    <button type="button" class="plain icon" onClick={act} aria-label={label}>
      ×
    </button>
  );
}

interface Entry {
  text: string;
  /// What kind of thing it is, in front of it.
  kind?: string;
  remove: () => void;
}

interface EntriesProps {
  /// What taking one away is called, with its text behind it.
  verb?: string;
  entries: readonly Entry[];
}

/// What was added so far.
export function Entries({ verb = 'Remove', entries }: EntriesProps) {
  const name_of = ({ kind, text }: Entry) =>
    [verb, kind, visible(text, 80)].filter((each) => each !== undefined).join(' ');
  return (
    <ul class="rules">
      {entries.map((entry, at) => (
        <li key={`${at}-${entry.text}`}>
          {entry.kind !== undefined && <span class="dim">{entry.kind} </span>}
          <code>{visible(entry.text, 300)}</code>
          <Cross label={name_of(entry)} act={entry.remove} />
        </li>
      ))}
    </ul>
  );
}

/// The values of a key of the address.
export function KeyEntries({ name, ...rest }: { name: string; verb?: string }) {
  const values = values_of(name);
  const without = (at: number) => values.filter((_, index) => index !== at);
  const entries = values.map((text, at) => ({
    text,
    remove: () => set_keys({ [name]: without(at) }),
  }));
  return <Entries entries={entries} {...rest} />;
}
