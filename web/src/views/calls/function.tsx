// SPDX-License-Identifier: MIT
//
// One function: what it cost, who calls it, what it calls, the heaviest way through it, and its
// parts.
import type { ComponentChildren } from 'preact';
import { is_one_file } from '../../api/client';
import type { CallRow, Named, Peek } from '../../api/types';
import { printed_amount } from '../../base/amounts';
import { visible } from '../../base/names';
import { both_sides, type Table } from '../../base/tables';
import type { ListKind } from '../../state/column_choice';
import { key, link_to, link_with } from '../../state/navigation';
import { parts, profile, unit_of } from '../../state/session';
import {
  Amount,
  CountOf,
  KnownCount,
  RelativeName,
  shown_name,
  with_root_name,
} from '../../ui/cells';
import { ColumnMenu } from '../../ui/column_menu';
import {
  calls_column,
  cost_columns,
  first_event,
  inclusive_cost,
  known_count,
  listed_events,
  name_column,
  per_call_column,
  place_columns,
  ratio_columns,
  self_cost,
  shown_events,
  table_of,
  total_of,
} from '../../ui/columns';
import { FunctionGrid } from '../../ui/function_grid';
import type { Column } from '../../ui/grid';
import { AmountCell, NumberCell, PlainTable, ShareCell } from '../../ui/plain_table';
import { peek_address } from '../../ui/peek';
import { ListedRows } from '../../ui/rows';
import { Waiting } from '../../ui/states';
import { useSubject } from '../../ui/subject';
import { ViewTools } from '../../ui/tool_bar';
import { useAnswer, type Answer } from '../../ui/use_answer';
import { ViewHead } from '../../ui/view_parts';
import { calls_table, FunctionCalls } from './function_calls';
import { cycle_table, FunctionCycle, has_cycle } from './function_cycle';
import { FunctionExtra } from './function_extra';
import { FunctionPlace } from './function_place';
import { FunctionReach, reach_table } from './function_reach';
import { FunctionRuns, has_runs, runs_table } from './function_runs';
import { FunctionParts, HeaviestPath, parts_table, path_table } from './function_path';

interface Tab {
  name: string;
  label: string;
  is_there?: (peek: Peek) => boolean;
  shown: (of: TabOf) => ComponentChildren;
  /// For copies.
  table: (of: TabOf) => Table | Promise<Table>;
}

interface TabOf {
  id: string;
  peek: Peek;
}

const kFirstTab: Tab = {
  name: 'peek',
  label: 'Callers and callees',
  shown: ({ peek }) => <CallersAndCallees peek={peek} />,
  table: ({ peek }) => sides_table(peek),
};

const kTabs: readonly Tab[] = [
  kFirstTab,
  {
    name: 'all',
    label: 'All callers and callees',
    // No file of this page holds it.
    is_there: () => !is_one_file(),
    shown: ({ id }) => <FunctionReach id={id} />,
    table: ({ id }) => reach_table(id),
  },
  {
    name: 'cycle',
    label: 'Cycle',
    is_there: has_cycle,
    shown: ({ id, peek }) => <FunctionCycle id={id} peek={peek} />,
    table: ({ id }) => cycle_table(id),
  },
  {
    name: 'path',
    label: 'Heaviest path',
    shown: ({ peek }) => <HeaviestPath peek={peek} />,
    table: ({ peek }) => path_table(peek),
  },
  {
    name: 'parts',
    label: 'Parts',
    is_there: () => parts.value.length > 1,
    shown: ({ peek }) => <FunctionParts peek={peek} />,
    table: ({ peek }) => parts_table(peek),
  },
  {
    name: 'runs',
    label: 'Runs',
    is_there: has_runs,
    shown: ({ peek }) => <FunctionRuns peek={peek} />,
    table: ({ peek }) => runs_table(peek),
  },
  {
    name: 'calls',
    label: 'Single calls',
    is_there: () => profile.value?.has?.invocations === true && key('group') === null,
    shown: ({ id }) => <FunctionCalls id={id} />,
    table: ({ id }) => calls_table(id),
  },
];

