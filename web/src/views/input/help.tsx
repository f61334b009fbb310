// SPDX-License-Identifier: MIT
//
// The help page: markers, query syntax, formulas, keys. `quern help` has more.
import { session } from '../../state/session';
import { KeyTable } from '../../ui/key_table';
import { Pairs, ViewHead } from '../../ui/view_parts';

const kConditions: [string, string][] = [
  ['self(Ir) > 1e6', 'self cost in Ir above one million'],
  ['incl(Ir) >= 5%', 'inclusive cost of 5 % of the total or more'],
  ['self > 1%', 'without an event: the event that rows are sorted by, or the first one'],
  ['calls = 1', 'called once'],
  ['incl(Ir)/calls > 1000', 'more than 1,000 Ir per call'],
  ['name ~ /^std::/', 'name matches a regular expression; /…/i ignores case'],
  ['file !~ /usr/', 'file does not match'],
  ['object = libc.so.6', 'object is exactly this'],
  ['not (calls = 1) and self > 1%', 'combine conditions with and, or, not and parentheses'],
];

const kWords: [string, string][] = [
  ['event', 'something that is counted: instructions, time, bytes'],
  ['self', 'cost of a function without its callees'],
  ['inclusive', 'cost of a function with its callees; each cost is counted once'],
  ['exact', 'recorded in the profile, or a sum of recorded costs; no marker'],
  ['≥ bounded', 'at least this much, for functions on a cycle; the tooltip shows the upper bound'],
  ['~ estimated', 'split in proportion, since the profile does not record it; hatched in graphs'],
  ['cycle', 'functions that call each other in a ring, or a function that calls itself'],
  ['part', 'one dump of a run: a number, a thread, a process'],
  ['base', 'the old side of a comparison'],
];

const kRules: [string, string][] = [
  ['Ir=+1%', 'the total of Ir grows by at most 1 %'],
  ['Ir=2e9', 'the total of Ir is at most 2,000,000,000'],
  ['fn ~ /^parse_/: Ir=+0', 'no matching function has a higher self cost'],
  ['by file: Ir=+5%', 'no file grows by more than 5 %'],
  ['new: Ir=1%', 'no new function costs more than 1 % of the total'],
  ['fn = leaf: Ir/calls=+0', 'the cost per call does not grow'],
];

function Terms({ rows }: { rows: readonly [string, string][] }) {
  return <Pairs class="terms" rows={rows.map(([term, words]) => [<code>{term}</code>, words])} />;
}

export function Help() {
  return (
    <section class="view">
      <ViewHead title="Help">
        <p class="dim">quern {session.value?.version}</p>
      </ViewHead>
      <div class="scroll prose" tabIndex={0} role="region" aria-label="Help">
        <h2>Terms and markers</h2>
        <Terms rows={kWords} />
        <h2>Search and queries</h2>
        <p>
          The box at the top finds plain words in names, and in the text of a source. Upper-case
          letters make it case-sensitive; <code>/…/</code> is a regular expression; quotes keep a
          text from being read as a query. Enter goes to the next match.
        </p>
        <p>
          A text that begins with a condition is a query, with the syntax of <code>--where</code>.
          It chooses which rows are shown. Totals and percentages still include the others.
        </p>
        <Terms rows={kConditions} />
        <h2>Formulas</h2>
        <p>
          <code>NAME [UNIT] = FORMULA : LONG NAME</code> with <code>+ − * /</code>, parentheses,{' '}
          <code>min(…)</code>, <code>max(…)</code>, numbers, events and <code>calls</code>. A number
          before a name multiplies it. Sums of events with whole-number weights are costs like any
          other event; all other formulas are ratios, which do not add up.
        </p>
        <h2>Gate rules</h2>
        <Terms rows={kRules} />
        <h2>Keyboard shortcuts</h2>
        <KeyTable />
        <p class="dim">
          More in the terminal: <code>quern help queries</code>, <code>quern help inclusive</code>,{' '}
          <code>quern help gate-rules</code>.
        </p>
      </div>
    </section>
  );
}
