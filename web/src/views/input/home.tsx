// SPDX-License-Identifier: MIT
//
// What is open: the files, their totals, whether they are sound, and where to begin.
import { api_address, is_one_file } from '../../api/client';
import type { Check, PartInfo, Profile, Row, Top } from '../../api/types';
import { useAnswer } from '../../ui/use_answer';
import { amount_text, grouped } from '../../base/amounts';
import { count } from '../../base/count';
import { visible } from '../../base/names';
import { filters } from '../../state/filters';
import { link_to, link_with } from '../../state/navigation';
import {
  base_profile,
  common_params,
  is_diff,
  part_number,
  parts,
  profile,
  unit_of,
} from '../../state/session';
import { Amount, FunctionName, Share } from '../../ui/cells';
import { inclusive_cost, self_cost, shown_events, total_of } from '../../ui/columns';
import { Fault, Loading, LoadingRecords } from '../../ui/states';
import { TableHead } from '../../ui/table_head';
import { LeftOut } from '../../ui/left_out';
import { ViewTools } from '../../ui/tool_bar';

const kStart = 12;

/// Descriptions of every part, without those that have no value (`I1 cache: `).
function common_descriptions(of: PartInfo[]): Set<string> {
  const common = new Set(of[0]?.descriptions.filter((each) => described(each)[1] !== ''));
  for (const part of of) {
    const own = new Set(part.descriptions);
    for (const each of common) {
      if (!own.has(each)) {
        common.delete(each);
      }
    }
  }
  return common;
}

/// `Trigger: Program termination` as its type and its value.
function described(description: string): [string, string] {
  const colon = description.indexOf(':');
  return colon < 0
    ? ['Description', description]
    : [description.slice(0, colon), description.slice(colon + 1).trim()];
}

function Facts({ of }: { of: Profile }) {
  const counts = of.counts ?? {};
  const facts: [string, string | null][] = [
    ['Format', of.format ?? 'several'],
    ['Written by', of.creator ?? null],
    ['Command', of.command ?? null],
    ['Process', of.pid === null || of.pid === undefined ? null : String(of.pid)],
  ];
  for (const name of ['functions', 'files', 'objects', 'calls', 'lines', 'contexts']) {
    const number = counts[name];
    if (number !== undefined && count(number) > 0n) {
      facts.push([name[0]?.toUpperCase() + name.slice(1), grouped(count(number))]);
    }
  }
  const common = common_descriptions(of.parts ?? []);
  for (const description of common) {
    facts.push(described(description));
  }
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== null)
        .map(([label, value], at) => (
          <div key={at}>
            <dt>{visible(label, 80)}</dt>
            <dd>
              <bdi>{visible(value ?? '', 300)}</bdi>
            </dd>
          </div>
        ))}
    </dl>
  );
}

