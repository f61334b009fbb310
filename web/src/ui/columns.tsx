// SPDX-License-Identifier: MIT
//
// The columns that tables of costs share.
import type { ComponentChildren } from 'preact';
import { grouped, printed_average, quotient_text, type Unit } from '../base/amounts';
import {
  cost_of,
  marked,
  of_each,
  part_of,
  printed,
  raw_text,
  type Certainty,
  type Cost,
} from '../base/cost';
import { count, type RawCount } from '../base/count';
import type { Table } from '../base/tables';
import type { Columns, InclusiveCosts, Named, Row, SelfCosts } from '../api/types';
import { event_labels } from '../state/column_choice';
import { key } from '../state/navigation';
import { event_name, unit_of } from '../state/session';
import { Amount, KnownCount, Marked, Share } from './cells';
import type { Column } from './grid';
import { first_sorting, ratio_sorting } from './sorting';

export const kNumberTrack = 'minmax(80px, 108px)';
export const kShareTrack = 'minmax(96px, 128px)';
export const kCallsTrack = 'minmax(60px, 84px)';
const kNameTrack = 'minmax(130px, 4fr)';

/// Without a certainty, costs are exact.
type Inclusive = Pick<InclusiveCosts, 'inclusive'> & Partial<InclusiveCosts>;

export function self_cost(row: SelfCosts, at: number): Cost | null {
  const raw = row.self[at];
  return raw === undefined ? null : cost_of(raw, row.self_certainty ?? 'exact');
}

export function running_cost(row: Pick<Row, 'running' | 'running_certainty'>): Cost | null {
  return row.running === undefined ? null : cost_of(row.running, row.running_certainty ?? 'exact');
}

export function inclusive_cost(row: Inclusive, at: number): Cost | null {
  const raw = row.inclusive[at];
  const most = row.inclusive_max?.[at] ?? null;
  return raw === undefined ? null : cost_of(raw, row.certainty ?? 'exact', most);
}

export function known_count(raw: RawCount | null, certainty?: Certainty): Cost | null {
  return raw === null ? null : cost_of(raw, certainty ?? 'exact');
}

/// An event, and where it stands in the costs of an answer.
export interface ShownEvent {
  name: string;
  at: number;
  unit: Unit;
}

/// The event that counts, and the second one.
export function shown_events(events: readonly string[]): readonly [ShownEvent, ...ShownEvent[]] {
  const wanted = [...new Set([event_name.value, key('e2') ?? ''])];
  const found = wanted
    .map((name) => ({ name, at: events.indexOf(name), unit: unit_of(name) }))
    .filter((each) => each.at >= 0);
  const name = events[0] ?? '';
  const [first = { name, at: 0, unit: unit_of(name) }, ...others] = found;
  return [first, ...others];
}

export interface ListedEvent extends ShownEvent {
  /// Ends the keys of its columns; none of the event that counts, whichever that is.
  suffix: string;
  /// The address does not ask for it: its columns are shown if the reader chose them.
  is_offered: boolean;
}

/// All events of an answer, those that are shown first.
export function listed_events(events: readonly string[]): readonly ListedEvent[] {
  const shown = shown_events(events);
  const others = events
    .map((name, at) => ({ name, at, unit: unit_of(name) }))
    .filter((each) => !shown.some(({ at }) => at === each.at));
  return [...shown, ...others].map((each, order) => ({
    ...each,
    suffix: order === 0 ? '' : `:${each.name}`,
    is_offered: order >= shown.length,
  }));
}

export function first_event(events: readonly string[]): ShownEvent {
  return shown_events(events)[0];
}

export function total_of(totals: readonly RawCount[], at: number): bigint {
  const raw = totals[at];
  return raw === undefined ? 0n : count(raw);
}

type Head<R> = Omit<Column<R>, 'cell' | 'raw' | 'track' | 'is_number'> & { track?: string };

