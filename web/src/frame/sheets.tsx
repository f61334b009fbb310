// SPDX-License-Identifier: MIT
//
// The dialogs over the page: keys, events and formulas, parts and threads, profiles.
import { useState } from 'preact/hooks';
import type { ApiFault } from '../api/types';
import { fault_from, is_one_file, post } from '../api/client';
import { amount_text } from '../base/amounts';
import { visible } from '../base/names';
import { close_sheet, sheet } from '../state/actions';
import { key, set_keys, values_of } from '../state/navigation';
import { can_select, can_select_parts, keys_of_parts } from '../state/part_choice';
import { events, event_name, parts, profile, unit_of } from '../state/session';
import { KeyEntries, TextField } from '../ui/choices';
import { Dialog } from '../ui/dialog';
import { KeyTable } from '../ui/key_table';
import { FilterSheet } from './filter_sheet';
import { Palette } from './palette';
import { PartBand } from '../ui/parts/part_band';
import { PlainTable } from '../ui/plain_table';
import { notify } from '../ui/notices';
import { FileChoice } from '../ui/profiles/sent_file';
import { FolderProfiles } from '../ui/profiles/folder_profiles';
import { Caret, Fault } from '../ui/states';
import { total_of } from '../ui/columns';

const kShownAs = [
  ['e', 'first'],
  ['e2', 'second'],
] as const;

function EventSheet() {
  const [text, set_text] = useState('');
  const [fault, set_fault] = useState<ApiFault | null>(null);
  const defined = values_of('define');
  const add = async (event: Event) => {
    event.preventDefault();
    try {
      const made = await post<{ name: string }>('formula', { define: text });
      set_keys({ define: [...defined, text], e2: made.name });
      set_text('');
      set_fault(null);
    } catch (error) {
      set_fault(fault_from(error));
    }
  };
  return (
    <Dialog title="Events and formulas" class="wide" on_close={close_sheet}>
      <div class="scroll-box tall" tabIndex={0} role="region" aria-label="Events">
        <PlainTable heads={['Event', 'Meaning', 'Show as']}>
          {events.value.map((each) => (
            <tr key={each.name} class={each.name === event_name.value ? 'current' : ''}>
              <th scope="row">{visible(each.name, 80)}</th>
              <td>
                {visible(each.long_name ?? '', 120)}
                {each.formula !== null && (
                  <code class="formula">{visible(each.formula, 200)}</code>
                )}
              </td>
              <td class="actions">
                {kShownAs.map(([name, word]) => (
                  <button
                    key={name}
                    type="button"
                    aria-label={`Show ${each.name} as ${word} event`}
                    onClick={() => set_keys({ [name]: each.name })}
                  >
                    {word}
                  </button>
                ))}
              </td>
            </tr>
          ))}
        </PlainTable>
      </div>
      <h3>Your formulas</h3>
      {defined.length === 0 && <p class="dim">None yet. Formulas are part of the address.</p>}
      <KeyEntries name="define" />
      <form class="rule-form" onSubmit={(event) => void add(event)}>
        <TextField
          is_wide
          class="mono"
          label="NAME [UNIT] = FORMULA : LONG NAME"
          value={text}
          placeholder="MissRate [%] = 100 D1mr/Dr : read misses"
          write={set_text}
        />
        <button type="submit">Add</button>
      </form>
      {fault !== null && (
        <Fault fault={fault}>
          {(fault.position ?? 0) > 0 && text !== '' && <Caret text={text} at={fault.position} />}
        </Fault>
      )}
    </Dialog>
  );
}

interface ListProps {
  choose: (chosen: { parts: string | null; threads: string | null }) => void;
}

function PartLists({ choose }: ListProps) {
  const [text, set_text] = useState(key('parts') ?? '');
  const [threads, set_threads] = useState(key('threads') ?? '');
  const apply = (submit: Event) => {
    submit.preventDefault();
    choose({ parts: text.trim() || null, threads: threads.trim() || null });
  };
  return (
    <form onSubmit={apply}>
      <div class="row">
        <TextField label="Parts" value={text} placeholder="all, or 1,4-6" write={set_text} />
        <TextField
          label="Threads"
          value={threads}
          placeholder="all, or 1-3"
          write={set_threads}
        />
        <button type="submit" class="primary">
          Show
        </button>
        <button type="button" onClick={() => choose({ parts: null, threads: null })}>
          All
        </button>
      </div>
    </form>
  );
}

function PartSheet() {
  const [event] = events.value;
  const unit = unit_of(event?.name ?? '');
  const choose: ListProps['choose'] = (chosen) => {
    set_keys(chosen);
    close_sheet();
  };
  return (
    <Dialog title="Parts and threads" class="wide" on_close={close_sheet}>
      {can_select_parts.value && <PartBand />}
      <PartLists key={`${key('parts')} of ${key('threads')}`} choose={choose} />
      <div class="scroll-box tall" tabIndex={0} role="region" aria-label="Parts">
        <PlainTable heads={['Part', { number: event?.name }]}>
          {parts.value.slice(0, 1000).map((part) => (
            <tr key={part.id}>
              <th scope="row">
                <button
                  type="button"
                  class="plain link"
                  disabled={!can_select(part)}
                  onClick={() => choose(keys_of_parts([part]))}
                >
                  {visible(part.label, 120)}
                </button>
              </th>
              <td class="is-number num">{amount_text(unit, total_of(part.totals, 0))}</td>
            </tr>
          ))}
        </PlainTable>
      </div>
    </Dialog>
  );
}

/// The page stays as it is until the other profile has been read.
function FileSheet() {
  const on_chosen = (name: string) => {
    close_sheet();
    notify(`Reading ${visible(name, 200)} …`);
  };
  return (
    <Dialog title="Open another profile" class="wide" on_close={close_sheet}>
      <div class="scroll-box tall" tabIndex={0} role="region" aria-label="Profiles">
        <FolderProfiles
          what="profile"
          invitation="Choose the profile that all views show:"
          on_chosen={on_chosen}
        >
          <p>
            {profile.value?.files.length === 1
              ? 'No other profile was found next to this one.'
              : 'Several files are shown as one profile.'}
          </p>
          {is_one_file() && (
            <>
              <p>Start quern with another file:</p>
              <pre>quern view FILE</pre>
            </>
          )}
        </FolderProfiles>
        {!is_one_file() && <FileChoice />}
      </div>
    </Dialog>
  );
}

export function Sheets() {
  switch (sheet.value) {
    case 'palette':
      return <Palette />;
    case 'keys':
      return (
        <Dialog title="Keys" class="wide" on_close={close_sheet}>
          <KeyTable />
        </Dialog>
      );
    case 'events':
      return <EventSheet />;
    case 'parts':
      return <PartSheet />;
    case 'files':
      return <FileSheet />;
    case 'filters':
      return <FilterSheet />;
    case null:
      return null;
  }
}
