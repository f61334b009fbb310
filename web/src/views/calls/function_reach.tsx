// SPDX-License-Identifier: MIT
//
// All direct and indirect callers or callees of a function: the cost while both are on the stack,
// and the number of calls between them.
import type { Reach, ReachRow } from '../../api/types';
import { grouped } from '../../base/amounts';
import { cost_of } from '../../base/cost';
import type { Table } from '../../base/tables';
import { key } from '../../state/navigation';
import { common_params } from '../../state/session';
import { Amount, RelativeName } from '../../ui/cells';
import { Segments } from '../../ui/choices';
import { ColumnMenu } from '../../ui/column_menu';
import {
  cost_columns,
  figure_column,
  first_event,
  inclusive_cost,
  listed_events,
  name_column,
  place_columns,
  total_of,
} from '../../ui/columns';
import type { Column } from '../../ui/grid';
import { copied_list, PagedList, usePaged } from '../../ui/paged_list';
import { useStatus } from '../../ui/status';

function distance_of(row: ReachRow): string {
  const { distance, distance_max: most } = row;
  return most === null || most === distance ? String(distance) : `${distance}–${most}`;
}

function reach_columns(reach: Reach): Column<ReachRow>[] {
  const { at: first, unit } = first_event(reach.events);
  const most = figure_column<ReachRow>(
    { key: 'most', label: 'At most', is_extra: true },
    (row) => cost_of(row.inclusive_max?.[first] ?? row.inclusive[first] ?? 0, 'exact'),
    (cost) => <Amount unit={unit} cost={cost} />,
  );
  return [
    ...listed_events(reach.events).flatMap(({ name, at, suffix, is_offered }) =>
      cost_columns<ReachRow>({
        key: `incl${suffix}`,
        label: 'Together',
        event: name,
        of_event: name,
        is_offered,
        is_extra: is_offered,
        whole: total_of(reach.totals, at),
        cost: (row) => inclusive_cost(row, at),
      }),
    ),
    ...(reach.exact_stacks ? [] : [most]),
    {
      key: 'distance',
      label: 'Calls away',
      track: '104px',
      is_number: true,
      cell: distance_of,
      raw: distance_of,
    },
    name_column(
      { label: reach.direction === 'callers' ? 'Caller' : 'Callee' },
      (row) => <RelativeName of={row} />,
      (row) => row.name ?? '',
    ),
  ];
}

function reach_path(id: string): string {
  return `fn/${encodeURIComponent(id)}/all`;
}

function reach_params() {
  const of = key('way') === 'callers' ? 'callers' : null;
  return { ...common_params(), group: key('group'), of };
}

export function reach_table(id: string): Promise<Table> {
  return copied_list<ReachRow, Reach>(reach_path(id), reach_params(), (reach) => [
    ...reach_columns(reach),
    ...place_columns<ReachRow>((row) => row),
  ]);
}

export function FunctionReach({ id }: { id: string }) {
  const is_up = key('way') === 'callers';
  const list = usePaged<ReachRow, Reach>(reach_path(id), reach_params());
  const reach = list.data;
  useStatus(reach === null ? null : `${grouped(BigInt(reach.of))} ${reach.direction}`);
  return (
    <div class="reach">
      <div class="view-head">
        <Segments
          label="Direction"
          name="way"
          segments={[
            { value: null, label: 'Callees' },
            { value: 'callers', label: 'Callers' },
          ]}
        />
        <p class="legend">
          Together: cost while both functions are on the stack
          {reach !== null && !reach.exact_stacks && (
            <>
              ; <span class="mark">≥</span> where several paths lead there
            </>
          )}
        </p>
        <ColumnMenu kind="reach" columns={reach === null ? [] : reach_columns(reach)} />
      </div>
      <PagedList
        kind="reach"
        list={list}
        what="Following calls"
        nothing={<p class="dim">{is_up ? 'No callers.' : 'No callees.'}</p>}
        label={is_up ? 'All callers' : 'All callees'}
        columns={reach_columns}
        id_of={(row) => row.id}
      />
    </div>
  );
}
