// SPDX-License-Identifier: MIT
//
// Colors of groups: a legend of those in the picture, in which each can have a color of the reader's
// own. This browser keeps it for the group's name, in all profiles.
import { signal } from '@preact/signals';
import { useLayoutEffect, useState } from 'preact/hooks';
import { visible } from '../../base/names';
import { color_slots, group_fill, hex_of } from '../../paint/colors';
import type { GroupColors } from '../../paint/groups';
import { choose_color, is_dark, own_color } from '../../state/preferences';
import { Dialog } from '../../ui/dialog';

interface Colored {
  by: GroupColors;
  /// The widest first.
  groups: readonly string[];
}

/// Of the picture on screen; null: it has no colors of groups.
const colored = signal<Colored | null>(null);

/// The picture at hand has these.
export function useColored(by: GroupColors | null, groups: readonly string[]): void {
  useLayoutEffect(() => {
    if (by === null || groups.length === 0) {
      return undefined;
    }
    const own = { by, groups };
    colored.value = own;
    return () => {
      if (colored.value === own) {
        colored.value = null;
      }
    };
  }, [by, groups]);
}

/// More than these are hard to tell apart, in a list as in a picture.
const kMostListed = 40;

function ColorList({ by, groups }: Colored) {
  const slots = color_slots(groups, (group) => own_color(by, group));
  const more = groups.length - kMostListed;
  return (
    <>
      <ul class="group-colors">
        {groups.slice(0, kMostListed).map((group) => (
          <li key={group}>
            <label>
              <input
                type="color"
                value={hex_of(group_fill(slots.get(group), is_dark()))}
                onInput={(event) => choose_color(by, group, event.currentTarget.value)}
              />
              <span class="name">{visible(group, 200)}</span>
            </label>
            {own_color(by, group) !== undefined && (
              <button
                type="button"
                aria-label={`Automatic color of ${visible(group, 200)}`}
                onClick={() => choose_color(by, group, null)}
              >
                Automatic
              </button>
            )}
          </li>
        ))}
      </ul>
      {more > 0 && <p class="dim">{more} narrower groups are not listed</p>}
    </>
  );
}

export function GroupColorsButton() {
  const [is_open, set_open] = useState(false);
  const now = colored.value;
  if (now === null) {
    return null;
  }
  return (
    <>
      <button type="button" onClick={() => set_open(true)}>
        Colors…
      </button>
      {is_open && (
        <Dialog title={`Colors by ${now.by}`} on_close={() => set_open(false)}>
          <ColorList {...now} />
        </Dialog>
      )}
    </>
  );
}
