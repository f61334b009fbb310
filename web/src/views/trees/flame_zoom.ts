// SPDX-License-Identifier: MIT
//
// The part of a flame graph's width that is in sight: zoomed by the wheel and by keys, moved by
// dragging.
import type { RefObject } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { Sight } from '../../paint/frames';

const kAll: Sight = { from: 0, to: 1 };
const kLeast = 1e-5;
/// Pixels by which a pointer moves in a click.
const kStill = 4;
/// A notch of a wheel, as the browser counts it.
const kNotch = 100;

function within(from: number, size: number): Sight {
  const least = Math.min(1, Math.max(kLeast, size));
  const start = Math.min(1 - least, Math.max(0, from));
  return { from: start, to: start + least };
}

/// `factor` below 1 shows less. The place at `at`, a part of the sight, stays where it is.
export function zoomed(sight: Sight, factor: number, at: number): Sight {
  const size = sight.to - sight.from;
  const fixed = sight.from + at * size;
  const wanted = Math.min(1, Math.max(kLeast, size * factor));
  return within(fixed - at * wanted, wanted);
}

/// By a part of the width in sight.
export function moved(sight: Sight, by: number): Sight {
  const size = sight.to - sight.from;
  return within(sight.from + by * size, size);
}

interface Extent {
  left: number;
  right: number;
}

/// Moved as little as shows a frame, or its middle.
export function with_frame(sight: Sight, { left, right }: Extent): Sight {
  const size = sight.to - sight.from;
  const middle = (left + right) / 2;
  return middle >= sight.from && middle <= sight.to ? sight : within(middle - size / 2, size);
}

export interface Zoom {
  sight: Sight;
  /// Around a place of the picture, else around the middle.
  step: (way: 1 | -1, around?: number) => void;
  reset: () => void;
  /// Moves the picture until a frame is in sight.
  show: (frame: Extent) => void;
  on_down: (event: PointerEvent) => void;
  /// Whether the press that ends as a click moved the picture.
  was_moved: () => boolean;
}

/// Another `path` shows all of its picture at first. The wheel zooms if the box cannot scroll; else
/// with Ctrl, as pinching does.
export function useZoom(
  box: RefObject<HTMLElement | null>,
  width: number,
  path: string | null,
  is_off: boolean,
): Zoom {
  const [sight, set_sight] = useState(kAll);
  const has_moved = useRef(false);
  useEffect(() => set_sight(kAll), [path]);
  useEffect(() => {
    const element = box.current;
    if (element === null || is_off) {
      return undefined;
    }
    const on_wheel = (event: WheelEvent) => {
      const scrolls = element.scrollHeight > element.clientHeight + 1;
      const is_sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY);
      if (!event.ctrlKey && !event.metaKey && scrolls && !is_sideways) {
        return;
      }
      event.preventDefault();
      if (is_sideways) {
        set_sight((now) => moved(now, (event.deltaX || event.deltaY) / width));
      } else {
        const at = (event.clientX - element.getBoundingClientRect().left) / width;
        set_sight((now) => zoomed(now, 1.25 ** (event.deltaY / kNotch), at));
      }
    };
    element.addEventListener('wheel', on_wheel, { passive: false });
    return () => element.removeEventListener('wheel', on_wheel);
  }, [width]);
  const on_down = (event: PointerEvent) => {
    has_moved.current = false;
    if (is_off || event.button !== 0 || event.pointerType === 'touch') {
      return;
    }
    const start = event.clientX;
    const on_move = ({ clientX }: PointerEvent) => {
      has_moved.current ||= Math.abs(clientX - start) > kStill;
      if (has_moved.current) {
        set_sight(moved(sight, (start - clientX) / width));
      }
    };
    const on_up = () => {
      window.removeEventListener('pointermove', on_move);
      window.removeEventListener('pointerup', on_up);
      window.removeEventListener('pointercancel', on_up);
    };
    window.addEventListener('pointermove', on_move);
    window.addEventListener('pointerup', on_up);
    window.addEventListener('pointercancel', on_up);
  };
  return {
    sight,
    step: (way, around) => {
      const at = around === undefined ? 0.5 : (around - sight.from) / (sight.to - sight.from);
      set_sight(zoomed(sight, way === 1 ? 0.5 : 2, Math.min(1, Math.max(0, at))));
    },
    reset: () => set_sight(kAll),
    show: (frame) => set_sight(with_frame(sight, frame)),
    on_down,
    was_moved: () => has_moved.current,
  };
}