function tab_now(): Tab {
  return kTabs.find(({ name }) => name === key('tab')) ?? kFirstTab;
}

export function ChooseFunction() {
  const chosen = key('sel');
  return (
    <section class="view">
      <ViewHead title="Function" />
      <div class="empty">
        <p>No function is selected.</p>
        <p>
          {chosen === null ? (
            <a href={link_to('functions')}>Select one from the list</a>
          ) : (
            <a href={link_to('fn', chosen)}>Show the selected one</a>
          )}
        </p>
      </div>
    </section>
  );
}

interface FunctionProps<D> {
  /// Its answer, or the comparison of it.
  answer: Answer<D>;
  what: string;
  /// Stands below a fault.
  way_out?: ComponentChildren;
  legend?: ComponentChildren;
  columns?: (data: D) => ComponentChildren;
  table: (data: D) => Table | Promise<Table>;
  children: (data: D) => ComponentChildren;
}

/// A function as a view, of one side or of both.
export function FunctionOf<D extends { function: Named }>(props: FunctionProps<D>) {
  const { answer, what, way_out, legend, columns, table, children } = props;
  const { data } = answer;
  useSubject(data?.function.name ?? null);
  const title =
    data === null ? 'Function' : shown_name(data.function.name, data.function.kind);
  return (
    <section class="view" aria-busy={answer.is_loading}>
      <ViewHead is_name title={title}>
        {legend}
        {data !== null && columns?.(data)}
        {data !== null && <ViewTools table={() => table(data)} />}
      </ViewHead>
      <Waiting of={answer} what={what}>
        {way_out}
      </Waiting>
      {data !== null && children(data)}
    </section>
  );
}

export function FunctionView({ id }: { id: string }) {
  const tab = tab_now();
  return (
    <FunctionOf
      answer={useAnswer<Peek>(peek_address(id, false))}
      what="Loading the function"
      way_out={
        <p>
          <a href={link_to('functions')}>All functions</a>
        </p>
      }
      columns={(peek) =>
        tab === kFirstTab && <ColumnMenu kind="calls" columns={call_columns(peek, 'Function')} />
      }
      table={(peek) => tab.table({ id, peek })}
    >
      {(peek) => (
        <>
          <FunctionPlace row={peek.function} />
          <div class="fn-body">
            <Figures peek={peek} />
            <div class="fn-main">
              <SubTabs now={tab} peek={peek} />
              {tab.shown({ id, peek })}
            </div>
            <FunctionExtra row={peek.function} />
          </div>
        </>
      )}
    </FunctionOf>
  );
}

function SubTabs({ now, peek }: { now: Tab; peek: Peek }) {
  return (
    <nav class="subtabs" aria-label="About this function">
      {kTabs
        .filter(({ is_there }) => is_there?.(peek) ?? true)
        .map(({ name, label }) => (
          <a
            key={name}
            href={link_with({ tab: name === 'peek' ? null : name, way: null, order: null })}
            aria-current={now.name === name ? 'page' : undefined}
          >
            {label}
          </a>
        ))}
    </nav>
  );
}

/// The events it cost anything in, each on a row.
function Figures({ peek }: { peek: Peek }) {
  const row = peek.function;
  const shown = new Set(shown_events(peek.events).map((each) => each.at));
  return (
    <div class="figures" tabIndex={0} role="region" aria-label="Costs by event">
      <PlainTable
        heads={[
          'Event',
          { number: 'Self' },
          { number: '%', track: 'share-track' },
          { number: 'Inclusive' },
          { number: '%', track: 'share-track' },
        ]}
      >
        {peek.events.map((name, at) => (
          <EventRow key={name} {...{ peek, name, at }} is_shown={shown.has(at)} />
        ))}
        <tr>
          <th scope="row">Calls</th>
          <NumberCell>
            <KnownCount of={known_count(row.calls, row.calls_certainty)} />
          </NumberCell>
          <td colSpan={3} />
        </tr>
      </PlainTable>
    </div>
  );
}

