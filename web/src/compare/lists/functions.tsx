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
import { ColumnMenu } from '../../ui/column_menu';
import {
  first_event,
  kShareTrack,
  listed_events,
  name_column,
  type CopiedColumn,
  type ListedEvent,
} from '../../ui/columns';
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
  head_of_event,
  kSideNames,
  only_changed,
  Ratio,
  side_column,
  StatusTags,
  type Measure,
} from './sides';

const own = (row: DiffRow) => row;

function delta_of(event: ListedEvent, measure: Measure, sort: Column<DiffRow>['sort']) {
  const head = {
    key: `${measure}-delta${event.suffix}`,
    label: measure === 'self' ? 'Self Δ' : 'Inclusive Δ',
    title: `Change of ${measure} cost in ${event.name}`,
    ...(measure === 'inclusive' ? { is_extra: true } : {}),
    ...(sort === undefined ? {} : { sort }),
    ...head_of_event(event),
  };
  return delta_column(head, own, { ...event, measure });
}

/// The costs that a change is made of: of old and new, and their ratio.
function parts_of(event: ListedEvent, measure: Measure, is_offered: boolean) {
  const word = measure === 'self' ? 'Self' : 'Inclusive';
  const ratio: Column<DiffRow> = {
    key: `${measure}-share`,
    label: key('dn') === 'ratio' ? '×' : 'Δ %',
    long_label: `${word} ${key('dn') === 'ratio' ? '×' : 'Δ %'}`,
    is_number: true,
    is_extra: true,
    is_offered,
    track: kShareTrack,
    cell: (row) => <Ratio row={row} measure={measure} at={event.at} />,
    raw: () => '',
  };
  const sides = kSideNames.map((side) => {
    const head = { key: `${measure}-${side}`, label: `${word} ${side}`, of_event: event.name };
    return side_column(side, { ...head, is_offered }, own, { ...event, measure });
  });
  return { sides, ratio };
}

/// Both sides of the cost that rows are sorted by, and the change of the other cost; more if the
/// reader chose so.
export function diff_columns(diff: Diff, sorts: boolean): Column<DiffRow>[] {
  const now = cost_sort_now();
  const listed = listed_events(diff.events);
  const costs = listed.flatMap((event) => {
    const columns = (['self', 'incl'] as const).map((by) => {
      const measure = by === 'self' ? 'self' : 'inclusive';
      const is_first = event.suffix === '';
      const sort = { ...cost_sorting(by), direction: now === by ? ('descending' as const) : null };
      const delta = delta_of(event, measure, sorts && is_first ? sort : undefined);
      if (!is_first) {
        return [delta];
      }
      const { sides, ratio } = parts_of(event, measure, now !== by);
      return [...sides, delta, ratio];
    });
    return now === 'self' ? columns.flat() : columns.reverse().flat();
  });
  return [
    ...costs,
    calls_change_column(own),
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
        <ColumnMenu kind="changes" columns={diff === null ? [] : diff_columns(diff, true)} />
        <ViewTools
          is_ready={diff !== null}
          whole={{ view: 'diff', params }}
          table={() =>
            copied_list<DiffRow, Diff>('functions', params, (each) => diff_copies(each, true))
          }
        />
      </ViewHead>
      <PagedList
        kind="changes"
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
