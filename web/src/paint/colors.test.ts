// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { contrast, group_fill, plain_fill, share_fill } from './colors';

function rgb(text: string): [number, number, number] {
  return text.match(/\d+/g)!.map(Number) as [number, number, number];
}

it('can be read on every fill', () => {
  for (const is_dark of [false, true]) {
    const fills = [plain_fill(is_dark), group_fill(null, is_dark)];
    for (let at = 0; at < 200; at += 1) {
      fills.push(group_fill(`lib${at}.so`, is_dark), share_fill(at / 400, is_dark));
    }
    for (const { fill, ink } of fills) {
      expect(contrast(rgb(fill), rgb(ink)), `${ink} on ${fill}`).toBeGreaterThanOrEqual(4.5);
    }
  }
});

it('gives a name one color', () => {
  expect(group_fill('libc.so.6', false)).toEqual(group_fill('libc.so.6', false));
});
