// SPDX-License-Identifier: MIT
//
// How large the graph is drawn, and which part of it is in sight. It scrolls like any page; it can
// also be dragged, and zoomed with Ctrl and the wheel.
import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { DrawnGraph, GraphBox } from '../../api/types';
import { useSize } from '../../ui/use_size';
import { drawn_size, inset } from './shapes';

const kStep = 1.25;
const kSmallest = 0.1;
const kLargest = 3;
/// Smaller than this, words cannot be read: a wide graph scrolls instead.
const kReadable = 0.7;
/// Pixels from which on a click is a drag.
const kDrag = 4;

type Box = RefObject<HTMLElement | null>;

function fitting(room: number, graph: DrawnGraph, least: number): number {
  return Math.max(least, Math.min(1, room === 0 ? 1 : (room - 4) / drawn_size(graph, 1).width));
}

type Point = Pick<PointerEvent, 'clientX' | 'clientY'>;

/// A point of the picture, in its own pixels, that stays in its place while the picture is zoomed.
interface Kept {
  x: number;
  y: number;
  /// In the box.
  right: number;
  down: number;
}

/// Where in the box a point is, or is nearest; the middle, unless there is a point.
function place_in(element: HTMLElement, at?: Point): [right: number, down: number] {
  const { clientWidth: width, clientHeight: height } = element;
  if (at === undefined) {
    return [width / 2, height / 2];
  }
  const area = element.getBoundingClientRect();
  const within = (place: number, room: number) => Math.min(room, Math.max(0, place));
  return [within(at.clientX - area.left, width), within(at.clientY - area.top, height)];
}

/// Of the box of the graph that has the focus, or of the whole picture.
function middle_of_focus(): Point | undefined {
  const area = document.activeElement?.getBoundingClientRect();
  return area && { clientX: area.x + area.width / 2, clientY: area.y + area.height / 2 };
}

export function useGraphZoom(box: Box, graph: DrawnGraph, is_small: boolean) {
  const [scale, set_scale] = useState<number | null>(null);
  const moved = useRef(false);
  const room = useSize(box, (element) => element.clientWidth, 0);
  const shown = scale ?? fitting(room, graph, is_small ? 0.5 : kReadable);
  const kept = useRef<Kept | null>(null);
  const left_of = (room: number) => inset(drawn_size(graph, shown).width, room);
  const set = (to: number, at?: Point) => {
    const next = Math.min(kLargest, Math.max(kSmallest, to));
    const element = box.current;
    if (element !== null && next !== shown) {
      const [right, down] = place_in(element, at);
      const x = (element.scrollLeft + right - left_of(element.clientWidth)) / shown;
      kept.current = { x, y: (element.scrollTop + down) / shown, right, down };
    }
    set_scale(next);
  };
  const step = (way: 1 | -1, at?: Point) => set(shown * (way === 1 ? kStep : 1 / kStep), at);
  const fit = () => set(fitting(room, graph, kSmallest));
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => {
    const element = box.current;
    const on_wheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        latest.current(event.deltaY < 0 ? 1 : -1, event);
      }
    };
    element?.addEventListener('wheel', on_wheel, { passive: false });
    return () => element?.removeEventListener('wheel', on_wheel);
  }, []);
  const show = (node: GraphBox) => {
    const element = box.current;
    if (element === null) {
      return;
    }
    const left = node.x * shown;
    const top = node.y * shown;
    const { clientWidth: width, clientHeight: height } = element;
    if (left < element.scrollLeft || left + node.width * shown > element.scrollLeft + width) {
      element.scrollLeft = left + (node.width * shown - width) / 2;
    }
    if (top < element.scrollTop || top + node.height * shown > element.scrollTop + height) {
      element.scrollTop = top - height / 3;
    }
  };
  useLayoutEffect(() => {
    const element = box.current;
    const start = graph.nodes[graph.around ?? 0];
    if (element !== null && kept.current !== null) {
      const { x, y, right, down } = kept.current;
      kept.current = null;
      element.scrollLeft = x * shown + left_of(element.clientWidth) - right;
      element.scrollTop = y * shown - down;
    } else if (start !== undefined) {
      show(start);
    }
  }, [graph, shown]);
  return {
    scale: shown,
    step,
    fit,
    was_moved: () => moved.current,
    show,
    /// Whether the key was one of these.
    on_key(key: string): boolean {
      if (key === '+' || key === '-') {
        step(key === '+' ? 1 : -1, middle_of_focus());
      } else if (key === '0') {
        fit();
      } else {
        return false;
      }
      return true;
    },
    on_down(event: PointerEvent) {
      const element = box.current;
      moved.current = false;
      if (element === null || event.button !== 0 || event.pointerType !== 'mouse') {
        return;
      }
      const { scrollLeft, scrollTop } = element;
      const on_move = (to: PointerEvent) => {
        const [x, y] = [to.clientX - event.clientX, to.clientY - event.clientY];
        moved.current ||= Math.hypot(x, y) > kDrag;
        if (moved.current) {
          element.scrollLeft = scrollLeft - x;
          element.scrollTop = scrollTop - y;
        }
      };
      const on_up = () => {
        window.removeEventListener('pointermove', on_move);
        window.removeEventListener('pointerup', on_up);
      };
      window.addEventListener('pointermove', on_move);
      window.addEventListener('pointerup', on_up);
    },
  };
}
