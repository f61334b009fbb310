// SPDX-License-Identifier: MIT
//
// Parts in order of time, a bar each, as high as its cost. What is selected here all views show.
import { useId, useRef, useState } from 'preact/hooks';
import { grouped, printed_amount, printed_percent } from '../../base/amounts';
import { bar_of, kNothing, marked } from '../../base/cost';
import { visible } from '../../base/names';
import { key } from '../../state/navigation';
import {
  can_select,
  select_or_free,
  select_parts,
  selected_parts,
  toggle_parts,
} from '../../state/part_choice';
import { is_diff, part_number, parts } from '../../state/session';
import { announce } from '../notices';
import { bar_name, usePartCosts, type PartCosts } from './part_costs';
import { kNotInBase, PartFacts } from './part_facts';
import { bar_beside, lanes_of, parts_between, type At, type Bar, type Lane } from './part_lanes';
import { Waiting } from '../states';
import { useSize } from '../use_size';

/// Pixels: of the narrowest bar with its gap, of one that has room for a number, of lanes' names.
const kNarrowest = 4;
const kNumbered = 30;
const kNames = 120;

function selection_words(costs: PartCosts): string {
  const of = `${grouped(BigInt(parts.value.length))} parts`;
  const selected = selected_parts.value;
  if (selected === null) {
    return `All ${of} are shown.`;
  }
  const cost = costs.cost_of(selected);
  const share =
    cost === null || costs.answer.data === null
      ? ''
      : `: ${marked(printed_percent(cost, costs.whole))} % of ${visible(costs.event, 60)}`;
  return `${grouped(BigInt(selected.length))} of ${of} selected${share}.`;
}

