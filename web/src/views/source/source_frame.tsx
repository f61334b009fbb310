// SPDX-License-Identifier: MIT
//
// Lines of source in a box that scrolls: only those in sight are in the document.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { refine } from '../../state/navigation';
import { kOverscan } from '../../ui/extent';
import { useSteps } from '../../ui/steps';
import { useHeight } from '../../ui/use_size';
import type { Reading } from './reading';
import type { Heat } from './source_rows';

export const kLineHeight = 24;

interface Props<R> {
  /// What is shown: with another one, the box scrolls to where it begins.
  of: unknown;
  rows: readonly R[];
  /// As the address names a line; null: the row is none.
  line_of: (row: R) => string | null;
  reading: Reading;
  label: string;
  heat: readonly Heat[];
  /// What the columns before the text are.
  heads: ComponentChildren;
  /// The row that the next (1) or the last (-1) step from one goes to.
  next: (from: number, way: 1 | -1) => number | null;
  row: (row: R, index: number, is_current: boolean) => ComponentChildren;
  /// `active`: the row under the pointer, else the one with the focus.
  over?: (first: number, last: number, active: number | null) => ComponentChildren;
}

/// Which row the pointer or the focus is in. `first`: the first row in the document.
function useActiveRow(first: number) {
  const [hovered, hover] = useState<number | null>(null);
  const [focused, focus] = useState<number | null>(null);
  const row_in = ({ target, currentTarget }: Event) => {
    const row = target instanceof Element ? target.closest('.source-row') : null;
    const at = row === null ? -1 : [...(currentTarget as Element).children].indexOf(row);
    return at < 0 ? null : first + at;
  };
  return {
    active: hovered ?? focused,
    watch: {
      onMouseOver: (event: Event) => hover(row_in(event)),
      onMouseLeave: () => hover(null),
      onFocusIn: (event: Event) => focus(row_in(event)),
      onFocusOut: () => focus(null),
    },
  };
}

/// A match may be far to the right in its line.
function show_match(box: HTMLElement, match: Element): void {
  const area = box.getBoundingClientRect();
  const { left, right } = match.getBoundingClientRect();
  if (left < area.left || right > area.right) {
    const end = box.scrollLeft + right - area.left;
    box.scrollLeft = end < area.width ? 0 : end - area.width / 2;
  }
}

export function SourceFrame<R>(props: Props<R>) {
  const { of, rows, line_of, reading, label, heat, heads, next, row, over } = props;
  const { line: wanted, moves } = reading;
  const [scroll_top, set_scroll_top] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const height = useHeight(box, 500);
  const current = wanted === null ? -1 : rows.findIndex((each) => line_of(each) === wanted);
  const jump_to = (to: number) => {
    if (box.current !== null) {
      const third = box.current.clientHeight / 3;
      box.current.scrollTop = (to + 1) * kLineHeight - third; // below the row of heads
    }
  };
  useEffect(() => {
    if (current >= 0) {
      jump_to(current);
    }
  }, [of]);
  // A link may lead to a line of this file that is out of sight.
  useEffect(() => {
    const place = current * kLineHeight - (box.current?.scrollTop ?? 0);
    if (current >= 0 && (place < 0 || place > (height * 2) / 3)) {
      jump_to(current);
    }
  }, [wanted, moves]);
  // Once the row of the match is in the document.
  const shown_moves = useRef(moves);
  useEffect(() => {
    const match = box.current?.querySelector('.found.is-current') ?? null;
    if (shown_moves.current !== moves && box.current !== null && match !== null) {
      shown_moves.current = moves;
      show_match(box.current, match);
    }
  });
  const to_next = (way: 1 | -1) => {
    const to = next(current, way);
    const found = to === null ? undefined : rows[to];
    if (to === null || found === undefined) {
      return false;
    }
    const line = line_of(found);
    if (line !== null) {
      refine({ line });
    }
    jump_to(to);
    return true;
  };
  useSteps(reading.step ?? to_next);
  const first = Math.max(0, Math.floor(scroll_top / kLineHeight) - kOverscan);
  const seen = Math.ceil((scroll_top + height) / kLineHeight);
  const last = Math.min(rows.length - 1, seen + kOverscan);
  const shown = rows.slice(first, last + 1);
  const { active, watch } = useActiveRow(first);
  return (
    <div class="source-frame">
      <div
        class="source"
        ref={box}
        tabIndex={0}
        role="region"
        aria-label={label}
        onScroll={(event) => set_scroll_top(event.currentTarget.scrollTop)}
      >
        <p class="source-heads" aria-hidden="true">
          {heads}
        </p>
        <div class="source-body" style={{ height: `${rows.length * kLineHeight}px` }}>
          <div class="source-rows" style={{ top: `${first * kLineHeight}px` }} {...watch}>
            {shown.map((each, at) => row(each, first + at, first + at === current))}
          </div>
          {over?.(first, last, active)}
        </div>
      </div>
      <HeatStrip heat={heat} go={(share) => jump_to(Math.floor(share * rows.length))} />
    </div>
  );
}

function HeatStrip({ heat, go }: { heat: readonly Heat[]; go: (share: number) => void }) {
  return (
    <div
      class="heat"
      aria-hidden="true"
      onClick={(event) => {
        const area = event.currentTarget.getBoundingClientRect();
        go((event.clientY - area.top) / area.height);
      }}
    >
      {heat.slice(0, 2000).map((each) => (
        <span
          key={each.at}
          class={each.tone}
          style={{ top: `${each.at * 100}%`, opacity: String(0.15 + 0.85 * Math.sqrt(each.share)) }}
        />
      ))}
    </div>
  );
}
