// SPDX-License-Identifier: MIT
//
// The headings of a table. Each can be dragged to another place, and its right edge sets the width
// of its column, also by keys. The menu of columns does the former by keys.
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import {
  kLeastWidth,
  kMostWidth,
  place_column,
  set_column_width,
  type Choosable,
  type ColumnPlace,
  type ListKind,
} from '../state/column_choice';
import { useSize } from './use_size';

/// What the heading of a column needs.
export interface Head extends Choosable {
  label: string;
  /// Said of the column on hover; the label alone where missing.
  title?: string;
  sort?: { direction: 'ascending' | 'descending' | null; go: () => void };
}

interface Props {
  kind: ListKind;
  /// All there are, and those that are drawn.
  columns: readonly Head[];
  drawn: readonly Head[];
  /// By key: the pixels that the widest figure needs, where that is known.
  rooms: Readonly<Record<string, number>>;
  /// False: columns stay where and as wide as they are.
  can_change: boolean;
}

export function GridHead({ kind, columns, drawn, rooms, can_change }: Props) {
  const row = useRef<HTMLDivElement>(null);
  const [drag, set_drag] = useState<Drag | null>(null);
  const stop = useRef<() => void>(() => undefined);
  useEffect(() => () => stop.current(), []);
  const begin = (key: string) => (event: PointerEvent) => {
    if (event.button === 0 && row.current !== null) {
      stop.current();
      stop.current = start_drag(event, {
        place_at: (x) => place_at(row.current, drawn, x),
        show: (to) => set_drag(to === null ? null : { key, to }),
        drop: (to) => place_column(kind, columns, key, to),
      });
    }
  };
  return (
    <div role="rowgroup" class="grid-head">
      <div role="row" class="grid-row" aria-rowindex={1} ref={row}>
        {drawn.map((head) => (
          <Heading
            head={head}
            key={head.key}
            look={drag === null ? '' : look_of(head.key, drag)}
            {...(can_change ? { kind, begin: begin(head.key) } : {})}
            least={rooms[head.key] ?? kLeastWidth}
          />
        ))}
      </div>
    </div>
  );
}

interface Drag {
  key: string;
  to: ColumnPlace;
}

function look_of(key: string, drag: Drag): string {
  return key === drag.key ? 'is-dragged' : key === drag.to.of ? `drop-${drag.to.side}` : '';
}

/// The place at the edge of a heading that is nearest to `x`.
function place_at(row: HTMLElement | null, drawn: readonly Head[], x: number): ColumnPlace | null {
  const boxes = [...(row?.children ?? [])].map((each) => each.getBoundingClientRect());
  const at = boxes.findIndex((box) => x < box.right);
  const index = at < 0 ? boxes.length - 1 : at;
  const [box, head] = [boxes[index], drawn[index]];
  if (box === undefined || head === undefined) {
    return null;
  }
  return { side: x < box.left + box.width / 2 ? 'before' : 'after', of: head.key };
}

interface Dragging {
  place_at: (x: number) => ColumnPlace | null;
  show: (to: ColumnPlace | null) => void;
  drop: (to: ColumnPlace) => void;
}

/// A pointer that moves no further than this is a click.
const kClick = 5;

/// What ends it; Escape does so too.
function start_drag(start: PointerEvent, { place_at, show, drop }: Dragging): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let to: ColumnPlace | null = null;
  const end = () => {
    ending.abort();
    show(null);
  };
  const move = (event: PointerEvent) => {
    if (to !== null || Math.abs(event.clientX - start.clientX) > kClick) {
      to = place_at(event.clientX);
      show(to);
    }
  };
  const up = () => {
    end();
    if (to !== null) {
      no_click();
      drop(to);
    }
  };
  const on_key = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && to !== null) {
      event.stopPropagation();
      no_click();
      end();
    }
  };
  document.addEventListener('pointermove', move, { signal });
  document.addEventListener('pointerup', up, { signal });
  document.addEventListener('pointercancel', end, { signal });
  document.addEventListener('keydown', on_key, { signal, capture: true });
  return end;
}

/// The click that follows a drag does not sort.
function no_click(): void {
  const over = new AbortController();
  const options = { capture: true, signal: over.signal };
  const drop = (event: Event) => {
    event.preventDefault();
    event.stopPropagation();
    over.abort();
  };
  document.addEventListener('click', drop, options);
  document.addEventListener('pointerdown', () => over.abort(), options);
  document.addEventListener('keydown', () => over.abort(), options);
}

interface HeadingProps {
  head: Head;
  look: string;
  kind?: ListKind;
  begin?: (event: PointerEvent) => void;
  least: number;
}

function Heading({ head, look, kind, begin, least }: HeadingProps) {
  const { key, label, title, sort, is_number } = head;
  const cell = useRef<HTMLDivElement>(null);
  const classes = ['cell', is_number ? 'is-number' : '', look];
  return (
    <div
      ref={cell}
      role="columnheader"
      class={classes.filter((each) => each !== '').join(' ')}
      aria-label={label}
      aria-sort={sort === undefined ? undefined : (sort.direction ?? 'none')}
      title={sort === undefined ? title : undefined}
      onPointerDown={begin}
    >
      {sort === undefined ? (
        label
      ) : (
        <button type="button" class="plain" onClick={sort.go} title={title}>
          {sort.direction !== null && (
            <span aria-hidden="true" class="sort-mark">
              {sort.direction === 'descending' ? '▾' : '▴'}
            </span>
          )}
          {label}
        </button>
      )}
      {kind !== undefined && (
        <Edge
          label={label}
          cell={cell}
          least={least}
          set={(width) => set_column_width(kind, key, width)}
        />
      )}
    </div>
  );
}

interface EdgeProps {
  label: string;
  cell: RefObject<HTMLDivElement | null>;
  least: number;
  /// null: automatic.
  set: (width: number | null) => void;
}

const kStep = 10;

/// The right edge of a heading.
function Edge({ label, cell, least, set }: EdgeProps) {
  const width = useSize(cell, (element) => element.offsetWidth, least);
  const drag = (event: PointerEvent) => {
    if (event.button !== 0) {
      return;
    }
    const start = event.clientX;
    const ending = new AbortController();
    const { signal } = ending;
    const move = (to: PointerEvent) => set(width + to.clientX - start);
    const stop = () => ending.abort();
    document.addEventListener('pointermove', move, { signal });
    document.addEventListener('pointerup', stop, { signal });
    document.addEventListener('pointercancel', stop, { signal });
    event.stopPropagation();
  };
  const on_key = (event: KeyboardEvent) => {
    const steps: Readonly<Record<string, number>> = { ArrowLeft: -kStep, ArrowRight: kStep };
    const step = steps[event.key];
    if (step !== undefined) {
      set(width + step);
    } else if (event.key === 'Enter') {
      set(null);
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      class="column-edge"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={`Width of ${label}`}
      aria-valuemin={least}
      aria-valuemax={kMostWidth}
      aria-valuenow={width}
      title="Drag, or press the arrow keys, to set the width. Double-click or Enter: automatic"
      onPointerDown={drag}
      onDblClick={() => set(null)}
      onKeyDown={on_key}
    />
  );
}
