// SPDX-License-Identifier: MIT
//
// How high or wide an element is, as it changes; `first` before it is there.
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

type Box = RefObject<HTMLElement | null>;

export function useSize(box: Box, of: (element: HTMLElement) => number, first: number): number {
  const [size, set_size] = useState(first);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) {
      return undefined;
    }
    const measure = () => set_size(of(element));
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    measure();
    return () => watch.disconnect();
  }, []);
  return size;
}

export function useHeight(box: Box, first: number): number {
  return useSize(box, (element) => element.clientHeight, first);
}