/// A column of costs or counts; `none` stands where a row has no such figure.
export function figure_column<R>(
  head: Head<R>,
  of: (row: R) => Cost | null,
  show: (cost: Cost, row: R) => ComponentChildren,
  none: ComponentChildren = '–',
): Column<R> {
  return {
    is_number: true,
    track: kNumberTrack,
    ...head,
    cell: (row) => {
      const cost = of(row);
      return cost === null ? none : show(cost, row);
    },
    raw: (row) => raw_or_empty(of(row)),
  };
}

type PairHead = 'key' | 'label' | 'sort' | 'is_extra' | 'is_offered' | 'of_event';

interface Pair<R> extends Pick<Column<R>, PairHead> {
  event: string;
  /// What 100 % is; of a row, where that differs from row to row.
  whole: bigint | ((row: R) => Cost);
  cost: (row: R) => Cost | null;
}

/// A cost and, unless percentages are off, its share.
export function cost_columns<R>({ event, whole, cost, ...head }: Pair<R>): Column<R>[] {
  const unit = unit_of(event);
  const figure = figure_column<R>(
    { ...head, title: `${head.label} cost in ${event}` },
    cost,
    (own) => <Amount unit={unit} cost={own} />,
  );
  const share = figure_column<R>(
    {
      key: `${head.key}${kShareEnd}`,
      label: '%',
      long_label: `${head.label} %`,
      title: `${head.label} cost in percent`,
      is_extra: true,
      is_offered: head.is_offered ?? false,
      ...(head.of_event === undefined ? {} : { of_event: head.of_event }),
      track: kShareTrack,
    },
    cost,
    (own, row) => {
      const { part, whole: all } =
        typeof whole === 'bigint' ? { part: own, whole } : part_of(own, whole(row));
      return <Share cost={part} whole={all} />;
    },
  );
  return key('pct') === 'abs' ? [figure] : [figure, share];
}

const kShareEnd = '-share';

/// Names need the room that shares would take, unless the reader wants them.
export function offered_shares<R>(columns: Column<R>[]): Column<R>[] {
  return columns.map((each) =>
    each.key.endsWith(kShareEnd) ? { ...each, is_offered: true } : each,
  );
}

type Costed = SelfCosts & Inclusive;

/// Self and inclusive cost of the shown events, each to be sorted by in the first. `behind_self`:
/// columns behind the first event's self cost.
export function self_and_inclusive_columns<R extends Costed>(
  { events, totals }: Pick<Columns, 'events' | 'totals'>,
  behind_self: (event: string, whole: bigint) => Column<R>[] = () => [],
): Column<R>[] {
  return listed_events(events).flatMap(({ name, at, suffix, is_offered }) => {
    const whole = total_of(totals, at);
    const head = { event: name, of_event: name, whole, is_offered };
    const is_first = suffix === '';
    const self = cost_columns<R>({
      ...head,
      key: `self${suffix}`,
      label: 'Self',
      cost: (row) => self_cost(row, at),
      ...(is_first ? { sort: first_sorting(events, 'self') } : { is_extra: true }),
    });
    const inclusive = cost_columns<R>({
      ...head,
      key: `incl${suffix}`,
      label: 'Inclusive',
      cost: (row) => inclusive_cost(row, at),
      is_extra: true,
      ...(is_first ? { sort: first_sorting(events, 'incl') } : {}),
    });
    return is_first
      ? [...self, ...behind_self(name, whole), ...inclusive]
      : offered_shares([...self, ...inclusive]);
  });
}

export function raw_or_empty(cost: Cost | null): string {
  return cost === null ? '' : raw_text(cost);
}

/// The column of names, which has what room the figures leave.
export function name_column<R>(
  head: Pick<Column<R>, 'label' | 'title' | 'sort'>,
  cell: (row: R) => ComponentChildren,
  raw: (row: R) => string,
): Column<R> {
  return { key: 'name', ...head, track: kNameTrack, cell, raw };
}

/// Where a row is in the present order. Copies have the order itself.
export function rank_column<R>(): Column<R> {
  return {
    key: 'rank',
    label: '#',
    long_label: 'Rank',
    title: 'Rank in the present order, from 1',
    is_number: true,
    is_extra: true,
    is_offered: true,
    track: 'minmax(48px, 60px)',
    cell: (_row, index) => <span class="num">{grouped(BigInt(index + 1))}</span>,
    raw: () => '',
  };
}

