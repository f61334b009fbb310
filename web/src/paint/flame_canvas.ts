// SPDX-License-Identifier: MIT
//
// Draws a picture of frames on a canvas. Nothing is remembered between two drawings but the
// widths of names, which are measured once.
import type { Named } from '../api/types';
import { bar_of } from '../base/cost';
import {
  change_fill,
  group_fill,
  plain_fill,
  share_fill,
  type Fill,
  type FlameColors,
  type GroupColor,
} from './colors';
import type { Frame, Picture, Sight } from './frames';
import { group_of } from './groups';
import { relative_change } from './diff_frames';

/// The height of a level, in pixels: more where there is room.
export const kLevel = 20;
const kTallestLevel = 32;
const kFont = '12px ui-sans-serif, system-ui, sans-serif';
const kLeastText = 24;

export interface Look {
  width: number;
  level: number;
  sight: Sight;
  is_dark: boolean;
  /// Roots at the bottom.
  grows_up: boolean;
  colors: FlameColors;
  /// Of colors by group: which one each has.
  slots: ReadonlyMap<string, GroupColor> | null;
  selected: number | null;
  hovered: number | null;
  found: ReadonlySet<number> | null;
  /// As it is shown where there is room, then shorter and shorter.
  names_of: (name: Named) => readonly string[];
}

const widths = new Map<string, number>();

function width_of(context: CanvasRenderingContext2D, text: string): number {
  const known = widths.get(text);
  if (known !== undefined) {
    return known;
  }
  if (widths.size > 50_000) {
    widths.clear();
  }
  const width = context.measureText(text).width;
  widths.set(text, width);
  return width;
}

/// The longest form that fits, else as much of the shortest as does, by halving.
function fitted(context: CanvasRenderingContext2D, forms: readonly string[], room: number): string {
  const whole = forms.find((form) => width_of(context, form) <= room);
  if (whole !== undefined) {
    return whole;
  }
  const text = forms.at(-1) ?? '';
  let low = 0;
  let high = Math.min(text.length, Math.ceil(room / 3));
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (context.measureText(`${text.slice(0, middle)}…`).width <= room) {
      low = middle;
    } else {
      high = middle - 1;
    }
  }
  return low < 2 ? '' : `${text.slice(0, low)}…`;
}

function fill_of(frame: Frame, picture: Picture, look: Look): Fill {
  switch (look.colors) {
    case 'share':
      return share_fill(bar_of(frame.own, picture.whole), look.is_dark);
    case 'change':
      return change_fill(frame.change ? relative_change(frame.change) : 0, look.is_dark);
    case 'one':
      return plain_fill(look.is_dark);
    default:
      return group_fill(look.slots?.get(group_of(frame, look.colors) ?? ''), look.is_dark);
  }
}

/// For so many levels in a box of that height.
export function level_height(levels: number, room: number): number {
  return Math.min(kTallestLevel, Math.max(kLevel, Math.floor(room / Math.max(1, levels))));
}

export function top_of(frame: Frame, levels: number, { grows_up, level }: Look): number {
  return (grows_up ? levels - 1 - frame.level : frame.level) * level;
}

/// The place and width of a frame, in pixels. Parts out of sight are left or right of the canvas.
function extent_of(frame: Frame, { sight, width }: Look): { left: number; width: number } {
  const scale = width / (sight.to - sight.from);
  const left = Math.max(-2, (frame.left - sight.from) * scale);
  const right = Math.min(width + 2, (frame.right - sight.from) * scale);
  return { left, width: right - left };
}

function hatch(
  context: CanvasRenderingContext2D,
  left: number,
  top: number,
  width: number,
  height: number,
): void {
  context.save();
  context.beginPath();
  context.rect(left, top, width, height - 1);
  context.clip();
  context.globalAlpha = 0.22;
  context.lineWidth = 1;
  context.beginPath();
  const first = Math.floor((left - height) / 7) * 7;
  for (let x = first; x < left + width; x += 7) {
    context.moveTo(x, top + height);
    context.lineTo(x + height, top);
  }
  context.stroke();
  context.restore();
}

export function draw_flame(canvas: HTMLCanvasElement, picture: Picture, look: Look): void {
  const context = canvas.getContext('2d');
  if (context === null) {
    return;
  }
  const levels = picture.levels.length;
  const scale = window.devicePixelRatio || 1;
  const height = Math.max(1, levels * look.level);
  canvas.width = Math.round(look.width * scale);
  canvas.height = Math.round(height * scale);
  canvas.style.width = `${look.width}px`;
  canvas.style.height = `${height}px`;
  context.setTransform(scale, 0, 0, scale, 0, 0);
  context.clearRect(0, 0, look.width, height);
  context.font = kFont;
  context.textBaseline = 'middle';
  for (const frame of picture.frames) {
    draw_frame(context, frame, picture, look, levels);
  }
  const marked: [number | null, number][] = [
    [look.hovered, 1],
    [look.selected, 2],
  ];
  for (const [index, line] of marked) {
    const frame = index === null ? undefined : picture.frames[index];
    if (frame !== undefined) {
      outline(context, frame, look, levels, line);
    }
  }
}

/// The whole graph in so many pixels of height, colors only.
export function draw_minimap(
  canvas: HTMLCanvasElement,
  picture: Picture,
  look: Look,
  height: number,
): void {
  const context = canvas.getContext('2d');
  if (context === null) {
    return;
  }
  const levels = picture.levels.length;
  canvas.width = look.width;
  canvas.height = height;
  const small = { ...look, level: height / levels };
  for (const frame of picture.frames) {
    const top = top_of(frame, levels, small);
    context.globalAlpha = look.found === null || look.found.has(frame.index) ? 1 : 0.35;
    context.fillStyle = fill_of(frame, picture, look).fill;
    const width = (frame.right - frame.left) * look.width;
    context.fillRect(frame.left * look.width, top, Math.max(0.5, width), Math.ceil(small.level));
  }
}

function draw_frame(
  context: CanvasRenderingContext2D,
  frame: Frame,
  picture: Picture,
  look: Look,
  levels: number,
): void {
  const { left, width: full } = extent_of(frame, look);
  if (full <= 0) {
    return;
  }
  const width = Math.max(0.5, full > 3 ? full - 1 : full);
  const top = top_of(frame, levels, look);
  const { fill, ink } = fill_of(frame, picture, look);
  const is_faint = look.found !== null && !look.found.has(frame.index);
  context.globalAlpha = is_faint ? 0.35 : 1;
  context.fillStyle = fill;
  context.fillRect(left, top, width, look.level - 1);
  if (frame.certainty !== 'exact' && width > 2) {
    context.strokeStyle = ink;
    hatch(context, left, top, width, look.level);
  }
  context.globalAlpha = is_faint ? 0.6 : 1;
  if (width >= kLeastText) {
    const forms = look.names_of(frame.name).map((form) => (frame.mark ?? '') + form);
    const text = fitted(context, forms, width - 8);
    if (text !== '') {
      context.fillStyle = ink;
      context.fillText(text, Math.max(0, left) + 4, top + look.level / 2);
    }
  }
  context.globalAlpha = 1;
}

function outline(
  context: CanvasRenderingContext2D,
  frame: Frame,
  look: Look,
  levels: number,
  line: number,
): void {
  context.strokeStyle = look.is_dark ? '#ffffff' : '#000000';
  context.lineWidth = line;
  const { left, width } = extent_of(frame, look);
  const top = top_of(frame, levels, look) + line / 2;
  context.strokeRect(left + line / 2, top, Math.max(1, width - 1 - line), look.level - 1 - line);
}
