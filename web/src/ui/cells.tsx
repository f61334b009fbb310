// SPDX-License-Identifier: MIT
//
// How a cost, a share and a name stand in a cell. A cost can only be shown here, with its mark.
import type { ComponentChildren } from 'preact';
import {
  grouped,
  printed_amount,
  printed_change,
  printed_percent,
  type Unit,
} from '../base/amounts';
import { bar_of, printed, sign, type Cost, type Printed } from '../base/cost';
import { count, type RawCount } from '../base/count';
import { base_name, visible } from '../base/names';
import { short_name } from '../base/short_name';
import { key, link_to } from '../state/navigation';

function Marked({ of, class: extra = '' }: { of: Printed; class?: string }) {
  if (of.mark === '') {
    return <span class={`num ${extra}`}>{of.text}</span>;
  }
  return (
    <span class={`num ${extra}`} title={of.words}>
      <span class="mark">{of.mark.trim()}</span>
      {of.text}
    </span>
  );
}

export function Amount({ unit, cost }: { unit: Unit; cost: Cost }) {
  return <Marked of={printed_amount(unit, cost)} />;
}

/// More is orange and `+`, less is blue and `-`; the sign tells it without the colour.
export function Change({ unit, cost }: { unit: Unit; cost: Cost }) {
  const way = sign(cost);
  const tone = way > 0 ? 'more' : way < 0 ? 'less' : 'same';
  return <Marked of={printed_change(unit, cost)} class={tone} />;
}

export function Share({ cost, whole }: { cost: Cost; whole: bigint }) {
  const length = Math.max(0, bar_of(cost, whole));
  return (
    <span class="share">
      <span class="bar" aria-hidden="true" style={{ width: `${(length * 100).toFixed(2)}%` }} />
      <Marked of={printed_percent(cost, whole)} />
    </span>
  );
}

export function Count({ of }: { of: RawCount | null }) {
  return <span class="num">{of === null ? '–' : grouped(count(of))}</span>;
}

/// A count with its mark; null where the input has none.
export function KnownCount({ of }: { of: Cost | null }) {
  return of === null ? <span class="num">–</span> : <Marked of={printed(of, grouped)} />;
}

export function shown_name(name: string | null): string {
  if (name === null) {
    return '(no name)';
  }
  return visible(key('tpl') === '1' ? short_name(name) : name);
}

export interface NameProps {
  name: string | null;
  file?: string | null | undefined;
  object?: string | null | undefined;
  href?: string | null;
  tab_index?: number;
  children?: ComponentChildren;
}

/// `name  file.c`: the name first, where it is from dimmer behind it.
export function Name({ name, file, object, href, tab_index, children }: NameProps) {
  const text = shown_name(name);
  const place = file ?? object ?? null;
  const full = [name ?? '', file ?? '', object ?? ''].filter((each) => each !== '');
  const title = full.map((each) => visible(each, 2000)).join('\n');
  return (
    <span class="name" title={title}>
      {children}
      {href ? (
        <a href={href} tabIndex={tab_index ?? 0}>
          <bdi>{text}</bdi>
        </a>
      ) : (
        <bdi>{text}</bdi>
      )}
      {place !== null && place !== name && <bdi class="where">{visible(base_name(place), 80)}</bdi>}
    </span>
  );
}

export function FunctionName(props: Omit<NameProps, 'href'> & { id: string | null }) {
  const group = key('group');
  const own = group !== null && group !== 'function' ? { group } : {};
  return <Name {...props} href={props.id === null ? null : link_to('fn', props.id, own)} />;
}
