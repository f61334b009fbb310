// SPDX-License-Identifier: MIT
//
// Changes by function: old cost, new cost, change, and change per call.
import { is_one_file } from '../../api/client';
import type { Diff, DiffRow } from '../../api/diff_types';
import { grouped, printed_change } from '../../base/amounts';
import { cost_of, marked } from '../../base/cost';
import { key, link_to } from '../../state/navigation';
import { FunctionName } from '../../ui/cells';
import { KeyCheck } from '../../ui/choices';
import { first_event, kShareTrack, name_column, type CopiedColumn } from '../../ui/columns';
import type { Column } from '../../ui/grid';
import { copied_list, PagedList, usePaged } from '../../ui/paged_list';
import { cost_sort_now, cost_sorting } from '../../ui/sorting';
import { useStatus } from '../../ui/status';
import { ViewTools } from '../../ui/tool_bar';
import { ViewHead } from '../../ui/view_parts';
import { function_params, group_places, NoMatch } from '../../views/lists/functions';
import { GroupChoice } from '../../views/lists/group_choice';
import { KindChips } from './kinds';
import {
  calls_change_column,
  delta_column,
  DiffLegend,
  has_changed,
  kSideNames,
  only_changed,
  Ratio,
  side_column,
  StatusTags,
  type Measure,
} from './sides';

function measure_columns(diff: Diff, measure: Measure, sort: Column<DiffRow>['sort']) {
  const event = { ...first_event(diff.events), measure };
  const word = measure === 'self' ? 'Self' : 'Inclusive';
  const own = (row: DiffRow) => row;
  const delta = delta_column(
    {
      key: `${measure}-delta`,
      label: `${word} Δ`,
      title: `Change of ${measure} cost in ${event.name}`,
      ...(measure === 'inclusive' ? { is_extra: true } : {}),
      ...(sort === undefined ? {} : { sort }),
    },
    own,
    event,
  );
  const ratio: Column<DiffRow> = {
    key: `${measure}-share`,
    label: key('dn') === 'ratio' ? '×' : 'Δ %',
    is_number: true,
    is_extra: true,
    track: kShareTrack,
    cell: (row) => <Ratio row={row} measure={measure} at={event.at} />,
    raw: () => '',
  };
  const sides = kSideNames.map((side) =>
    side_column(side, { key: `${measure}-${side}`, label: `${word} ${side}` }, own, event),
  );
  return { all: [...sides, delta, ratio], delta };
}

/// Both sides of the cost that rows are sorted by, and the change of the other cost.
export function diff_columns(diff: Diff, sorts: boolean): Column<DiffRow>[] {
  const columns_of = (by: 'self' | 'incl') =>
    measure_columns(
      diff,
      by === 'self' ? 'self' : 'inclusive',
      sorts ? { ...cost_sorting(by), direction: now === by ? 'descending' : null } : undefined,
    );
  const now = cost_sort_now();
  return [
    ...columns_of(now).all,
    columns_of(now === 'self' ? 'incl' : 'self').delta,
    calls_change_column((row) => row),
    name_column(
      { label: 'Function' },
      (row) => (
        <FunctionName of={row} place_href={source_href(row)} tab_index={-1}>
          <StatusTags row={row} />
        </FunctionName>
      ),
      (row) => row.name ?? '',
    ),
  ];
}

function source_href({ id, file_id }: DiffRow): string | null {
  return file_id ? link_to('source', file_id, { fn: id }) : null;
}

/// Of all functions: a comparison is not narrowed to a group.
export function diff_params() {
  const { by: _by, in: _in, highlight: _all, running: _run, ...params } = function_params();
  const sort = key('sort') === null ? null : cost_sort_now();
  return { ...params, sort, base: 'base', changed: only_changed(), kinds: key('kinds') };
}

export function diff_copies(diff: Diff, sorts: boolean): CopiedColumn<DiffRow>[] {
  return [...diff_columns(diff, sorts), ...group_places<DiffRow>()];
}

function counted_rows(diff: Diff): string {
  const { name, at, unit } = first_event(diff.events);
  const whole = cost_of(diff.totals.delta[at] ?? 0, diff.totals.certainty ?? 'exact');
  const counted = `${grouped(BigInt(diff.matched))} of ${grouped(BigInt(diff.of))} rows`;
  return `${counted} · total ${marked(printed_change(unit, whole))} ${name}`;
}

export function DiffFunctions() {
  const params = diff_params();
  const list = usePaged<DiffRow, Diff>('functions', params);
  const { data: diff, rows } = list;
  useStatus(diff === null ? null : counted_rows(diff));
  return (
    <section class="view">
      <ViewHead title="Functions compared">
        {!is_one_file() && <GroupChoice />}
        <KeyCheck name="unchanged" also={{ kinds: null }}>
          unchanged rows too
        </KeyCheck>
        {diff !== null && <KindChips diff={diff} />}
        <DiffLegend />
        <ViewTools
          is_ready={diff !== null}
          whole={{ view: 'diff', params }}
          table={() =>
            copied_list<DiffRow, Diff>('functions', params, (each) => diff_copies(each, true))
          }
        />
      </ViewHead>
      <PagedList
        list={list}
        what="Comparing"
        nothing={<NoMatch />}
        label="Functions compared"
        columns={(each) => diff_columns(each, true)}
        id_of={(row) => row.id}
        next_match={(from, way) => rows.next(from, way, has_changed)}
      />
    </section>
  );
}
