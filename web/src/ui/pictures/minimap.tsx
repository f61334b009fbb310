// SPDX-License-Identifier: MIT
//
// A picture in small, with a frame around what of it is in sight; a click or a drag goes there. The
// picture itself scrolls by keys, so that nothing needs it, and nothing reads it aloud.
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useState } from 'preact/hooks';

type Box = RefObject<HTMLElement | null>;

export interface Area {
  width: number;
  height: number;
}

/// In pixels of the picture.
export interface Sight extends Area {
  left: number;
  top: number;
}

/// What of its picture the box shows; null before it is there.
export function useSight(box: Box): Sight | null {
  const [sight, set_sight] = useState<Sight | null>(null);
  useEffect(() => {
    const element = box.current;
    if (element === null) {
      return undefined;
    }
    const see = () => {
      const { scrollLeft: left, scrollTop: top, clientWidth: width, clientHeight: height } = element;
      set_sight({ left, top, width, height });
    };
    const sized = new ResizeObserver(see);
    sized.observe(element);
    element.addEventListener('scroll', see);
    return () => {
      sized.disconnect();
      element.removeEventListener('scroll', see);
    };
  }, []);
  return sight;
}

/// A stretch of the whole in small, where it has this room.
function part(from: number, length: number, whole: number, room: number): [number, number] {
  const start = Math.min(1, from / whole) * room;
  return [start, Math.min(room - start, (length / whole) * room)];
}

/// As a style has it.
function pixels(places: Readonly<Record<string, number>>): Record<string, string> {
  return Object.fromEntries(Object.entries(places).map(([name, at]) => [name, `${at}px`]));
}

interface Props {
  box: Box;
  sight: Sight;
  /// Of the picture.
  whole: Area;
  /// In small.
  size: Area;
  corner?: string;
  /// Whether it is dragged.
  hold?: (is_held: boolean) => void;
  children: ComponentChildren;
}

export function Minimap({ box, sight, whole, size, corner = '', hold, children }: Props) {
  const go = (event: PointerEvent & { currentTarget: HTMLElement }) => {
    const area = event.currentTarget.getBoundingClientRect();
    const [x, y] = [event.clientX - area.left, event.clientY - area.top];
    box.current?.scrollTo({
      left: (x / area.width) * whole.width - sight.width / 2,
      top: (y / area.height) * whole.height - sight.height / 2,
    });
  };
  const [left, width] = part(sight.left, sight.width, whole.width, size.width);
  const [top, height] = part(sight.top, sight.height, whole.height, size.height);
  return (
    <div
      class={`minimap ${corner}`}
      aria-hidden="true"
      style={pixels({ ...size })}
      onMouseDown={(event) => event.preventDefault()} // the focus stays in the picture
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        hold?.(true);
        go(event);
      }}
      onPointerMove={(event) => event.currentTarget.hasPointerCapture(event.pointerId) && go(event)}
      onLostPointerCapture={() => hold?.(false)}
    >
      {children}
      <span class="in-sight" style={pixels({ left, top, width, height })} />
    </div>
  );
}
