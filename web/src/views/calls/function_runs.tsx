// SPDX-License-Identifier: MIT
//
// How the costs of a function and of its calls are distributed over the runs that were merged into
// the profile.
import type { Peek, RowRuns, RunCosts } from '../../api/types';
import { amount_text, grouped } from '../../base/amounts';
import { count } from '../../base/count';
import { visible } from '../../base/names';
import type { Table } from '../../base/tables';
import { shown_name } from '../../ui/cells';
import { copied_number, first_event, table_of } from '../../ui/columns';
import { number_heads, NumberCell, PlainTable } from '../../ui/plain_table';

interface RunRow extends RunCosts {
  label: string;
  runs: RowRuns['count'];
}

export function has_runs({ function: row }: Peek): boolean {
  return (row.runs ?? null) !== null;
}

/// Its own costs, then those of its calls.
function rows_of(peek: Peek): RunRow[] {
  const { at } = first_event(peek.events);
  const row = (label: string, runs: RowRuns | null | undefined, kind: 'self' | 'inclusive') => {
    const costs = runs?.[kind]?.[at] ?? null;
    return runs && costs !== null ? [{ label, runs: runs.count, ...costs }] : [];
  };
  const calls = (word: string, side: Peek['callers']) =>
    side.flatMap((each) => row(`${word} ${shown_name(each.name)}`, each.runs, 'inclusive'));
  return [
    ...row('Self', peek.function.runs, 'self'),
    ...row('Inclusive', peek.function.runs, 'inclusive'),
    ...calls('from', peek.callers),
    ...calls('to', peek.callees),
  ];
}

function mean_of({ mean }: RunRow): bigint {
  return BigInt(Math.round(mean));
}

export function runs_table(peek: Peek): Table {
  return table_of<RunRow>(
    [
      { key: 'cost', label: 'Cost', raw: ({ label }) => label },
      copied_number('runs', 'Runs', ({ runs }) => String(runs)),
      copied_number('mean', 'Mean', ({ mean }) => String(mean)),
      copied_number('min', 'Min', ({ min }) => String(min)),
      copied_number('median', 'Median', ({ median }) => String(median)),
      copied_number('p95', '95 %', ({ p95 }) => String(p95)),
      copied_number('max', 'Max', ({ max }) => String(max)),
      { key: 'run', label: 'Run with the maximum', raw: ({ run }) => run ?? '' },
    ],
    rows_of(peek),
  );
}

export function FunctionRuns({ peek }: { peek: Peek }) {
  const { name, unit } = first_event(peek.events);
  return (
    <div class="scroll">
      <p class="dim">
        Costs in the runs that have the function or the call. The median and 95 % are within 1/128 of
        the exact ones.
      </p>
      <div class="scroll-x" tabIndex={0} role="region" aria-label="Distribution over runs">
        <PlainTable
          heads={[
            name,
            ...number_heads('Runs', 'Mean', 'Min', 'Median', '95 %', 'Max'),
            'Run with the maximum',
          ]}
        >
          {rows_of(peek).map((row, at) => (
            <tr key={at}>
              <th scope="row">{row.label}</th>
              <NumberCell>{grouped(count(row.runs))}</NumberCell>
              {[mean_of(row), ...[row.min, row.median, row.p95, row.max].map(count)].map(
                (cost, column) => (
                  <NumberCell key={column}>{amount_text(unit, cost)}</NumberCell>
                ),
              )}
              <td>
                <bdi>{visible(row.run ?? '–', 200)}</bdi>
              </td>
            </tr>
          ))}
        </PlainTable>
      </div>
    </div>
  );
}
