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
        const share = cell.querySelector('.share');
        const cut = Math.max(cut_of(cell), share === null ? 0 : cut_of(share));
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

/// How many pixels of its content an element hides.
function cut_of(element: Element): number {
  return element.scrollWidth - element.clientWidth;
}

/// The padding of a cell, and what browsers round off.
const kEdge = 12;
