// SPDX-License-Identifier: MIT
//
// Groups of frames for colors, and the kind of groups that separates the frames of a picture best.
import { base_name } from '../base/names';
import type { Frame, Picture } from './frames';

export const kGroupColors = ['object', 'namespace', 'file', 'class'] as const;
export type GroupColors = (typeof kGroupColors)[number];

/// What the color of a group follows from: an object's does not change with its folder.
export function color_name(group: string, by: string): string {
  return by === 'object' ? base_name(group) : group;
}

/// The group that a frame is in; null: none.
export function group_of({ name }: Frame, by: GroupColors): string | null {
  const group = name[by] ?? null;
  return group === null ? null : color_name(group, by);
}

/// If one group has a larger part of a picture, its color says nothing.
const kMostOfOne = 0.5;

/// The first kind without such a group, else self cost.
export function telling_colors(picture: Picture): GroupColors | 'share' {
  return kGroupColors.find((by) => largest_part(picture, by) <= kMostOfOne) ?? 'share';
}

function largest_part(picture: Picture, by: GroupColors): number {
  const widths = [...widths_of(picture, by).values()];
  const whole = widths.reduce((sum, each) => sum + each, 0);
  return whole === 0 ? 1 : Math.max(...widths) / whole;
}

/// How wide the frames of each group are together.
function widths_of({ frames }: Picture, by: GroupColors): Map<string | null, number> {
  const widths = new Map<string | null, number>();
  for (const frame of frames) {
    const group = group_of(frame, by);
    widths.set(group, (widths.get(group) ?? 0) + frame.right - frame.left);
  }
  return widths;
}

/// The widest first.
export function groups_in(picture: Picture, by: GroupColors): string[] {
  return [...widths_of(picture, by)]
    .sort(([, left], [, right]) => right - left)
    .flatMap(([group]) => (group === null || group === '' ? [] : [group]));
}
