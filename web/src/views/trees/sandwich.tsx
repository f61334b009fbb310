// SPDX-License-Identifier: MIT
//
// The sandwich: a function between all that leads to it and all that it calls.
import { useMemo } from 'preact/hooks';
import { api_address, is_one_file, type Params } from '../../api/client';
import type { Flame, Peek } from '../../api/types';
import { usePair } from '../../ui/pair';
import { useAnswer } from '../../ui/use_answer';
import type { Picture } from '../../paint/frames';
import { sandwich_of, sandwich_of_flames } from '../../paint/sandwich';
import { link_to } from '../../state/navigation';
import { shown_name } from '../../ui/cells';
import { first_event } from '../../ui/columns';
import { Fault, Waiting } from '../../ui/states';
import { useSubject } from '../../ui/subject';
import { flame_notes } from './flame_notes';
import { peek_address } from '../calls/function';

interface Props {
  id: string | null;
  /// Of the flame graphs around it; null while their width is not known.
  params: Params | null;
  is_peak: boolean;
  show: (picture: Picture) => preact.ComponentChildren;
}

export function Sandwich(props: Props) {
  if (props.id === null) {
    return (
      <div class="empty">
        <p>Select a function first, in a table or in the other pictures.</p>
        <p>
          <a href={link_to('functions')}>All functions</a>
        </p>
      </div>
    );
  }
  return is_one_file() ? (
    <OfCalls id={props.id} show={props.show} />
  ) : (
    <OfStacks {...props} id={props.id} />
  );
}

function OfStacks({ id, params, is_peak, show }: Props & { id: string }) {
  const address = (inv: string | null) =>
    params === null ? null : api_address('flame', { ...params, of: id, inv });
  const up = useAnswer<Flame>(address('1'));
  const down = useAnswer<Flame>(address(null));
  const pair = usePair(up, down);
  const picture = useMemo(() => (pair === null ? null : sandwich_of_flames(...pair)), [pair]);
  const center = pair?.[1].names[pair[1].rows[0]?.[1] ?? 0];
  useSubject(center?.name ?? null);
  const fault = down.fault ?? up.fault;
  if (pair === null || picture === null) {
    return <Waiting of={{ data: null, fault }} what="Looking it up" />;
  }
  const [above, below] = pair;
  if (picture.frames.length === 0) {
    return (
      <>
        {fault !== null && <Fault fault={fault} />}
        <p class="empty">Nothing costs anything here.</p>
      </>
    );
  }
  const both = {
    exact_stacks: above.exact_stacks && below.exact_stacks,
    small: {
      children: (above.small?.children ?? 0) + (below.small?.children ?? 0),
      width: 0,
    },
    squeezed: above.squeezed + below.squeezed,
    contradictions: below.contradictions ?? [],
  };
  return (
    <div class="sandwich" aria-busy={up.is_loading || down.is_loading}>
      {fault !== null && <Fault fault={fault} />}
      <p class="note">
        Above {shown_name(center?.name ?? null)}: what leads to it, its callers next to it. Below: all
        that it calls. The whole width is its inclusive cost. Click selects, Enter opens.{' '}
        {flame_notes(both, is_peak).join(' ')}
      </p>
      {show(picture)}
    </div>
  );
}

function OfCalls({ id, show }: { id: string; show: Props['show'] }) {
  const answer = useAnswer<Peek>(peek_address(id, false));
  const { data } = answer;
  const at = data === null ? 0 : first_event(data.events).at;
  const picture = useMemo(() => (data === null ? null : sandwich_of(data, at)), [data, at]);
  useSubject(data?.function.name ?? null);
  if (data === null || picture === null) {
    return <Waiting of={answer} what="Looking it up" />;
  }
  return (
    <div class="sandwich">
      {answer.fault !== null && <Fault fault={answer.fault} />}
      <p class="note">
        Above: who calls {shown_name(data.function.name)}. Below: what it calls. Each is as wide as
        these calls cost. Click selects, Enter opens.
      </p>
      {show(picture)}
    </div>
  );
}
