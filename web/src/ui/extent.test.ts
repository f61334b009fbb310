// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { extent_of, kOverscan, kRowHeight, scroll_to_show } from './extent';

describe('extent', () => {
  it('shows what is in the box and a little around it', () => {
    const extent = extent_of(1000, 240, 240);
    expect(extent.height).toBe(1000 * kRowHeight);
    expect(extent.first).toBe(0);
    expect(extent.last).toBe(20 + kOverscan);
    expect(extent.top).toBe(0);
  });
  it('is empty without rows', () => {
    expect(extent_of(0, 0, 500)).toEqual({ height: 0, first: 0, last: -1, top: 0 });
  });
  it('reaches the last of a million rows', () => {
    const total = 1_000_000;
    const { height } = extent_of(total, 0, 480);
    expect(height).toBeLessThanOrEqual(8_000_000);
    const end = extent_of(total, height - 480, 480);
    expect(end.last).toBe(total - 1);
    const bottom = end.top + (total - end.first) * kRowHeight;
    expect(Math.abs(bottom - height)).toBeLessThan(1);
  });
  it.each([100, 1_000_000])('scrolls any of %i rows into view', (total) => {
    for (const index of [0, 1, Math.floor(total / 2), total - 1]) {
      const top = scroll_to_show(index, total, 0, 480) ?? 0;
      const { first, last } = extent_of(total, top, 480);
      expect(first).toBeLessThanOrEqual(index);
      expect(last).toBeGreaterThanOrEqual(index);
    }
  });
  it('leaves alone what is in view', () => {
    expect(scroll_to_show(3, 100, 0, 480)).toBe(null);
  });
});
