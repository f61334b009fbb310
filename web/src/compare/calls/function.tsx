// SPDX-License-Identifier: MIT
//
// One function in a comparison: its change, and which calls from and to it changed.
import type { DiffCall, DiffPeek, DiffRow, Side as CostsOfSide } from '../../api/diff_types';
import type { Cost } from '../../base/cost';
import { both_sides } from '../../base/tables';
import { FunctionName, KnownCount, kRootName } from '../../ui/cells';
import { ColumnMenu } from '../../ui/column_menu';
import {
  first_event,
  known_count,
  name_column,
  place_columns,
  table_of,
  type CopiedColumn,
} from '../../ui/columns';
import type { Column } from '../../ui/grid';
import { kSides, NumberCell, PlainTable } from '../../ui/plain_table';
import { useAnswer } from '../../ui/use_answer';
import { peek_address } from '../../ui/peek';
import { FunctionOf, Side } from '../../views/calls/function';
import { FunctionPlace } from '../../views/calls/function_place';
import { SplitWords } from '../lists/overview';
import {
  calls_change_column,
  CallsChange,
  ChangeRow,
  delta_columns,
  delta_cost,
  DiffLegend,
  kSideNames,
  Ratio,
  side_column,
  side_cost,
  StatusTag,
  StatusTags,
  type Measure,
} from '../lists/sides';

const kEnds = [
  ['caller', 'Callers', 'callers', 'callers_of'],
  ['callee', 'Callees', 'callees', 'callees_of'],
] as const;
type End = (typeof kEnds)[number][0];

export function DiffFunction({ id }: { id: string }) {
  return (
    <FunctionOf
      answer={useAnswer<DiffPeek>(peek_address(id, true))}
      what="Comparing"
      legend={<DiffLegend />}
      columns={(data) => (
        <ColumnMenu kind="changed-calls" columns={call_columns(data, 'caller')} />
      )}
      table={(data) =>
        both_sides(
          table_of(copied_columns(data, 'caller'), data.callers),
          table_of(copied_columns(data, 'callee'), data.callees),
        )
      }
    >
      {(data) => (
        <>
          <Changes row={data.function} events={data.events} />
          <div class="sides">
            {kEnds.map(([end, label, rows, of]) => (
              <Side
                kind="changed-calls"
                key={end}
                label={label}
                rows={data[rows]}
                of={data[of]}
                columns={call_columns(data, end)}
                id_of={(row) => row[end]?.id ?? null}
                none="None on either side."
              />
            ))}
          </div>
        </>
      )}
    </FunctionOf>
  );
}

function Changes({ row, events }: { row: DiffRow; events: readonly string[] }) {
  const event = first_event(events);
  const { name, at, unit } = event;
  const measures: Measure[] = ['self', 'inclusive'];
  return (
    <>
      <FunctionPlace row={row}>
        <StatusTags row={row} />
        <SplitWords split={row.split} {...event} />
      </FunctionPlace>
      <div class="figures scroll-x" tabIndex={0} role="region" aria-label="Change">
        <PlainTable heads={[name, ...kSides]}>
          {measures.map((measure) => (
            <ChangeRow
              key={measure}
              head={measure === 'self' ? 'Self' : 'Inclusive'}
              unit={unit}
              was={side_cost(row.old, measure, at)}
              now={side_cost(row.new, measure, at)}
              delta={delta_cost(row, measure, at)}
              ratio={<Ratio row={row} measure={measure} at={at} />}
            />
          ))}
          <tr>
            <th scope="row">Calls</th>
            <NumberCell>
              <KnownCount of={side_calls(row.old)} />
            </NumberCell>
            <NumberCell>
              <KnownCount of={side_calls(row.new)} />
            </NumberCell>
            <NumberCell>
              <CallsChange row={row} />
            </NumberCell>
            <td />
          </tr>
        </PlainTable>
      </div>
    </>
  );
}

function side_calls(side: CostsOfSide | null): Cost | null {
  return known_count(side?.calls ?? null, side?.calls_certainty);
}


const kRoot = { id: null, name: kRootName };

function call_columns(data: DiffPeek, end: End): Column<DiffCall>[] {
  const event = { ...first_event(data.events), measure: 'inclusive' as const };
  const own = (row: DiffCall) => row;
  return [
    ...kSideNames.map((side) =>
      side_column(side, { key: side, label: side === 'old' ? 'Old' : 'New' }, own, event),
    ),
    ...delta_columns('Δ', data.events, own),
    calls_change_column(own),
    name_column(
      { label: end === 'caller' ? 'Caller' : 'Callee' },
      (row) => (
        <FunctionName of={row[end] ?? kRoot} tab_index={-1}>
          <StatusTag status={row.status} />
        </FunctionName>
      ),
      (row) => row[end]?.name ?? '',
    ),
  ];
}

function copied_columns(data: DiffPeek, end: End): CopiedColumn<DiffCall>[] {
  const columns = call_columns(data, end).map((each) =>
    each.key === 'name' ? { ...each, label: 'Function' } : each,
  );
  return [...columns, ...place_columns<DiffCall>((row) => row[end])];
}
