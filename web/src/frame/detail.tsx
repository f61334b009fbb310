// SPDX-License-Identifier: MIT
//
// The selected function next to the view: its costs, its most expensive callers and callees, and actions.
import { ask, is_one_file } from '../api/client';
import type { CallRow, Named, Peek, Row } from '../api/types';
import type { Unit } from '../base/amounts';
import { kNothing, raw_text, type Cost } from '../base/cost';
import { base_name, visible } from '../base/names';
import { table_text, type Table } from '../base/tables';
import { deeds } from '../state/actions';
import { escaped } from '../base/words';
import { add_filter, filters } from '../state/filters';
import { key, link_to, open_page, place, refine } from '../state/navigation';
import type { FilterName } from '../state/place';
import { is_diff } from '../state/session';
import { CountOf, CycleTag, FunctionName, KnownCount, shown_name, with_root_name } from '../ui/cells';
import {
  first_event,
  inclusive_cost,
  known_count,
  raw_or_empty,
  self_cost,
  total_of,
} from '../ui/columns';
import { namesakes } from '../ui/namesakes';
import { copy_text, notify } from '../ui/notices';
import { peek_address } from '../ui/peek';
import { AmountCell, NumberCell, ShareCell } from '../ui/plain_table';
import { Waiting } from '../ui/states';
import { useAnswer } from '../ui/use_answer';

const kNeighbours = 8;
const kFilterWords: readonly [FilterName, string][] = [
  ['show-from', 'Only below it'],
  ['focus', 'Focus'],
  ['ignore', 'Ignore'],
  ['hide', 'Hide'],
];

export function Detail({ id }: { id: string }) {
  const answer = useAnswer<Peek>(peek_address(id, false, kNeighbours));
  const { data, fault } = answer;
  if (fault?.code === 'no-such-function' && (is_diff.value || filters().length > 0)) {
    return (
      <div class="detail-body">
        {is_diff.value ? (
          <p>
            Removed: this function is not in the new profile.{' '}
            <a href={link_to('fn', id)}>Show the old function</a>
          </p>
        ) : (
          <p>The filters remove this function.</p>
        )}
      </div>
    );
  }
  if (data === null) {
    return <Waiting of={answer} what="Loading the function" />;
  }
  const row = data.function;
  const { at, unit } = first_event(data.events);
  return (
    <div aria-busy={answer.is_loading} class="detail-body">
      <h2>
        <a href={link_to('fn', row.id)}>
          <bdi>{shown_name(row.name, row.kind)}</bdi>
        </a>
      </h2>
      {row.file && (
        <p class="dim">
          <bdi>{visible(row.file, 200)}</bdi>
        </p>
      )}
      {row.object && (
        <p class="dim">
          <bdi>{visible(row.object, 200)}</bdi>
        </p>
      )}
      <CycleTag of={row} tab_index={0} />
      <Figures row={row} at={at} unit={unit} whole={total_of(data.totals, at)} />
      <p class="actions">
        <a class="button" href={link_to('fn', row.id)}>
          Open
        </a>
        {row.file_id && (
          <a class="button" href={link_to('source', row.file_id, { fn: row.id })}>
            Source
          </a>
        )}
        {row.name !== null &&
          !is_one_file() &&
          kFilterWords.map(([name, label]) => (
            <button key={name} type="button" onClick={() => deeds.filter(name)}>
              {label}
            </button>
          ))}
        <button type="button" onClick={() => void copy_text(row.name ?? '', 'name')}>
          Copy name
        </button>
      </p>
      <Neighbours title="Callers" rows={data.callers} of={data.callers_of} at={at} unit={unit} />
      <Neighbours title="Callees" rows={data.callees} of={data.callees_of} at={at} unit={unit} />
    </div>
  );
}

