// SPDX-License-Identifier: MIT
//
// One function: what it cost, who calls it, what it calls, the heaviest way through it, and its
// parts.
import { api_address } from '../../api/client';
import type { CallRow, Peek, Row } from '../../api/types';
import { printed_amount } from '../../base/amounts';
import { visible } from '../../base/names';
import { both_sides, type Table } from '../../base/tables';
import { key, link_to, link_with } from '../../state/navigation';
import { common_params, parts, profile, unit_of } from '../../state/session';
import { Amount, CountOf, KnownCount, RelativeName, shown_name, with_root_name } from '../../ui/cells';
import {
  calls_column,
  cost_columns,
  inclusive_cost,
  kNameTrack,
  known_count,
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
import { ListedRows } from '../../ui/rows';
import { Waiting } from '../../ui/states';
import { useSubject } from '../../ui/subject';
import { ViewTools } from '../../ui/tool_bar';
import { useAnswer } from '../../ui/use_answer';
import { ViewHead } from '../../ui/view_head';
import { calls_table, FunctionCalls } from './function_calls';
import { FunctionReach, reach_table } from './function_reach';
import { FunctionParts, HeaviestPath, parts_table, path_table } from './function_path';

const kTabs = [
  ['peek', 'Callers and callees'],
  ['all', 'However far'],
  ['path', 'Heaviest path'],
  ['parts', 'Parts'],
  ['calls', 'Single calls'],
] as const;
type Tab = (typeof kTabs)[number][0];

export function peek_address(id: string, diff: boolean): string {
  return api_address(`fn/${encodeURIComponent(id)}`, {
    ...common_params(),
    limit: 500,
    ...(diff ? { base: 'base' } : { group: key('group') }),
  });
}

export function ChooseFunction() {
  const chosen = key('sel');
  return (
    <section class="view">
      <ViewHead title="Function" />
      <div class="empty">
        <p>No function is chosen.</p>
        <p>
          {chosen === null ? (
            <a href={link_to('functions')}>Choose one among all functions</a>
          ) : (
            <a href={link_to('fn', chosen)}>Show the selected one</a>
          )}
        </p>
      </div>
    </section>
  );
}

export function FunctionView({ id }: { id: string }) {
  const answer = useAnswer<Peek>(peek_address(id, false));
  const { data } = answer;
  useSubject(data?.function.name ?? null);
  const tab = tab_now();
  return (
    <section class="view" aria-busy={answer.is_loading}>
      <ViewHead is_name title={data === null ? 'Function' : shown_name(data.function.name)}>
        {data !== null && <ViewTools table={() => shown_table(id, data)} />}
      </ViewHead>
      <Waiting of={answer} what="Looking it up">
        <p>
          <a href={link_to('functions')}>All functions</a>
        </p>
      </Waiting>
      {data !== null && (
        <>
          <Place row={data.function} />
          <div class="fn-body">
            <Figures peek={data} />
            <div class="fn-main">
              <nav class="subtabs" aria-label="Of this function">
                {kTabs
                  .filter(([name]) => has_tab(name))
                  .map(([name, label]) => (
                    <a
                      key={name}
                      href={link_with({ tab: name === 'peek' ? null : name, way: null, order: null })}
                      aria-current={tab === name ? 'page' : undefined}
                    >
                      {label}
                    </a>
                  ))}
              </nav>
              {tab === 'all' ? (
                <FunctionReach id={id} />
              ) : tab === 'calls' ? (
                <FunctionCalls id={id} />
              ) : tab === 'path' ? (
                <HeaviestPath peek={data} />
              ) : tab === 'parts' ? (
                <FunctionParts peek={data} />
              ) : (
                <CallersAndCallees peek={data} />
              )}
            </div>
          </div>
        </>
      )}
    </section>
  );
}

function tab_now(): Tab {
  return (key('tab') ?? 'peek') as Tab;
}

/// The table of the tab that is open, for copies.
function shown_table(id: string, peek: Peek): Table | Promise<Table> {
  switch (tab_now()) {
    case 'all':
      return reach_table(id);
    case 'calls':
      return calls_table(id);
    case 'path':
      return path_table(peek);
    case 'parts':
      return parts_table(peek);
    default:
      return sides_table(peek);
  }
}

function has_tab(name: Tab): boolean {
  if (name === 'calls') {
    return profile.value?.has?.invocations === true && key('group') === null;
  }
  return name !== 'parts' || parts.value.length > 1;
}

function Place({ row }: { row: Row }) {
  return (
    <p class="place-line">
      {row.file !== null && row.file !== undefined && (
        <span>
          {row.file_id ? (
            <a href={link_to('source', row.file_id, { fn: row.id })}>
              <bdi>{visible(row.file, 300)}</bdi>
            </a>
          ) : (
            <bdi>{visible(row.file, 300)}</bdi>
          )}
        </span>
      )}
      {row.object !== null && row.object !== undefined && (
        <span class="dim">
          in <bdi>{visible(row.object, 300)}</bdi>
        </span>
      )}
      {row.cycle !== null && row.cycle !== undefined && (
        <span class="tag">member of cycle {String(row.cycle)}</span>
      )}
    </p>
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
  const columns: Column<CallRow>[] = [];
  const relative = key('pct') === 'parent';
  for (const { name, at } of shown_events(peek.events)) {
    const own = inclusive_cost(peek.function, at);
    columns.push(
      ...cost_columns<CallRow>({
        key: `incl-${at}`,
        label: name,
        event: name,
        whole: relative && own !== null ? () => own : total_of(peek.totals, at),
        cost: (row) => inclusive_cost(row, at),
      }),
    );
  }
  columns.push(
    ...ratio_columns<CallRow>(peek, (row) => row.inclusive_ratios),
    calls_column((row) => known_count(row.count, row.count_certainty)),
    {
      key: 'name',
      label,
      track: kNameTrack,
      cell: (row) => <RelativeName of={with_root_name(row)} />,
      raw: (row) => row.name ?? '(root)',
    },
  );
  return columns;
}

function sides_table(peek: Peek): Table {
  const columns = [...call_columns(peek, 'Function'), ...place_columns<CallRow>((row) => row)];
  return both_sides(table_of(columns, peek.callers), table_of(columns, peek.callees));
}

function Side(props: { peek: Peek; rows: CallRow[]; of: number; label: string }) {
  const { peek, rows, of, label } = props;
  const heading = `side-${label}`;
  return (
    <section class="side" aria-labelledby={heading}>
      <h2 id={heading}>
        {label} <CountOf shown={rows.length} of={of} />
      </h2>
      {rows.length === 0 ? (
        <p class="dim">
          {profile.value?.has?.calls === false
            ? 'This profile records no calls.'
            : label === 'Callers'
              ? 'Nothing calls it: it is where a stack begins.'
              : 'It calls nothing.'}
        </p>
      ) : (
        <FunctionGrid
          label={label}
          source={new ListedRows(rows)}
          columns={call_columns(peek, label.slice(0, -1))}
          id_of={(row) => row.id}
        />
      )}
    </section>
  );
}

function CallersAndCallees({ peek }: { peek: Peek }) {
  return (
    <div class="sides">
      <Side peek={peek} rows={peek.callers} of={peek.callers_of} label="Callers" />
      <Side peek={peek} rows={peek.callees} of={peek.callees_of} label="Callees" />
    </div>
  );
}
