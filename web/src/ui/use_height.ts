// SPDX-License-Identifier: MIT
//
// How high an element is, as it changes; `first` before it is there.
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

export function useHeight(box: RefObject<HTMLElement | null>, first: number): number {
  const [height, set_height] = useState(first);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) {
      return undefined;
    }
    const watch = new ResizeObserver(() => set_height(element.clientHeight));
    watch.observe(element);
    set_height(element.clientHeight);
    return () => watch.disconnect();
  }, []);
  return height;
}