function Figures(props: { row: Row; at: number; unit: Unit; whole: bigint }) {
  const { row, at, unit, whole } = props;
  const figures: [string, Cost | null][] = [
    ['Self', self_cost(row, at)],
    ['Inclusive', inclusive_cost(row, at)],
  ];
  return (
    <table class="plain-table fixed figures-table">
      <tbody>
        {figures.map(([label, cost]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <AmountCell unit={unit} cost={cost} />
            <ShareCell cost={cost} whole={whole} />
          </tr>
        ))}
        <tr>
          <th scope="row">Calls</th>
          <NumberCell>
            <KnownCount of={known_count(row.calls, row.calls_certainty)} />
          </NumberCell>
          <td />
        </tr>
      </tbody>
    </table>
  );
}

interface NeighboursProps {
  title: string;
  rows: CallRow[];
  of: number;
  at: number;
  unit: Unit;
}

function Neighbours({ title, rows, of, at, unit }: NeighboursProps) {
  if (rows.length === 0) {
    return null;
  }
  return (
    <>
      <h3>
        {title} <CountOf shown={rows.length} of={of} />
      </h3>
      <table class="plain-table fixed" aria-label={title}>
        <tbody>
          {rows.map((row, index) => (
            <tr key={`${index}-${row.id}`}>
              <AmountCell track="cost-track" unit={unit} cost={inclusive_cost(row, at)} />
              <td>
                <FunctionName of={with_root_name(row)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/// Its numbers, raw, as tables are copied.
function row_table({ events, function: row }: Peek): Table {
  return {
    head: [
      'name',
      'file',
      'object',
      ...events.map((name) => `self:${name}`),
      ...events.map((name) => `inclusive:${name}`),
      'calls',
    ],
    numbers: [false, false, false, ...events.map(() => true), ...events.map(() => true), true],
    rows: [
      [
        row.name ?? '',
        row.file ?? '',
        row.object ?? '',
        ...events.map((_, at) => raw_text(self_cost(row, at) ?? kNothing)),
        ...events.map((_, at) => raw_or_empty(inclusive_cost(row, at))),
        String(row.calls ?? ''),
      ],
    ],
  };
}

function selected_id(): string | null {
  return place.value.page === 'fn' ? place.value.id : key('sel');
}

/// Does `work` with what the engine knows of the selected function, which a key may be quicker than;
/// not if another one is selected by then.
async function with_selected(work: (of: Peek) => void): Promise<void> {
  const id = selected_id();
  if (id === null) {
    return;
  }
  // The view reports the error.
  const known = await ask<Peek>(peek_address(id, false, kNeighbours)).catch(() => null);
  if (known !== null && selected_id() === id) {
    work(known);
  }
}

/// Filters match names, so that they apply to all functions of the same name.
function tell_others(all: readonly Named[], id: string | null): void {
  const places = all
    .filter((each) => each.id !== id)
    .map((each) => visible(base_name(each.file ?? each.object ?? 'an unknown file'), 60));
  if (places.length > 0) {
    const more = places.length > 2 ? ` and ${places.length - 2} more` : '';
    notify(`Functions of the same name in ${places.slice(0, 2).join(', ')}${more} are filtered too`);
  }
}

/// What keys do with the selected function.
export const kSelectionDeeds = {
  copy_name: () => {
    void with_selected((of) => void copy_text(of.function.name ?? '', 'name'));
  },
  copy_row: () => {
    void with_selected((of) => void copy_text(table_text(row_table(of), 'tsv'), 'row as TSV'));
  },
  filter: (name: FilterName) => {
    if (is_one_file()) {
      return;
    }
    void with_selected(({ function: { id, name: own } }) => {
      if (own) {
        // Looked up among what is there now: the filter may leave nothing of them.
        const shared = namesakes(own);
        add_filter(name, `^${escaped(own)}$`);
        void shared.then((all) => tell_others(all, id));
      }
    });
  },
  heaviest: (side: 'caller' | 'callee') => {
    void with_selected(({ callers, callees }) => {
      const rows = side === 'caller' ? callers : callees;
      const next = rows.find((each) => each.id !== null && !each.recursive);
      if (!next?.id) {
        return;
      }
      if (place.value.page === 'fn') {
        open_page('fn', next.id);
      } else {
        refine({ sel: next.id });
      }
    });
  },
  source: () => {
    void with_selected(({ function: { file_id, id } }) => {
      if (file_id) {
        open_page('source', file_id, { fn: id });
      }
    });
  },
};
