// SPDX-License-Identifier: MIT
//
// The dialogs over the page: keys, events and formulas, parts and threads.
import { useState } from 'preact/hooks';
import type { ApiFault } from '../api/types';
import { fault_from, post } from '../api/client';
import { amount_text } from '../base/amounts';
import { column_of, visible } from '../base/names';
import { kActions, key_for, sheet } from '../state/actions';
import { key, place, set_keys } from '../state/navigation';
import { events, event_name, parts, unit_of } from '../state/session';
import { Dialog } from './dialog';
import { FilterSheet } from './filter_sheet';
import { Palette } from './palette';
import { Fault } from './states';
import { TableHead } from './table_head';
import { total_of } from './columns';

const close = () => {
  sheet.value = null;
};

const kGroups = ['Go to', 'Show', 'Selection', 'Copy', 'Page'] as const;

const kInTables: [string, string][] = [
  ['↑ ↓ PgUp PgDn Home End', 'from row to row'],
  ['Enter', 'open the row'],
  ['← →', 'close and open a branch; frames beside'],
  ['z 0', 'zoom into a frame, and out'],
  ['Esc', 'close, then clear the selection'],
];

export function KeyTable() {
  return (
    <div class="key-groups">
      {kGroups.map((group) => (
        <section key={group}>
          <h3>{group}</h3>
          <dl class="keys">
            {kActions
              .filter((each) => each.group === group)
              .map((each) => (
                <div key={each.id}>
                  <dt>
                    <kbd>{key_for(each)}</kbd>
                  </dt>
                  <dd>{each.label}</dd>
                </div>
              ))}
          </dl>
        </section>
      ))}
      <section>
        <h3>In tables and pictures</h3>
        <dl class="keys">
          {kInTables.map(([keys, label]) => (
            <div key={keys}>
              <dt>
                <kbd>{keys}</kbd>
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
          <div>
            <dt>
              <kbd>Ctrl K</kbd>
            </dt>
            <dd>go to anything</dd>
          </div>
        </dl>
      </section>
    </div>
  );
}

interface Formula {
  name: string;
  unit: string | null;
  long_name: string | null;
  formula: string;
  kind: 'sum' | 'ratio';
}

function EventSheet() {
  const [text, set_text] = useState('');
  const [fault, set_fault] = useState<ApiFault | null>(null);
  const defined = place.value.keys['define'] ?? [];
  const add = async (event: Event) => {
    event.preventDefault();
    try {
      const made = await post<Formula>('formula', { define: text });
      set_keys({ define: [...defined, text], e2: made.name });
      set_text('');
      set_fault(null);
    } catch (error) {
      set_fault(fault_from(error));
    }
  };
  return (
    <Dialog title="Events and formulas" class="wide" on_close={close}>
      <div class="scroll-box tall" tabIndex={0} role="region" aria-label="Events">
        <table class="plain-table">
          <TableHead heads={['Event', 'What it is', 'Show']} />
          <tbody>
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
                  <button
                    type="button"
                    aria-label={`Show ${each.name} first`}
                    onClick={() => set_keys({ e: each.name })}
                  >
                    first
                  </button>
                  <button
                    type="button"
                    aria-label={`Show ${each.name} second`}
                    onClick={() => set_keys({ e2: each.name })}
                  >
                    second
                  </button>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <h3>Your formulas</h3>
      {defined.length === 0 && <p class="dim">None yet. They are kept in the address.</p>}
      <ul class="rules">
        {defined.map((each, at) => (
          <li key={`${at}-${each}`}>
            <code>{visible(each, 300)}</code>
            <button
              type="button"
              class="plain icon"
              aria-label={`Remove ${visible(each, 80)}`}
              onClick={() => set_keys({ define: defined.filter((_, index) => index !== at) })}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <form class="rule-form" onSubmit={(event) => void add(event)}>
        <label class="field grow">
          <span>NAME [UNIT] = FORMULA : LONG NAME</span>
          <input
            class="mono"
            value={text}
            placeholder="MissRate [%] = 100 D1mr/Dr : read misses"
            onInput={(event) => set_text(event.currentTarget.value)}
          />
        </label>
        <button type="submit">Add</button>
      </form>
      {fault !== null && <FormulaFault text={text} fault={fault} />}
    </Dialog>
  );
}

/// The text with a mark below the byte that the engine stumbled over.
export function FormulaFault({ text, fault }: { text: string; fault: ApiFault }) {
  const at = fault.position ?? null;
  return (
    <Fault fault={fault}>
      {at !== null && at > 0 && text !== '' && (
        <pre class="caret">
          {visible(text, 1000)}
          {'\n'}
          {' '.repeat(column_of(text, at))}^
        </pre>
      )}
    </Fault>
  );
}

function PartSheet() {
  const [text, set_text] = useState(key('parts') ?? '');
  const [threads, set_threads] = useState(key('threads') ?? '');
  const [event] = events.value;
  const unit = unit_of(event?.name ?? '');
  const apply = (submit: Event) => {
    submit.preventDefault();
    set_keys({ parts: text.trim() || null, threads: threads.trim() || null });
    close();
  };
  return (
    <Dialog title="Parts and threads" class="wide" on_close={close}>
      <form onSubmit={apply}>
        <div class="row">
          <label class="field">
            <span>Parts</span>
            <input
              value={text}
              placeholder="all, or 1,4-6"
              onInput={(input) => set_text(input.currentTarget.value)}
            />
          </label>
          <label class="field">
            <span>Threads</span>
            <input
              value={threads}
              placeholder="all, or 1-3"
              onInput={(input) => set_threads(input.currentTarget.value)}
            />
          </label>
          <button type="submit" class="primary">
            Show
          </button>
          <button
            type="button"
            onClick={() => {
              set_keys({ parts: null, threads: null });
              close();
            }}
          >
            All
          </button>
        </div>
      </form>
      <div class="scroll-box tall" tabIndex={0} role="region" aria-label="Parts">
        <table class="plain-table">
          <TableHead heads={['Part', { number: event?.name }]} />
          <tbody>
            {parts.value.slice(0, 1000).map((part) => (
              <tr key={part.id}>
                <th scope="row">
                  <button
                    type="button"
                    class="plain link"
                    onClick={() => {
                      set_keys({ parts: String(part.number ?? part.id + 1), threads: null });
                      close();
                    }}
                  >
                    {visible(part.label, 120)}
                  </button>
                </th>
                <td class="is-number num">{amount_text(unit, total_of(part.totals, 0))}</td>
              </tr>
            ))}
          </tbody>
        </table>
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
        <Dialog title="Keys" class="wide" on_close={close}>
          <KeyTable />
        </Dialog>
      );
    case 'events':
      return <EventSheet />;
    case 'parts':
      return <PartSheet />;
    case 'filters':
      return <FilterSheet />;
    case null:
      return null;
  }
}
