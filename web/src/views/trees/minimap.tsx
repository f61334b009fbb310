// SPDX-License-Identifier: MIT
//
// A deep picture in small, with what of it is in sight; a click goes there. The picture itself
// scrolls by keys, so that nothing needs it.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { draw_minimap, kLevel, type Look } from '../../paint/flame_canvas';
import type { Picture } from '../../paint/frames';

const kWidest = 96;
/// Of the picture, which is that much narrower.
const kMostShare = 0.1;
const kTallest = 180;
/// In pixels, between the two.
export const kMinimapGap = 24;

/// Whether the picture is too tall for its box.
export function is_deep({ levels }: Picture, room: number): boolean {
  return room > 0 && levels.length * kLevel > room + kLevel;
}

export function minimap_width(box_width: number): number {
  return Math.min(kWidest, Math.round(box_width * kMostShare));
}

interface Props {
  picture: Picture;
  look: Look;
  width: number;
  box: { current: HTMLDivElement | null };
}

interface Sight {
  top: number;
  height: number;
  whole: number;
}

export function Minimap({ picture, look, width, box }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [sight, set_sight] = useState<Sight | null>(null);
  const whole = picture.levels.length * kLevel;
  useEffect(() => {
    const element = box.current;
    if (element === null) {
      return undefined;
    }
    const see = () => set_sight({ top: element.scrollTop, height: element.clientHeight, whole });
    const sized = new ResizeObserver(see);
    sized.observe(element);
    element.addEventListener('scroll', see);
    return () => {
      sized.disconnect();
      element.removeEventListener('scroll', see);
    };
  }, [picture]);
  const height = Math.min(kTallest, picture.levels.length * 3);
  useLayoutEffect(() => {
    if (canvas.current !== null) {
      draw_minimap(canvas.current, picture, { ...look, width }, height);
    }
  }, [picture, look.colors, look.slots, look.found, look.is_dark, look.grows_up, width, sight === null]);
  if (sight === null) {
    return null;
  }
  const scale = height / whole;
  return (
    <div
      class="minimap"
      aria-hidden="true"
      style={{ width: `${width}px`, height: `${height}px` }}
      onPointerDown={(event) => {
        const area = event.currentTarget.getBoundingClientRect();
        const at = (event.clientY - area.top) / scale - sight.height / 2;
        box.current?.scrollTo({ top: Math.max(0, at) });
      }}
    >
      <canvas ref={canvas} />
      <span
        class="in-sight"
        style={{
          top: `${sight.top * scale}px`,
          height: `${Math.min(height, sight.height * scale)}px`,
        }}
      />
    </div>
  );
}
