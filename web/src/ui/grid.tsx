// SPDX-License-Identifier: MIT
//
// The table of all views: as many rows as there are, of which only those in sight exist. One tab
// stop; arrows move the active row, which is known by its index and announced by its id, so that
// recycling a row can lose no focus.
import type { ComponentChildren } from 'preact';
import { useCallback, useEffect, useId, useRef, useState } from 'preact/hooks';
import { can_choose, choice_of, drawn_columns, event_labels, type ListKind } from '../state/column_choice';
import { is_narrow } from '../state/preferences';
import { extent_of, kRowHeight, scroll_to_show } from './extent';
import { GridHead, type Head } from './grid_head';
import type { RowSource } from './rows';
import { useFigureRooms } from './use_figure_rooms';
import { useSteps } from './steps';
import { useHeight } from './use_size';

/// No screen is taller: a box that grew with its rows would otherwise draw all of them.
const kTallestBox = 4000;

export interface Column<R> extends Head {
  /// As menus call it, where the label says too little.
  long_label?: string;
  /// The event that is part of its heading, where columns are of several.
  of_event?: string;
  /// A track of the CSS grid.
  track: string;
  cell: (row: R, index: number) => ComponentChildren;
  /// For copies: all digits, no grouping.
  raw: (row: R) => string;
}

export interface Level {
  depth: number;
  /// null: a leaf.
  is_open: boolean | null;
}

export interface GridProps<R> {
  kind: ListKind;
  label: string;
  source: RowSource<R>;
  columns: readonly Column<R>[];
  id_of: (row: R) => string | null;
  selected: string | null;
  on_select: (row: R) => void;
  on_open: (row: R) => void;
  /// Of a tree: where a row stands, and what arrows do to it.
  level_of?: (row: R) => Level;
  on_toggle?: (row: R, open: boolean) => void;
  row_class?: (row: R) => string;
  start_at?: number;
  /// The row that the next (1) or the last (-1) step from a row, or from none (-1), goes to; null:
  /// there is none.
  next_match?: ((from: number, way: 1 | -1) => number | null | Promise<number | null>) | undefined;
}

/// `width`: what the reader chose. `room`: what the widest figure needs, which none is cut for.
function track_of({ label, is_number, track }: TrackHead, width?: number, room = 0): string {
  if (width !== undefined) {
    return `${Math.max(width, room)}px`;
  }
  if (is_number !== true) {
    return track;
  }
  const [, least = '0', most = track] = /^minmax\((\d+)px, (.*)\)$/.exec(track) ?? [];
  return `minmax(${Math.max(Number(least), room, heading_room(label))}px, ${most})`;
}

type TrackHead = Pick<Column<unknown>, 'label' | 'is_number' | 'track'>;

/// About what a heading needs, such as one that names its event; a long one is cut.
function heading_room(label: string): number {
  return Math.min(150, 16 + 7 * label.length);
}

/// The fewest pixels of a track.
function least_of(track: string): number {
  return Number(/\d+(?=px)/.exec(track)?.[0] ?? 0);
}

/// On both sides of a row together.
const kRowPadding = 16;

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, each) => all + each, 0);
}

/// Where a key leads to from a row.
function index_by(key: string, at: number, page: number, last: number): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: at + 1,
    ArrowUp: at - 1,
    PageDown: at + page,
    PageUp: at - page,
    Home: 0,
    End: last,
  };
  const next = steps[key];
  return next === undefined ? null : Math.max(0, Math.min(last, next));
}

/// The height of the rows in a box of this height.
function body_of(height: number): number {
  return Math.min(kTallestBox, Math.max(kRowHeight, height - kRowHeight - 2));
}

