// SPDX-License-Identifier: MIT
//
// The profiles next to the open one, of which one can be chosen: as the old side, or to be shown.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { api_address, fault_from, is_one_file, post } from '../../api/client';
import type { ApiFault, Bases } from '../../api/types';
import { amount_text } from '../../base/amounts';
import { count } from '../../base/count';
import { visible } from '../../base/names';
import { session_fault } from '../../state/session';
import { NumberCell, PlainTable } from '../plain_table';
import { Fault, Waiting } from '../states';
import { useAnswer } from '../use_answer';

interface Props {
  /// What the server is asked, of the API.
  what: 'base' | 'profile';
  invitation: string;
  /// Once it has agreed to read one.
  on_chosen: (name: string) => void;
  /// Shown where there is none.
  children: ComponentChildren;
}

export function FolderProfiles({ what, invitation, on_chosen, children }: Props) {
  const answer = useAnswer<Bases>(is_one_file() ? null : api_address('bases', {}));
  const [fault, set_fault] = useState<ApiFault | null>(null);
  const [chosen, set_chosen] = useState<string | null>(null);
  const { data } = answer;
  const choose = (name: string) => {
    set_chosen(name);
    set_fault(null);
    post(what, { name }).then(
      () => on_chosen(name),
      (error: unknown) => {
        set_chosen(null);
        set_fault(fault_from(error));
      },
    );
  };
  if (is_one_file() || data?.rows.length === 0) {
    return <>{children}</>;
  }
  return (
    <>
      <Waiting of={answer} what="Looking for profiles" />
      {fault !== null && <Fault fault={fault} />}
      {data !== null && (
        <>
          <p role="status">
            {chosen === null || session_fault.value !== null
              ? invitation
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
    </>
  );
}
