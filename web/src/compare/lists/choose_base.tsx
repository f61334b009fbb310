// SPDX-License-Identifier: MIT
//
// Where there is nothing to compare with: the profiles next to the open one, of which one becomes
// the old side.
import { is_one_file } from '../../api/client';
import { set_keys } from '../../state/navigation';
import { FolderProfiles } from '../../ui/profiles/folder_profiles';

export function ChooseBase() {
  return (
    <div class="scroll">
      <FolderProfiles
        what="base"
        invitation="Choose the old profile, with which this one is compared:"
        on_chosen={() => set_keys({ base: null })}
      >
        <div class="empty">
          <p>There is no profile to compare with.</p>
          {!is_one_file() && <p>No other profile was found next to this one.</p>}
          <p>Start quern with the old profile as the base:</p>
          <pre>quern view --base OLD NEW</pre>
        </div>
      </FolderProfiles>
    </div>
  );
}
