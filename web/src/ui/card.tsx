// SPDX-License-Identifier: MIT
//
// A part of an overview, with its heading.
import type { ComponentChildren } from 'preact';

interface Props {
  /// Of its heading.
  id: string;
  title: ComponentChildren;
  is_wide?: boolean;
  children: ComponentChildren;
}

export function Card({ id, title, is_wide = false, children }: Props) {
  return (
    <section class={is_wide ? 'card wide' : 'card'} aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
