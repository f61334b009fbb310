// SPDX-License-Identifier: MIT
//
// The part of the filter dialog that saves filters under a name, applies and deletes them.
import { useId, useRef, useState } from 'preact/hooks';
import { shell_word, visible } from '../base/names';
import {
  apply_filters,
  delete_filters,
  filter_sets,
  filters_of,
  is_applied,
  kLongestSetName,
  save_filters,
  type FilterSet,
} from '../state/filter_sets';
import { filters } from '../state/filters';
import { Cross, TextField } from '../ui/choices';

/// As options of the terminal.
function options_of(set: FilterSet): string {
  return filters_of(set)
    .map(({ name, expression }) => `--${name} ${shell_word(expression)}`)
    .join(' ');
}

export function FilterSets() {
  const [done, set_done] = useState('');
  const section = useRef<HTMLElement>(null);
  const heading = useId();
  const sets = filter_sets.value;
  return (
    <section class="filter-sets" aria-labelledby={heading} tabIndex={-1} ref={section}>
      <h3 id={heading}>Saved filters</h3>
      {filters().length > 0 && <SaveForm tell={set_done} />}
      {sets.length === 0 && (
        <p class="dim">
          None. Active filters can be saved under a name. The browser keeps them for this --port of
          quern view.
        </p>
      )}
      <ul class="rules">
        {sets.map((set) => (
          <SavedSet
            key={set.name}
            set={set}
            apply={() => {
              apply_filters(set);
              set_done(`Applied “${visible(set.name)}”.`);
            }}
            remove={() => {
              delete_filters(set);
              set_done(`Deleted “${visible(set.name)}”.`);
              // The button that had the focus is gone.
              section.current?.focus();
            }}
          />
        ))}
      </ul>
      <p class="note" role="status">
        {done}
      </p>
    </section>
  );
}

function SaveForm({ tell }: { tell: (text: string) => void }) {
  const [name, set_name] = useState('');
  const save = (event: Event) => {
    event.preventDefault();
    const how = save_filters(name);
    if (how !== null) {
      const shown = `“${visible(name.trim())}”`;
      tell(how === 'saved' ? `Saved as ${shown}.` : `Replaced ${shown}.`);
      set_name('');
    }
  };
  return (
    <form class="rule-form" onSubmit={save}>
      <TextField
        is_wide
        label="Save the active filters as"
        value={name}
        autocomplete="off"
        maxLength={kLongestSetName}
        placeholder="Name"
        write={set_name}
      />
      <button type="submit" disabled={name.trim() === ''}>
        Save
      </button>
    </form>
  );
}

interface SavedSetProps {
  set: FilterSet;
  apply: () => void;
  remove: () => void;
}

function SavedSet({ set, apply, remove }: SavedSetProps) {
  return (
    <li>
      <button type="button" aria-current={is_applied(set)} title="Apply these filters" onClick={apply}>
        <bdi>{visible(set.name)}</bdi>
      </button>
      <code>{visible(options_of(set), 300)}</code>
      <Cross label={`Delete ${visible(set.name)}`} act={remove} />
    </li>
  );
}
