// SPDX-License-Identifier: MIT
//
// The sandwich: a function between all that leads to it and all that it calls.
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { api_address, is_one_file, type Params } from '../../api/client';
import type { ApiFault, Flame, Peek } from '../../api/types';
import { usePair } from '../../ui/pair';
import { useAnswer } from '../../ui/use_answer';
import type { Picture } from '../../paint/frames';
import { sandwich_of, sandwich_of_flames } from '../../paint/sandwich';
import { link_to } from '../../state/navigation';
import { shown_name } from '../../ui/cells';
import { first_event } from '../../ui/columns';
import { Waiting } from '../../ui/states';
import { useSubject } from '../../ui/subject';
import { flame_notes } from './flame_notes';
import { peek_address } from '../../ui/peek';

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
        <p>Choose a function in the list to see what leads to it and what it calls.</p>
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
  if (pair === null) {
    return <Filling picture={null} fault={down.fault ?? up.fault} show={show} />;
  }
  const [above, below] = pair;
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
    <Filling
      picture={picture}
      fault={null}
      is_loading={up.is_loading || down.is_loading}
      show={show}
    >
      Above {shown_name(center?.name ?? null)}: what leads to it, its callers next to it. Below: all
      that it calls. The whole width is its inclusive cost. Click selects, Enter opens.{' '}
      {flame_notes(both, is_peak).join(' ')}
    </Filling>
  );
}

function OfCalls({ id, show }: { id: string; show: Props['show'] }) {
  const { data, fault } = useAnswer<Peek>(peek_address(id, false));
  const at = data === null ? 0 : first_event(data.events).at;
  const picture = useMemo(() => (data === null ? null : sandwich_of(data, at)), [data, at]);
  useSubject(data?.function.name ?? null);
  return (
    <Filling picture={picture} fault={fault} show={show}>
      Above: who calls {shown_name(data?.function.name ?? null)}. Below: what it calls. Each is as
      wide as these calls cost. Click selects, Enter opens.
    </Filling>
  );
}

interface FillingProps {
  picture: Picture | null;
  fault: ApiFault | null;
  is_loading?: boolean;
  show: Props['show'];
  /// How to read it.
  children?: ComponentChildren;
}

function Filling({ picture, fault, is_loading, show, children }: FillingProps) {
  if (picture === null || picture.frames.length === 0) {
    return (
      <>
        <Waiting of={{ data: picture, fault }} what="Loading the function" />
        {picture !== null && <p class="empty">Nothing here has a cost.</p>}
      </>
    );
  }
  return (
    <div class="sandwich" aria-busy={is_loading}>
      <p class="note">{children}</p>
      {show(picture)}
    </div>
  );
}
