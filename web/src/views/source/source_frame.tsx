// SPDX-License-Identifier: MIT
//
// Lines of source in a box that scrolls: only those in sight are in the document.
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { kOverscan } from '../../ui/extent';
import { useSteps } from '../../ui/steps';
import { useHeight } from '../../ui/use_size';
import type { Heat } from './source_rows';

export const kLineHeight = 24;

interface Props {
  /// What is shown: with another one, the box scrolls to `start`.
  of: unknown;
  rows: number;
  start: number | null;
  label: string;
  heat: readonly Heat[];
  /// The row that the next (1) or the last (-1) step goes to, which it chooses.
  step: (way: 1 | -1) => number | null;
  row: (index: number) => ComponentChildren;
  over?: (first: number, last: number) => ComponentChildren;
}

export function SourceFrame({ of, rows, start, label, heat, step, row, over }: Props) {
  const [scroll_top, set_scroll_top] = useState(0);
  const box = useRef<HTMLDivElement>(null);
  const height = useHeight(box, 500);
  const jump_to = (to: number) => {
    if (box.current !== null) {
      box.current.scrollTop = Math.max(0, to * kLineHeight - box.current.clientHeight / 3);
    }
  };
  useEffect(() => {
    if (start !== null) {
      jump_to(start);
    }
  }, [of]);
  useSteps((way) => {
    const next = step(way);
    if (next !== null) {
      jump_to(next);
    }
    return next !== null;
  });
  const first = Math.max(0, Math.floor(scroll_top / kLineHeight) - kOverscan);
  const last = Math.min(rows - 1, Math.ceil((scroll_top + height) / kLineHeight) + kOverscan);
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
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
        <div class="source-body" style={{ height: `${rows * kLineHeight}px` }}>
          <div class="source-rows" style={{ top: `${first * kLineHeight}px` }}>
            {shown.map(row)}
          </div>
          {over?.(first, last)}
        </div>
      </div>
      <HeatStrip heat={heat} go={(share) => jump_to(Math.floor(share * rows))} />
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