/// A column of counts, which have no unit.
export function count_column<R>(
  head: Omit<Head<R>, 'is_extra'>,
  of: (row: R) => Cost | null,
): Column<R> {
  const show = (count: Cost | null) => <KnownCount of={count} />;
  return figure_column({ ...head, is_extra: true }, of, show, show(null));
}

export function calls_column<R>(
  of: (row: R) => Cost | null,
  sorting: Pick<Column<unknown>, 'sort'> = {},
): Column<R> {
  const title = 'Number of calls; – if not recorded';
  return count_column({ key: 'calls', label: 'Calls', title, track: kCallsTrack, ...sorting }, of);
}

/// The average cost of a call.
export function per_call_column<R>(
  { name, unit }: ShownEvent,
  cost: (row: R) => Cost | null,
  calls: (row: R) => Cost | null,
): Column<R> {
  const each_of = (row: R) => of_each(cost(row), calls(row));
  return {
    key: 'per-call',
    label: 'Per call',
    title: `Inclusive cost per call in ${name}`,
    is_number: true,
    is_extra: true,
    track: kCallsTrack,
    cell: (row) => {
      const each = each_of(row);
      return each === null ? '–' : <Marked of={printed_average(unit, each.cost, each.calls)} />;
    },
    raw: (row) => {
      const each = each_of(row);
      return each === null ? '' : marked(printed(each.cost, (value) => quotient(value, each.calls)));
    },
  };
}

/// Raw, as a program reads it.
function quotient(value: bigint, calls: bigint): string {
  return value % calls === 0n ? String(value / calls) : String(Number(value) / Number(calls));
}

export function ratio_columns<R>(
  columns: Pick<Columns, 'ratios'>,
  of: (row: R) => readonly (number | null)[] | undefined,
): Column<R>[] {
  return (columns.ratios ?? []).map((ratio, at) => ({
    key: `ratio:${ratio.name}`,
    label: ratio.unit === null ? ratio.name : `${ratio.name} ${ratio.unit}`,
    title: ratio.formula,
    is_number: true,
    is_extra: true,
    track: kShareTrack,
    ...ratio_sorting(ratio.name),
    cell: (row: R) => <span class="num">{quotient_text(of(row)?.[at] ?? null)}</span>,
    raw: (row: R) => String(of(row)?.[at] ?? ''),
  }));
}

/// What a copy needs of a column.
export type CopiedColumn<R> = Pick<
  Column<R>,
  'key' | 'label' | 'is_number' | 'is_offered' | 'of_event' | 'raw'
>;

/// A column that only copies have.
export function copied_number<R>(
  key: string,
  label: string,
  raw: (row: R) => string,
): CopiedColumn<R> {
  return { key, label, is_number: true, raw };
}

/// In copies, file and object tell functions apart that share a name.
export function place_columns<R>(of: (row: R) => Named | null): CopiedColumn<R>[] {
  return [
    { key: 'file', label: 'File', raw: (row) => of(row)?.file ?? '' },
    { key: 'object', label: 'Object', raw: (row) => of(row)?.object ?? '' },
    ...kind_columns(of),
  ];
}

/// What groups by class are, in copies.
export function kind_columns<R>(of: (row: R) => Named | null): CopiedColumn<R>[] {
  return key('group') === 'class'
    ? [{ key: 'kind', label: 'Kind', raw: (row) => of(row)?.kind ?? '' }]
    : [];
}

/// The rows that are here, as a table of raw texts. Copies are the same for all readers.
export function table_of<R>(columns: readonly CopiedColumn<R>[], rows: readonly R[]): Table {
  const kept = event_labels(
    columns.filter((each) => !each.key.endsWith(kShareEnd) && each.is_offered !== true),
  );
  return {
    head: kept.map((each) => each.label),
    numbers: kept.map((each) => each.is_number === true),
    rows: rows.map((row) => kept.map((each) => each.raw(row))),
  };
}
