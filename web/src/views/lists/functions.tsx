// SPDX-License-Identifier: MIT
//
// All functions, or groups of them, by cost, loaded a window at a time.
import { api_address, ask } from '../../api/client';
import type { Named, Row, RunCosts, Top } from '../../api/types';
import { grouped, percent_text } from '../../base/amounts';
import type { RawCount } from '../../base/count';
import { visible } from '../../base/names';
import { filters } from '../../state/filters';
import { common_params, is_diff } from '../../state/session';
import { key, open_page, refine, row_query, set_keys } from '../../state/navigation';
import { is_narrow } from '../../state/preferences';
import { searched_text } from '../../state/search';
import { Amount, CycleTag, FunctionName } from '../../ui/cells';
import { Check, KeyCheck } from '../../ui/choices';
import { ColumnMenu } from '../../ui/column_menu';
import {
  calls_column,
  cost_columns,
  count_column,
  figure_column,
  first_event,
  inclusive_cost,
  kind_columns,
  known_count,
  name_column,
  per_call_column,
  place_columns,
  rank_column,
  running_cost,
  ratio_columns,
  self_and_inclusive_columns,
  total_of,
  type CopiedColumn,
} from '../../ui/columns';
import type { Column } from '../../ui/grid';
import { copied_list, PagedList, usePaged } from '../../ui/paged_list';
import { kPage, matched_here, type PagedRows } from '../../ui/rows';
import {
  calls_sorting,
  can_run,
  counts_paths,
  has_paths,
  has_stats,
  name_head,
  runs,
  shows_stats,
  sort_now,
} from '../../ui/sorting';
import { WhatToRun } from '../../ui/states';
import { useStatus } from '../../ui/status';
import { ViewTools } from '../../ui/tool_bar';
import { ViewHead } from '../../ui/view_parts';
import { GroupBar } from './group_bar';
import { group_beside, GroupChoice } from './group_choice';
import { group_params, GroupPane } from './group_pane';

/// The summed cost of a row and all rows above it.
function running_columns(top: Top, event: string, whole: bigint): Column<Row>[] {
  return top.running_of === undefined
    ? []
    : cost_columns<Row>({ key: 'running', label: 'Running', event, whole, cost: running_cost });
}

function file_and_line(row: Row): string | null | undefined {
  const line = row.line ?? null;
  return typeof row.file === 'string' && line !== null ? `${row.file}:${String(line)}` : row.file;
}

export function name_label(): string {
  const label = key('group') === null ? 'Function' : 'Group';
  return sort_now() === 'place' ? `${label} by place` : label;
}

function paths_column(): Column<Row> {
  const title = 'Number of distinct stacks with the function on top';
  return count_column({ key: 'paths', label: 'Paths', title, track: 'minmax(64px, 90px)' }, (row) =>
    known_count(row.paths ?? null),
  );
}

/// How the cost that rows are sorted by is distributed over merged runs.
function stats_columns(top: Top): Column<Row>[] {
  const { name, at, unit } = first_event(top.events);
  const kind = sort_now() === 'incl' ? 'inclusive' : 'self';
  const costs_of = (row: Row): RunCosts | null => row.runs?.[kind]?.[at] ?? null;
  const figure = (key: string, label: string, of: (costs: RunCosts) => RawCount) =>
    figure_column<Row>(
      { key: `runs-${key}`, label, title: `${label} of the ${kind} cost in ${name}, over the runs` },
      (row) => {
        const costs = costs_of(row);
        return known_count(costs === null ? null : of(costs));
      },
      (cost) => <Amount unit={unit} cost={cost} />,
    );
  const columns = [
    count_column<Row>(
      { key: 'runs', label: 'Runs', title: 'Number of merged runs with the function' },
      (row) => known_count(row.runs?.count ?? null),
    ),
    figure('mean', 'Mean', ({ mean }) => Math.round(mean)),
    figure('median', 'Median', ({ median }) => median),
    figure('p95', '95 %', ({ p95 }) => p95),
    figure('max', 'Max', ({ max }) => max),
    {
      key: 'runs-run',
      label: 'In run',
      title: 'The end of the path of the run with the maximum',
      is_number: true,
      track: 'minmax(96px, 200px)',
      cell: (row: Row) => visible((costs_of(row)?.run ?? '–').split('/').slice(-2).join('/'), 60),
      raw: (row: Row) => costs_of(row)?.run ?? '',
    },
  ];
  return columns.map((column) => ({ ...column, is_extra: true, is_offered: true }));
}

