// SPDX-License-Identifier: MIT
//
// One function in a comparison: its change, and which calls from and to it changed.
import { useEffect } from 'preact/hooks';
import type { DiffCall, DiffPeek, DiffRow, Side } from '../../api/diff_types';
import { useAnswer } from '../../ui/use_answer';
import { raw_text, type Cost } from '../../base/cost';
import { both_sides } from '../../base/tables';
import { key, open_page, refine } from '../../state/navigation';
import { unit_of } from '../../state/session';
import { Amount, Change, FunctionName, KnownCount, shown_name } from '../../ui/cells';
import {
  kNameTrack,
  kNumberTrack,
  known_count,
  place_columns,
  shown_events,
  table_of,
  type CopiedColumn,
} from '../../ui/columns';
import { Grid, type Column } from '../../ui/grid';
import { ListedRows } from '../../ui/rows';
import { Fault, Loading } from '../../ui/states';
import { kSides, TableHead } from '../../ui/table_head';
import { subject_name } from '../../ui/subject';
import { ViewTools } from '../../ui/tool_bar';
import { SplitWords } from '../lists/overview';
import {
  calls_change,
  CallsChange,
  delta_cost,
  DiffLegend,
  kStatusWords,
  Ratio,
  side_cost,
  StatusTags,
  type Measure,
} from '../lists/functions';
import { peek_address } from '../../views/calls/function';

export function DiffFunction({ id }: { id: string }) {
  const { data, fault, is_loading } = useAnswer<DiffPeek>(peek_address(id, true));
  useEffect(() => {
    subject_name.value = data?.function.name ?? null;
    return () => {
      subject_name.value = null;
    };
  }, [data]);
  return (
    <section class="view" aria-busy={is_loading}>
      <div class="view-head">
        <h1 tabIndex={-1} class="subject">
          <bdi>{data === null ? 'Function' : shown_name(data.function.name)}</bdi>
        </h1>
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
      </div>
      {fault !== null && <Fault fault={fault} />}
      {data === null && fault === null && <Loading what="Comparing" />}
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
  const [event] = shown_events(events);
  const at = event?.at ?? 0;
  const name = event?.name ?? '';
  const unit = unit_of(name);
  const measures: Measure[] = ['self', 'inclusive'];
  return (
    <>
      <p class="place-line">
        <StatusTags row={row} />
        <SplitWords split={row.split} at={at} name={name} />
      </p>
      <div class="figures scroll-x" tabIndex={0} role="region" aria-label="Change">
        <table class="plain-table">
          <TableHead heads={[name, ...kSides]} />
          <tbody>
            {measures.map((measure) => {
              const was = side_cost(row.old, measure, at);
              const now = side_cost(row.new, measure, at);
              const delta = delta_cost(row, measure, at);
              return (
                <tr key={measure}>
                  <th scope="row">{measure === 'self' ? 'Self' : 'Inclusive'}</th>
                  <td class="is-number">
                    {was === null ? '–' : <Amount unit={unit} cost={was} />}
                  </td>
                  <td class="is-number">
                    {now === null ? '–' : <Amount unit={unit} cost={now} />}
                  </td>
                  <td class="is-number">
                    {delta === null ? '–' : <Change unit={unit} cost={delta} />}
                  </td>
                  <td class="is-number">
                    <Ratio row={row} measure={measure} at={at} />
                  </td>
                </tr>
              );
            })}
            <tr>
              <th scope="row">Calls</th>
              <td class="is-number">
                <KnownCount of={side_calls(row.old)} />
              </td>
              <td class="is-number">
                <KnownCount of={side_calls(row.new)} />
              </td>
              <td class="is-number">
                <CallsChange row={row} />
              </td>
              <td />
            </tr>
          </tbody>
        </table>
      </div>
    </>
  );
}

function side_calls(side: Side | null): Cost | null {
  return known_count(side?.calls ?? null, side?.calls_certainty);
}

type End = 'caller' | 'callee';

function call_columns(data: DiffPeek, end: End): Column<DiffCall>[] {
  const [event] = shown_events(data.events);
  const at = event?.at ?? 0;
  const unit = unit_of(event?.name ?? '');
  const side = (which: 'old' | 'new'): Column<DiffCall> => ({
    key: which,
    label: which === 'old' ? 'Old' : 'New',
    is_number: true,
    is_extra: true,
    track: kNumberTrack,
    cell: (row) => {
      const cost = side_cost(row[which], 'inclusive', at);
      return cost === null ? <span class="num dim">–</span> : <Amount unit={unit} cost={cost} />;
    },
    raw: (row) => {
      const cost = side_cost(row[which], 'inclusive', at);
      return cost === null ? '' : raw_text(cost);
    },
  });
  return [
    side('old'),
    side('new'),
    {
      key: 'delta',
      label: 'Δ',
      is_number: true,
      track: kNumberTrack,
      cell: (row) => {
        const cost = delta_cost(row, 'inclusive', at);
        return cost === null ? '–' : <Change unit={unit} cost={cost} />;
      },
      raw: (row) => {
        const cost = delta_cost(row, 'inclusive', at);
        return cost === null ? '' : raw_text(cost);
      },
    },
    {
      key: 'calls',
      label: 'Calls Δ',
      is_number: true,
      is_extra: true,
      track: 'minmax(60px, 84px)',
      cell: (row) => <CallsChange row={row} />,
      raw: (row) => {
        const cost = calls_change(row);
        return cost === null ? '' : raw_text(cost);
      },
    },
    {
      key: 'name',
      label: end === 'caller' ? 'Caller' : 'Callee',
      track: kNameTrack,
      cell: (row) => {
        const other = row[end];
        const word = kStatusWords[row.status];
        return (
          <FunctionName
            id={other?.id ?? null}
            name={other === null ? '(root of stacks)' : other.name}
            file={other?.file}
            object={other?.object}
            tab_index={-1}
          >
            {word !== '' && <span class={`tag is-${row.status}`}>{word}</span>}
          </FunctionName>
        );
      },
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
  const id_of = (row: DiffCall) => row[end]?.id ?? null;
  return (
    <section class="side" aria-labelledby={`side-${end}`}>
      <h2 id={`side-${end}`}>
        {label} <span class="dim">{rows.length < of ? `${rows.length} of ${of}` : of}</span>
      </h2>
      {rows.length === 0 ? (
        <p class="dim">None on either side.</p>
      ) : (
        <Grid
          label={label}
          source={new ListedRows(rows)}
          columns={call_columns(data, end)}
          id_of={id_of}
          selected={key('sel')}
          on_select={(row) => id_of(row) !== null && refine({ sel: id_of(row) })}
          on_open={(row) => {
            const id = id_of(row);
            if (id !== null) {
              open_page('fn', id);
            }
          }}
        />
      )}
    </section>
  );
}
