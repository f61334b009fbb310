// SPDX-License-Identifier: MIT
//
// Help in place: marks, the language of queries, formulas, keys. More is in `quern help`.
import { session } from '../../state/session';
import { KeyTable } from '../../ui/sheets';
import { Pairs, ViewHead } from '../../ui/view_parts';

const kConditions: [string, string][] = [
  ['self(Ir) > 1e6', 'whose self cost of Ir is above a million'],
  ['incl(Ir) >= 5%', 'whose inclusive cost is 5 % of the total or more'],
  ['self > 1%', 'of the event that sorts the rows, else the first one'],
  ['calls = 1', 'that were called once'],
  ['incl(Ir)/calls > 1000', 'whose calls cost more than 1000 each'],
  ['name ~ /^std::/', 'whose name an expression fits; /…/i for any case'],
  ['file !~ /usr/', 'whose file it does not fit'],
  ['object = libc.so.6', 'whose object is exactly this'],
  ['not (calls = 1) and self > 1%', 'joined by and, or, not, and brackets'],
];

const kWords: [string, string][] = [
  ['event', 'a thing that was counted: instructions, time, bytes'],
  ['self', 'what a function’s own lines cost'],
  ['inclusive', 'self, and what it called, each cost once'],
  ['exact', 'what the file says, or a sum of that; it has no mark'],
  ['≥ bounded', 'at least this: a member of a cycle of calls. The other bound is in its tooltip'],
  ['~ estimated', 'split in proportion to calls, as the file does not tell; hatched in pictures'],
  ['cycle', 'functions that call each other in a ring'],
  ['part', 'one dump of a run: a number, a thread, a process'],
  ['base', 'the older side of a comparison'],
];

const kRules: [string, string][] = [
  ['Ir=+1%', 'the total of Ir grows by at most 1 %'],
  ['Ir=2e9', 'the total of Ir is at most 2,000,000,000'],
  ['fn ~ /^parse_/: Ir=+0', 'none of these functions costs more itself'],
  ['by file: Ir=+5%', 'no file grows by more than 5 %'],
  ['new: Ir=1%', 'no new function has more than 1 % of all'],
  ['fn = leaf: Ir/calls=+0', 'the cost of a call'],
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
        <h2>Words and marks</h2>
        <Terms rows={kWords} />
        <h2>Queries</h2>
        <p>
          The box at the top takes the language of <code>--where</code>: which rows are shown. What
          is left out still counts in totals and percentages.
        </p>
        <Terms rows={kConditions} />
        <h2>Formulas</h2>
        <p>
          <code>NAME [UNIT] = FORMULA : LONG NAME</code> with <code>+ − * /</code>, brackets,{' '}
          <code>min(…)</code>, <code>max(…)</code>, numbers, events and <code>calls</code>. A number
          in front of a name multiplies it. Sums of events with whole weights are costs like any
          other; other formulas are columns that do not add up.
        </p>
        <h2>Rules of a gate</h2>
        <Terms rows={kRules} />
        <h2>Keys</h2>
        <KeyTable />
        <p class="dim">
          In the terminal: <code>quern help queries</code>, <code>quern help inclusive</code>,{' '}
          <code>quern help gate-rules</code>.
        </p>
      </div>
    </section>
  );
}
