// SPDX-License-Identifier: MIT
//
// What rows of a comparison show: the costs of both sides, how they changed, and what became of the
// function.
import type { ComponentChildren } from 'preact';
import type { BothSides, DiffRow, Side } from '../../api/diff_types';
import { kCounted, percent_text, ratio_text, type Unit } from '../../base/amounts';
import { cost_of, printed, type Certainty, type Cost } from '../../base/cost';
import { count, type RawCount } from '../../base/count';
import { key } from '../../state/navigation';
import { Amount, Change, KnownCount, Marked } from '../../ui/cells';
import {
  figure_column,
  kCallsTrack,
  known_count,
  listed_events,
  type ListedEvent,
  type ShownEvent,
} from '../../ui/columns';
import type { Column } from '../../ui/grid';
import { AmountCell, ChangeCell, NumberCell } from '../../ui/plain_table';

const kStatusWords: Record<BothSides['status'], string> = {
  both: '',
  added: 'new',
  removed: 'gone',
  renamed: 'renamed',
};

export type Measure = 'self' | 'inclusive';
export const kSideNames = ['old', 'new'] as const;
export type SideName = (typeof kSideNames)[number];

/// The event that a column is of, and which of its costs.
type Measured = ShownEvent & { measure: Measure };
type Of<R> = (row: R) => BothSides;
type Head<R> = Pick<Column<R>, 'key' | 'label'> & Partial<Column<R>>;

export function side_cost(side: Side | null, measure: Measure, at: number): Cost | null {
  const raw = side?.[measure]?.[at];
  if (side === null || raw === undefined) {
    return null;
  }
  return measure === 'self'
    ? cost_of(raw, side.self_certainty ?? 'exact')
    : cost_of(raw, side.certainty, side.inclusive_max?.[at] ?? null);
}

type Changed = Pick<BothSides, 'delta'>;

export function delta_cost(row: Changed, measure: Measure, at: number): Cost | null {
  const raw = row.delta[measure]?.[at];
  return raw === undefined ? null : cost_of(raw, delta_certainty(row, measure));
}

function delta_certainty(row: Changed, measure: Measure): Certainty {
  return measure === 'self' ? (row.delta.self_certainty ?? 'exact') : row.delta.certainty;
}

export function has_changed({ status, delta }: Pick<DiffRow, 'status' | 'delta'>): boolean {
  const costs = [...(delta.self ?? []), ...delta.inclusive, delta.calls ?? 0];
  return status !== 'both' || costs.some((each) => count(each) !== 0n);
}

/// '1' leaves out rows without a change, unless the reader wants them or chose kinds of changes.
export function only_changed(): '1' | null {
  return key('unchanged') === '1' || key('kinds') !== null ? null : '1';
}

/// How many calls more or fewer there are.
function calls_change({ delta }: Changed): Cost | null {
  return known_count(delta.calls, delta.calls_certainty);
}

const show_calls_change = (cost: Cost) => <Change unit={kCounted} cost={cost} />;

export function CallsChange({ row }: { row: Changed }) {
  const cost = calls_change(row);
  return cost === null ? <KnownCount of={null} /> : show_calls_change(cost);
}

/// new / old, marked where either is.
export function Ratio({ row, measure, at }: { row: DiffRow; measure: Measure; at: number }) {
  const was = row.old?.[measure]?.[at];
  const now = row.new?.[measure]?.[at];
  if (was === undefined || now === undefined) {
    return (
      <span class="num dim">{row.old === null ? 'new' : row.new === null ? 'gone' : '–'}</span>
    );
  }
  return <RatioOf was={was} now={now} certainty={delta_certainty(row, measure)} />;
}

export function RatioOf(props: { was: RawCount; now: RawCount; certainty: Certainty }) {
  const was = count(props.was);
  const text = printed(
    cost_of(props.now, props.certainty === 'exact' ? 'exact' : 'estimated'),
    (now) => (key('dn') === 'ratio' ? ratio_text(now, was) : signed_percent(now, was)),
  );
  return <Marked of={text} />;
}

function signed_percent(now: bigint, was: bigint): string {
  // Of its size: a growth has no minus sign, also of what is below 0.
  const text = percent_text(now - was, was < 0n ? -was : was);
  return (now > was && was !== 0n ? '+' : '') + (text === '-' ? '–' : `${text} %`);
}

interface ChangeRowProps {
  head: ComponentChildren;
  unit: Unit;
  was: Cost | null;
  now: Cost | null;
  delta: Cost | null;
  ratio: ComponentChildren;
}

/// A row below kSides.
export function ChangeRow({ head, unit, was, now, delta, ratio }: ChangeRowProps) {
  return (
    <tr>
      <th scope="row">{head}</th>
      <AmountCell none="–" unit={unit} cost={was} />
      <AmountCell none="–" unit={unit} cost={now} />
      <ChangeCell none="–" unit={unit} cost={delta} />
      <NumberCell>{ratio}</NumberCell>
    </tr>
  );
}

export function StatusTag({ status }: { status: BothSides['status'] }) {
  const word = kStatusWords[status];
  return word === '' ? null : <span class={`tag is-${status}`}>{word}</span>;
}

export function StatusTags({ row }: { row: DiffRow }) {
  return (
    <>
      <StatusTag status={row.status} />
      {row.match !== null && row.match !== 'exact' && (
        <span
          class="tag"
          title={
            row.old_name === null ? 'How the function was matched' : `Was ${row.old_name.name ?? '(no name)'}`
          }
        >
          {row.match}
        </span>
      )}
      {row.noise && (
        <span class="tag" title="The runs of both sides overlap: the change may be noise">
          noise
        </span>
      )}
    </>
  );
}

export function side_column<R>(
  side: SideName,
  head: Head<R>,
  of: Of<R>,
  { measure, at, unit }: Measured,
): Column<R> {
  return figure_column<R>(
    { ...head, is_extra: true },
    (row) => side_cost(of(row)[side], measure, at),
    (cost) => <Amount unit={unit} cost={cost} />,
    <span class="num dim">–</span>,
  );
}

export function delta_column<R>(head: Head<R>, of: Of<R>, measured: Measured): Column<R> {
  const { measure, at, unit } = measured;
  return figure_column<R>(
    head,
    (row) => delta_cost(of(row), measure, at),
    (cost) => <Change unit={unit} cost={cost} />,
  );
}

/// The change of inclusive costs.
export function delta_columns<R>(label: string, events: readonly string[], of: Of<R>): Column<R>[] {
  return listed_events(events).map((event) =>
    delta_column({ key: `delta${event.suffix}`, label, ...head_of_event(event) }, of, {
      ...event,
      measure: 'inclusive',
    }),
  );
}

/// Comparisons show one event, and others only if the reader chose them.
export function head_of_event({ name, suffix }: ListedEvent) {
  const is_other = suffix !== '';
  return { of_event: name, ...(is_other ? { is_extra: true, is_offered: true } : {}) };
}

export function calls_change_column<R>(of: Of<R>): Column<R> {
  return figure_column<R>(
    { key: 'calls', label: 'Calls Δ', is_extra: true, track: kCallsTrack },
    (row) => calls_change(of(row)),
    show_calls_change,
    <KnownCount of={null} />,
  );
}

export function DiffLegend() {
  return (
    <p class="legend">
      <span class="swatch less" aria-hidden="true" /> − less cost
      <span class="swatch more" aria-hidden="true" /> + more cost
    </p>
  );
}
