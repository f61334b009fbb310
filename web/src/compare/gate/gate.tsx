// SPDX-License-Identifier: MIT
//
// Gate rules and their results. The rules are part of the address.
import { useState } from 'preact/hooks';
import { api_address, is_one_file } from '../../api/client';
import type { Gate } from '../../api/types';
import { useAnswer } from '../../ui/use_answer';
import { quotient_text, amount_text } from '../../base/amounts';
import { visible } from '../../base/names';
import type { Table } from '../../base/tables';
import { key, link_to, set_keys, values_of } from '../../state/navigation';
import { base_profile, event_name, filter_params, unit_of } from '../../state/session';
import { KeyEntries, TextField } from '../../ui/choices';
import { number_heads, PlainTable } from '../../ui/plain_table';
import { Waiting } from '../../ui/states';
import { ViewTools } from '../../ui/tool_bar';
import { ViewHead } from '../../ui/view_parts';
import { ChooseBase } from '../lists/choose_base';

type Rule = Gate['rules'][number];

/// A change of what is not exact is an estimate.
function mark_of({ certainty }: Rule, is_change: boolean): string {
  return certainty === 'exact' ? '' : certainty === 'bounded' && !is_change ? '≥ ' : '~ ';
}

function raw_figure(rule: Rule, value: Rule['old'], is_change = false): string {
  return value === null ? '' : mark_of(rule, is_change) + String(value);
}

/// Ratios come as doubles, costs as whole numbers of any size.
function figure(rule: Rule, value: Rule['old'], is_change = false): string {
  if (value === null) {
    return '–';
  }
  const mark = mark_of(rule, is_change);
  if (typeof value === 'number' && !Number.isInteger(value)) {
    return mark + quotient_text(value);
  }
  const whole = BigInt(value);
  return `${mark}${is_change && whole > 0n ? '+' : ''}${amount_text(unit_of(rule.event), whole)}`;
}

export function GateView() {
  const rules = values_of('rules');
  const has_base = base_profile.value !== null;
  const params = { ...filter_params(), parts: key('parts'), rules };
  const address = has_base && rules.length > 0 ? api_address('gate', params) : null;
  const answer = useAnswer<Gate>(address);
  const { data: judged } = answer;
  return (
    <section class="view" aria-busy={answer.is_loading}>
      <ViewHead title="Gate">
        {judged !== null && (
          <p class={`verdict ${judged.passed ? 'is-passed' : 'is-failed'}`}>
            {judged.passed ? '✓ passed' : '✗ failed'}
          </p>
        )}
        <ViewTools table={judged === null ? undefined : () => rules_table(judged)} />
      </ViewHead>
      <div class="scroll">
        {!has_base && (
          <>
            <p>A gate checks changes between two profiles.</p>
            <ChooseBase />
          </>
        )}
        {has_base && !is_one_file() && <RuleEditor rules={rules} />}
        {has_base && is_one_file() && (
          <p>
            This file holds no results of rules. Open the profiles with <code>quern view</code> to
            check some.
          </p>
        )}
        {address !== null && <Waiting of={answer} what="Checking the rules" of_records />}
        {judged !== null && <Results gate={judged} />}
      </div>
    </section>
  );
}

function rules_table(gate: Gate): Table {
  return {
    head: ['rule', 'scope', 'event', 'old', 'new', 'delta', 'limit', 'passed'],
    numbers: [false, false, false, true, true, true, false, false],
    rows: gate.rules.map((rule) => [
      rule.rule,
      rule.scope ?? '',
      rule.event,
      raw_figure(rule, rule.old),
      raw_figure(rule, rule.new),
      raw_figure(rule, rule.delta, true),
      rule.limit,
      rule.passed ? 'yes' : 'no',
    ]),
  };
}

function RuleEditor({ rules }: { rules: readonly string[] }) {
  const [text, set_text] = useState('');
  const add = (event: Event) => {
    event.preventDefault();
    if (text.trim() !== '') {
      set_keys({ rules: [...rules, text.trim()] });
      set_text('');
    }
  };
  return (
    <>
      <form class="rule-form" onSubmit={add}>
        <TextField
          is_wide
          class="mono"
          label="Rule"
          value={text}
          placeholder={`${event_name.value}=+1%`}
          write={set_text}
        />
        <button type="submit">Add</button>
      </form>
      {rules.length === 0 && (
        <p class="dim">
          For example <code>{event_name.value}=+1%</code>,{' '}
          <code>fn ~ /^parse_/: {event_name.value}=+0</code> or{' '}
          <code>new: {event_name.value}=1%</code>. <a href={link_to('help')}>Rule syntax</a>
        </p>
      )}
      <KeyEntries name="rules" verb="Remove the rule" />
    </>
  );
}

function Results({ gate }: { gate: Gate }) {
  return (
    <div class="scroll-x" tabIndex={0} role="region" aria-label="Results">
      <PlainTable
        heads={['Result', 'Rule', 'Scope', ...number_heads('Old', 'New', 'Δ', 'Limit')]}
      >
        {gate.rules.map((rule, at) => (
          <tr key={`${at}-${rule.rule}-${rule.scope}`} class={rule.passed ? '' : 'is-broken'}>
            <td>
              {rule.passed ? '✓ passed ' : '✗ failed '}
              {rule.noise && <span class="tag">noise</span>}
              {rule.verdict_certainty === 'estimated' && (
                <span class="tag" title="The result depends on costs that filters split in proportion">
                  estimated
                </span>
              )}
            </td>
            <td>
              <code>{visible(rule.rule, 200)}</code>
            </td>
            <td>
              {rule.scope !== null && <bdi>{visible(rule.scope, 200)}</bdi>}
              {rule.checked === 0 && <span class="dim">0 checked</span>}
              {rule.checked > 1 && (
                <span class="dim">
                  {' '}
                  {rule.failed} of {rule.checked} failed
                </span>
              )}
            </td>
            <td class="is-number num">{figure(rule, rule.old)}</td>
            <td class="is-number num">{figure(rule, rule.new)}</td>
            <td class="is-number num">{figure(rule, rule.delta, true)}</td>
            <td class="is-number">
              <code>{rule.limit}</code>
            </td>
          </tr>
        ))}
      </PlainTable>
    </div>
  );
}