function EventRow(props: { peek: Peek; name: string; at: number; is_shown: boolean }) {
  const { peek, name, at } = props;
  const unit = unit_of(name);
  const whole = total_of(peek.totals, at);
  const self = self_cost(peek.function, at);
  const inclusive = inclusive_cost(peek.function, at);
  const bounds =
    inclusive !== null && inclusive.certainty !== 'exact'
      ? printed_amount(unit, inclusive).words
      : null;
  return (
    <tr class={props.is_shown ? 'current' : ''}>
      <th scope="row">
        <a href={link_with({ e: name })}>{visible(name, 80)}</a>
      </th>
      <AmountCell unit={unit} cost={self} />
      <ShareCell cost={self} whole={whole} />
      <NumberCell>
        {inclusive !== null && <Amount unit={unit} cost={inclusive} />}
        {bounds !== null && <span class="sr">{bounds}</span>}
      </NumberCell>
      <ShareCell cost={inclusive} whole={whole} />
    </tr>
  );
}

function call_columns(peek: Peek, label: string): Column<CallRow>[] {
  const relative = key('pct') === 'parent';
  const event = first_event(peek.events);
  const calls_of = (row: CallRow) => known_count(row.count, row.count_certainty);
  return [
    ...listed_events(peek.events).flatMap(({ name, at, suffix, is_offered }) => {
      const own = inclusive_cost(peek.function, at);
      return cost_columns<CallRow>({
        key: `incl${suffix}`,
        is_offered,
        is_extra: is_offered,
        label: name,
        event: name,
        whole: relative && own !== null ? () => own : total_of(peek.totals, at),
        cost: (row) => inclusive_cost(row, at),
      });
    }),
    ...ratio_columns<CallRow>(peek, (row) => row.inclusive_ratios),
    calls_column(calls_of),
    per_call_column(event, (row) => inclusive_cost(row, event.at), calls_of),
    name_column(
      { label },
      (row) => <RelativeName of={with_root_name(row)} />,
      (row) => row.name ?? '(root)',
    ),
  ];
}

function sides_table(peek: Peek): Table {
  const columns = [...call_columns(peek, 'Function'), ...place_columns<CallRow>((row) => row)];
  return both_sides(table_of(columns, peek.callers), table_of(columns, peek.callees));
}

interface SideProps<R> {
  kind: ListKind;
  label: string;
  rows: readonly R[];
  of: number;
  columns: readonly Column<R>[];
  id_of: (row: R) => string | null;
  /// Where there is no such call.
  none: string;
}

/// The calls on one side of a function.
export function Side<R>({ kind, label, rows, of, columns, id_of, none }: SideProps<R>) {
  const heading = `side-${label}`;
  return (
    <section class="side" aria-labelledby={heading}>
      <h2 id={heading}>
        {label} <CountOf shown={rows.length} of={of} />
      </h2>
      {rows.length === 0 ? (
        <p class="dim">{none}</p>
      ) : (
        <FunctionGrid
          kind={kind}
          label={label}
          source={new ListedRows(rows)}
          columns={columns}
          id_of={id_of}
        />
      )}
    </section>
  );
}

function CallersAndCallees({ peek }: { peek: Peek }) {
  const unknown = profile.value?.has?.calls === false ? 'This profile records no calls.' : null;
  const id_of = (row: CallRow) => row.id;
  return (
    <div class="sides">
      <Side
        kind="calls"
        id_of={id_of}
        label="Callers"
        rows={peek.callers}
        of={peek.callers_of}
        columns={call_columns(peek, 'Caller')}
        none={unknown ?? 'No callers: stacks begin here.'}
      />
      <Side
        kind="calls"
        id_of={id_of}
        label="Callees"
        rows={peek.callees}
        of={peek.callees_of}
        columns={call_columns(peek, 'Callee')}
        none={unknown ?? 'No callees.'}
      />
    </div>
  );
}
