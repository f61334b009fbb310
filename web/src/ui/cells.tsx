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
import type { RawCount } from '../base/count';
import { base_name, kind_words, visible, type GroupKind } from '../base/names';
import { short_name } from '../base/short_name';
import { key, link_to } from '../state/navigation';
import { kOff, type Change } from '../state/place';
import { is_diff } from '../state/session';
import { useFittingName } from './use_fitting_name';

export function Marked({ of, class: extra = '' }: { of: Printed; class?: string }) {
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

/// More is orange with `+`, less is blue with `-`, so that color is not needed to read it.
export function Change({ unit, cost }: { unit: Unit; cost: Cost }) {
  const way = sign(cost);
  const tone = way > 0 ? 'more' : way < 0 ? 'less' : 'same';
  return <Marked of={printed_change(unit, cost)} class={tone} />;
}

export function Share({ cost, whole }: { cost: Cost; whole: bigint }) {
  const length = Math.max(0, bar_of(cost, whole));
  return (
    <span class="share">
      <span class="bar" aria-hidden="true" style={{ '--part': length.toFixed(4) }} />
      <Marked of={printed_percent(cost, whole)} />
    </span>
  );
}

/// A count with its mark; null where the input has none.
export function KnownCount({ of }: { of: Cost | null }) {
  return of === null ? <span class="num">–</span> : <Marked of={printed(of, grouped)} />;
}

const is_short = () => key('tpl') === '1';

/// `kind`: of a group by class.
export function shown_name(name: string | null, kind?: GroupKind): string {
  if (name === null) {
    return kind === undefined ? '(no name)' : kind_words(kind);
  }
  return visible(is_short() ? short_name(name) : name);
}

/// What it may be instead where there is less room, the longest first.
export function shorter_names(of: Pick<Named, 'name' | 'shorter'>): string[] {
  const { length } = shown_name(of.name);
  const forms = (of.shorter ?? []).map((each) => shown_name(each));
  return [...new Set(forms)].filter((each) => each.length < length);
}

export interface NameProps {
  name: string | null;
  file?: string | null | undefined;
  object?: string | null | undefined;
  kind?: GroupKind | undefined;
  href?: string | null;
  /// Of the file behind the name: its source.
  place_href?: string | null;
  tab_index?: number;
  /// Forms of the name, as the engine has them.
  shorter?: readonly string[] | undefined;
  children?: ComponentChildren;
}

function Where(props: { place: string; href: string | null | undefined; tab_index: number | undefined }) {
  const { place, href, tab_index } = props;
  return href ? (
    <a class="where" href={href} tabIndex={tab_index ?? 0}>
      <bdi>{place}</bdi>
    </a>
  ) : (
    <bdi class="where">{place}</bdi>
  );
}

/// `name  file.c`: the name first; what kind of group it is and where it is from dimmer behind it.
export function Name(props: NameProps) {
  const { name, file, object, kind, href, place_href, tab_index, shorter, children } = props;
  const text = shown_name(name, kind);
  const cell = useFittingName(text, shorter_names({ name, shorter }));
  const place = file ?? object ?? null;
  const full = [name ?? '', file ?? '', object ?? ''].filter((each) => each !== '');
  const title = full.map((each) => visible(each, 2000)).join('\n');
  return (
    <span class="name" title={title} ref={cell}>
      {children}
      {href ? (
        <a href={href} tabIndex={tab_index ?? 0}>
          <bdi>{text}</bdi>
        </a>
      ) : (
        <bdi>{text}</bdi>
      )}
      {kind !== undefined && name !== null && <bdi class="where kind">{kind_words(kind)}</bdi>}
      {place !== null && place !== name && (
        <Where place={visible(base_name(place), 80)} href={place_href} tab_index={tab_index} />
      )}
    </span>
  );
}

/// Whom calls are from where a stack begins.
export const kRootName = '(root of stacks)';

export function with_root_name<R extends { name: string | null; root: boolean }>(row: R): R {
  return row.root ? { ...row, name: kRootName } : row;
}

/// How many of all are shown.
export function CountOf({ shown, of }: { shown: number; of: number }) {
  return <span class="dim">{shown < of ? `${shown} of ${of}` : of}</span>;
}

/// A function as rows name it, each in its own way.
interface Named {
  id: string | null;
  name: string | null;
  file?: string | null | undefined;
  object?: string | null | undefined;
  kind?: GroupKind | undefined;
  shorter?: readonly string[] | undefined;
}

type FunctionNameProps = Pick<NameProps, 'place_href' | 'tab_index' | 'children'> & { of: Named };

/// What addresses of groups have, too.
function own_keys(): Change {
  const group = key('group');
  return group !== null && group !== 'function' ? { group } : {};
}

export function FunctionName({ of, ...rest }: FunctionNameProps) {
  const { id, name, file, object, kind, shorter } = of;
  const href = id === null ? null : link_to('fn', id, own_keys());
  return <Name {...{ name, file, object, kind, href, shorter }} {...rest} />;
}

interface CycleTagProps {
  of: { id: string | null; cycle?: RawCount | null };
  tab_index?: number;
  /// Instead of its number.
  children?: ComponentChildren;
}

/// Says that a function is on a cycle, and leads to the members; nothing of others.
export function CycleTag({ of: { id, cycle }, tab_index = -1, children }: CycleTagProps) {
  if (id === null || cycle === null || cycle === undefined) {
    return null;
  }
  const one_side = is_diff.value ? { base: kOff } : {};
  return (
    <a
      class="tag"
      href={link_to('fn', id, { ...own_keys(), tab: 'cycle', ...one_side })}
      tabIndex={tab_index}
      title="Calls itself, often through other functions: its inclusive cost may have bounds. Opens the members of the cycle, on this side of a comparison alone"
    >
      {children ?? `cycle ${String(cycle)}`}
    </a>
  );
}

type Relative = Named & { recursive: boolean; in_cycle: boolean };

/// A caller or callee, near or far, with how it is one of the function itself.
export function RelativeName({ of }: { of: Relative }) {
  return (
    <FunctionName of={of} tab_index={-1}>
      {of.recursive && <span class="tag">recursive</span>}
      {of.in_cycle && !of.recursive && <span class="tag">same cycle</span>}
    </FunctionName>
  );
}
