// SPDX-License-Identifier: MIT
//
// Room for figures that are wider than the track of their column. A figure that is cut is none.
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

/// By key of a column: the pixels that the widest of its figures needs, of all that were drawn;
/// nothing where its track is enough. `keys`: of the columns, in their order.
export function useFigureRooms(
  box: RefObject<HTMLElement | null>,
  keys: readonly string[],
): Readonly<Record<string, number>> {
  const [rooms, set_rooms] = useState<Readonly<Record<string, number>>>({});
  useLayoutEffect(() => {
    const wider: Record<string, number> = {};
    for (const row of box.current?.querySelectorAll('.grid-body .grid-row') ?? []) {
      Array.from(row.children).forEach((cell, at) => {
        const key = keys[at];
        if (key === undefined || !cell.matches('.is-number')) {
          return;
        }
        const cut = cut_of(cell);
        const needed = cell.clientWidth + cut + kEdge;
        if (cut > 0 && needed > (wider[key] ?? rooms[key] ?? 0)) {
          wider[key] = needed;
        }
      });
    }
    if (Object.keys(wider).length > 0) {
      set_rooms({ ...rooms, ...wider });
    }
  });
  return rooms;
}

/// How many pixels of its figure a cell hides. A scroll width is a whole number, but part of a pixel
/// is enough to cut a figure.
function cut_of(cell: Element): number {
  const width_of = (element: Element | null) => element?.getBoundingClientRect().width ?? 0;
  const hidden = [cell, ...cell.querySelectorAll('.share')].map(
    (each) => each.scrollWidth - each.clientWidth,
  );
  const missing = width_of(cell.querySelector('.num')) + kPadding - width_of(cell);
  return Math.max(...hidden, Math.ceil(missing));
}

/// Of a cell, and with what browsers round off.
const kPadding = 10;
const kEdge = kPadding + 2;
