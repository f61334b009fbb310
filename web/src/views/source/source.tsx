// SPDX-License-Identifier: MIT
//
// Source lines with what they cost.
import { api_address } from '../../api/client';
import type { Annotation, SourceFile } from '../../api/types';
import { useAnswer } from '../../ui/use_answer';
import { printed_amount, printed_percent } from '../../base/amounts';
import { cost_of, raw_text } from '../../base/cost';
import { count } from '../../base/count';
import type { Table } from '../../base/tables';
import { common_params, unit_of } from '../../state/session';
import { shown_events, total_of } from '../../ui/columns';
import { SourceState } from './source_state';
import { SourceOf } from './source_head';
import { Lines, opened_folds } from './source_lines';

export function SourceView({ id }: { id: string }) {
  const params = common_params();
  const address = api_address(`source/${encodeURIComponent(id)}`, params);
  return (
    <SourceOf
      title="Source"
      fold="fold cold lines"
      id={id}
      params={params}
      loading="Reading the source"
      answer={useAnswer<Annotation>(address)}
      file_in={(data) => data.files[0] ?? null}
      fold_all={() => {
        opened_folds.value = new Set();
      }}
      table={lines_table}
    >
      {(data, file) => (
        <>
          <SourceState source={file.source} />
          <Lines file={file} data={data} />
          <Accounting data={data} />
        </>
      )}
    </SourceOf>
  );
}

/// All lines of the file, with every event.
function lines_table(data: Annotation, file: SourceFile): Table {
  return {
    head: ['line', ...data.events.map((name) => `self:${name}`), 'text'],
    numbers: [true, ...data.events.map(() => true), false],
    rows: file.lines.map((line) => [
      String(line.line ?? ''),
      ...data.events.map((_, at) => {
        const raw = line.self?.[at];
        return raw === undefined ? '' : raw_text(cost_of(raw, line.self_certainty ?? 'exact'));
      }),
      line.text ?? '',
    ]),
  };
}

const kAccounts: Record<string, string> = {
  annotated: 'beside its line',
  unknown_line: 'in this file, line unknown',
  beyond_end: 'beyond the end of the source',
  without_source: 'in files without source',
  other_lines: 'on other lines',
  below_share: 'below the threshold',
  beyond_limit: 'in files not shown',
  not_asked: 'elsewhere in the program',
  unknown_file: 'in no known file',
  not_in_profile: 'not in this profile',
};

function Accounting({ data }: { data: Annotation }) {
  const [event] = shown_events(data.events);
  const at = event?.at ?? 0;
  const unit = unit_of(event?.name ?? '');
  const whole = total_of(data.totals, at);
  return (
    <p class="accounting">
      <span class="dim">Where all of {event?.name} is: </span>
      {data.accounting
        .filter((each) => each.self[at] !== undefined && count(each.self[at] ?? 0) !== 0n)
        .map((each) => {
          const cost = cost_of(each.self[at] ?? 0, each.self_certainty ?? 'exact');
          const amount = printed_amount(unit, cost);
          const share = printed_percent(cost, whole);
          return (
            <span key={each.what} title={amount.mark === '' ? undefined : amount.words}>
              {amount.mark + amount.text} ({share.mark + share.text} %){' '}
              {kAccounts[each.what] ?? each.what}
            </span>
          );
        })}
    </p>
  );
}
