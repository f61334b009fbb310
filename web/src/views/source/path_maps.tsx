// SPDX-License-Identifier: MIT
//
// Where sources lie on this machine: recorded prefixes and the folders that stand for them.
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import type { ApiFault } from '../../api/types';
import { fault_from, is_one_file, post } from '../../api/client';
import { load_session } from '../../state/session';
import { TextField } from '../../ui/choices';
import { Dialog } from '../../ui/dialog';
import { Fault } from '../../ui/states';

interface PathMap {
  from: string;
  to: string;
}

interface Found {
  maps: PathMap[];
  found: number;
  of: number;
}

const maps = signal<PathMap[]>([{ from: '', to: '' }]);

export function PathMaps() {
  const [is_open, set_open] = useState(false);
  return is_one_file() ? null : (
    <>
      <button type="button" onClick={() => set_open(true)}>
        Map paths …
      </button>
      {is_open && <Editor on_close={() => set_open(false)} />}
    </>
  );
}

function Editor({ on_close }: { on_close: () => void }) {
  const [found, set_found] = useState<Found | null>(null);
  const [fault, set_fault] = useState<ApiFault | null>(null);
  const change = (at: number, side: keyof PathMap, value: string) => {
    maps.value = maps.value.map((each, index) =>
      index === at ? { ...each, [side]: value } : each,
    );
  };
  const apply = async (event: Event) => {
    event.preventDefault();
    try {
      const wanted = maps.value.filter((each) => each.from !== '' && each.to !== '');
      set_found(await post<Found>('pathmap', { maps: wanted }));
      set_fault(null);
      await load_session();
    } catch (error) {
      set_fault(fault_from(error));
    }
  };
  return (
    <Dialog title="Map source paths" on_close={on_close}>
      <form onSubmit={(event) => void apply(event)}>
        <p class="dim">
          What was recorded below the first folder lies below the second. Of several, the longest
          counts. This holds until quern ends; <code>--map-path FROM=TO</code> says it for good.
        </p>
        {maps.value.map((each, at) => (
          <div class="map-row" key={at}>
            <TextField
              label="Recorded path"
              value={each.from}
              placeholder="/build"
              write={(text) => change(at, 'from', text)}
            />
            <TextField
              label="Path here"
              value={each.to}
              placeholder="/home/me/project"
              write={(text) => change(at, 'to', text)}
            />
            <button
              type="button"
              aria-label={`Remove map ${at + 1}`}
              onClick={() => {
                maps.value = maps.value.filter((_, index) => index !== at);
              }}
            >
              ×
            </button>
          </div>
        ))}
        <div class="dialog-actions">
          <button
            type="button"
            onClick={() => {
              maps.value = [...maps.value, { from: '', to: '' }];
            }}
          >
            Add a map
          </button>
          <button type="submit" class="primary">
            Apply
          </button>
        </div>
        {found !== null && (
          <p role="status">
            {found.found} of {found.of} source files were found.
          </p>
        )}
        {fault !== null && <Fault fault={fault} />}
      </form>
    </Dialog>
  );
}
