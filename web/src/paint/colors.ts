// SPDX-License-Identifier: MIT
//
// Fills of frames, and the ink that can be read on them. The color of a group follows from its name
// where a larger group has no color like it, so that most keep theirs in every run.
import type { GroupColors } from './groups';

/// The meaning of a color: a group, the share of a frame's self cost, or none.
export type FlameColors = GroupColors | 'share' | 'one' | 'change';

export interface Fill {
  fill: string;
  ink: string;
}

type Rgb = readonly [number, number, number];

function channel(value: number): number {
  const part = value / 255;
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
}

export function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * channel(red) + 0.7152 * channel(green) + 0.0722 * channel(blue);
}

export function contrast(a: Rgb, b: Rgb): number {
  const [high, low] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

const kDarkInk: Rgb = [26, 24, 22];
const kLightInk: Rgb = [250, 248, 244];

function css(color: Rgb): string {
  return `rgb(${color.map((each) => Math.round(each)).join(',')})`;
}

export function with_ink(fill: Rgb): Fill {
  const ink = contrast(fill, kDarkInk) >= contrast(fill, kLightInk) ? kDarkInk : kLightInk;
  return { fill: css(fill), ink: css(ink) };
}

/// Hue in degrees, the rest from 0 to 1.
export function hsl(hue: number, saturation: number, lightness: number): Rgb {
  const reach = saturation * Math.min(lightness, 1 - lightness);
  const at = (n: number) => {
    const k = (n + hue / 30) % 12;
    return 255 * (lightness - reach * Math.max(-1, Math.min(k - 3, 9 - k, 1)));
  };
  return [at(0), at(8), at(4)];
}

export function hash_of(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return (hash ^ (hash >>> 15)) >>> 0;
}

/// Twelve hues that stay apart, from warm to cool; greens are few, as they are the hardest to tell.
const kHues = [18, 34, 48, 68, 140, 172, 192, 210, 232, 262, 300, 340];

/// Each has one of so many colors: a hue, in one of two shades.
const kSlots = 2 * kHues.length;
/// To another hue, which is not the next one.
const kStep = 5;

/// A slot, or a color of the reader's own, "#c04000".
export type GroupColor = number | string;

/// The colors of groups, the largest first: the reader's own, else that of its name, unless a larger
/// one has a color of that hue.
export function color_slots(
  groups: readonly string[],
  own: (group: string) => string | undefined = () => undefined,
): Map<string, GroupColor> {
  const taken = new Set<number>();
  return new Map(
    groups.map((group): [string, GroupColor] => {
      let slot = hash_of(group) % kSlots;
      while (taken.has(slot % kHues.length) && taken.size < kHues.length) {
        slot = (slot + kStep) % kSlots;
      }
      taken.add(slot % kHues.length); // also where it has another color: the others keep theirs
      return [group, own(group) ?? slot];
    }),
  );
}

/// Made once: a drawing asks for them by the thousand.
const group_fills: [Map<GroupColor | undefined, Fill>, Map<GroupColor | undefined, Fill>] = [
  new Map(),
  new Map(),
];

export function group_fill(color: GroupColor | undefined, is_dark: boolean): Fill {
  const fills = group_fills[is_dark ? 1 : 0];
  let fill = fills.get(color);
  if (fill === undefined) {
    fill = made_fill(color, is_dark);
    fills.set(color, fill);
  }
  return fill;
}

/// Neither ink can be read on some colors in the middle: these are made lighter.
function readable(fill: Rgb): Rgb {
  const kReadable = 4.5;
  let [red, green, blue] = fill;
  while (
    Math.max(contrast([red, green, blue], kDarkInk), contrast([red, green, blue], kLightInk)) <
    kReadable
  ) {
    [red, green, blue] = [red, green, blue].map((each) => each + (255 - each) / 20) as [
      number,
      number,
      number,
    ];
  }
  return [red, green, blue].map(Math.ceil) as [number, number, number];
}

/// "rgb(192,64,0)" as browsers want it in a field for colors.
export function hex_of({ fill }: Fill): string {
  const channels = fill.match(/\d+/g) ?? [];
  return `#${channels.map((each) => Number(each).toString(16).padStart(2, '0')).join('')}`;
}

function made_fill(slot: GroupColor | undefined, is_dark: boolean): Fill {
  if (slot === undefined) {
    return with_ink(is_dark ? [74, 71, 67] : [216, 211, 204]);
  }
  if (typeof slot === 'string') {
    const at = (from: number) => parseInt(slot.slice(from, from + 2), 16);
    return with_ink(readable([at(1), at(3), at(5)]));
  }
  const hue = kHues[slot % kHues.length] ?? 0;
  const pale = slot >= kHues.length;
  return with_ink(
    is_dark ? hsl(hue, 0.34, pale ? 0.34 : 0.28) : hsl(hue, 0.56, pale ? 0.82 : 0.74),
  );
}

/// From nearly nothing to half of all.
export function share_fill(share: number, is_dark: boolean): Fill {
  const strength = share <= 0 ? 0 : Math.min(1, Math.max(0, Math.log10(share * 2000) / 3));
  return with_ink(
    is_dark
      ? hsl(28, 0.2 + 0.5 * strength, 0.2 + 0.18 * strength)
      : hsl(30, 0.35 + 0.5 * strength, 0.93 - 0.33 * strength),
  );
}

/// Blue for less, orange for more, the stronger the larger the part that changed (−1 … 1).
export function change_fill(change: number, is_dark: boolean): Fill {
  const strength = Math.min(1, Math.sqrt(Math.abs(change)));
  if (strength < 0.03) {
    return with_ink(is_dark ? [74, 71, 67] : [226, 222, 216]);
  }
  const hue = change < 0 ? 212 : 28;
  return with_ink(
    is_dark
      ? hsl(hue, 0.25 + 0.45 * strength, 0.24 + 0.16 * strength)
      : hsl(hue, 0.35 + 0.5 * strength, 0.9 - 0.28 * strength),
  );
}

export function plain_fill(is_dark: boolean): Fill {
  return with_ink(is_dark ? [96, 72, 44] : [240, 206, 160]);
}
