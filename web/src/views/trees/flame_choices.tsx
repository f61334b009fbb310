// SPDX-License-Identifier: MIT
//
// How a flame graph is shown: direction, layout and colors.
import { count } from '../../base/count';
import type { FlameColors } from '../../paint/colors';
import { key, link_with, refine } from '../../state/navigation';
import { profile } from '../../state/session';
import { Choice, KeyCheck, Segments } from '../../ui/choices';

/// The colors that distinguish most frames of this profile, unless the user chose others.
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
  const is_sandwich = key('mode') === 'sandwich';
  return (
    <>
      {!is_sandwich && (
        <Segments
          label="Direction"
          name="inv"
          segments={[
            { value: null, label: 'Callees', also: { path: null } },
            { value: '1', label: 'Callers', also: { path: null } },
          ]}
        />
      )}
      <Segments
        label="Layout"
        name="mode"
        segments={[
          { value: null, label: 'Icicle' },
          { value: 'flame', label: 'Flame' },
          { value: 'sandwich', label: 'Sandwich', also: { path: null } },
        ]}
      />
      {colors && (
        <Choice
          label="Color"
          value={colors_shown()}
          options={[
            ['object', 'by object'],
            ['file', 'by file'],
            ['share', 'by self cost'],
            ['one', 'one color'],
          ]}
          choose={(color) => refine({ color })}
        />
      )}
      {!is_sandwich && <KeyCheck name="rec">merge recursion</KeyCheck>}
      <a class="button" href={link_with({ as: key('as') === 'outline' ? null : 'outline' })}>
        {key('as') === 'outline' ? 'Show graph' : 'Show outline'}
      </a>
    </>
  );
}
