// SPDX-License-Identifier: MIT
//
// Which rows a scrolled box shows. Browsers end an element's height at some millions of pixels:
// beyond that, places of the scroll bar stand for rows instead of pixels for pixels.

export const kRowHeight = 24;
export const kOverscan = 12;
const kTallest = 8_000_000;

export interface Extent {
  /// Of the inner box.
  height: number;
  first: number;
  last: number;
  /// Where row `first` begins in the inner box.
  top: number;
}

export function extent_of(
  total: number,
  scroll_top: number,
  box: number,
  row_height = kRowHeight,
): Extent {
  const full = total * row_height;
  const height = Math.min(full, kTallest);
  if (total === 0) {
    return { height: 0, first: 0, last: -1, top: 0 };
  }
  // Where the first visible row would be if nothing had an end.
  const reach = Math.max(1, height - box);
  const place = full === height ? scroll_top : (Math.min(scroll_top, reach) / reach) * (full - box);
  const visible = Math.floor(place / row_height);
  const first = Math.max(0, visible - kOverscan);
  const last = Math.min(total - 1, visible + Math.ceil(box / row_height) + kOverscan);
  return { height, first, last, top: scroll_top - (place - first * row_height) };
}

/// The scroll offset that puts a row fully inside the box; null where it is already.
export function scroll_to_show(
  index: number,
  total: number,
  scroll_top: number,
  box: number,
  row_height = kRowHeight,
): number | null {
  const full = total * row_height;
  const height = Math.min(full, kTallest);
  const reach = Math.max(1, height - box);
  const factor = full === height ? 1 : (full - box) / reach;
  const place = scroll_top * factor;
  const top = index * row_height;
  if (top < place) {
    return top / factor;
  }
  if (top + row_height > place + box) {
    return Math.min(reach, (top + row_height - box) / factor);
  }
  return null;
}