export function Grid<R>(props: GridProps<R>) {
  const { source, on_select, on_open, level_of, on_toggle } = props;
  const own_id = useId();
  const [scroll_top, set_scroll_top] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  /// Where a key led to before that row was here, and what was selected then: that row is selected
  /// when it comes, unless another row is active or selected by now.
  const awaited = useRef<{ index: number; selected: string | null } | null>(null);
  const height = useHeight(box, 480);
  const [active, set_active] = useState(props.start_at ?? null);
  void source.version.value;
  const total = source.total();
  const at = Math.min(active ?? 0, Math.max(0, total - 1));
  const choice = choice_of(props.kind);
  const columns = event_labels(
    drawn_columns(props.columns, choice, is_narrow.value),
    props.columns,
  );
  const rooms = useFigureRooms(
    box,
    columns.map((each) => each.key),
  );
  const widths = is_narrow.value ? {} : (choice.widths ?? {});
  const tracks = columns.map((each) => track_of(each, widths[each.key], rooms[each.key]));
  const body = body_of(height);
  const extent = extent_of(total, scroll_top, body);

  useEffect(
    () => source.want(extent.first, Math.max(extent.last, 0)),
    [source, extent.first, extent.last],
  );

  const show = useCallback(
    (index: number) => {
      const element = box.current;
      if (element === null) {
        return;
      }
      // What was measured last may be older than what was drawn last.
      const seen = body_of(element.clientHeight || height);
      const top = scroll_to_show(index, total, element.scrollTop, seen);
      if (top !== null) {
        element.scrollTop = top;
        set_scroll_top(element.scrollTop);
      }
    },
    [total, height],
  );

  useEffect(() => {
    if (props.start_at !== undefined && total > 0) {
      set_active(props.start_at);
      show(props.start_at);
    }
  }, [props.start_at, total > 0]);

  // A click, or a selection made elsewhere, moves the active row along where it is in sight.
  // Where several rows share its id, the one that is active stays so.
  useEffect(() => {
    const here = active === null ? undefined : source.row(active);
    if (here !== undefined && props.id_of(here) === props.selected) {
      return;
    }
    for (let index = extent.first; index <= extent.last; index += 1) {
      const row = source.row(index);
      if (row !== undefined && props.selected !== null && props.id_of(row) === props.selected) {
        set_active(index);
        return;
      }
    }
  }, [props.selected]);

  const move = (index: number) => {
    set_active(index);
    show(index);
    const row = source.row(index);
    awaited.current = row === undefined ? { index, selected: props.selected } : null;
    if (row !== undefined) {
      on_select(row);
    }
  };

  const is_awaited =
    awaited.current?.index === active && awaited.current?.selected === props.selected;
  const come = is_awaited ? source.row(at) : undefined;
  useEffect(() => {
    if (come !== undefined) {
      awaited.current = null;
      on_select(come);
    }
  }, [come]);

  const { next_match } = props;
  useSteps(
    next_match === undefined
      ? null
      : async (way) => {
          const next = await next_match(active === null ? -1 : at, way);
          if (next !== null) {
            box.current?.focus();
            move(next);
          }
          return next !== null;
        },
  );

  const on_key = (event: KeyboardEvent) => {
    if (event.target !== box.current || event.ctrlKey || event.metaKey || event.altKey) {
      return;
    }
    const page = Math.max(1, Math.floor(body / kRowHeight) - 1);
    const next = index_by(event.key, at, page, total - 1);
    const row = source.row(at);
    if (next !== null && total > 0) {
      move(next);
    } else if (event.key === 'Enter' && row !== undefined) {
      on_open(row);
    } else if (
      (event.key === 'ArrowRight' || event.key === 'ArrowLeft') &&
      row !== undefined &&
      level_of !== undefined
    ) {
      step_across(event.key === 'ArrowRight', row);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  const step_across = (right: boolean, row: R) => {
    const level = level_of?.(row);
    if (level === undefined) {
      return;
    }
    if (right !== (level.is_open ?? right)) {
      on_toggle?.(row, right);
    } else if (right && level.is_open === true) {
      move(Math.min(total - 1, at + 1));
    } else if (!right) {
      for (let above = at - 1; above >= 0; above -= 1) {
        const other = source.row(above);
        if (other !== undefined && (level_of?.(other).depth ?? 0) < level.depth) {
          move(above);
          return;
        }
      }
    }
  };

  const rows = [];
  for (let index = extent.first; index <= extent.last; index += 1) {
    const top = extent.top + (index - extent.first) * kRowHeight;
    rows.push(one_row(props, { columns, own_id, index, is_active: index === at, top }, set_active));
  }
  const active_shown = at >= extent.first && at <= extent.last && total > 0;
  return (
    <div
      class="grid"
      ref={box}
      role={level_of ? 'treegrid' : 'grid'}
      aria-label={props.label}
      aria-rowcount={total + 1}
      aria-colcount={columns.length}
      aria-readonly="true"
      tabIndex={0}
      aria-activedescendant={active_shown ? `${own_id}-${at}` : undefined}
      onScroll={(event) => set_scroll_top(event.currentTarget.scrollTop)}
      onKeyDown={on_key}
      style={{
        '--tracks': tracks.join(' '),
        '--least': `${kRowPadding + sum(tracks.map(least_of))}px`,
        height: `${extent.height + kRowHeight + 4}px`,
      }}
    >
      <GridHead
        kind={props.kind}
        columns={props.columns}
        drawn={columns}
        rooms={rooms}
        can_change={!is_narrow.value && can_choose(props.kind)}
      />
      <div role="rowgroup" class="grid-body" style={{ height: `${extent.height}px` }}>
        {rows}
      </div>
    </div>
  );
}

interface RowPlace<R> {
  columns: readonly Column<R>[];
  own_id: string;
  index: number;
  is_active: boolean;
  top: number;
}

function one_row<R>(props: GridProps<R>, at: RowPlace<R>, activate: (index: number) => void) {
  const { columns, index } = at;
  const row = props.source.row(index);
  const place = { top: `${at.top}px` };
  if (row === undefined) {
    return (
      <div
        role="row"
        key={index}
        class="grid-row placeholder"
        aria-rowindex={index + 2}
        style={place}
      >
        <div role="gridcell" class="cell" aria-colspan={columns.length}>
          …
        </div>
      </div>
    );
  }
  const id = props.id_of(row);
  const is_selected = id !== null && id === props.selected;
  const level = props.level_of?.(row);
  const classes = [
    'grid-row',
    at.is_active ? 'active' : '',
    is_selected ? 'selected' : '',
    props.row_class?.(row) ?? '',
  ];
  return (
    <div
      role="row"
      key={index}
      id={`${at.own_id}-${index}`}
      class={classes.filter((each) => each !== '').join(' ')}
      aria-rowindex={index + 2}
      aria-selected={is_selected}
      aria-level={level === undefined ? undefined : level.depth + 1}
      aria-expanded={level?.is_open ?? undefined}
      style={place}
      onClick={() => {
        activate(index);
        props.on_select(row);
      }}
      onDblClick={() => props.on_open(row)}
    >
      {columns.map((column) => (
        <div role="gridcell" class={column.is_number ? 'cell is-number' : 'cell'} key={column.key}>
          {column.cell(row, index)}
        </div>
      ))}
    </div>
  );
}