function function_columns(top: Top): Column<Row>[] {
  const event = first_event(top.events);
  const calls_of = (row: Row) => known_count(row.calls, row.calls_certainty);
  const per_call = per_call_column<Row>(event, (row) => inclusive_cost(row, event.at), calls_of);
  return [
    rank_column<Row>(),
    ...self_and_inclusive_columns<Row>(top, (event, whole) => running_columns(top, event, whole)),
    ...ratio_columns<Row>(top, (row) => row.self_ratios),
    calls_column(calls_of, calls_sorting()),
    { ...per_call, is_offered: true },
    ...(has_paths() ? [{ ...paths_column(), is_offered: true }] : []),
    ...(has_stats() ? stats_columns(top) : []),
    name_column(
      { label: name_label(), ...name_head() },
      (row) => (
        <FunctionName of={{ ...row, file: file_and_line(row) }} tab_index={-1}>
          {row.fits === true && <span class="tag is-match">match</span>}
          <CycleTag of={row} />
        </FunctionName>
      ),
      (row) => row.name ?? '',
    ),
  ];
}

/// Whether all rows are shown, with those that match the query marked.
function highlights(): boolean {
  return key('qm') === 'hl' && row_query() !== null;
}

export function function_params() {
  return {
    ...common_params(),
    q: row_query(),
    highlight: highlights() ? '1' : null,
    group: key('group'),
    // Without a group, it only says which groups are beside the list.
    by: key('in') === null ? null : key('by'),
    in: key('in'),
    sort: key('sort'),
    running: runs() ? '1' : null,
  };
}

/// Copies are the same whichever columns are shown.
function list_params() {
  return {
    ...function_params(),
    paths: counts_paths() ? '1' : null,
    stats: shows_stats() ? '1' : null,
  };
}

function counted_rows(top: Top): string {
  const { at, name } = first_event(top.events);
  const share = percent_text(total_of(top.covered, at), total_of(top.totals, at));
  const counted = `${grouped(BigInt(top.matched))} of ${grouped(BigInt(top.of))}`;
  const here = matched_here(top);
  const held = here < top.matched ? ` · the first ${grouped(BigInt(here))} are in this file` : '';
  const marked =
    top.fitting === undefined ? '' : ` · ${grouped(BigInt(top.fitting))} match`;
  return `${counted} rows${marked}${held} · ${share} % of ${name}`;
}

function FunctionHead({ top }: { top: Top | null }) {
  const group = key('group');
  return (
    <ViewHead title={group === null ? 'Functions' : `Functions by ${group}`}>
      <GroupChoice />
      {is_narrow.value && key('in') !== null && (
        <button type="button" onClick={() => set_keys({ in: null })}>
          Only one {key('by')} <span aria-hidden="true">×</span>
        </button>
      )}
      {row_query() !== null && (
        <Check is_on={highlights()} toggle={() => set_keys({ qm: highlights() ? null : 'hl' })}>
          show all rows, mark matches
        </Check>
      )}
      {can_run() && (
        <KeyCheck name="run" title="Sum of the self costs of a row and all rows above it">
          running total
        </KeyCheck>
      )}
      <ColumnMenu kind="functions" columns={top === null ? [] : function_columns(top)} />
      <FunctionTools is_ready={top !== null} />
    </ViewHead>
  );
}

