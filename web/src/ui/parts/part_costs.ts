// SPDX-License-Identifier: MIT
//
// What bars of parts cost, and what the selected function costs in them.
import { useMemo } from 'preact/hooks';
import { api_address } from '../../api/client';
import type { CostMap, PartInfo, Peek } from '../../api/types';
import type { Unit } from '../../base/amounts';
import { cost_of, kNothing, sum_of, type Cost } from '../../base/cost';
import { key, place } from '../../state/navigation';
import { common_params, events, unit_of } from '../../state/session';
import { self_cost, total_of } from '../columns';
import type { Bar } from './part_lanes';
import { useAnswer, type Answer } from '../use_answer';

type CostOf = (parts: readonly PartInfo[]) => Cost | null;

export interface PartCosts {
  answer: Answer<CostMap>;
  event: string;
  unit: Unit;
  whole: bigint;
  cost_of: CostOf;
  /// Its self cost; null: none is selected.
  selected: { name: string | null; cost_of: CostOf } | null;
}

/// All parts, whatever is selected of them.
function params_of_all() {
  return { ...common_params(), e2: null, parts: null, threads: null };
}

/// A part that is not in an answer has no cost; `is_whole`: the answer has all others.
function adder(costs: ReadonlyMap<number, Cost>, is_whole: boolean, is_peak: boolean): CostOf {
  return (parts) => {
    const known = parts.map(({ id }) => costs.get(id) ?? (is_whole ? kNothing : null));
    const found = known.filter((each) => each !== null);
    return found.length === known.length ? sum_of(found, is_peak) : null;
  };
}

function costs_in(map: CostMap): Map<number, Cost> {
  return new Map(
    map.tiles.flatMap(({ part, cost, certainty }) =>
      part === null || part === undefined ? [] : [[part, cost_of(cost[0] ?? 0, certainty)]],
    ),
  );
}

/// `event`: that of the bars. Null too while this answer does not have it.
function useSelected(event: string, is_peak: boolean): PartCosts['selected'] {
  const id = place.value.page === 'fn' ? place.value.id : key('sel');
  const params = { ...params_of_all(), group: key('group'), limit: 1 };
  const { data, fault } = useAnswer<Peek>(
    id === null ? null : api_address(`fn/${encodeURIComponent(id)}`, params),
  );
  return useMemo(() => {
    if (data === null || fault !== null) {
      return null;
    }
    const at = data.events.indexOf(event);
    if (at < 0) {
      return null;
    }
    const costs = data.parts.map((part) => [part.id, self_cost(part, at) ?? kNothing] as const);
    return { name: data.function.name, cost_of: adder(new Map(costs), true, is_peak) };
  }, [data, fault, event, is_peak]);
}

const kMostTiles = 20_000;

export function usePartCosts(): PartCosts {
  const address = api_address('map', {
    ...params_of_all(),
    by: 'parts',
    small: 1,
    tiles: kMostTiles,
  });
  const answer = useAnswer<CostMap>(address);
  const event = answer.data?.events[0] ?? '';
  const is_peak = events.value.find(({ name }) => name === event)?.combine === 'max';
  const selected = useSelected(event, is_peak);
  return useMemo(() => {
    const tiles = answer.data?.tiles ?? [];
    const is_whole = tiles.every(({ kind }) => kind !== 'cut');
    const costs = answer.data === null ? new Map<number, Cost>() : costs_in(answer.data);
    return {
      answer,
      event,
      unit: unit_of(event),
      whole: total_of(answer.data?.totals ?? [], 0),
      cost_of: adder(costs, is_whole, is_peak),
      selected,
    };
  }, [answer.data, answer.fault, answer.is_loading, selected]);
}

/// Of several parts the first and the last.
export function bar_name(bar: Bar): string {
  const [first] = bar;
  const last = bar.at(-1);
  if (first === undefined || last === undefined || bar.length === 1) {
    return first?.label ?? '';
  }
  return `${bar.length} parts: ${first.label} to ${last.label}`;
}
