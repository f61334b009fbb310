// SPDX-License-Identifier: MIT
//
// Rows that open and close others: runs of lines that tell nothing, and inlined code.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { grouped } from '../../base/amounts';

/// What tells a fold of a file from the others; of inlined code, its node or list in the answer.
export type FoldKey = string | number | object;

/// Those that the reader opened, or closed if they are open at first.
export const toggled_folds = signal<ReadonlySet<FoldKey>>(new Set());

export function fold_all(): void {
  toggled_folds.value = new Set();
}

export function toggle_fold(key: FoldKey): void {
  const toggled = new Set(toggled_folds.value);
  if (!toggled.delete(key)) {
    toggled.add(key);
  }
  toggled_folds.value = toggled;
}

interface Props {
  of: FoldKey;
  count: number;
  /// What the lines lack, and which they are.
  children: ComponentChildren;
}

export function Fold({ of, count, children }: Props) {
  return (
    <div class="source-row is-fold">
      <button type="button" class="plain link" onClick={() => toggle_fold(of)}>
        {grouped(BigInt(count))} lines {children}
      </button>
    </div>
  );
}