/// The groups of the list, or of the pane, as a bar.
function Bar() {
  const by = group_beside();
  const group = key('group');
  if (by !== null) {
    const select = (id: string) => refine({ in: id });
    return <GroupBar key={by} by={by} params={group_params(by)} chosen={key('in')} select={select} />;
  }
  if (group === null || group === 'function') {
    return null;
  }
  const listed = function_params();
  const params = { ...listed, q: highlights() ? null : listed.q, highlight: null, running: null };
  const select = (id: string) => refine({ sel: id });
  return <GroupBar key={group} by={group} params={params} chosen={key('sel')} select={select} />;
}

export function Functions() {
  const params = list_params();
  const list = usePaged<Row, Top>('functions', params);
  const top = list.data;
  useStatus(top === null ? null : counted_rows(top));
  const group = key('group');
  const by = group_beside();
  return (
    <section class="view">
      <FunctionHead top={top} />
      <Bar />
      <div class="panes">
        {by !== null && <GroupPane by={by} />}
        <div class="pane">
          <PagedList
            kind="functions"
            list={list}
            what="Sorting functions"
            nothing={<NoMatch />}
            label="Functions"
            columns={function_columns}
            id_of={(row) => row.id}
            on_open={(row) => open_row(row, group)}
            next_match={next_match(list.rows)}
            row_class={(row) => (row.fits === undefined ? '' : row.fits ? 'fits' : 'fits-not')}
          />
        </div>
      </div>
    </section>
  );
}

/// Among all rows the server knows where the next match is; else all rows are matches.
function next_match(rows: PagedRows<Row, Top>) {
  if (row_query() === null) {
    return undefined;
  }
  return async (from: number, way: 1 | -1): Promise<number | null> => {
    if (!highlights()) {
      return rows.next(from, way, () => true);
    }
    if (from < 0 && way === -1) {
      return null;
    }
    if (from < 0 && rows.row(0)?.fits === true) {
      return 0;
    }
    const answer = await ask<Top>(
      api_address('functions', {
        ...list_params(),
        limit: kPage,
        [way === 1 ? 'match_after' : 'match_before']: Math.max(0, from),
      }),
      rows.ending,
    );
    const { match } = answer;
    if (match === undefined || match === null) {
      return null;
    }
    rows.put(answer);
    return match;
  };
}

/// The engine writes whole tables; of one group alone the page gathers its rows.
function FunctionTools({ is_ready }: { is_ready: boolean }) {
  const all = function_params();
  const { by: _by, in: group, highlight, ...params } = all;
  // Exports have only the rows that match.
  const is_whole = (group ?? null) === null && !highlight;
  return (
    <ViewTools
      is_ready={is_ready}
      whole={is_whole ? { view: 'top', params } : undefined}
      table={() =>
        copied_list<Row, Top>('functions', all, (top) => [
          ...function_columns(top),
          ...group_places<Row>(),
        ])
      }
    />
  );
}

/// Groups stand for functions of many places.
export function group_places<R extends Named>(): CopiedColumn<R>[] {
  const own = (row: R) => row;
  return key('group') === null ? place_columns(own) : kind_columns(own);
}

export function open_row(row: Row, group: string | null): void {
  if (row.id !== null) {
    open_page('fn', row.id, group === null ? {} : { group });
  }
}

/// Why a list without a query has no rows.
function NoRows() {
  if (filters().length > 0) {
    return <p>The filters remove all costs.</p>;
  }
  if (key('parts') !== null || key('threads') !== null) {
    return <p>The selected parts have no costs.</p>;
  }
  if (key('in') !== null || is_diff.value) {
    return <p>No functions.</p>;
  }
  return (
    <>
      <p>This profile has no functions. Record a new one, for example:</p>
      <WhatToRun />
    </>
  );
}

export function NoMatch() {
  if (row_query() === null) {
    return (
      <div class="empty">
        <NoRows />
      </div>
    );
  }
  return (
    <div class="empty">
      <p>
        No row matches <code>{visible(searched_text(), 300)}</code>
        {key('parts') !== null && ` in parts ${key('parts')}`}.
      </p>
      <button type="button" onClick={() => set_keys({ q: null, find: null })}>
        Clear the search
      </button>
    </div>
  );
}
