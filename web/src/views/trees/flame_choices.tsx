// SPDX-License-Identifier: MIT
//
// How a flame graph is shown: direction, layout and colors.
import type { FlameColors } from '../../paint/colors';
import type { Picture } from '../../paint/frames';
import { telling_colors } from '../../paint/groups';
import { key, link_with, refine } from '../../state/navigation';
import { Choice, KeyCheck, Segments } from '../../ui/choices';
import { GroupColorsButton } from './group_colors';

const kColors: readonly (readonly [string, string])[] = [
  ['', 'automatic'],
  ['object', 'by object'],
  ['namespace', 'by namespace'],
  ['class', 'by class'],
  ['file', 'by file'],
  ['share', 'by self cost'],
  ['one', 'one color'],
];

/// The reader's choice, else the colors that separate frames best.
export function colors_shown(picture: Picture): FlameColors {
  const chosen = key('color') ?? '';
  const is_known = chosen !== '' && kColors.some(([each]) => each === chosen);
  return is_known ? (chosen as FlameColors) : telling_colors(picture);
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
          value={key('color') ?? ''}
          options={kColors}
          choose={(color) => refine({ color: color || null })}
        />
      )}
      {colors && <GroupColorsButton />}
      {!is_sandwich && <KeyCheck name="rec">merge recursion</KeyCheck>}
      <a class="button" href={link_with({ as: key('as') === 'outline' ? null : 'outline' })}>
        {key('as') === 'outline' ? 'Show graph' : 'Show outline'}
      </a>
    </>
  );
}
