// SPDX-License-Identifier: MIT
//
// Filters of the engine: a dialog that tries them while you type, and a line that says how much of
// the profile they keep.
import { useState } from 'preact/hooks';
import { api_address, ask, fault_from, is_one_file } from '../api/client';
import type { ApiFault, Filtered } from '../api/types';
import { visible } from '../base/names';
import { close_sheet } from '../state/actions';
import { add_filter, filters, remove_filter } from '../state/filters';
import { values_of } from '../state/navigation';
import { kFilters, type FilterName } from '../state/place';
import { filter_params, profile, session } from '../state/session';
import { Choice, Entries, TextField } from '../ui/choices';
import { Dialog } from '../ui/dialog';
import { Fault, Notes } from '../ui/states';
import { useAnswer, useSettled } from '../ui/use_answer';
import { FilterSets } from './filter_sets';

export const kFilterLabels: Record<FilterName, string> = {
  focus: 'focus',
  ignore: 'ignore',
  'show-from': 'show from',
  show: 'show only',
  hide: 'hide',
};

const kMeanings: Record<FilterName, string> = {
  focus: 'Keep only stacks that contain a matching function, with its callers.',
  ignore: 'Keep only stacks without a matching function.',
  'show-from': 'Start each stack at its outermost matching function; drop stacks without one.',
  show: 'Keep only matching functions; the cost of the others moves to their callers. Totals stay.',
  hide: 'Remove matching functions; their cost moves to their callers. Totals stay.',
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
          label="Filter"
          value={name}
          options={kFilters.map((each) => [each, kFilterLabels[each]])}
          choose={(chosen) => set_name(chosen as FilterName)}
        />
        <TextField
          is_wide
          class="mono"
          label="Functions whose name, file or object matches"
          value={text}
          spellcheck={false}
          autocomplete="off"
          maxLength={1000}
          placeholder={name === 'hide' ? 'regular expression, or @allocators' : '^parse|src/net/'}
          aria-invalid={fault !== null}
          aria-describedby="filter-meaning"
          write={set_text}
        />
        <button type="submit" disabled={text === '' || fault !== null}>
          Add
        </button>
      </form>
      <p id="filter-meaning" class="dim">
        {kMeanings[name]} With several expressions, one match is enough.
      </p>
      {fault !== null && <Fault fault={fault} />}
      <Notes of={notes} />
      <Started />
      <h3>Active filters</h3>
      {filters().length === 0 && <p class="dim">None. Filters are part of the address.</p>}
      <Entries
        entries={filters().map((filter) => ({
          text: filter.expression,
          kind: kFilterLabels[filter.name],
          remove: () => remove_filter(filter),
        }))}
      />
      <FilterSets />
    </Dialog>
  );
}

/// Filters of the command line, which apply before those of the page.
function Started() {
  const options = session.value?.options ?? [];
  const notes = profile.value?.notes ?? [];
  if (options.length + notes.length === 0) {
    return null;
  }
  return (
    <>
      <h3>From the command line</h3>
      {options.length > 0 && (
        <p class="note">
          quern was started with <code>{visible(options.join(' '), 600)}</code>
        </p>
      )}
      <Notes of={notes} />
    </>
  );
}

/// Says how much the filters keep, in the words of the engine. Each view reports invalid filters.
export function FilterNotes() {
  const is_asked = filters().length > 0 && !is_one_file();
  const { data } = useAnswer<Filtered>(is_asked ? api_address('filters', filter_params()) : null);
  if (!is_asked || data === null) {
    return null;
  }
  const notes = data.notes.length > 0 ? data.notes : ['The filters keep all costs.'];
  return (
    <p class="banner is-grey" role="status">
      {data.estimates && (
        <span class="mark" title="Partly estimated">
          ~{' '}
        </span>
      )}
      {notes.map((note) => visible(note, 400)).join('; ')}
    </p>
  );
}
