// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { color_slots, contrast, group_fill, plain_fill, share_fill } from './colors';

function rgb(text: string): [number, number, number] {
  return text.match(/\d+/g)!.map(Number) as [number, number, number];
}

it('can be read on every fill', () => {
  for (const is_dark of [false, true]) {
    const fills = [plain_fill(is_dark), group_fill(undefined, is_dark)];
    for (let at = 0; at < 200; at += 1) {
      fills.push(group_fill(at % 24, is_dark), share_fill(at / 400, is_dark));
    }
    for (const { fill, ink } of fills) {
      expect(contrast(rgb(fill), rgb(ink)), `${ink} on ${fill}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

it('gives a name its color, unless a larger group has one like it', () => {
  const names = Array.from({ length: 12 }, (_, at) => `lib${at}.so`);
  const slots = color_slots(names);
  expect(new Set([...slots.values()].map((slot) => slot % 12)).size).toBe(12);
  for (const name of names) {
    const others = names.filter((each) => each !== name);
    expect(color_slots([name, ...others]).get(name)).toBe(color_slots([name]).get(name));
  }
  expect(color_slots([...names, 'more', 'and more']).size).toBe(14);
});
