// SPDX-License-Identifier: MIT
//
// How a flame graph is shown: its direction, kind, colours, and what is looked for in it.
import { count } from '../../base/count';
import type { FlameColors } from '../../paint/colors';
import { key, link_with, refine, set_keys } from '../../state/navigation';
import { profile } from '../../state/session';

/// What tells most frames apart in this profile, unless the reader chose.
export function colors_shown(): FlameColors {
  const chosen = key('color');
  const known = ['object', 'file', 'share', 'one'] as const;
  const counted = (name: string) => count(profile.value?.counts?.[name] ?? 0);
  return (
    known.find((each) => each === chosen) ??
    (counted('objects') > 1n ? 'object' : counted('files') > 1n ? 'file' : 'share')
  );
}

export function FlameChoices({ colors = true }: { colors?: boolean }) {
  const mode = key('mode') ?? 'icicle';
  const inverted = key('inv') === '1';
  const color = colors_shown();
  const is_sandwich = mode === 'sandwich';
  return (
    <>
      {!is_sandwich && (
        <div class="segmented" role="group" aria-label="Direction">
          <a href={link_with({ inv: null, path: null })} aria-current={!inverted}>
            Callees
          </a>
          <a href={link_with({ inv: '1', path: null })} aria-current={inverted}>
            Callers
          </a>
        </div>
      )}
      <div class="segmented" role="group" aria-label="Kind of picture">
        <a href={link_with({ mode: null })} aria-current={mode === 'icicle'}>
          Icicle
        </a>
        <a href={link_with({ mode: 'flame' })} aria-current={mode === 'flame'}>
          Flame
        </a>
        <a href={link_with({ mode: 'sandwich', path: null })} aria-current={mode === 'sandwich'}>
          Sandwich
        </a>
      </div>
      {colors && (
        <label class="field">
          <span>Colour</span>
          <select value={color} onChange={(event) => refine({ color: event.currentTarget.value })}>
            <option value="object">by object</option>
            <option value="file">by file</option>
            <option value="share">by own cost</option>
            <option value="one">one colour</option>
          </select>
        </label>
      )}
      {!is_sandwich && (
        <label class="check">
          <input
            type="checkbox"
            checked={key('rec') === '1'}
            onChange={() => set_keys({ rec: key('rec') === '1' ? null : '1' })}
          />
          merge recursion
        </label>
      )}
      <label class="field">
        <span class="sr">Find frames</span>
        <input
          type="search"
          placeholder="Find frames"
          value={key('find') ?? ''}
          onInput={(event) => refine({ find: event.currentTarget.value })}
        />
      </label>
      <a class="button" href={link_with({ as: key('as') === 'outline' ? null : 'outline' })}>
        {key('as') === 'outline' ? 'Show as picture' : 'Show as outline'}
      </a>
    </>
  );
}
