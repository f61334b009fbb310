// SPDX-License-Identifier: MIT
//
// Source lines with what they cost.
import type { Annotation, SourceFile, SourceLine } from '../../api/source_types';
import { printed_amount, printed_percent } from '../../base/amounts';
import { kNothing, marked } from '../../base/cost';
import { count } from '../../base/count';
import { visible } from '../../base/names';
import type { Table } from '../../base/tables';
import { key } from '../../state/navigation';
import { common_params, profile } from '../../state/session';
import { first_event, raw_or_empty, self_cost, total_of } from '../../ui/columns';
import { useAnswer } from '../../ui/use_answer';
import { kAccounts } from './accounts';
import { line_cost, type LineColumn } from './line_costs';
import { JumpSwitch } from './jump_gutter';
import { source_address, with_full_path } from './source_address';
import { SourceOf } from './source_head';
import { Lines } from './source_lines';
import { hottest_line } from './source_rows';
import { SourceState } from './source_state';

export function SourceView({ id }: { id: string }) {
  const params = common_params();
  return (
    <SourceOf
      title="Source"
      fold="fold lines without cost"
      legend={<JumpSwitch />}
      id={id}
      params={params}
      loading="Loading the source"
      answer={useAnswer<Annotation>(source_address(id, key('fn'), null, null, with_full_path()))}
      file_in={(data) => data.files[0] ?? null}
      table={lines_table}
      line_key={({ line }: SourceLine) => (line === null ? null : String(line))}
      start={hottest}
    >
      {(data, file, reading) => (
        <>
          <SourceState source={file.source} />
          {data.inlined_note !== undefined && (
            <p class="note">Note: {visible(data.inlined_note, 600)}</p>
          )}
          <Lines file={file} data={data} reading={reading} />
          <Accounting data={data} />
        </>
      )}
    </SourceOf>
  );
}

function hottest(data: Annotation, file: SourceFile): string | null {
  const line = hottest_line(file.lines, first_event(data.events).at);
  return line === null ? null : String(line);
}

/// All lines of the file, with every event; columns are named as by `quern annotate --format csv`.
function lines_table(data: Annotation, file: SourceFile): Table {
  const costs = (kind: LineColumn['kind'], key: string) =>
    data.events.map((name, at) => ({ kind, at, head: `${key}:${name}` }));
  const has_inclusive = profile.value?.has?.inclusive === true;
  const columns = [
    ...costs('self', 'self'),
    ...(file.outermost !== undefined ? costs('with_inlined', 'with_inlined') : []),
    ...(has_inclusive ? costs('with_calls', 'with_calls') : []),
  ];
  return {
    head: ['line', ...columns.map((column) => column.head), 'text'],
    numbers: [true, ...columns.map(() => true), false],
    rows: file.lines.map((line) => [
      String(line.line ?? ''),
      ...columns.map((column) => raw_or_empty(line_cost(line, column))),
      line.text ?? '',
    ]),
  };
}

function Accounting({ data }: { data: Annotation }) {
  const { name, at, unit } = first_event(data.events);
  const whole = total_of(data.totals, at);
  return (
    <p class="accounting">
      <span class="dim">Where all of {name} is: </span>
      {data.accounting
        .filter((each) => count(each.self[at] ?? 0) !== 0n)
        .map((each) => {
          const cost = self_cost(each, at) ?? kNothing;
          const amount = printed_amount(unit, cost);
          const share = printed_percent(cost, whole);
          return (
            <span key={each.what} title={amount.mark === '' ? undefined : amount.words}>
              {marked(amount)} ({marked(share)} %){' '}
              {kAccounts[each.what] ?? each.what}
            </span>
          );
        })}
    </p>
  );
}
