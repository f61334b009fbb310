// SPDX-License-Identifier: MIT
import { expect, it } from 'vitest';
import { moved, zoomed } from './flame_zoom';

it('keeps the place under the pointer', () => {
  expect(zoomed({ from: 0, to: 1 }, 0.5, 0.25)).toEqual({ from: 0.125, to: 0.625 });
  expect(zoomed({ from: 0.125, to: 0.625 }, 2, 0.25)).toEqual({ from: 0, to: 1 });
});

it('stays within the picture', () => {
  expect(zoomed({ from: 0.5, to: 1 }, 4, 1)).toEqual({ from: 0, to: 1 });
  expect(moved({ from: 0.5, to: 0.75 }, 3)).toEqual({ from: 0.75, to: 1 });
  expect(moved({ from: 0.5, to: 0.75 }, -3)).toEqual({ from: 0, to: 0.25 });
  const least = zoomed({ from: 0.5, to: 0.50001 }, 0.001, 0.5);
  expect(least.to - least.from).toBeCloseTo(1e-5, 9);
});
