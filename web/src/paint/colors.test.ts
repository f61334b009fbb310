// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { color_slots, contrast, group_fill, hex_of, plain_fill, share_fill } from './colors';

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
  expect(new Set([...slots.values()].map((slot) => Number(slot) % 12)).size).toBe(12);
  for (const name of names) {
    const others = names.filter((each) => each !== name);
    expect(color_slots([name, ...others]).get(name)).toBe(color_slots([name]).get(name));
  }
  expect(color_slots([...names, 'more', 'and more']).size).toBe(14);
});

it('takes colors of the reader, lighter where no ink could be read on them', () => {
  const slots = color_slots(['a', 'b'], (group) => (group === 'a' ? '#c04000' : undefined));
  expect(slots.get('a')).toBe('#c04000');
  expect(slots.get('b')).toBe(color_slots(['a', 'b']).get('b'));
  expect(hex_of(group_fill('#ffe0a0', false))).toBe('#ffe0a0');
  expect(hex_of(group_fill('#102030', true))).toBe('#102030');
  for (let shade = 0; shade < 256; shade += 1) {
    const one = shade.toString(16).padStart(2, '0');
    for (const color of [`#${one}${one}${one}`, `#${one}0000`, `#00${one}00`, `#8080${one}`]) {
      const { fill, ink } = group_fill(color, false);
      expect(contrast(rgb(fill), rgb(ink)), color).toBeGreaterThanOrEqual(4.5);
    }
  }
});
