// SPDX-License-Identifier: MIT
//
// The selected function beside the view: its figures, its dearest neighbours, what to do with it.
import { api_address, ask, is_one_file } from '../api/client';
import type { CallRow, Named, Peek, Row } from '../api/types';
import { useAnswer } from './use_answer';
import { cost_of, Exact, raw_text, type Cost } from '../base/cost';
import { base_name, visible } from '../base/names';
import { table_text, type Table } from '../base/tables';
import { deeds } from '../state/actions';
import { add_filter, escaped, filters } from '../state/filters';
import { key, link_to, open_page, place, refine } from '../state/navigation';
import type { FilterName } from '../state/place';
import { common_params, is_diff, unit_of } from '../state/session';
import { Amount, FunctionName, KnownCount, Share, shown_name } from './cells';
import { inclusive_cost, known_count, self_cost, shown_events, total_of } from './columns';
import { namesakes } from './namesakes';
import { copy_text, notify } from './notices';
import { Fault, Loading } from './states';

const kNeighbours = 8;
const kFilterWords: readonly [FilterName, string][] = [
  ['show-from', 'Only its callees'],
  ['focus', 'Focus'],
  ['ignore', 'Without it'],
  ['hide', 'Hide'],
];

function neighbour_address(id: string): string {
  return api_address(`fn/${encodeURIComponent(id)}`, {
    ...common_params(),
    group: key('group'),
    limit: kNeighbours,
  });
}

export function Detail({ id }: { id: string }) {
  const { data, fault, is_loading } = useAnswer<Peek>(neighbour_address(id));
  if (fault?.code === 'no-such-function' && is_diff.value) {
    return (
      <div class="detail-body">
        <p>
          It is gone: the new profile has no such function.{' '}
          <a href={link_to('fn', id)}>What it was</a>
        </p>
      </div>
    );
  }
  if (fault?.code === 'no-such-function' && filters().length > 0) {
    return (
      <div class="detail-body">
        <p>The filters leave nothing of it.</p>
      </div>
    );
  }
  if (data === null) {
    return fault === null ? <Loading what="Looking it up" /> : <Fault fault={fault} />;
  }
  const row = data.function;
  const [event] = shown_events(data.events);
  const at = event?.at ?? 0;
  return (
    <div aria-busy={is_loading} class="detail-body">
      <h2>
        <a href={link_to('fn', row.id)}>
          <bdi>{shown_name(row.name)}</bdi>
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
      <Figures row={row} name={event?.name ?? ''} at={at} whole={total_of(data.totals, at)} />
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
      <Neighbours title="Callers" rows={data.callers} of={data.callers_of} peek={data} at={at} />
      <Neighbours title="Callees" rows={data.callees} of={data.callees_of} peek={data} at={at} />
    </div>
  );
}

function Figures({ row, name, at, whole }: { row: Row; name: string; at: number; whole: bigint }) {
  const unit = unit_of(name);
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
            <td class="is-number">{cost !== null && <Amount unit={unit} cost={cost} />}</td>
            <td class="is-number">{cost !== null && <Share cost={cost} whole={whole} />}</td>
          </tr>
        ))}
        <tr>
          <th scope="row">Calls</th>
          <td class="is-number">
            <KnownCount of={known_count(row.calls, row.calls_certainty)} />
          </td>
          <td />
        </tr>
      </tbody>
    </table>
  );
}

function Neighbours(props: { title: string; rows: CallRow[]; of: number; peek: Peek; at: number }) {
  const { title, rows, of, peek, at } = props;
  if (rows.length === 0) {
    return null;
  }
  const unit = unit_of(peek.events[at] ?? '');
  return (
    <>
      <h3>
        {title} <span class="dim">{rows.length < of ? `${rows.length} of ${of}` : of}</span>
      </h3>
      <table class="plain-table fixed" aria-label={title}>
        <tbody>
          {rows.map((row, index) => (
            <tr key={`${index}-${row.id}`}>
              <td class="is-number cost-track">
                <Amount
                  unit={unit}
                  cost={cost_of(row.inclusive[at] ?? 0, row.certainty ?? 'exact')}
                />
              </td>
              <td>
                <FunctionName
                  id={row.id}
                  name={row.root ? '(root of stacks)' : row.name}
                  file={row.file}
                  object={row.object}
                />
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
        ...events.map((_, at) => raw_text(self_cost(row, at) ?? new Exact(0n))),
        ...events.map((_, at) => {
          const cost = inclusive_cost(row, at);
          return cost === null ? '' : raw_text(cost);
        }),
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
  // Why it cannot be known, the view says.
  const known = await ask<Peek>(neighbour_address(id)).catch(() => null);
  if (known !== null && selected_id() === id) {
    work(known);
  }
}

/// An expression fits names: of several functions of one, all are meant.
function tell_others(all: readonly Named[], id: string | null): void {
  const places = all
    .filter((each) => each.id !== id)
    .map((each) => visible(base_name(each.file ?? each.object ?? 'an unknown file'), 60));
  if (places.length > 0) {
    const more = places.length > 2 ? ` and ${places.length - 2} more` : '';
    notify(`Its name is also that of functions of ${places.slice(0, 2).join(', ')}${more}: all are meant`);
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
