// SPDX-License-Identifier: MIT
//
// What changed, function by function: old, new, change and how dear a call has become.
import { useEffect, useMemo } from 'preact/hooks';
import { api_address } from '../../api/client';
import type { Diff, DiffRow, Side } from '../../api/diff_types';
import { grouped, percent_text, printed_change, ratio_text } from '../../base/amounts';
import { cost_of, printed, raw_text, type Certainty, type Cost } from '../../base/cost';
import { count } from '../../base/count';
import { key, link_to, open_page, refine } from '../../state/navigation';
import { session, unit_of } from '../../state/session';
import { Amount, Change, FunctionName, KnownCount } from '../../ui/cells';
import { KeyCheck } from '../../ui/choices';
import {
  kNameTrack,
  kNumberTrack,
  kShareTrack,
  place_columns,
  shown_events,
  type CopiedColumn,
} from '../../ui/columns';
import { Grid, type Column } from '../../ui/grid';
import { all_rows, PagedRows } from '../../ui/rows';
import { cost_sort_now } from '../../ui/sorting';
import { Fault, Loading } from '../../ui/states';
import { status } from '../../ui/status';
import { ViewTools } from '../../ui/tool_bar';
import { KindChips } from './kinds';
import { copied, FirstWindow, function_params, NoMatch } from '../../views/lists/functions';

export const kStatusWords: Record<DiffRow['status'], string> = {
  both: '',
  added: 'new',
  removed: 'gone',
  renamed: 'renamed',
};

export type Measure = 'self' | 'inclusive';

export function side_cost(side: Side | null, measure: Measure, at: number): Cost | null {
  const raw = side?.[measure]?.[at];
  if (side === null || raw === undefined) {
    return null;
  }
  return measure === 'self'
    ? cost_of(raw, side.self_certainty ?? 'exact')
    : cost_of(raw, side.certainty, side.inclusive_max?.[at] ?? null);
}

export function delta_cost(row: Pick<DiffRow, 'delta'>, measure: Measure, at: number): Cost | null {
  const raw = row.delta[measure]?.[at];
  return raw === undefined ? null : cost_of(raw, delta_certainty(row, measure));
}

function delta_certainty(row: Pick<DiffRow, 'delta'>, measure: Measure): Certainty {
  return measure === 'self' ? (row.delta.self_certainty ?? 'exact') : row.delta.certainty;
}

export function has_changed({ status, delta }: Pick<DiffRow, 'status' | 'delta'>): boolean {
  const costs = [...(delta.self ?? []), ...delta.inclusive, delta.calls ?? 0];
  return status !== 'both' || costs.some((each) => count(each) !== 0n);
}

/// How many calls more or fewer there are.
export function calls_change(row: Pick<DiffRow, 'delta'>): Cost | null {
  const { calls, calls_certainty } = row.delta;
  return calls === null ? null : cost_of(calls, calls_certainty ?? 'exact');
}

export function CallsChange({ row }: { row: Pick<DiffRow, 'delta'> }) {
  const cost = calls_change(row);
  return cost === null ? (
    <KnownCount of={null} />
  ) : (
    <Change unit={{ unit: null, scale: 1n }} cost={cost} />
  );
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
  const sure = delta_certainty(row, measure);
  const text = printed(cost_of(now, sure === 'exact' ? 'exact' : 'estimated'), (value) =>
    key('dn') === 'ratio' ? ratio_text(value, count(was)) : signed_percent(value, count(was)),
  );
  return (
    <span class="num" title={text.mark === '' ? undefined : text.words}>
      {text.mark !== '' && <span class="mark">{text.mark.trim()}</span>}
      {text.text}
    </span>
  );
}

function signed_percent(now: bigint, was: bigint): string {
  const text = percent_text(now - was, was);
  return (now > was && was > 0n ? '+' : '') + (text === '-' ? '–' : `${text} %`);
}

export function StatusTags({ row }: { row: DiffRow }) {
  const word = kStatusWords[row.status];
  return (
    <>
      {word !== '' && <span class={`tag is-${row.status}`}>{word}</span>}
      {row.match !== null && row.match !== 'exact' && (
        <span
          class="tag"
          title={
            row.old_name === null ? 'How it was matched' : `Was ${row.old_name.name ?? '(no name)'}`
          }
        >
          {row.match}
        </span>
      )}
      {row.noise && (
        <span class="tag" title="The runs of both sides overlap">
          noise
        </span>
      )}
    </>
  );
}

