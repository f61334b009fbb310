// SPDX-License-Identifier: MIT
//
// What is known of one bar of parts: its cost, how its parts came to be, and its most expensive
// functions, which are asked for once the pointer has stood still.
import { useState } from 'preact/hooks';
import { api_address, ask } from '../../api/client';
import type { Top } from '../../api/types';
import { counted, printed_percent } from '../../base/amounts';
import { kNothing } from '../../base/cost';
import { visible } from '../../base/names';
import { can_select, keys_of_parts, selected_by } from '../../state/part_choice';
import { common_params, parts } from '../../state/session';
import { Amount, Marked, shown_name } from '../cells';
import { first_event, self_cost, total_of } from '../columns';
import { bar_name, type PartCosts } from './part_costs';
import type { Bar } from './part_lanes';
import { common_descriptions, own_descriptions } from './part_words';
import { useSettled } from '../use_answer';

const kFunctions = 3;

/// Of a part of a comparison that only one side has.
export const kNotInBase = 'Not in the base: it cannot be selected in a comparison.';

interface Props {
  bar: Bar;
  costs: PartCosts;
}

export function PartFacts({ bar, costs }: Props) {
  const cost = costs.cost_of(bar);
  const [first] = bar;
  const own =
    bar.length === 1 && first !== undefined
      ? own_descriptions(first, common_descriptions(parts.value))
      : [];
  return (
    <>
      <p>
        <strong>{visible(bar_name(bar), 200)}</strong>
        {cost !== null && (
          <>
            {' · '}
            <Amount unit={costs.unit} cost={cost} /> {visible(costs.event, 60)}
            {' · '}
            <Marked of={printed_percent(cost, costs.whole)} /> %
          </>
        )}
      </p>
      {!bar.some(can_select) && <p>{kNotInBase}</p>}
      {own.length > 0 && <p>{own.map((each) => visible(each, 120)).join(' · ')}</p>}
      <SelectedCost {...{ bar, costs }} />
      <Functions bar={bar} />
    </>
  );
}

/// Of the function that is selected on the page.
function SelectedCost({ bar, costs: { selected, unit, event, whole } }: Props) {
  const cost = selected?.cost_of(bar) ?? null;
  if (selected === null || cost === null) {
    return null;
  }
  return (
    <p>
      <span class="part-key" aria-hidden="true" />
      <bdi>{shown_name(selected.name)}</bdi> itself: <Amount unit={unit} cost={cost} />{' '}
      {visible(event, 60)} · <Marked of={printed_percent(cost, whole)} /> %
    </p>
  );
}

/// None where no lists of parts select this bar alone.
function Functions({ bar }: { bar: Bar }) {
  const [top, set_top] = useState<Top | null>(null);
  const keys = keys_of_parts(bar);
  const is_exact = selected_by(keys).length === bar.length;
  const params = { ...common_params(), ...keys, e2: null, q: 'self > 0', limit: kFunctions };
  const address = api_address('functions', params);
  useSettled<Top>([address], {
    begin: () => set_top(null),
    ask: is_exact ? (signal) => ask<Top>(address, signal) : null,
    take: set_top,
    refuse: () => set_top(null),
  });
  if (top === null || top.rows.length === 0) {
    return null;
  }
  const { at } = first_event(top.events);
  const whole = total_of(top.totals, at);
  return (
    <p>
      {counted(top.matched, 'function')} with self cost:{' '}
      {top.rows.map((row, order) => (
        <>
          {order > 0 && ', '}
          <bdi>{shown_name(row.name)}</bdi>{' '}
          <Marked of={printed_percent(self_cost(row, at) ?? kNothing, whole)} /> %
        </>
      ))}
      {top.matched > top.rows.length && ' …'}
    </p>
  );
}
