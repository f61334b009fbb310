// SPDX-License-Identifier: MIT
//
// What you need to know about a flame graph or a tree to read it.
import type { Contradiction, Flame } from '../../api/types';
import { grouped } from '../../base/amounts';
import { visible } from '../../base/names';
import type { Frame } from '../../paint/frames';

type Noted = Pick<Flame, 'exact_stacks' | 'small' | 'squeezed' | 'contradictions'>;

/// How far the figures of a frame are known.
export function sureness({ certainty, own }: Pick<Frame, 'certainty' | 'own'>): string {
  return certainty === 'exact' && own.certainty !== 'exact' ? `self ${own.certainty}` : certainty;
}

/// One sentence a code.
export function contradiction_notes(contradictions: Contradiction[]): string[] {
  return contradictions.map(({ code, count, message }) => {
    const others = BigInt(count) - 1n;
    const more = others > 0n ? ` (and ${grouped(others)} more)` : '';
    return `The profile contradicts itself: ${visible(message, 400)}${more} [${code}].`;
  });
}

/// `is_peak`: its event holds highest costs, of which those of callees may well exceed their caller's.
export function flame_notes(flame: Noted, is_peak: boolean): string[] {
  const notes: string[] = [];
  if (!flame.exact_stacks) {
    notes.push('Hatched frames are estimates: the profile records calls, not whole stacks.');
  }
  if (flame.small !== null && flame.small.children > 0) {
    const { children } = flame.small;
    notes.push(
      children === 1
        ? 'One frame is too small to draw.'
        : `${grouped(BigInt(children))} frames are too small to draw.`,
    );
  }
  if (is_peak) {
    notes.push('The event records peaks, which do not add up: widths are in proportion.');
  } else if (flame.squeezed > 0) {
    notes.push(
      flame.squeezed === 1
        ? 'The callees of one frame cost more than the frame and are drawn narrower.'
        : `The callees of ${grouped(BigInt(flame.squeezed))} frames cost more than the frames and are drawn narrower.`,
    );
  }
  notes.push(...contradiction_notes(flame.contradictions ?? []));
  return notes;
}
