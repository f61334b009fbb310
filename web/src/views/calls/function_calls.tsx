// SPDX-License-Identifier: MIT
//
// The single calls of a function, where the profile knows them: the dearest, or the first ones in
// their order, and how their costs spread.
import { api_address, ask } from '../../api/client';
import type { Invocations, Quantiles } from '../../api/types';
import { amount_text, grouped } from '../../base/amounts';
import { count } from '../../base/count';
import { visible } from '../../base/names';
import type { Table } from '../../base/tables';
import { key } from '../../state/navigation';
import { common_params, unit_of } from '../../state/session';
import { shown_name } from '../../ui/cells';
import { Segments } from '../../ui/choices';
import { shown_events, table_of } from '../../ui/columns';
import { Fault, Loading } from '../../ui/states';
import { TableHead } from '../../ui/table_head';
import { useAnswer } from '../../ui/use_answer';

const kMost = 200;
const kCallersShown = 3;

function SpreadTable({ calls, at, name }: { calls: Invocations; at: number; name: string }) {
  if (calls.spread === null) {
    return null;
  }
  const unit = unit_of(name);
  const text = (cost: Quantiles['min']) => amount_text(unit, count(cost));
  const rows: [string, Quantiles | undefined][] = [
    ['Self', calls.spread.self[at]],
    ['Inclusive', calls.spread.inclusive[at]],
  ];
  return (
    <table class="plain-table">
      <TableHead
        heads={[
          `${grouped(count(calls.spread.calls))} calls, ${name}`,
          { number: 'Least' },
          { number: 'Median' },
          { number: '95 %' },
          { number: 'Most' },
        ]}
      />
      <tbody>
        {rows.map(([label, each]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            {each !== undefined &&
              [each.min, each.median, each.p95, each.max].map((cost, index) => (
                <td class="is-number" key={index}>
                  {text(cost)}
                </td>
              ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function CallTable({ calls, at, name }: { calls: Invocations; at: number; name: string }) {
  const unit = unit_of(name);
  return (
    <table class="plain-table">
      <TableHead
        heads={[
          { number: 'Call' },
          { number: `Inclusive ${name}` },
          { number: `Self ${name}` },
          'Called at',
          'Called from, the nearest first',
        ]}
      />
      <tbody>
        {calls.rows.map((row) => (
          <tr key={String(row.number)}>
            <th scope="row" class="is-number">
              {grouped(count(row.number))}
            </th>
            <td class="is-number">{amount_text(unit, count(row.inclusive[at] ?? 0))}</td>
            <td class="is-number">{amount_text(unit, count(row.self[at] ?? 0))}</td>
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
      </tbody>
    </table>
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
  const { name, at } = shown_events(calls.events)[0] ?? { name: '', at: 0 };
  return table_of<Invocations['rows'][number]>(
    [
      { key: 'call', label: 'Call', is_number: true, raw: (row) => String(row.number) },
      {
        key: 'incl',
        label: `Inclusive ${name}`,
        is_number: true,
        raw: (row) => String(row.inclusive[at] ?? ''),
      },
      {
        key: 'self',
        label: `Self ${name}`,
        is_number: true,
        raw: (row) => String(row.self[at] ?? ''),
      },
      { key: 'file', label: 'Called at', raw: (row) => row.call_file ?? '' },
      { key: 'line', label: 'Line', is_number: true, raw: (row) => String(row.line ?? '') },
      {
        key: 'callers',
        label: 'Called from, the nearest first',
        raw: (row) => row.callers.map((caller) => caller.name ?? '').join(' ← '),
      },
    ],
    calls.rows,
  );
}

export function FunctionCalls({ id }: { id: string }) {
  const { data, fault } = useAnswer<Invocations>(calls_address(id));
  const [event] = shown_events(data?.events ?? []);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Single calls">
      <div class="view-head">
        <Segments
          label="Order"
          name="order"
          segments={[
            { value: null, label: 'Dearest first' },
            { value: 'chronological', label: 'In their order' },
          ]}
        />
      </div>
      {fault !== null && <Fault fault={fault} />}
      {data === null && fault === null && <Loading what="Looking at each call" />}
      {data !== null && event !== undefined && (
        <>
          <SpreadTable calls={data} {...event} />
          {data.shown < count(data.of) && (
            <p class="dim">
              {grouped(BigInt(data.shown))} of {grouped(count(data.of))} calls
            </p>
          )}
          <CallTable calls={data} {...event} />
        </>
      )}
    </div>
  );
}