function Totals({ of }: { of: Profile }) {
  const stored = (of.events ?? []).filter((each) => each.kind === 'stored');
  const derived = (of.events ?? []).filter((each) => each.kind !== 'stored');
  return (
    <section class="card" aria-labelledby="totals-title">
      <h2 id="totals-title">{filters().length === 0 ? 'Totals' : 'Totals without the filters'}</h2>
      <table class="plain-table">
        <TableHead heads={['Event', { number: 'Total' }]} />
        <tbody>
          {stored.map((event, at) => (
            <tr key={event.name}>
              <th scope="row">
                <a href={link_with({ e: at === 0 ? null : event.name })}>
                  {visible(event.name, 80)}
                </a>
                {event.long_name !== null && (
                  <span class="dim"> {visible(event.long_name, 120)}</span>
                )}
              </th>
              <td class="is-number num">
                {amount_text(unit_of(event.name), total_of(of.totals ?? [], at))}
                {of.percent_base !== undefined && of.percent_base[at] !== of.totals?.[at] && (
                  <span class="dim"> of {amount_text(unit_of(event.name), total_of(of.percent_base, at))}</span>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {derived.length > 0 && (
        <p class="dim small">
          Derived:{' '}
          {derived.map((event, at) => (
            <>
              {at > 0 && ', '}
              <a href={link_to('functions', null, { e: event.name })} title={event.formula ?? ''}>
                {visible(event.name, 60)}
              </a>
            </>
          ))}
        </p>
      )}
    </section>
  );
}

function Parts() {
  if (parts.value.length < 2) {
    return null;
  }
  const [event] = shown_events((profile.value?.events ?? []).map((each) => each.name));
  const unit = unit_of(event?.name ?? '');
  const at = event?.at ?? 0;
  const common = common_descriptions(parts.value);
  const own = (part: PartInfo) =>
    part.descriptions.filter((each) => described(each)[1] !== '' && !common.has(each));
  return (
    <section class="card" aria-labelledby="parts-title">
      <h2 id="parts-title">Parts</h2>
      <div class="scroll-box" tabIndex={0} role="region" aria-labelledby="parts-title">
        <table class="plain-table">
          <TableHead heads={['Part', { number: event?.name }]} />
          <tbody>
            {parts.value.map((part) => (
              <tr key={part.id}>
                <th scope="row">
                  {is_one_file() ? (
                    visible(part.label, 120)
                  ) : (
                    <a href={link_to('functions', null, { parts: part_number(part) })}>
                      {visible(part.label, 120)}
                    </a>
                  )}
                  {own(part).map((each) => (
                    <div key={each} class="dim small">
                      {visible(each, 120)}
                    </div>
                  ))}
                </th>
                <td class="is-number num">{amount_text(unit, total_of(part.totals, at))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

function Soundness() {
  const { data, fault } = useAnswer<Check>(api_address('check', {}));
  return (
    <section class="card" aria-labelledby="check-title">
      <h2 id="check-title">Is it sound?</h2>
      {fault !== null && <Fault fault={fault} />}
      {data === null && fault === null && <LoadingRecords what="Checking" />}
      {data !== null && data.findings.length === 0 && (
        <p>Nothing was found that contradicts itself.</p>
      )}
      {data !== null && data.findings.length > 0 && (
        <>
          <p>
            {data.sound
              ? 'It can be used. These findings are worth knowing:'
              : 'It contradicts itself: take its numbers with care.'}
          </p>
          <ul class="findings">
            {data.findings.slice(0, 100).map((finding) => (
              <li key={`${finding.code}:${finding.line}:${finding.column}:${finding.message}`}>
                <span class={`tag is-${finding.severity}`}>{finding.severity}</span>
                {finding.line !== null && (
                  <span class="dim">
                    line {finding.line}:{finding.column}{' '}
                  </span>
                )}
                {visible(finding.message, 400)} <code class="code">{finding.code}</code>
              </li>
            ))}
          </ul>
          {data.findings.length > 100 && (
            <p class="dim">{grouped(BigInt(data.findings.length - 100))} more</p>
          )}
        </>
      )}
    </section>
  );
}

function StartList({ by, title }: { by: 'self' | 'incl'; title: string }) {
  const params = { ...common_params(), sort: by, limit: kStart };
  const { data, fault } = useAnswer<Top>(api_address('functions', params));
  const heading = `start-${by}`;
  return (
    <section class="card wide" aria-labelledby={heading}>
      <h2 id={heading}>
        <a href={link_to('functions', null, { sort: by })}>{title}</a>
      </h2>
      {fault !== null && <Fault fault={fault} />}
      {data === null && fault === null && <Loading what="Sorting" />}
      {data !== null && <StartTable top={data} by={by} />}
    </section>
  );
}

function StartTable({ top, by }: { top: Top; by: 'self' | 'incl' }) {
  const [event] = shown_events(top.events);
  const at = event?.at ?? 0;
  const unit = unit_of(event?.name ?? '');
  const whole = total_of(top.totals, at);
  const cost_in = (row: Row) => (by === 'self' ? self_cost(row, at) : inclusive_cost(row, at));
  return (
    <table class="plain-table fixed">
      <TableHead
        heads={[
          { number: event?.name, track: 'cost-track' },
          { number: '%', track: 'share-track' },
          'Function',
        ]}
      />
      <tbody>
        {top.rows.map((row) => {
          const cost = cost_in(row);
          return (
            <tr key={row.id}>
              <td class="is-number">{cost !== null && <Amount unit={unit} cost={cost} />}</td>
              <td class="is-number">{cost !== null && <Share cost={cost} whole={whole} />}</td>
              <td>
                <FunctionName id={row.id} name={row.name} file={row.file} object={row.object} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Files({ of, label }: { of: Profile; label: string }) {
  return (
    <p class="files">
      <span class="dim">{label}</span>{' '}
      {of.files.map((file) => (
        <bdi key={file}>
          <code>{visible(file, 300)}</code>
        </bdi>
      ))}
    </p>
  );
}

/// `Changes` is what a comparison shows in place of the dearest functions.
export function Home({ Changes }: { Changes: () => preact.JSX.Element | null }) {
  const open = profile.value;
  if (open === null) {
    return null;
  }
  return (
    <section class="view">
      <div class="view-head">
        <h1 tabIndex={-1}>Overview</h1>
        <ViewTools />
      </div>
      <div class="scroll">
        <Files of={open} label={base_profile.value === null ? 'Profile' : 'New'} />
        {base_profile.value !== null && <Files of={base_profile.value} label="Base" />}
        <div class="cards">
          {is_diff.value ? (
            <Changes />
          ) : (
            <>
              <StartList by="self" title="Dearest by themselves" />
              {open.has?.inclusive !== false && (
                <StartList by="incl" title="Dearest with all they call" />
              )}
            </>
          )}
          <section class="card" aria-labelledby="facts-title">
            <h2 id="facts-title">What it is</h2>
            <Facts of={open} />
            {(open.notes ?? []).map((note) => (
              <p class="note" key={note}>
                {visible(note, 400)}
              </p>
            ))}
          </section>
          <LeftOut />
          <Totals of={open} />
          <Parts />
          <Soundness />
        </div>
      </div>
    </section>
  );
}
