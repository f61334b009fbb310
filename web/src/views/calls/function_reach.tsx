// SPDX-License-Identifier: MIT
//
// All that calls a function, or that it calls, however far: what both cost together, and how many
// calls lie between.
import { useEffect, useMemo } from 'preact/hooks';
import { api_address, type Params } from '../../api/client';
import type { Reach, ReachRow } from '../../api/types';
import { grouped } from '../../base/amounts';
import { cost_of } from '../../base/cost';
import type { Table } from '../../base/tables';
import { key, open_page, refine } from '../../state/navigation';
import { common_params, session, unit_of } from '../../state/session';
import { Amount, RelativeName } from '../../ui/cells';
import { Segments } from '../../ui/choices';
import {
  cost_columns,
  inclusive_cost,
  kNameTrack,
  kNumberTrack,
  place_columns,
  shown_events,
  total_of,
} from '../../ui/columns';
import { Grid, type Column } from '../../ui/grid';
import { all_rows, PagedRows } from '../../ui/rows';
import { Fault, Loading } from '../../ui/states';
import { status } from '../../ui/status';
import { copied } from '../lists/functions';

function distance_of(row: ReachRow): string {
  const { distance, distance_max: most } = row;
  return most === null || most === distance ? String(distance) : `${distance}–${most}`;
}

export function reach_columns(reach: Reach): Column<ReachRow>[] {
  const columns: Column<ReachRow>[] = [];
  const shown = shown_events(reach.events);
  for (const { name, at } of shown) {
    columns.push(
      ...cost_columns<ReachRow>({
        key: `incl-${at}`,
        label: shown.length > 1 ? `Together ${name}` : 'Together',
        event: name,
        whole: total_of(reach.totals, at),
        cost: (row) => inclusive_cost(row, at),
      }),
    );
  }
  if (!reach.exact_stacks) {
    const { name, at } = shown[0] ?? { name: '', at: 0 };
    const most = (row: ReachRow) => row.inclusive_max?.[at] ?? row.inclusive[at] ?? 0;
    columns.push({
      key: 'most',
      label: 'At most',
      is_number: true,
      is_extra: true,
      track: kNumberTrack,
      cell: (row) => <Amount unit={unit_of(name)} cost={cost_of(most(row), 'exact')} />,
      raw: (row) => String(most(row)),
    });
  }
  columns.push(
    {
      key: 'distance',
      label: 'Calls away',
      track: '6.5rem',
      is_number: true,
      cell: distance_of,
      raw: distance_of,
    },
    {
      key: 'name',
      label: reach.direction === 'callers' ? 'Caller' : 'Callee',
      track: kNameTrack,
      cell: (row) => <RelativeName row={row} name={row.name} />,
      raw: (row) => row.name ?? '',
    },
  );
  return columns;
}

function reach_address(id: string, window: Params = {}): string {
  const of = key('way') === 'callers' ? 'callers' : null;
  const params = { ...common_params(), group: key('group'), of, ...window };
  return api_address(`fn/${encodeURIComponent(id)}/all`, params);
}

export async function reach_table(id: string): Promise<Table> {
  const found = await all_rows<ReachRow, Reach>((offset, limit) =>
    reach_address(id, { offset, limit }),
  );
  return copied([...reach_columns(found.answer), ...place_columns<ReachRow>((row) => row)], found);
}

export function FunctionReach({ id }: { id: string }) {
  const hash = session.value?.hash ?? '';
  const is_up = key('way') === 'callers';
  const question = reach_address(id);
  const rows = useMemo(
    () =>
      new PagedRows<ReachRow, Reach>((offset, limit) => reach_address(id, { offset, limit })),
    [question, hash],
  );
  useEffect(() => () => rows.end(), [rows]);
  useEffect(() => rows.want(0, 0), [rows]);
  const reach = rows.answer.value;
  useEffect(() => {
    if (reach !== null) {
      status.value = `${grouped(BigInt(reach.of))} ${reach.direction}`;
    }
    return () => {
      status.value = '';
    };
  }, [reach]);
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
          Together: spent while both are on the stack
          {reach !== null && !reach.exact_stacks && (
            <>
              ; <span class="mark">≥</span> where more than one way leads there
            </>
          )}
        </p>
      </div>
      {rows.fault.value !== null && <Fault fault={rows.fault.value} />}
      {reach === null && rows.fault.value === null && <Loading what="Following calls" />}
      {reach !== null && reach.of === 0 && (
        <p class="dim">{is_up ? 'Nothing calls it.' : 'It calls nothing.'}</p>
      )}
      {reach !== null && reach.of > 0 && (
        <Grid
          key={question}
          label={is_up ? 'All callers' : 'All callees'}
          source={rows}
          columns={reach_columns(reach)}
          id_of={(row) => row.id}
          selected={key('sel')}
          on_select={(row) => row.id !== null && refine({ sel: row.id })}
          on_open={(row) => row.id !== null && open_page('fn', row.id)}
        />
      )}
    </div>
  );
}
