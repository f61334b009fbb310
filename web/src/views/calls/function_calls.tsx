// SPDX-License-Identifier: MIT
//
// The single calls of a function, if the profile records them: the most expensive ones, or the first
// ones in order of time, and the distribution of their costs.
import { api_address, ask } from '../../api/client';
import type { Invocations, Quantiles } from '../../api/types';
import { amount_text, grouped } from '../../base/amounts';
import { count } from '../../base/count';
import { visible } from '../../base/names';
import type { Table } from '../../base/tables';
import { key } from '../../state/navigation';
import { common_params } from '../../state/session';
import { shown_name } from '../../ui/cells';
import { Segments } from '../../ui/choices';
import { copied_number, first_event, table_of, type ShownEvent } from '../../ui/columns';
import { number_heads, NumberCell, PlainTable } from '../../ui/plain_table';
import { Waiting } from '../../ui/states';
import { useAnswer } from '../../ui/use_answer';

const kMost = 200;
const kCallersShown = 3;

interface Props extends ShownEvent {
  calls: Invocations;
}

function SpreadTable({ calls, at, name, unit }: Props) {
  if (calls.spread === null) {
    return null;
  }
  const text = (cost: Quantiles['min']) => amount_text(unit, count(cost));
  const rows: [string, Quantiles | undefined][] = [
    ['Self', calls.spread.self[at]],
    ['Inclusive', calls.spread.inclusive[at]],
  ];
  return (
    <PlainTable
      heads={[
        `${grouped(count(calls.spread.calls))} calls, ${name}`,
        ...number_heads('Min', 'Median', '95 %', 'Max'),
      ]}
    >
      {rows.map(([label, each]) => (
        <tr key={label}>
          <th scope="row">{label}</th>
          {each !== undefined &&
            [each.min, each.median, each.p95, each.max].map((cost, index) => (
              <NumberCell key={index}>{text(cost)}</NumberCell>
            ))}
        </tr>
      ))}
    </PlainTable>
  );
}

function CallTable({ calls, at, name, unit }: Props) {
  return (
    <PlainTable
      heads={[
        ...number_heads('Call', `Inclusive ${name}`, `Self ${name}`),
        'Called at',
        'Callers, nearest first',
      ]}
    >
      {calls.rows.map((row) => (
        <tr key={String(row.number)}>
          <th scope="row" class="is-number">
            {grouped(count(row.number))}
          </th>
          <NumberCell>{amount_text(unit, count(row.inclusive[at] ?? 0))}</NumberCell>
          <NumberCell>{amount_text(unit, count(row.self[at] ?? 0))}</NumberCell>
          <td>
            <bdi>{visible(row.call_file ?? '', 200)}</bdi>
            {row.line !== null && `:${row.line}`}
          </td>
          <td>
            {row.callers.slice(0, kCallersShown).map((caller, index) => (
              <>
                {index > 0 && ' ← '}
                <bdi>{shown_name(caller.name)}</bdi>
              </>
            ))}
            {row.depth > kCallersShown && (
              <span class="dim"> ← {grouped(BigInt(row.depth - kCallersShown))} more</span>
            )}
          </td>
        </tr>
      ))}
    </PlainTable>
  );
}

function calls_address(id: string): string {
  const order = key('order') === 'chronological' ? 'chronological' : null;
  const params = { ...common_params(), order, limit: kMost };
  return api_address(`fn/${encodeURIComponent(id)}/calls`, params);
}

/// The single calls that are listed, for copies.
export async function calls_table(id: string): Promise<Table> {
  const calls = await ask<Invocations>(calls_address(id));
  const { name, at } = first_event(calls.events);
  return table_of<Invocations['rows'][number]>(
    [
      copied_number('call', 'Call', (row) => String(row.number)),
      copied_number('incl', `Inclusive ${name}`, (row) => String(row.inclusive[at] ?? '')),
      copied_number('self', `Self ${name}`, (row) => String(row.self[at] ?? '')),
      { key: 'file', label: 'Called at', raw: (row) => row.call_file ?? '' },
      copied_number('line', 'Line', (row) => String(row.line ?? '')),
      {
        key: 'callers',
        label: 'Callers, nearest first',
        raw: (row) => row.callers.map((caller) => caller.name ?? '').join(' ← '),
      },
    ],
    calls.rows,
  );
}

export function FunctionCalls({ id }: { id: string }) {
  const answer = useAnswer<Invocations>(calls_address(id));
  const { data } = answer;
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Single calls">
      <div class="view-head">
        <Segments
          label="Order"
          name="order"
          segments={[
            { value: null, label: 'Most expensive first' },
            { value: 'chronological', label: 'In order of time' },
          ]}
        />
      </div>
      <Waiting of={answer} what="Loading the calls" />
      {data !== null && (
        <>
          <SpreadTable calls={data} {...first_event(data.events)} />
          {data.shown < count(data.of) && (
            <p class="dim">
              {grouped(BigInt(data.shown))} of {grouped(count(data.of))} calls
            </p>
          )}
          <CallTable calls={data} {...first_event(data.events)} />
        </>
      )}
    </div>
  );
}
