// SPDX-License-Identifier: MIT
//
// The sandwich: a function between its callers and its callees.
import { useEffect, useMemo } from 'preact/hooks';
import type { Peek } from '../api/types';
import { useAnswer } from '../ui/use_answer';
import type { Picture } from '../paint/frames';
import { sandwich_of } from '../paint/sandwich';
import { link_to } from '../state/navigation';
import { shown_name } from '../ui/cells';
import { shown_events } from '../ui/columns';
import { Fault, Loading } from '../ui/states';
import { subject_name } from '../ui/subject';
import { peek_address } from './function';

interface Props {
  id: string | null;
  show: (picture: Picture) => preact.ComponentChildren;
}

export function Sandwich({ id, show }: Props) {
  const { data, fault } = useAnswer<Peek>(id === null ? null : peek_address(id, false));
  const at = data === null ? 0 : (shown_events(data.events)[0]?.at ?? 0);
  const picture = useMemo(() => (data === null ? null : sandwich_of(data, at)), [data, at]);
  const name = data?.function.name ?? null;
  useEffect(() => {
    subject_name.value = name;
    return () => {
      subject_name.value = null;
    };
  }, [name]);
  if (id === null) {
    return (
      <div class="empty">
        <p>Select a function first, in a table or in the other pictures.</p>
        <p>
          <a href={link_to('functions')}>All functions</a>
        </p>
      </div>
    );
  }
  if (data === null || picture === null) {
    return fault === null ? <Loading what="Looking it up" /> : <Fault fault={fault} />;
  }
  return (
    <div class="sandwich">
      <p class="note">
        Above: who calls {shown_name(data.function.name)}. Below: what it calls. Each is as wide as
        these calls cost. Click selects, Enter opens.
      </p>
      {show(picture)}
    </div>
  );
}
