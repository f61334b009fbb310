// SPDX-License-Identifier: MIT
//
// The name of a row of a tree, as far in as it is deep. Where that would leave no room for names,
// rows stand no farther in, and their level is written out.
import type { ComponentChildren } from 'preact';
import { is_narrow } from '../state/preferences';

/// Pixels that a level takes, and the most that all may take; see .tree-name.
const kStep = 14;
const kMost = 360;
const kMostNarrow = 60;

export function Indented({ depth, children }: { depth: number; children: ComponentChildren }) {
  const indent = depth * kStep;
  const most = is_narrow.value ? kMostNarrow : kMost;
  return (
    <span class="tree-name" style={{ '--indent': `${Math.min(indent, most)}px` }}>
      {indent > most && (
        <span class="level dim" title={`Level ${depth + 1}`} aria-hidden="true">
          {depth + 1}
        </span>
      )}
      {children}
    </span>
  );
}
