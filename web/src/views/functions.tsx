// SPDX-License-Identifier: MIT
//
// All functions, or groups of them, by cost; a window at a time.
import { useEffect, useMemo } from 'preact/hooks';
import { api_address } from '../api/client';
import type { Row, Top } from '../api/types';
import { grouped, percent_text } from '../base/amounts';
import { common_params, event_name, is_diff, session } from '../state/session';
import { key, open_page, place, refine, set_keys } from '../state/navigation';
import { FunctionName } from '../ui/cells';
import {
  calls_column,
  cost_columns,
  inclusive_cost,
  kNameTrack,
  known_count,
  ratio_columns,
  self_cost,
  shown_events,
  table_of,
  total_of,
} from '../ui/columns';
import { Grid, type Column } from '../ui/grid';
import { notify } from '../ui/notices';
import { all_rows, matched_here, PagedRows } from '../ui/rows';
import { Fault, Loading } from '../ui/states';
import { status } from '../ui/status';
import { ViewTools } from '../ui/tool_bar';
import { DiffFunctions } from './diff_functions';

export function sort_of(columns: 'self' | 'incl', fallback: 'self' | 'incl' = 'self') {
  const now = key('sort')?.replace(/^-/, '') ?? fallback;
  return {
    direction: now === columns ? ('descending' as const) : null,
    go: () => refine({ sort: columns }),
  };
}

function function_columns(top: Top): Column<Row>[] {
  const columns: Column<Row>[] = [];
  const shown = shown_events(top.events);
  shown.forEach(({ name, at }, order) => {
    const whole = total_of(top.totals, at);
    const suffix = shown.length > 1 ? ` ${name}` : '';
    const is_first = order === 0;
    // Of the second event the figures alone: names need the room.
    const kept = is_first ? 2 : 1;
    columns.push(
      ...cost_columns<Row>({
        key: `self-${at}`,
        label: `Self${suffix}`,
        event: name,
        whole,
        cost: (row) => self_cost(row, at),
        ...(is_first ? { sort: sort_of('self') } : { is_extra: true }),
      }).slice(0, kept),
      ...cost_columns<Row>({
        key: `incl-${at}`,
        label: `Inclusive${suffix}`,
        event: name,
        whole,
        cost: (row) => inclusive_cost(row, at),
        is_extra: true,
        ...(is_first ? { sort: sort_of('incl') } : {}),
      }).slice(0, kept),
    );
  });
  columns.push(
    ...ratio_columns<Row>(top, (row) => row.self_ratios),
    calls_column((row) => known_count(row.calls, row.calls_certainty)),
    {
      key: 'name',
      label: key('group') === null ? 'Function' : 'Group',
      track: kNameTrack,
      cell: (row) => (
        <FunctionName
          id={row.id}
          name={row.name}
          file={row.file}
          object={row.object}
          tab_index={-1}
        >
          {row.cycle !== null && row.cycle !== undefined && (
            <span class="tag" title="Calls itself through others: inclusive cost has bounds">
              cycle {String(row.cycle)}
            </span>
          )}
        </FunctionName>
      ),
      raw: (row) => row.name ?? '',
    },
  );
  return columns;
}

export function function_params(): Record<string, string | readonly string[] | null> {
  return {
    ...common_params(),
    q: key('q'),
    group: key('group'),
    by: key('by'),
    in: key('in'),
    sort: key('sort'),
  };
}

function GroupChoice() {
  const group = key('group') ?? 'function';
  return (
    <label class="field">
      <span>Group by</span>
      <select
        value={group}
        onChange={(event) => {
          const value = event.currentTarget.value;
          set_keys({ group: value === 'function' ? null : value, in: null, by: null, sel: null });
        }}
      >
        {(session.value?.group_by ?? ['function']).map((each) => (
          <option key={each}>{each}</option>
        ))}
      </select>
    </label>
  );
}

export function Functions() {
  return is_diff.value ? <DiffFunctions /> : <PlainFunctions />;
}

function PlainFunctions() {
  const hash = session.value?.hash ?? '';
  const question = api_address('functions', function_params());
  const rows = useMemo(
    () =>
      new PagedRows<Row, Top>((offset, limit) =>
        api_address('functions', { ...function_params(), offset, limit }),
      ),
    [question, hash],
  );
  useEffect(() => () => rows.end(), [rows]);
  const top = rows.answer.value;
  void place.value;
  useEffect(() => {
    if (top === null) {
      return;
    }
    const at = shown_events(top.events)[0]?.at ?? 0;
    const share = percent_text(total_of(top.covered, at), total_of(top.totals, at));
    const counted = `${grouped(BigInt(top.matched))} of ${grouped(BigInt(top.of))}`;
    const here = matched_here(top);
    const held = here < top.matched ? ` · the first ${grouped(BigInt(here))} are in this file` : '';
    status.value = `${counted} rows${held} · ${share} % of ${event_name.value} in them`;
    return () => {
      status.value = '';
    };
  }, [top, event_name.value]);
  const group = key('group');
  return (
    <section class="view">
      <div class="view-head">
        <h1 tabIndex={-1}>{group === null ? 'Functions' : `Functions by ${group}`}</h1>
        <GroupChoice />
        {key('in') !== null && (
          <button type="button" onClick={() => set_keys({ in: null, by: null })}>
            In one {key('by')} only <span aria-hidden="true">×</span>
          </button>
        )}
        <FunctionTools top={top} />
      </div>
      {rows.fault.value !== null && <Fault fault={rows.fault.value} />}
      {top !== null && top.matched === 0 && <NoMatch />}
      {top === null ? (
        <>
          {rows.fault.value === null && <Loading what="Sorting functions" />}
          <FirstWindow rows={rows} />
        </>
      ) : (
        top.matched > 0 && (
          <Grid
            key={question}
            label="Functions"
            source={rows}
            columns={function_columns(top)}
            id_of={(row) => row.id}
            selected={key('sel')}
            on_select={(row) => refine({ sel: row.id })}
            on_open={(row) => open_row(row, group)}
          />
        )
      )}
    </section>
  );
}

/// The engine writes whole tables; of one group alone the page gathers its rows.
function FunctionTools({ top }: { top: Top | null }) {
  const { by, in: group, ...params } = function_params();
  const is_whole = (group ?? null) === null;
  const address = (offset: number, limit: number) =>
    api_address('functions', { ...params, by: by ?? null, in: group ?? null, offset, limit });
  return top === null ? (
    <ViewTools />
  ) : (
    <ViewTools
      {...(is_whole ? { whole: { view: 'top', params } } : {})}
      table={async () => copied(function_columns(top), await all_rows<Row>(address))}
    />
  );
}

export function copied<R>(columns: readonly Column<R>[], found: { rows: R[]; is_cut: boolean }) {
  if (found.is_cut) {
    notify(`These are the first ${grouped(BigInt(found.rows.length))} rows`);
  }
  return table_of(columns, found.rows);
}

/// Asks for the first rows before there is a table to scroll.
export function FirstWindow({ rows }: { rows: { want(first: number, last: number): void } }) {
  useEffect(() => rows.want(0, 0), [rows]);
  return null;
}

function open_row(row: Row, group: string | null): void {
  if (row.id !== null) {
    open_page('fn', row.id, group === null ? {} : { group });
  }
}

export function NoMatch() {
  return (
    <div class="empty">
      <p>
        Nothing fits <code>{key('q')}</code>
        {key('parts') !== null && ` in parts ${key('parts')}`}.
      </p>
      {key('q') !== null && (
        <button type="button" onClick={() => set_keys({ q: null })}>
          Clear the query
        </button>
      )}
    </div>
  );
}
