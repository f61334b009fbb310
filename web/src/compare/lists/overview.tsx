// SPDX-License-Identifier: MIT
//
// The comparison at a glance: totals, what is new or gone, what changed most, and the way down to
// the function whose own cost did it.
import { api_address } from '../../api/client';
import type { BlameStep, Diff, DiffTotals, Split } from '../../api/diff_types';
import { useAnswer } from '../../ui/use_answer';
import { grouped } from '../../base/amounts';
import { cost_of } from '../../base/cost';
import { count } from '../../base/count';
import { key, link_to, link_with, open_page, place, row_query } from '../../state/navigation';
import { base_profile, compared_params, unit_of } from '../../state/session';
import { Change, FunctionName } from '../../ui/cells';
import { ColumnMenu } from '../../ui/column_menu';
import { first_event, table_of, type ShownEvent } from '../../ui/columns';
import { FunctionGrid } from '../../ui/function_grid';
import { kSides, PlainTable } from '../../ui/plain_table';
import { ListedRows, next_row } from '../../ui/rows';
import { Waiting } from '../../ui/states';
import { ViewTools } from '../../ui/tool_bar';
import { Card, Pairs, ViewHead } from '../../ui/view_parts';
import { NoMatch } from '../../views/lists/functions';
import { diff_columns, diff_copies } from './functions';
import { ChooseBase } from './choose_base';
import { KindChips } from './kinds';
import { ChangeRow, DiffLegend, has_changed, RatioOf } from './sides';

function useComparison() {
  const { base: _base, ...common } = compared_params();
  const query = place.value.page === 'compare' ? row_query() : null;
  const params = { ...common, q: query, group: key('group'), kinds: key('kinds') };
  return useAnswer<Diff>(base_profile.value === null ? null : api_address('compare', params));
}

function TotalsTable({ diff: { events, totals } }: { diff: Diff }) {
  const certainty = totals.certainty ?? 'exact';
  const known = (costs: DiffTotals['old'], at: number) => cost_of(costs[at] ?? 0, certainty);
  const sides_of = (at: number) => ({ was: totals.old[at] ?? 0, now: totals.new[at] ?? 0 });
  return (
    <Card id="diff-totals" title="Totals, old and new">
      <div class="scroll-x" tabIndex={0} role="group" aria-labelledby="diff-totals">
        <PlainTable heads={['Event', ...kSides]}>
          {events.map((name, at) => (
            <ChangeRow
              key={name}
              head={<a href={link_with({ e: name })}>{name}</a>}
              unit={unit_of(name)}
              was={known(totals.old, at)}
              now={known(totals.new, at)}
              delta={known(totals.delta, at)}
              ratio={<RatioOf {...sides_of(at)} certainty={certainty} />}
            />
          ))}
        </PlainTable>
      </div>
    </Card>
  );
}

export function SplitWords({ split, at, unit }: ShownEvent & { split: Split | null }) {
  const more = split?.more_calls[at];
  const per_call = split?.dearer_calls[at];
  if (more === undefined || per_call === undefined || (count(more) === 0n && count(per_call) === 0n)) {
    return null;
  }
  const certainty = split?.certainty ?? 'exact';
  return (
    <span class="split">
      {count(more) !== 0n && (
        <>
          <Change unit={unit} cost={cost_of(more, certainty)} /> by{' '}
          {count(more) > 0n ? 'more' : 'fewer'} calls
        </>
      )}
      {count(more) !== 0n && count(per_call) !== 0n && ', '}
      {count(per_call) !== 0n && (
        <>
          <Change unit={unit} cost={cost_of(per_call, certainty)} /> by{' '}
          {count(per_call) > 0n ? 'more expensive' : 'cheaper'} calls
        </>
      )}
    </span>
  );
}

function BlamePath({ steps, event }: { steps: readonly BlameStep[]; event: ShownEvent }) {
  if (steps.length === 0) {
    return <p>No single call path explains the change.</p>;
  }
  return (
    <ol class="path">
      {steps.map((step, depth) => (
        <li key={`${depth}-${step.id}`} class={depth === steps.length - 1 ? 'here' : ''}>
          <span class="path-cost">
            <Change unit={event.unit} cost={cost_of(step.inclusive, step.certainty)} />
          </span>
          <FunctionName of={step} />
          <SplitWords split={step.split} {...event} />
        </li>
      ))}
    </ol>
  );
}

function Counts({ diff }: { diff: Diff }) {
  const { matches } = diff;
  const facts: [string, number][] = [
    ['matched by equal names', matches.exact],
    ['matched by names without hashes', matches.normalised],
    ['matched by rename rules', matches.rule],
    ['matched by guess', matches.guess],
    ['new', matches.added],
    ['gone', matches.removed],
    ['unchanged', diff.unchanged],
  ];
  return (
    <Card id="match-title" title="How functions were matched">
      <Pairs
        class="facts"
        rows={facts.map(([label, number]) => [
          label,
          <span class="num">{grouped(BigInt(number))}</span>,
        ])}
      />
    </Card>
  );
}

export function CompareOverview() {
  const answer = useComparison();
  const { data } = answer;
  if (data === null) {
    return <Waiting of={answer} what="Comparing" />;
  }
  return (
    <>
      <TotalsTable diff={data} />
      <Card id="blame-title" title="Where the change comes from">
        <BlamePath steps={data.blame} event={first_event(data.events)} />
      </Card>
      <Counts diff={data} />
    </>
  );
}

export function Compare() {
  const answer = useComparison();
  const { data } = answer;
  if (base_profile.value === null) {
    return (
      <section class="view">
        <ViewHead title="Changes" />
        <ChooseBase />
      </section>
    );
  }
  return (
    <section class="view">
      <ViewHead title="Changes">
        <a class="button" href={link_to('functions')}>
          All changed functions
        </a>
        <a class="button" href={link_to('source')}>
          Changed source files
        </a>
        <DiffLegend />
        <ViewTools
          table={data === null ? undefined : () => table_of(diff_copies(data, false), data.rows)}
        />
      </ViewHead>
      <Waiting of={answer} what="Comparing" />
      {data !== null && (
        <div class="scroll">
          <div class="cards">
            <CompareOverview />
          </div>
          <div class="view-head">
            <h2>Largest changes</h2>
            <KindChips diff={data} />
            <ColumnMenu kind="changes" columns={diff_columns(data, false)} />
          </div>
          <ChangedMost diff={data} />
        </div>
      )}
    </section>
  );
}

function ChangedMost({ diff }: { diff: Diff }) {
  if (diff.rows.length === 0) {
    return row_query() === null ? (
      <p class="empty">No functions of this kind.</p>
    ) : (
      <NoMatch />
    );
  }
  const rows = new ListedRows(diff.rows);
  return (
    <div class="grid-frame">
      <FunctionGrid
        kind="changes"
        label="Largest changes"
        source={rows}
        next_match={(from, way) => next_row(rows, from, way, has_changed)}
        columns={diff_columns(diff, false)}
        id_of={(row) => row.id}
        on_open={(row) => row.id !== null && open_page('fn', row.id)}
      />
    </div>
  );
}
