// SPDX-License-Identifier: MIT
//
// Filters of the engine: a dialog to make them, tried as one types, and a line that tells what they
// leave of the profile.
import { useState } from 'preact/hooks';
import { api_address, ask, fault_from, is_one_file } from '../api/client';
import type { ApiFault, Filtered } from '../api/types';
import { visible } from '../base/names';
import { close_sheet } from '../state/actions';
import { add_filter, filters, remove_filter } from '../state/filters';
import { values_of } from '../state/navigation';
import { kFilters, type FilterName } from '../state/place';
import { filter_params, profile, session } from '../state/session';
import { Choice, Entries, TextField } from './choices';
import { Dialog } from './dialog';
import { Fault, Notes } from './states';
import { useAnswer, useSettled } from './use_answer';

export const kFilterLabels: Record<FilterName, string> = {
  focus: 'focus',
  ignore: 'ignore',
  'show-from': 'show from',
  show: 'show only',
  hide: 'hide',
};

const kMeanings: Record<FilterName, string> = {
  focus: 'Only stacks that have such a function; its callers stay.',
  ignore: 'Only stacks that have no such function.',
  'show-from': 'Stacks begin at the outermost such function; others are left out.',
  show: 'Only such functions; what others cost is their callers’. No cost is left out.',
  hide: 'Such functions disappear; their cost is their callers’. No cost is left out.',
};

/// The filters of the address with one more.
function tried_params(name: FilterName, text: string) {
  return { ...filter_params(), [name]: [...values_of(name), text] };
}

/// What the engine says of an expression, while it is being written.
function useTrial(name: FilterName, text: string) {
  const [fault, set_fault] = useState<ApiFault | null>(null);
  const [notes, set_notes] = useState<readonly string[]>([]);
  useSettled<Filtered>([name, text], {
    begin: () => {
      set_fault(null);
      set_notes([]);
    },
    ask:
      text === ''
        ? null
        : (signal) => ask(api_address('filters', tried_params(name, text)), signal),
    take: (answer) => set_notes(answer.notes),
    refuse: (error) => set_fault(fault_from(error)),
  });
  return { fault, notes };
}

export function FilterSheet() {
  const [name, set_name] = useState<FilterName>('focus');
  const [text, set_text] = useState('');
  const { fault, notes } = useTrial(name, text);
  const add = (event: Event) => {
    event.preventDefault();
    if (text !== '' && fault === null) {
      add_filter(name, text);
      set_text('');
    }
  };
  return (
    <Dialog title="Filters" class="wide" on_close={close_sheet}>
      <form class="rule-form" onSubmit={add}>
        <Choice
          label="What to do"
          value={name}
          options={kFilters.map((each) => [each, kFilterLabels[each]])}
          choose={(chosen) => set_name(chosen as FilterName)}
        />
        <TextField
          is_wide
          class="mono"
          label="Functions whose name, file or object fits"
          value={text}
          spellcheck={false}
          autocomplete="off"
          maxLength={1000}
          placeholder={name === 'hide' ? 'an expression, or @allocators' : '^parse|src/net/'}
          aria-invalid={fault !== null}
          aria-describedby="filter-meaning"
          write={set_text}
        />
        <button type="submit" disabled={text === '' || fault !== null}>
          Add
        </button>
      </form>
      <p id="filter-meaning" class="dim">
        {kMeanings[name]} Of several expressions any has to fit.
      </p>
      {fault !== null && <Fault fault={fault} />}
      <Notes of={notes} />
      <Started />
      <h3>Used now</h3>
      {filters().length === 0 && <p class="dim">None. They are kept in the address.</p>}
      <Entries
        entries={filters().map((filter) => ({
          text: filter.expression,
          kind: kFilterLabels[filter.name],
          remove: () => remove_filter(filter),
        }))}
      />
    </Dialog>
  );
}

/// What narrows the profile before any filter of the page does.
function Started() {
  const options = session.value?.options ?? [];
  const notes = profile.value?.notes ?? [];
  if (options.length + notes.length === 0) {
    return null;
  }
  return (
    <>
      <h3>Since the start</h3>
      {options.length > 0 && (
        <p class="note">
          quern was started with <code>{visible(options.join(' '), 600)}</code>
        </p>
      )}
      <Notes of={notes} />
    </>
  );
}

/// What the filters leave, in the words of the engine. Why they cannot be, each view tells.
export function FilterNotes() {
  const is_asked = filters().length > 0 && !is_one_file();
  const { data } = useAnswer<Filtered>(is_asked ? api_address('filters', filter_params()) : null);
  if (!is_asked || data === null) {
    return null;
  }
  const notes = data.notes.length > 0 ? data.notes : ['No cost is left out.'];
  return (
    <p class="banner is-grey" role="status">
      {data.estimates && (
        <span class="mark" title="In part estimated">
          ~{' '}
        </span>
      )}
      {notes.map((note) => visible(note, 400)).join('; ')}
    </p>
  );
}
