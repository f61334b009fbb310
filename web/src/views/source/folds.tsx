// SPDX-License-Identifier: MIT
//
// Runs of lines that tell nothing, each a row that opens them.
import { signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { grouped } from '../../base/amounts';

/// What tells a fold of a file from the others.
export type FoldKey = string | number;

/// Those that the reader opened.
export const opened_folds = signal<ReadonlySet<FoldKey>>(new Set());

export function fold_all(): void {
  opened_folds.value = new Set();
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
      <button
        type="button"
        class="plain link"
        onClick={() => {
          opened_folds.value = new Set([...opened_folds.value, of]);
        }}
      >
        {grouped(BigInt(count))} lines {children}
      </button>
    </div>
  );
}
