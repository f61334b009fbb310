// SPDX-License-Identifier: MIT
//
// Filters by kind of change: new, gone, renamed, changed, unchanged.
import type { Diff, DiffKind } from '../../api/diff_types';
import { is_one_file } from '../../api/client';
import { grouped } from '../../base/amounts';
import { key, set_keys } from '../../state/navigation';

const kKinds: readonly [DiffKind, string][] = [
  ['added', 'new'],
  ['removed', 'gone'],
  ['renamed', 'renamed'],
  ['changed', 'changed'],
  ['unchanged', 'unchanged'],
];

function chosen_kinds(): readonly string[] {
  return (key('kinds') ?? '').split(',').filter((each) => each !== '');
}

/// None chosen: no filter.
function toggled(kind: DiffKind): string | null {
  const chosen = chosen_kinds();
  const now = chosen.includes(kind) ? chosen.filter((each) => each !== kind) : [...chosen, kind];
  return now.length === 0 ? null : kKinds.map(([each]) => each).filter((each) => now.includes(each)).join(',');
}

export function KindChips({ diff }: { diff: Diff }) {
  const chosen = chosen_kinds();
  if (is_one_file()) {
    return null;
  }
  return (
    <div class="chips" role="group" aria-label="Kinds of changes">
      {kKinds.map(([kind, word]) => (
        <button
          key={kind}
          type="button"
          aria-pressed={chosen.includes(kind)}
          onClick={() => set_keys({ kinds: toggled(kind), unchanged: null })}
        >
          {word} <span class="num">{grouped(BigInt(diff.kinds[kind]))}</span>
        </button>
      ))}
    </div>
  );
}
