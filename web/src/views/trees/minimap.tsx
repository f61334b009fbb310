// SPDX-License-Identifier: MIT
//
// A deep flame graph in small, next to it.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { draw_minimap, kLevel, type Look } from '../../paint/flame_canvas';
import type { Picture } from '../../paint/frames';
import { Minimap, useSight } from '../../ui/pictures/minimap';

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
  box: RefObject<HTMLDivElement | null>;
}

export function FlameMinimap({ picture, look, width, box }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const sight = useSight(box);
  const levels = picture.levels.length;
  const height = Math.min(kTallest, levels * 3);
  useLayoutEffect(() => {
    if (canvas.current !== null) {
      draw_minimap(canvas.current, picture, { ...look, width }, height);
    }
  }, [picture, look.colors, look.slots, look.found, look.is_dark, look.grows_up, width, sight === null]);
  return (
    sight && (
      <Minimap
        box={box}
        sight={sight}
        whole={{ width: sight.width, height: levels * kLevel }}
        size={{ width, height }}
      >
        <canvas ref={canvas} />
      </Minimap>
    )
  );
}
