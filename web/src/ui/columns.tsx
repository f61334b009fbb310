// SPDX-License-Identifier: MIT
//
// The columns that tables of costs share.
import { cost_of, part_of, raw_text, type Cost } from '../base/cost';
import { count, type RawCount } from '../base/count';
import { quotient_text } from '../base/amounts';
import type { Table } from '../base/tables';
import type { Columns, Named, Row } from '../api/types';
import { key } from '../state/navigation';
import { event_name, unit_of } from '../state/session';
import { Amount, KnownCount, Share } from './cells';
import type { Column } from './grid';
import { cost_sorting } from './sorting';

export const kNumberTrack = 'minmax(80px, 108px)';
export const kShareTrack = 'minmax(70px, 96px)';
export const kNameTrack = 'minmax(130px, 4fr)';

export function self_cost(row: Pick<Row, 'self' | 'self_certainty'>, at: number): Cost | null {
  const raw = row.self[at];
  return raw === undefined ? null : cost_of(raw, row.self_certainty ?? 'exact');
}

export function running_cost(row: Pick<Row, 'running' | 'running_certainty'>): Cost | null {
  return row.running === undefined ? null : cost_of(row.running, row.running_certainty ?? 'exact');
}

export function inclusive_cost(row: Omit<Row, 'self' | 'calls'>, at: number): Cost | null {
  const raw = row.inclusive[at];
  return raw === undefined ? null : cost_of(raw, row.certainty, row.inclusive_max?.[at] ?? null);
}

export function known_count(raw: RawCount | null, certainty: Row['calls_certainty']): Cost | null {
  return raw === null ? null : cost_of(raw, certainty ?? 'exact');
}

/// Where the event that counts, and the second one, stand in the costs of an answer.
export function shown_events(events: readonly string[]): { name: string; at: number }[] {
  const wanted = [event_name.value, key('e2')];
  const found = wanted
    .map((name) => ({ name: name ?? '', at: events.indexOf(name ?? '') }))
    .filter((each, index, all) => each.at >= 0 && all.findIndex((o) => o.at === each.at) === index);
  return found.length > 0 ? found : [{ name: events[0] ?? '', at: 0 }];
}

export function total_of(totals: readonly RawCount[], at: number): bigint {
  const raw = totals[at];
  return raw === undefined ? 0n : count(raw);
}

interface Pair<R> {
  key: string;
  label: string;
  event: string;
  /// What 100 % is; of a row, where that differs from row to row.
  whole: bigint | ((row: R) => Cost);
  cost: (row: R) => Cost | null;
  sort?: Column<R>['sort'];
  is_extra?: boolean;
}

/// A figure and, unless the reader wants figures alone, its share.
export function cost_columns<R>(pair: Pair<R>): Column<R>[] {
  const unit = unit_of(pair.event);
  const shared = { is_number: true, raw: (row: R) => raw_or_empty(pair.cost(row)) };
  const extra = pair.is_extra === undefined ? {} : { is_extra: pair.is_extra };
  const figure: Column<R> = {
    ...shared,
    ...extra,
    key: pair.key,
    label: pair.label,
    title: `${pair.label} cost in ${pair.event}`,
    track: kNumberTrack,
    cell: (row) => {
      const cost = pair.cost(row);
      return cost === null ? '–' : <Amount unit={unit} cost={cost} />;
    },
    ...(pair.sort === undefined ? {} : { sort: pair.sort }),
  };
  if (key('pct') === 'abs') {
    return [figure];
  }
  const share: Column<R> = {
    ...shared,
    is_extra: true,
    key: `${pair.key}-share`,
    label: '%',
    title: `${pair.label} cost in percent`,
    track: kShareTrack,
    cell: (row) => {
      const cost = pair.cost(row);
      if (cost === null) {
        return '–';
      }
      if (typeof pair.whole === 'bigint') {
        return <Share cost={cost} whole={pair.whole} />;
      }
      const { part, whole } = part_of(cost, pair.whole(row));
      return <Share cost={part} whole={whole} />;
    },
  };
  return [figure, share];
}

type Costed = Pick<Row, 'self' | 'self_certainty'> & Omit<Row, 'self' | 'calls'>;

/// Self and inclusive cost of the shown events, each to be sorted by in the first. `behind_self`:
/// columns behind the first event's self cost.
export function self_and_inclusive_columns<R extends Costed>(
  { events, totals }: Pick<Columns, 'events' | 'totals'>,
  behind_self: (event: string, whole: bigint) => Column<R>[] = () => [],
): Column<R>[] {
  const shown = shown_events(events);
  return shown.flatMap(({ name, at }, order) => {
    const whole = total_of(totals, at);
    const suffix = shown.length > 1 ? ` ${name}` : '';
    const is_first = order === 0;
    // Of the second event the figures alone: names need the room.
    const kept = is_first ? 2 : 1;
    return [
      ...cost_columns<R>({
        key: `self-${at}`,
        label: `Self${suffix}`,
        event: name,
        whole,
        cost: (row) => self_cost(row, at),
        ...(is_first ? { sort: cost_sorting('self') } : { is_extra: true }),
      }).slice(0, kept),
      ...(is_first ? behind_self(name, whole) : []),
      ...cost_columns<R>({
        key: `incl-${at}`,
        label: `Inclusive${suffix}`,
        event: name,
        whole,
        cost: (row) => inclusive_cost(row, at),
        is_extra: true,
        ...(is_first ? { sort: cost_sorting('incl') } : {}),
      }).slice(0, kept),
    ];
  });
}

export function raw_or_empty(cost: Cost | null): string {
  return cost === null ? '' : raw_text(cost);
}

export function calls_column<R>(of: (row: R) => Cost | null): Column<R> {
  return {
    key: 'calls',
    label: 'Calls',
    title: 'How often it was called; – where the input does not tell',
    is_number: true,
    is_extra: true,
    track: 'minmax(60px, 84px)',
    cell: (row) => <KnownCount of={of(row)} />,
    raw: (row) => raw_or_empty(of(row)),
  };
}

export function ratio_columns<R>(
  columns: Pick<Columns, 'ratios'>,
  of: (row: R) => readonly (number | null)[] | undefined,
): Column<R>[] {
  return (columns.ratios ?? []).map((ratio, at) => ({
    key: `ratio-${at}`,
    label: ratio.unit === null ? ratio.name : `${ratio.name} ${ratio.unit}`,
    title: ratio.formula,
    is_number: true,
    is_extra: true,
    track: kShareTrack,
    cell: (row: R) => <span class="num">{quotient_text(of(row)?.[at] ?? null)}</span>,
    raw: (row: R) => String(of(row)?.[at] ?? ''),
  }));
}

/// What a copy needs of a column.
export type CopiedColumn<R> = Pick<Column<R>, 'key' | 'label' | 'is_number' | 'raw'>;

/// In copies, file and object tell functions apart that share a name.
export function place_columns<R>(of: (row: R) => Named | null): CopiedColumn<R>[] {
  return [
    { key: 'file', label: 'File', raw: (row) => of(row)?.file ?? '' },
    { key: 'object', label: 'Object', raw: (row) => of(row)?.object ?? '' },
  ];
}

/// The rows that are here, as a table of raw texts.
export function table_of<R>(columns: readonly CopiedColumn<R>[], rows: readonly R[]): Table {
  const kept = columns.filter((each) => !each.key.endsWith('-share'));
  return {
    head: kept.map((each) => each.label),
    numbers: kept.map((each) => each.is_number === true),
    rows: rows.map((row) => kept.map((each) => each.raw(row))),
  };
}
