// SPDX-License-Identifier: MIT
//
// How the self cost of a list of groups is divided among the largest of them, as a bar. The buttons of
// its legend do what rows do; so do the segments, for the pointer.
import { api_address, can_ask, type Params } from '../../api/client';
import type { Row, Top } from '../../api/types';
import { printed_amount, printed_percent } from '../../base/amounts';
import { cost_of, kNothing, marked, type Cost } from '../../base/cost';
import { base_name, visible } from '../../base/names';
import { short_name } from '../../base/short_name';
import { color_slots, group_fill, type GroupColor } from '../../paint/colors';
import { color_name } from '../../paint/groups';
import { key, open_page } from '../../state/navigation';
import { is_dark, own_color } from '../../state/preferences';
import { Amount, Marked, shown_name } from '../../ui/cells';
import { first_event, self_cost, total_of, type ShownEvent } from '../../ui/columns';
import { adds_up } from '../../ui/sorting';
import { useAnswer } from '../../ui/use_answer';
import { division_of, kMostParts, type Segment } from './division';

interface Part extends Segment {
  /// null: of all groups that have no segment.
  row: Row | null;
  name: string;
  fill: string;
}

/// A legend has room for the end of a path, and for names without template arguments.
function legend_name({ name, kind }: Row, by: string): string {
  if (name === null) {
    return shown_name(name, kind);
  }
  const is_path = ['file', 'object', 'line'].includes(kind ?? by);
  return visible(is_path ? base_name(name) : short_name(name));
}

/// null: the costs do not add up to a whole.
function parts_of(top: Top, { at }: ShownEvent, by: string): Part[] | null {
  const costs = top.rows.map((row) => self_cost(row, at) ?? kNothing);
  const whole = cost_of(top.covered[at] ?? 0, top.covered_certainty ?? 'exact');
  const division = division_of(costs, whole);
  if (division === null) {
    return null;
  }
  const rows = top.rows.slice(0, division.parts.length);
  const colored = ({ name }: Row) => color_name(name ?? '', by);
  const slots = color_slots(rows.map(colored), (group) => own_color(by, group));
  const fill_of = (slot?: GroupColor) => group_fill(slot, is_dark()).fill;
  const parts = rows.flatMap((row, part): Part[] => {
    const segment = division.parts[part];
    const fill = fill_of(slots.get(colored(row)));
    return segment === undefined ? [] : [{ ...segment, row, name: legend_name(row, by), fill }];
  });
  const { rest } = division;
  return rest === null ? parts : [...parts, { ...rest, row: null, name: 'other', fill: fill_of() }];
}

interface Props {
  by: string;
  /// What the list of groups asks.
  params: Params;
  /// The id of the group that is selected.
  chosen: string | null;
  select: (id: string) => void;
}

export function GroupBar({ by, params, chosen, select }: Props) {
  const address = api_address('functions', { ...params, sort: 'self', limit: kMostParts });
  const { data, fault } = useAnswer<Top>(adds_up() && can_ask(address) ? address : null);
  if (data === null || fault !== null) {
    return null;
  }
  const event = first_event(data.events);
  const parts = parts_of(data, event, by);
  if (parts === null) {
    return null;
  }
  const whole = total_of(data.covered, event.at);
  /// The first time selects, the next one opens.
  const press = ({ row }: Part) => {
    if (row === null || row.id === null) {
      return;
    }
    if (row.id === chosen) {
      open_page('fn', row.id, { group: by });
    } else {
      select(row.id);
    }
  };
  const is_chosen = ({ row }: Part) => row !== null && row.id !== null && row.id === chosen;
  return (
    <section class="group-bar" aria-label={`Self cost by ${by}`}>
      <svg aria-hidden="true">
        {parts.map((part) => (
          <rect
            key={part.row?.id ?? part.name}
            class={part.row === null ? 'is-rest' : is_chosen(part) ? 'is-chosen' : ''}
            x={percent(part.x)}
            width={percent(part.width)}
            height="100%"
            style={{ fill: part.fill }}
            onClick={() => press(part)}
          >
            <title>{told(part, event, whole)}</title>
          </rect>
        ))}
      </svg>
      <ul>
        <li class="dim">Self {event.name}</li>
        {parts.map((part) => (
          <li key={part.row?.id ?? part.name}>
            <Entry {...{ part, event, whole, is_chosen: is_chosen(part), press: () => press(part) }} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function percent(share: number): string {
  return `${(100 * share).toFixed(3)}%`;
}

function told({ row, name, cost }: Part, { unit }: ShownEvent, whole: bigint): string {
  const full = row?.name === undefined || row.name === null ? name : visible(row.name, 2000);
  const share = marked(printed_percent(cost, whole));
  return `${full}: ${marked(printed_amount(unit, cost))} (${share} %)`;
}

interface EntryProps {
  part: Part;
  event: ShownEvent;
  whole: bigint;
  is_chosen: boolean;
  press: () => void;
}

function Entry({ part, event, whole, is_chosen, press }: EntryProps) {
  const words = (
    <>
      <span class="swatch" style={{ background: part.fill }} />
      <bdi>{part.name}</bdi>
      <Figure cost={part.cost} event={event} whole={whole} />
    </>
  );
  return part.row === null || part.row.id === null ? (
    <span>{words}</span>
  ) : (
    <button
      type="button"
      class="plain"
      aria-current={is_chosen}
      title={told(part, event, whole)}
      onClick={press}
    >
      {words}
    </button>
  );
}

/// The share; the cost itself where the reader wants no percentages.
function Figure({ cost, event, whole }: { cost: Cost; event: ShownEvent; whole: bigint }) {
  return key('pct') === 'abs' ? (
    <Amount unit={event.unit} cost={cost} />
  ) : (
    <span>
      <Marked of={printed_percent(cost, whole)} /> %
    </span>
  );
}
