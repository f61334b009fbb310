// SPDX-License-Identifier: MIT
//
// Where there is nothing to compare with: the profiles next to the open one, of which one becomes
// the old side.
import { useState } from 'preact/hooks';
import { api_address, fault_from, is_one_file, post } from '../../api/client';
import type { ApiFault, Bases } from '../../api/types';
import { amount_text } from '../../base/amounts';
import { count } from '../../base/count';
import { visible } from '../../base/names';
import { set_keys } from '../../state/navigation';
import { session_fault } from '../../state/session';
import { NumberCell, PlainTable } from '../../ui/plain_table';
import { Fault, Waiting } from '../../ui/states';
import { useAnswer } from '../../ui/use_answer';

export function ChooseBase() {
  const answer = useAnswer<Bases>(is_one_file() ? null : api_address('bases', {}));
  const [fault, set_fault] = useState<ApiFault | null>(null);
  const [chosen, set_chosen] = useState<string | null>(null);
  const { data } = answer;
  const choose = (name: string) => {
    set_chosen(name);
    post('base', { name }).then(
      () => set_keys({ base: null }),
      (error: unknown) => set_fault(fault_from(error)),
    );
  };
  if (is_one_file() || data?.rows.length === 0) {
    return (
      <div class="empty">
        <p>There is no profile to compare with.</p>
        {!is_one_file() && <p>No other profile was found next to this one.</p>}
        <p>Start quern with the old profile as the base:</p>
        <pre>quern view --base OLD NEW</pre>
      </div>
    );
  }
  return (
    <div class="scroll">
      <Waiting of={answer} what="Looking for profiles" />
      {fault !== null && <Fault fault={fault} />}
      {data !== null && (
        <>
          <p role="status">
            {chosen === null || session_fault.value !== null
              ? 'Choose the old profile, with which this one is compared:'
              : `Reading ${visible(chosen, 200)} …`}
          </p>
          <PlainTable heads={['Profile', 'Written', { number: 'Size' }]}>
            {data.rows.map(({ name, modified_ms, size }) => (
              <tr key={name}>
                <td>
                  <button type="button" class="plain link" onClick={() => choose(name)}>
                    <bdi>{visible(name, 200)}</bdi>
                  </button>
                </td>
                <td>{new Date(modified_ms).toLocaleString()}</td>
                <NumberCell>{amount_text({ unit: 'bytes', scale: 1n }, count(size))}</NumberCell>
              </tr>
            ))}
          </PlainTable>
          {data.unread > 0 && <p class="dim">{data.unread} older files were not looked at.</p>}
        </>
      )}
    </div>
  );
}
