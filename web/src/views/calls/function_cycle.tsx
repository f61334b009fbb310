// SPDX-License-Identifier: MIT
//
// The cycle that a function is on: its members, what its inclusive cost is made of, and the calls
// inside it, which are left out so that no cost counts twice.
import { is_one_file } from '../../api/client';
import type { CycleBooks, Peek, RawCosts, Row, Top } from '../../api/types';
import { grouped } from '../../base/amounts';
import { cost_of } from '../../base/cost';
import { count } from '../../base/count';
import type { Table } from '../../base/tables';
import { key } from '../../state/navigation';
import { common_params } from '../../state/session';
import { FunctionName, KnownCount } from '../../ui/cells';
import {
  calls_column,
  first_event,
  known_count,
  name_column,
  place_columns,
  total_of,
} from '../../ui/columns';
import type { Column } from '../../ui/grid';
import { copied_list, PagedList, usePaged } from '../../ui/paged_list';
import { AmountCell, number_heads, PlainTable, ShareCell } from '../../ui/plain_table';
import { calls_sorting, name_head } from '../../ui/sorting';
import { useStatus } from '../../ui/status';
import { name_label, open_row } from '../lists/functions';
import { pane_figures } from '../lists/pane_figures';

function member_params(id: string) {
  return { ...common_params(), group: key('group'), cycle_of: id, sort: key('sort') };
}

export function has_cycle({ function: { cycle } }: Peek): boolean {
  return cycle !== null && cycle !== undefined;
}

/// The list is narrow, and each figure counts: no shares.
function member_columns(top: Top): Column<Row>[] {
  return [
    ...pane_figures(top),
    calls_column((row) => known_count(row.calls, row.calls_certainty), calls_sorting()),
    name_column(
      { label: name_label(), ...name_head() },
      (row) => <FunctionName of={row} tab_index={-1} />,
      (row) => row.name ?? '',
    ),
  ];
}

export function cycle_table(id: string): Promise<Table> {
  return copied_list<Row, Top>('functions', member_params(id), (top) => [
    ...member_columns(top),
    ...place_columns<Row>((row) => row),
  ]);
}

export function FunctionCycle({ id, peek }: { id: string; peek: Peek }) {
  return (
    <div class="reach">
      {peek.books !== undefined && <Books books={peek.books} peek={peek} />}
      <Members id={id} of={peek.books?.members} />
    </div>
  );
}

function Members({ id, of }: { id: string; of: CycleBooks['members'] | undefined }) {
  const list = usePaged<Row, Top>('functions', member_params(id));
  const members = list.data?.matched ?? 0;
  useStatus(list.data === null ? null : `${grouped(BigInt(members))} members`);
  const is_cut = is_one_file() && of !== undefined && BigInt(members) < count(of);
  return (
    <>
      {is_cut && list.data !== null && (
        <p class="note">
          This file has {grouped(BigInt(members))} of the {grouped(count(of))} members.
        </p>
      )}
      <PagedList
        kind="members"
        list={list}
        what="Looking for the members"
        nothing={<p class="dim">It is on no cycle.</p>}
        label="Members of the cycle"
        columns={member_columns}
        id_of={(row) => row.id}
        on_open={(row) => open_row(row, key('group'))}
      />
    </>
  );
}

type Part = 'self' | 'leaving' | 'whole' | 'entering' | 'inside';
const kLines: readonly [Part, string][] = [
  ['self', 'Self costs of the members'],
  ['leaving', 'Calls out of the cycle'],
  ['whole', 'Sum: the cycle, each cost counted once'],
  ['entering', 'Calls into it, as recorded'],
  ['inside', 'Calls inside it, as recorded (not included)'],
];

function Books({ books, peek }: { books: CycleBooks; peek: Peek }) {
  const { name, at, unit } = first_event(peek.events);
  const whole = total_of(peek.totals, at);
  const cost = (costs: RawCosts) => cost_of(costs[at] ?? 0, books.certainty);
  const calls = known_count(books.calls_inside, books.calls_inside_certainty);
  const members = count(books.members);
  return (
    <>
      <p class="note">
        {members === 1n
          ? 'The function calls itself. '
          : `${grouped(members)} ${key('group') === null ? 'functions' : 'groups'} call each other. `}
        {calls !== null && (
          <>
            Calls inside the cycle: <KnownCount of={calls} />.
          </>
        )}
      </p>
      <div class="figures" tabIndex={0} role="region" aria-label="Costs of the cycle">
        <PlainTable heads={['Cycle', ...number_heads(name, '%')]}>
          {kLines.map(([part, words]) => (
            <tr key={part} class={part === 'whole' ? 'current' : ''}>
              <th scope="row">{words}</th>
              <AmountCell unit={unit} cost={cost(books[part])} />
              <ShareCell cost={cost(books[part])} whole={whole} />
            </tr>
          ))}
        </PlainTable>
      </div>
    </>
  );
}
