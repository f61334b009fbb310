// SPDX-License-Identifier: MIT
//
// How large the graph is drawn, and which part of it is in sight. It scrolls like any page; it can
// also be dragged, and zoomed with Ctrl and the wheel.
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { DrawnGraph, GraphBox } from '../../api/types';
import { useSize } from '../../ui/use_size';

const kStep = 1.25;
const kSmallest = 0.1;
const kLargest = 3;
/// Smaller than this, words cannot be read: a wide graph scrolls instead.
const kReadable = 0.7;
/// Pixels from which on a click is a drag.
const kDrag = 4;

type Box = RefObject<HTMLElement | null>;

function fitting(room: number, graph: DrawnGraph, least: number): number {
  return Math.max(least, Math.min(1, room === 0 ? 1 : (room - 4) / (graph.width + 12)));
}

export function useGraphZoom(box: Box, graph: DrawnGraph, is_small: boolean) {
  const [scale, set_scale] = useState<number | null>(null);
  const moved = useRef(false);
  const room = useSize(box, (element) => element.clientWidth, 0);
  const shown = scale ?? fitting(room, graph, is_small ? 0.5 : kReadable);
  const set = (to: number) => set_scale(Math.min(kLargest, Math.max(kSmallest, to)));
  const step = (way: 1 | -1) => set(shown * (way === 1 ? kStep : 1 / kStep));
  const fit = () => set(fitting(room, graph, kSmallest));
  const latest = useRef(step);
  latest.current = step;
  useEffect(() => {
    const element = box.current;
    const on_wheel = (event: WheelEvent) => {
      if (event.ctrlKey || event.metaKey) {
        event.preventDefault();
        latest.current(event.deltaY < 0 ? 1 : -1);
      }
    };
    element?.addEventListener('wheel', on_wheel, { passive: false });
    return () => element?.removeEventListener('wheel', on_wheel);
  }, []);
  return {
    scale: shown,
    step,
    fit,
    was_moved: () => moved.current,
    show(node: GraphBox) {
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
    },
    /// Whether the key was one of these.
    on_key(key: string): boolean {
      if (key === '+' || key === '-') {
        step(key === '+' ? 1 : -1);
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
