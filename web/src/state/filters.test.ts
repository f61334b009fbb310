// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { escaped } from './filters';

it('makes an expression that matches only the name', () => {
  for (const name of ['operator*(A, B)', 'a.b[c]|d', '^$', 'C:\\x{2}+?']) {
    expect(new RegExp(`^${escaped(name)}$`).test(name)).toBe(true);
    expect(new RegExp(`^${escaped(name)}$`).test(`${name}x`)).toBe(false);
  }
});
