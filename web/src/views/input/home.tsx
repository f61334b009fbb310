// SPDX-License-Identifier: MIT
//
// The overview: the files, their totals, findings about them, and the most expensive functions.
import { api_address } from '../../api/client';
import type { Check, Profile, Row, Top } from '../../api/types';
import { useAnswer } from '../../ui/use_answer';
import { amount_text, grouped } from '../../base/amounts';
import { count, type RawCount } from '../../base/count';
import { visible } from '../../base/names';
import { filters } from '../../state/filters';
import { link_to, link_with } from '../../state/navigation';
import { can_select, can_select_parts, keys_of_parts } from '../../state/part_choice';
import {
  base_profile,
  common_params,
  is_diff,
  parts,
  profile,
  unit_of,
} from '../../state/session';
import { FunctionName } from '../../ui/cells';
import { first_event, inclusive_cost, self_cost, total_of } from '../../ui/columns';
import { LeftOut } from '../../ui/left_out';
import { PartBand } from '../../ui/parts/part_band';
import { common_descriptions, described, own_descriptions } from '../../ui/parts/part_words';
import { AmountCell, PlainTable, ShareCell } from '../../ui/plain_table';
import { Notes, Waiting } from '../../ui/states';
import { ViewTools } from '../../ui/tool_bar';
import { Card, Pairs, ViewHead } from '../../ui/view_parts';

const kStart = 12;

function Facts({ of }: { of: Profile }) {
  const counts = of.counts ?? {};
  const facts: [string, string][] = [
    ['Format', of.format ?? 'several formats'],
    ...given('Producer', of.creator),
    ...given('Command', of.command),
    ...given('Process', of.pid),
  ];
  for (const name of ['functions', 'files', 'objects', 'calls', 'lines', 'contexts']) {
    const number = count(counts[name] ?? 0);
    if (number > 0n) {
      facts.push([name[0]?.toUpperCase() + name.slice(1), grouped(number)]);
    }
  }
  facts.push(...[...common_descriptions(of.parts ?? [])].map(described));
  return (
    <Pairs
      class="facts"
      rows={facts.map(([label, value]) => [
        visible(label, 80),
        <bdi>{visible(value, 300)}</bdi>,
      ])}
    />
  );
}

function given(label: string, value: RawCount | null | undefined): [string, string][] {
  return value === null || value === undefined ? [] : [[label, String(value)]];
}

function Totals({ of }: { of: Profile }) {
  const stored = (of.events ?? []).filter((each) => each.kind === 'stored');
  const derived = (of.events ?? []).filter((each) => each.kind !== 'stored');
  return (
    <Card
      id="totals-title"
      title={filters().length === 0 ? 'Totals' : 'Totals before filters'}
    >
      <PlainTable heads={['Event', { number: 'Total' }]}>
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
      </PlainTable>
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
    </Card>
  );
}

function Parts() {
  if (parts.value.length < 2) {
    return null;
  }
  const { name, at, unit } = first_event((profile.value?.events ?? []).map((each) => each.name));
  const common = common_descriptions(parts.value);
  return (
    <Card id="parts-title" title="Parts">
      <div class="scroll-box" tabIndex={0} role="group" aria-labelledby="parts-title">
        <PlainTable heads={['Part', { number: name }]}>
          {parts.value.map((part) => (
            <tr key={part.id}>
              <th scope="row">
                {can_select(part) ? (
                  <a href={link_to('functions', null, keys_of_parts([part]))}>
                    {visible(part.label, 120)}
                  </a>
                ) : (
                  visible(part.label, 120)
                )}
                {own_descriptions(part, common).map((each) => (
                  <div key={each} class="dim small">
                    {visible(each, 120)}
                  </div>
                ))}
              </th>
              <td class="is-number num">{amount_text(unit, total_of(part.totals, at))}</td>
            </tr>
          ))}
        </PlainTable>
      </div>
    </Card>
  );
}

function Soundness() {
  const answer = useAnswer<Check>(api_address('check', {}));
  const { data } = answer;
  return (
    <Card id="check-title" title="Check">
      <Waiting of={answer} what="Checking" of_records />
      {data !== null && data.findings.length === 0 && (
        <p>The profile is sound: no findings.</p>
      )}
      {data !== null && data.findings.length > 0 && (
        <>
          <p>
            {data.sound
              ? 'The profile is sound. Notes and warnings:'
              : 'The profile is not sound: its numbers may be wrong.'}
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
    </Card>
  );
}

function StartList({ by, title }: { by: 'self' | 'incl'; title: string }) {
  const params = { ...common_params(), sort: by, limit: kStart };
  const answer = useAnswer<Top>(api_address('functions', params));
  return (
    <Card
      is_wide
      id={`start-${by}`}
      title={<a href={link_to('functions', null, { sort: by })}>{title}</a>}
    >
      <Waiting of={answer} what="Sorting" />
      {answer.data !== null && <StartTable top={answer.data} by={by} />}
    </Card>
  );
}

function StartTable({ top, by }: { top: Top; by: 'self' | 'incl' }) {
  const { name, at, unit } = first_event(top.events);
  const whole = total_of(top.totals, at);
  const cost_in = (row: Row) => (by === 'self' ? self_cost(row, at) : inclusive_cost(row, at));
  return (
    <PlainTable
      class="fixed"
      heads={[
        { number: name, track: 'cost-track' },
        { number: '%', track: 'share-track' },
        'Function',
      ]}
    >
      {top.rows.map((row) => (
        <tr key={row.id}>
          <AmountCell unit={unit} cost={cost_in(row)} />
          <ShareCell cost={cost_in(row)} whole={whole} />
          <td>
            <FunctionName of={row} />
          </td>
        </tr>
      ))}
    </PlainTable>
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

/// `Changes` is what a comparison shows instead of the most expensive functions.
export function Home({ Changes }: { Changes: () => preact.JSX.Element | null }) {
  const open = profile.value;
  if (open === null) {
    return null;
  }
  return (
    <section class="view">
      <ViewHead title="Overview">
        <ViewTools />
      </ViewHead>
      <div class="scroll">
        <Files of={open} label={base_profile.value === null ? 'Profile' : 'New'} />
        {base_profile.value !== null && <Files of={base_profile.value} label="Base" />}
        {can_select_parts.value && (
          <Card id="part-band-title" title="Parts by cost">
            <PartBand />
          </Card>
        )}
        <div class="cards">
          {is_diff.value ? (
            <Changes />
          ) : (
            <>
              <StartList by="self" title="Highest self cost" />
              {open.has?.inclusive !== false && (
                <StartList by="incl" title="Highest inclusive cost" />
              )}
            </>
          )}
          <Card id="facts-title" title="Profile">
            <Facts of={open} />
            <Notes of={open.notes ?? []} />
          </Card>
          <LeftOut />
          <Totals of={open} />
          <Parts />
          <Soundness />
        </div>
      </div>
    </section>
  );
}
