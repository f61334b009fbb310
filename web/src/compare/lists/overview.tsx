// SPDX-License-Identifier: MIT
//
// The comparison at a glance: totals, what is new or gone, what changed most, and the way down to
// the function whose own cost did it.
import { api_address } from '../../api/client';
import type { BlameStep, Diff, DiffRow, Split } from '../../api/diff_types';
import { useAnswer } from '../../ui/use_answer';
import { grouped } from '../../base/amounts';
import { cost_of } from '../../base/cost';
import { count } from '../../base/count';
import { key, link_to, link_with, open_page, place } from '../../state/navigation';
import { base_profile, common_params, unit_of } from '../../state/session';
import { Card } from '../../ui/card';
import { Change, FunctionName } from '../../ui/cells';
import { first_event, table_of, type ShownEvent } from '../../ui/columns';
import { FunctionGrid } from '../../ui/function_grid';
import { AmountCell, ChangeCell, kSides, NumberCell, PlainTable } from '../../ui/plain_table';
import { ListedRows, next_row } from '../../ui/rows';
import { Waiting } from '../../ui/states';
import { ViewTools } from '../../ui/tool_bar';
import { ViewHead } from '../../ui/view_head';
import { NoMatch } from '../../views/lists/functions';
import { diff_columns, diff_copies } from './functions';
import { KindChips } from './kinds';
import { DiffLegend, has_changed, Ratio } from './sides';

function useComparison() {
  // Threads are of one side: a comparison takes parts alone.
  const query = place.value.page === 'compare' ? key('q') : null;
  const own = { threads: null, q: query, group: key('group'), kinds: key('kinds') };
  const params = { ...common_params(), ...own };
  return useAnswer<Diff>(base_profile.value === null ? null : api_address('compare', params));
}

function whole_row(diff: Diff): DiffRow {
  const certainty = diff.totals.certainty ?? 'exact';
  const side = (costs: Diff['totals']['old']) => ({
    self: costs,
    inclusive: costs,
    inclusive_max: null,
    certainty,
    calls: null,
  });
  return {
    id: null,
    name: 'total',
    status: 'both',
    match: null,
    old_name: null,
    old: side(diff.totals.old),
    new: side(diff.totals.new),
    delta: {
      self: diff.totals.delta,
      inclusive: diff.totals.delta,
      self_certainty: certainty,
      calls: null,
      certainty,
    },
    split: null,
    noise: false,
  };
}

function TotalsTable({ diff }: { diff: Diff }) {
  const row = whole_row(diff);
  return (
    <Card id="diff-totals" title="Totals, old and new">
      <div class="scroll-x" tabIndex={0} role="group" aria-labelledby="diff-totals">
        <PlainTable heads={['Event', ...kSides]}>
          {diff.events.map((name, at) => {
            const unit = unit_of(name);
            const known = (raw: Diff['totals']['old']) =>
              cost_of(raw[at] ?? 0, diff.totals.certainty ?? 'exact');
            return (
              <tr key={name}>
                <th scope="row">
                  <a href={link_with({ e: name })}>{name}</a>
                </th>
                <AmountCell unit={unit} cost={known(diff.totals.old)} />
                <AmountCell unit={unit} cost={known(diff.totals.new)} />
                <ChangeCell unit={unit} cost={known(diff.totals.delta)} />
                <NumberCell>
                  <Ratio row={row} measure="self" at={at} />
                </NumberCell>
              </tr>
            );
          })}
        </PlainTable>
      </div>
    </Card>
  );
}

export function SplitWords({ split, at, unit }: ShownEvent & { split: Split | null }) {
  const more = split?.more_calls[at];
  const dearer = split?.dearer_calls[at];
  if (more === undefined || dearer === undefined || (count(more) === 0n && count(dearer) === 0n)) {
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
      {count(more) !== 0n && count(dearer) !== 0n && ', '}
      {count(dearer) !== 0n && (
        <>
          <Change unit={unit} cost={cost_of(dearer, certainty)} /> by{' '}
          {count(dearer) > 0n ? 'dearer' : 'cheaper'} calls
        </>
      )}
    </span>
  );
}

function BlamePath({ steps, event }: { steps: readonly BlameStep[]; event: ShownEvent }) {
  if (steps.length === 0) {
    return <p>No single way explains the change.</p>;
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
    ['paired by equal names', matches.exact],
    ['by names without hashes', matches.normalised],
    ['by your rules', matches.rule],
    ['by guess', matches.guess],
    ['new', matches.added],
    ['gone', matches.removed],
    ['unchanged', diff.unchanged],
  ];
  return (
    <Card id="match-title" title="How functions were paired">
      <dl class="facts">
        {facts.map(([label, number]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd class="num">{grouped(BigInt(number))}</dd>
          </div>
        ))}
      </dl>
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
        <ViewHead title="Compare" />
        <div class="empty">
          <p>There is nothing to compare with. Start quern with the older profile as the base:</p>
          <pre>quern view --base OLD NEW</pre>
        </div>
      </section>
    );
  }
  return (
    <section class="view">
      <ViewHead title="Compare">
        <a class="button" href={link_to('functions', null, { base: 'base', changed: '1' })}>
          All changed functions
        </a>
        <a class="button" href={link_to('source', null, { base: 'base', changed: '1' })}>
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
            <h2>What changed most</h2>
            <KindChips diff={data} />
          </div>
          <ChangedMost diff={data} />
        </div>
      )}
    </section>
  );
}

function ChangedMost({ diff }: { diff: Diff }) {
  if (diff.rows.length === 0) {
    return key('q') === null ? (
      <p class="empty">There is no function of this kind.</p>
    ) : (
      <NoMatch />
    );
  }
  const rows = new ListedRows(diff.rows);
  return (
    <div class="grid-frame">
      <FunctionGrid
        label="What changed most"
        source={rows}
        next_match={(from, way) => next_row(rows, from, way, has_changed)}
        columns={diff_columns(diff, false)}
        id_of={(row) => row.id}
        on_open={(row) => row.id !== null && open_page('fn', row.id, { base: 'base' })}
      />
    </div>
  );
}
