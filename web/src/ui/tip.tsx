// SPDX-License-Identifier: MIT
//
// What is known of a shape in a picture, next to the pointer.
import type { ComponentChildren } from 'preact';

interface Props {
  name: string;
  /// Of the pointer.
  x: number;
  y: number;
  children: ComponentChildren;
}

export function Tip({ name, x, y, children }: Props) {
  const on_right = x > window.innerWidth - 380;
  const style = {
    left: on_right ? 'auto' : `${x + 14}px`,
    right: on_right ? `${window.innerWidth - x + 14}px` : 'auto',
    top: `${Math.min(y + 16, window.innerHeight - 130)}px`,
  };
  return (
    <div class="tip" style={style} aria-hidden="true">
      <p class="tip-name">
        <bdi>{name}</bdi>
      </p>
      {children}
    </div>
  );
}
