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
        const needed = cell.scrollWidth + kEdge;
        if (is_cut(cell) && needed > (wider[key] ?? rooms[key] ?? 0)) {
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

/// A scroll width is a whole number, but part of a pixel is enough to cut a figure.
function is_cut(cell: Element): boolean {
  const width_of = (element: Element | null) => element?.getBoundingClientRect().width ?? 0;
  return (
    cell.scrollWidth > cell.clientWidth ||
    width_of(cell.querySelector('.num')) + kPadding > width_of(cell)
  );
}

/// Of a cell, and with what browsers round off.
const kPadding = 10;
const kEdge = kPadding + 2;
