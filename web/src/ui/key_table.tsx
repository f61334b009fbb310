// SPDX-License-Identifier: MIT
//
// All keys and what they do.
import { kActions, key_for, kGroups } from '../state/actions';
import { Pairs } from './view_parts';

const kInTables: [string, string][] = [
  ['↑ ↓ PgUp PgDn Home End', 'move between rows'],
  ['Enter', 'open the row'],
  ['← →', 'close or open a branch; go to the next frame'],
  ['z + - 0', 'zoom into a frame; zoom in or out; reset the zoom'],
  ['Esc', 'close, then clear the selection'],
  ['Ctrl K', 'search everything'],
];

function KeyGroup({ title, keys }: { title: string; keys: readonly [string, string][] }) {
  return (
    <section>
      <h3>{title}</h3>
      <Pairs class="keys" rows={keys.map(([key, label]) => [<kbd>{key}</kbd>, label])} />
    </section>
  );
}

export function KeyTable() {
  return (
    <div class="key-groups">
      {kGroups.map((group) => (
        <KeyGroup
          key={group}
          title={group}
          keys={kActions
            .filter((each) => each.group === group)
            .map((each) => [key_for(each), each.label])}
        />
      ))}
      <KeyGroup title="In tables and graphs" keys={kInTables} />
    </div>
  );
}
