// SPDX-License-Identifier: MIT
//
// A list beside what it chooses for. Where the page is narrow it is above that, folded behind a button.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { is_narrow } from '../state/preferences';

interface Props {
  label: string;
  /// Where it can be folded: whether it is open at first.
  starts_open?: boolean;
  children: ComponentChildren;
}

export function SidePane({ label, starts_open = false, children }: Props) {
  const [is_open, set_open] = useState(starts_open);
  return (
    <section class="side-pane" aria-label={label}>
      {is_narrow.value && (
        <button type="button" aria-expanded={is_open} onClick={() => set_open(!is_open)}>
          <span aria-hidden="true">{is_open ? '▾' : '▸'}</span> {label}
        </button>
      )}
      {(is_open || !is_narrow.value) && children}
    </section>
  );
}