interface Chooser {
  /// The bar that keys act on.
  current: At;
  go_to: (at: At) => void;
  /// As a click or a key does, with its modifiers.
  choose: (at: At, how: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => void;
  /// All of its parts, where a click would open the bar.
  choose_all: (at: At) => void;
  extend: (to: At) => void;
}

const kFirst: At = { lane: 0, bar: 0 };

function useChooser(lanes: readonly Lane[], open: (bar: Bar) => void, costs: PartCosts): Chooser {
  const [at, set_at] = useState<At>(kFirst);
  const [anchor, set_anchor] = useState<At | null>(null);
  const bar_at = ({ lane, bar }: At): Bar => lanes[lane]?.bars[bar] ?? [];
  const first = bar_beside(lanes, kFirst, 'Home') ?? kFirst;
  const current = bar_at(at).length === 0 ? first : at;
  const told = (some: Bar, work: (some: Bar) => void) => {
    work(some);
    announce(some.some(can_select) ? selection_words(costs) : kNotInBase);
  };
  const choose_all = (to: At) => {
    set_anchor(to);
    told(bar_at(to), select_or_free);
  };
  const extend = (to: At) => {
    const from = anchor ?? current;
    set_anchor(from);
    set_at(to);
    told(parts_between(lanes, from, to), select_parts);
  };
  return {
    current,
    go_to: set_at,
    choose_all,
    extend,
    choose: (to, { shiftKey, ctrlKey, metaKey }) => {
      set_at(to);
      if (shiftKey) {
        extend(to);
      } else if (ctrlKey || metaKey) {
        set_anchor(to);
        told(bar_at(to), toggle_parts);
      } else if (bar_at(to).length > 1) {
        set_at(kFirst);
        set_anchor(null);
        open(bar_at(to));
      } else {
        choose_all(to);
      }
    },
  };
}

export function PartBand() {
  const box = useRef<HTMLDivElement>(null);
  const width = useSize(box, (element) => element.clientWidth, 0);
  const costs = usePartCosts();
  const [opened, set_opened] = useState<readonly number[] | null>(null); // their ids
  const room = Math.floor((width - kNames) / kNarrowest);
  const shown = parts.value.filter(({ id }) => opened?.includes(id) ?? true);
  const lanes = width === 0 ? [] : lanes_of(shown, Math.max(1, room));
  const open = (bar: Bar) => set_opened(bar.map(({ id }) => id));
  const chooser = useChooser(lanes, open, costs);
  const [over, set_over] = useState<Bar | null>(null);
  return (
    <div class="part-band" ref={box}>
      <div class="row">
        <span>{selection_words(costs)}</span>
        {selected_parts.value !== null && (
          <button type="button" onClick={() => select_parts([])}>
            All parts
          </button>
        )}
        {opened !== null && (
          <button type="button" onClick={() => set_opened(null)}>
            Back to all bars
          </button>
        )}
      </div>
      {is_diff.value && key('threads') !== null && (
        <p class="note">Comparisons have all threads of the selected parts.</p>
      )}
      <Waiting of={costs.answer} what="Adding up parts" />
      {costs.answer.data !== null && lanes.length > 0 && (
        <>
          <Lanes {...{ lanes, costs, chooser, width, set_over }} />
          <PartHint lanes={lanes} bar={over} costs={costs} />
        </>
      )}
    </div>
  );
}

function PartHint({ lanes, bar, costs }: { lanes: Lane[]; bar: Bar | null; costs: PartCosts }) {
  const has_groups = lanes.some(({ bars }) => bars.some((each) => each.length > 1));
  return (
    <div class="part-facts small">
      {bar !== null ? (
        <PartFacts bar={bar} costs={costs} />
      ) : (
        <p class="dim">
          {has_groups
            ? 'A bar is several parts: click it to show them one by one.'
            : 'Click a part to show only that.'}{' '}
          With Shift a click selects a range, with Ctrl it adds or removes. Arrow keys move.
        </p>
      )}
    </div>
  );
}

interface LanesProps {
  lanes: readonly Lane[];
  costs: PartCosts;
  chooser: Chooser;
  width: number;
  set_over: (bar: Bar | null) => void;
}

/// Where the pointer is.
function at_of({ target }: Event): At | null {
  const found = target instanceof Element ? target.closest<HTMLElement>('.part-bar') : null;
  const [lane, bar] = found?.dataset['at']?.split(' ').map(Number) ?? [];
  return lane === undefined || bar === undefined ? null : { lane, bar };
}

function Lanes({ lanes, costs, chooser, width, set_over }: LanesProps) {
  const id = useId();
  const { current } = chooser;
  const share = (bar: Bar) => bar_of(costs.cost_of(bar) ?? kNothing, costs.whole);
  const most = Math.max(...lanes.flatMap(({ bars }) => bars.map(share)), Number.EPSILON);
  const has_numbers = (width - kNames) / (lanes[0]?.bars.length ?? 1) >= kNumbered;
  const look_at = (at: At | null) =>
    set_over(at === null ? null : (lanes[at.lane]?.bars[at.bar] ?? null));
  const on_key = (event: KeyboardEvent) => {
    if (event.altKey) {
      return;
    }
    const next = bar_beside(lanes, current, event.key);
    if (next !== null) {
      (event.shiftKey ? chooser.extend : chooser.go_to)(next);
      look_at(next);
      document.getElementById(`${id}-${next.lane}-${next.bar}`)?.scrollIntoView({ block: 'nearest' });
    } else if (event.key === ' ' && !event.shiftKey && !event.ctrlKey && !event.metaKey) {
      chooser.choose_all(current);
    } else if (event.key === 'Enter' || event.key === ' ') {
      chooser.choose(current, event);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      class={`part-lanes${lanes.length > 2 ? ' are-low' : ''}${
        selected_parts.value === null ? '' : ' has-selection'
      }`}
      role="listbox"
      tabIndex={0}
      aria-label="Parts by cost"
      aria-multiselectable="true"
      aria-orientation="horizontal"
      aria-activedescendant={`${id}-${current.lane}-${current.bar}`}
      onKeyDown={on_key}
      onFocus={() => look_at(current)}
      onPointerOver={(event) => look_at(at_of(event) ?? current)}
      onClick={(event) => {
        const at = at_of(event);
        if (at !== null) {
          look_at(at);
          chooser.choose(at, event);
        }
      }}
    >
      {lanes.map(({ name, bars }, lane) => (
        <div key={lane} class="part-lane" role="group" aria-label={visible(name, 80) || 'Parts'}>
          {lanes.length > 1 && (
            <span class="part-lane-name" aria-hidden="true">
              {visible(name, 40)}
            </span>
          )}
          {bars.map((bar, at) =>
            bar.length === 0 ? (
              <span key={`none-${at}`} class="part-gap" />
            ) : (
              <PartBar
                key={bar[0]?.id}
                {...{ bar, costs, most, has_numbers }}
                id={`${id}-${lane}-${at}`}
                at={`${lane} ${at}`}
                is_current={current.lane === lane && current.bar === at}
              />
            ),
          )}
        </div>
      ))}
    </div>
  );
}

interface BarProps {
  bar: Bar;
  costs: PartCosts;
  /// The share that the highest bar has.
  most: number;
  has_numbers: boolean;
  id: string;
  at: string;
  is_current: boolean;
}

/// As read aloud; `chosen`: how many of its parts are selected.
function spoken(bar: Bar, costs: PartCosts, chosen: number): string {
  const cost = costs.cost_of(bar);
  const words = [
    visible(bar_name(bar), 200),
    ...(cost === null
      ? []
      : [
          `${printed_amount(costs.unit, cost).words} ${visible(costs.event, 60)}`,
          `${printed_percent(cost, costs.whole).words} %`,
        ]),
    ...(chosen > 0 && chosen < bar.length ? [`${chosen} of ${bar.length} selected`] : []),
    ...(bar.some(can_select) ? [] : ['not in the base']),
  ];
  return words.join(', ');
}

function PartBar({ bar, costs, most, has_numbers, id, at, is_current }: BarProps) {
  const { whole, selected } = costs;
  const height = (cost: ReturnType<PartCosts['cost_of']>) =>
    cost === null ? 0 : Math.max(0, bar_of(cost, whole)) / most;
  const chosen = bar.filter((part) => selected_parts.value?.includes(part)).length;
  const look = chosen === 0 ? '' : chosen === bar.length ? ' selected' : ' partly-selected';
  const own = selected?.cost_of(bar) ?? null;
  const [first] = bar;
  return (
    <div
      id={id}
      class={`part-bar${is_current ? ' current' : ''}${look}`}
      role="option"
      aria-selected={chosen === bar.length}
      aria-disabled={!bar.some(can_select)}
      aria-label={spoken(bar, costs, chosen)}
      data-at={at}
    >
      <span class="part-space">
        <span class="part-cost" style={{ '--part': height(costs.cost_of(bar)).toFixed(4) }} />
        {own !== null && (
          <span class="part-own" style={{ '--part': height(own).toFixed(4) }} />
        )}
      </span>
      {has_numbers && first !== undefined && (
        <span class="part-number">{bar.length === 1 ? part_number(first) : '…'}</span>
      )}
    </div>
  );
}
