// SPDX-License-Identifier: MIT
//
// The single calls of a function, where the profile knows them: the dearest, or the first ones in
// their order, and how their costs spread.
import { api_address } from '../api/client';
import type { Invocations, Quantiles } from '../api/types';
import { amount_text, grouped } from '../base/amounts';
import { count } from '../base/count';
import { visible } from '../base/names';
import { key, link_with } from '../state/navigation';
import { common_params, unit_of } from '../state/session';
import { shown_name } from '../ui/cells';
import { shown_events } from '../ui/columns';
import { Fault, Loading } from '../ui/states';
import { TableHead } from '../ui/table_head';
import { useAnswer } from '../ui/use_answer';

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

export function FunctionCalls({ id }: { id: string }) {
  const in_order = key('order') === 'chronological';
  const params = { ...common_params(), order: in_order ? 'chronological' : null, limit: kMost };
  const { data, fault } = useAnswer<Invocations>(
    api_address(`fn/${encodeURIComponent(id)}/calls`, params),
  );
  const [event] = shown_events(data?.events ?? []);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Single calls">
      <div class="view-head">
        <div class="segmented" role="group" aria-label="Order">
          <a href={link_with({ order: null })} aria-current={!in_order}>
            Dearest first
          </a>
          <a href={link_with({ order: 'chronological' })} aria-current={in_order}>
            In their order
          </a>
        </div>
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
