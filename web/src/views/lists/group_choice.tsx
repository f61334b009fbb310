// SPDX-License-Identifier: MIT
//
// What the rows of a list are: functions, or groups of functions.
import { is_one_file } from '../../api/client';
import { key, set_keys } from '../../state/navigation';
import { profile, session } from '../../state/session';
import { Choice } from '../../ui/choices';

/// Loops are no groups of functions, and have a list of their own.
export const kByLoop = 'loop';

function choices(): readonly string[] {
  const groups = session.value?.group_by ?? ['function'];
  const has = profile.value?.has;
  const is_chosen = key('group') === kByLoop;
  const has_loops = has?.jumps === true && has.instructions === true && !is_one_file();
  return has_loops || is_chosen ? [...groups, kByLoop] : groups;
}

export function GroupChoice() {
  return (
    <Choice
      label="Group by"
      value={key('group') ?? 'function'}
      options={choices().map((each) => [each, each])}
      choose={(value) =>
        set_keys({ group: value === 'function' ? null : value, in: null, by: null, sel: null })
      }
    />
  );
}