function measure_columns(diff: Diff, measure: Measure, sort: Column<DiffRow>['sort']) {
  const first = shown_events(diff.events)[0] ?? { name: '', at: 0 };
  const { name, at } = first;
  const unit = unit_of(name);
  const word = measure === 'self' ? 'Self' : 'Inclusive';
  const figure = (side: 'old' | 'new'): Column<DiffRow> => ({
    key: `${measure}-${side}`,
    label: `${word} ${side}`,
    is_number: true,
    is_extra: true,
    track: kNumberTrack,
    cell: (row) => {
      const cost = side_cost(row[side], measure, at);
      return cost === null ? <span class="num dim">–</span> : <Amount unit={unit} cost={cost} />;
    },
    raw: (row) => {
      const cost = side_cost(row[side], measure, at);
      return cost === null ? '' : raw_text(cost);
    },
  });
  const delta: Column<DiffRow> = {
    key: `${measure}-delta`,
    label: `${word} Δ`,
    title: `Change of ${measure} cost in ${name}`,
    is_number: true,
    track: kNumberTrack,
    ...(measure === 'inclusive' ? { is_extra: true } : {}),
    ...(sort === undefined ? {} : { sort }),
    cell: (row) => {
      const cost = delta_cost(row, measure, at);
      return cost === null ? '–' : <Change unit={unit} cost={cost} />;
    },
    raw: (row) => {
      const cost = delta_cost(row, measure, at);
      return cost === null ? '' : raw_text(cost);
    },
  };
  const ratio: Column<DiffRow> = {
    key: `${measure}-share`,
    label: key('dn') === 'ratio' ? '×' : 'Δ %',
    is_number: true,
    is_extra: true,
    track: kShareTrack,
    cell: (row) => <Ratio row={row} measure={measure} at={at} />,
    raw: () => '',
  };
  return [figure('old'), figure('new'), delta, ratio];
}

export function diff_columns(diff: Diff, sorts: boolean): Column<DiffRow>[] {
  const now = cost_sort_now();
  const sort = (measure: 'self' | 'incl') =>
    sorts
      ? {
          direction: now === measure ? ('descending' as const) : null,
          go: () => refine({ sort: measure }),
        }
      : undefined;
  const measure: Measure = now === 'incl' ? 'inclusive' : 'self';
  const other: Measure = measure === 'self' ? 'inclusive' : 'self';
  const delta_of_other = measure_columns(diff, other, sort(other === 'self' ? 'self' : 'incl'))[2];
  return [
    ...measure_columns(diff, measure, sort(measure === 'self' ? 'self' : 'incl')),
    ...(delta_of_other === undefined ? [] : [delta_of_other]),
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
      label: 'Function',
      track: kNameTrack,
      cell: (row) => (
        <FunctionName
          id={row.id}
          name={row.name}
          file={row.file}
          object={row.object}
          place_href={row.file_id ? link_to('source', row.file_id, { base: 'base', fn: row.id }) : null}
          tab_index={-1}
        >
          <StatusTags row={row} />
        </FunctionName>
      ),
      raw: (row) => row.name ?? '',
    },
  ];
}

export function diff_places(): CopiedColumn<DiffRow>[] {
  return key('group') === null ? place_columns<DiffRow>((row) => row) : [];
}

export function DiffLegend() {
  return (
    <p class="legend">
      <span class="swatch less" aria-hidden="true" /> − less cost
      <span class="swatch more" aria-hidden="true" /> + more cost
    </p>
  );
}

/// Of all functions: a comparison is not narrowed to a group.
export function diff_params() {
  const { by: _by, in: _in, highlight: _all, running: _run, ...params } = function_params();
  const sort = key('sort') === null ? null : cost_sort_now();
  return { ...params, sort, base: 'base', changed: key('changed'), kinds: key('kinds') };
}

export function DiffFunctions() {
  const hash = session.value?.hash ?? '';
  const question = api_address('functions', diff_params());
  const window_of = (offset: number, limit: number) =>
    api_address('functions', { ...diff_params(), offset, limit });
  const rows = useMemo(() => new PagedRows<DiffRow, Diff>(window_of), [question, hash]);
  useEffect(() => () => rows.end(), [rows]);
  const diff = rows.answer.value;
  const first = diff === null ? null : (shown_events(diff.events)[0] ?? null);
  useEffect(() => {
    if (diff !== null && first !== null) {
      const whole = cost_of(diff.totals.delta[first.at] ?? 0, diff.totals.certainty ?? 'exact');
      const { mark, text } = printed_change(unit_of(first.name), whole);
      const counted = `${grouped(BigInt(diff.matched))} of ${grouped(BigInt(diff.of))} rows`;
      status.value = `${counted} · total ${mark}${text} ${first.name}`;
    }
    return () => {
      status.value = '';
    };
  }, [diff]);
  return (
    <section class="view">
      <div class="view-head">
        <h1 tabIndex={-1}>Functions, compared</h1>
        <KeyCheck name="changed" also={{ kinds: null }}>
          only changed
        </KeyCheck>
        {diff !== null && <KindChips diff={diff} />}
        <DiffLegend />
        {diff === null ? (
          <ViewTools />
        ) : (
          <ViewTools
            whole={{ view: 'diff', params: diff_params() }}
            table={async () =>
              copied(
                [...diff_columns(diff, true), ...diff_places()],
                await all_rows<DiffRow>(window_of),
              )
            }
          />
        )}
      </div>
      {rows.fault.value !== null && <Fault fault={rows.fault.value} />}
      {diff === null && rows.fault.value === null && <Loading what="Comparing" />}
      {diff === null && <FirstWindow rows={rows} />}
      {diff !== null && diff.matched === 0 && <NoMatch />}
      {diff !== null && diff.matched > 0 && (
        <Grid
          key={question}
          label="Functions, compared"
          source={rows}
          columns={diff_columns(diff, true)}
          id_of={(row) => row.id}
          selected={key('sel')}
          on_select={(row) => refine({ sel: row.id })}
          on_open={(row) => row.id !== null && open_page('fn', row.id)}
          next_match={(from, way) => rows.next(from, way, has_changed)}
        />
      )}
    </section>
  );
}
