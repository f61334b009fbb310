// SPDX-License-Identifier: MIT
//
// One function in a comparison: its change, and which calls from and to it changed.
import type { DiffCall, DiffPeek, DiffRow, Side } from '../../api/diff_types';
import type { Cost } from '../../base/cost';
import { both_sides } from '../../base/tables';
import { CountOf, FunctionName, KnownCount, kRootName, shown_name } from '../../ui/cells';
import {
  first_event,
  kNameTrack,
  known_count,
  place_columns,
  table_of,
  type CopiedColumn,
} from '../../ui/columns';
import { FunctionGrid } from '../../ui/function_grid';
import type { Column } from '../../ui/grid';
import { AmountCell, ChangeCell, kSides, NumberCell, PlainTable } from '../../ui/plain_table';
import { ListedRows } from '../../ui/rows';
import { Waiting } from '../../ui/states';
import { useSubject } from '../../ui/subject';
import { ViewTools } from '../../ui/tool_bar';
import { useAnswer } from '../../ui/use_answer';
import { ViewHead } from '../../ui/view_head';
import { peek_address } from '../../views/calls/function';
import { SplitWords } from '../lists/overview';
import {
  calls_change_column,
  CallsChange,
  delta_column,
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

export function DiffFunction({ id }: { id: string }) {
  const answer = useAnswer<DiffPeek>(peek_address(id, true));
  const { data } = answer;
  useSubject(data?.function.name ?? null);
  return (
    <section class="view" aria-busy={answer.is_loading}>
      <ViewHead is_name title={data === null ? 'Function' : shown_name(data.function.name)}>
        <DiffLegend />
        {data !== null && (
          <ViewTools
            table={() =>
              both_sides(
                table_of(copied_columns(data, 'caller'), data.callers),
                table_of(copied_columns(data, 'callee'), data.callees),
              )
            }
          />
        )}
      </ViewHead>
      <Waiting of={answer} what="Comparing" />
      {data !== null && (
        <>
          <Changes row={data.function} events={data.events} />
          <div class="sides is-below">
            <CallSide data={data} rows={data.callers} of={data.callers_of} end="caller" />
            <CallSide data={data} rows={data.callees} of={data.callees_of} end="callee" />
          </div>
        </>
      )}
    </section>
  );
}

function Changes({ row, events }: { row: DiffRow; events: readonly string[] }) {
  const event = first_event(events);
  const { name, at, unit } = event;
  const measures: Measure[] = ['self', 'inclusive'];
  return (
    <>
      <p class="place-line">
        <StatusTags row={row} />
        <SplitWords split={row.split} {...event} />
      </p>
      <div class="figures scroll-x" tabIndex={0} role="region" aria-label="Change">
        <PlainTable heads={[name, ...kSides]}>
          {measures.map((measure) => (
            <tr key={measure}>
              <th scope="row">{measure === 'self' ? 'Self' : 'Inclusive'}</th>
              <AmountCell none="–" unit={unit} cost={side_cost(row.old, measure, at)} />
              <AmountCell none="–" unit={unit} cost={side_cost(row.new, measure, at)} />
              <ChangeCell none="–" unit={unit} cost={delta_cost(row, measure, at)} />
              <NumberCell>
                <Ratio row={row} measure={measure} at={at} />
              </NumberCell>
            </tr>
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

function side_calls(side: Side | null): Cost | null {
  return known_count(side?.calls ?? null, side?.calls_certainty);
}

type End = 'caller' | 'callee';

const kRoot = { id: null, name: kRootName };

function call_columns(data: DiffPeek, end: End): Column<DiffCall>[] {
  const event = { ...first_event(data.events), measure: 'inclusive' as const };
  const own = (row: DiffCall) => row;
  return [
    ...kSideNames.map((side) =>
      side_column(side, { key: side, label: side === 'old' ? 'Old' : 'New' }, own, event),
    ),
    delta_column({ key: 'delta', label: 'Δ' }, own, event),
    calls_change_column(own),
    {
      key: 'name',
      label: end === 'caller' ? 'Caller' : 'Callee',
      track: kNameTrack,
      cell: (row) => (
        <FunctionName of={row[end] ?? kRoot} tab_index={-1}>
          <StatusTag status={row.status} />
        </FunctionName>
      ),
      raw: (row) => row[end]?.name ?? '',
    },
  ];
}

function copied_columns(data: DiffPeek, end: End): CopiedColumn<DiffCall>[] {
  const columns = call_columns(data, end).map((each) =>
    each.key === 'name' ? { ...each, label: 'Function' } : each,
  );
  return [...columns, ...place_columns<DiffCall>((row) => row[end])];
}

function CallSide(props: { data: DiffPeek; rows: DiffCall[]; of: number; end: End }) {
  const { data, rows, of, end } = props;
  const label = end === 'caller' ? 'Callers' : 'Callees';
  return (
    <section class="side" aria-labelledby={`side-${end}`}>
      <h2 id={`side-${end}`}>
        {label} <CountOf shown={rows.length} of={of} />
      </h2>
      {rows.length === 0 ? (
        <p class="dim">None on either side.</p>
      ) : (
        <FunctionGrid
          label={label}
          source={new ListedRows(rows)}
          columns={call_columns(data, end)}
          id_of={(row) => row[end]?.id ?? null}
        />
      )}
    </section>
  );
}
