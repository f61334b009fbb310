// SPDX-License-Identifier: MIT
//
// What the rows of a list are: functions, or groups of functions.
import { is_one_file } from '../../api/client';
import { key, set_keys } from '../../state/navigation';
import { is_diff, profile, session } from '../../state/session';
import { Choice, Segments } from '../../ui/choices';

/// Loops are no groups of functions, and have a list of their own.
export const kByLoop = 'loop';

function choices(): readonly string[] {
  const groups = session.value?.group_by ?? ['function'];
  const has = profile.value?.has;
  const is_chosen = key('group') === kByLoop;
  const has_loops = has?.jumps === true && has.instructions === true && !is_one_file();
  return has_loops || is_chosen ? [...groups, kByLoop] : groups;
}

/// The groups that are in a pane next to their functions; null: no pane. A comparison is not narrowed
/// to a group, and a page in one file cannot be.
export function group_beside(): string | null {
  return is_diff.value || is_one_file() || key('group') !== null ? null : key('by');
}

/// Other groups are shown in the same way as those before.
function choose(value: string): void {
  const beside = group_beside() !== null && value !== kByLoop;
  const is_grouped = value !== 'function';
  set_keys({
    group: is_grouped && !beside ? value : null,
    by: is_grouped && beside ? value : null,
    in: null,
    sel: null,
  });
}

export function GroupChoice() {
  const group = key('group') ?? group_beside();
  return (
    <>
      <Choice
        label="Group by"
        value={group ?? 'function'}
        options={choices().map((each) => [each, each])}
        choose={choose}
      />
      {group !== null && group !== kByLoop && !is_diff.value && !is_one_file() && (
        <Segments
          label="Groups"
          name="by"
          segments={[
            { value: null, label: 'List', also: { group, in: null, sel: null } },
            {
              value: group,
              label: 'Next to functions',
              title: 'Functions, with the groups in a pane that narrows the list',
              also: { group: null, sel: null },
            },
          ]}
        />
      )}
    </>
  );
}
