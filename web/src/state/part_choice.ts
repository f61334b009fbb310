// SPDX-License-Identifier: MIT
//
// Which parts the address selects: by lists of numbers of parts and of threads, as `--part` and
// `--thread` take them. Together they select the parts that both lists have.
import { computed } from '@preact/signals';
import { is_one_file } from '../api/client';
import type { PartInfo } from '../api/types';
import { key, set_keys } from './navigation';
import { base_profile, is_diff, part_number, parts } from './session';

type PartKeys = Readonly<Record<'parts' | 'threads', string | null>>;

const kAllParts: PartKeys = { parts: null, threads: null };

function thread_number({ thread }: PartInfo): string | null {
  return thread === null ? null : String(thread);
}

/// Whether a list such as "1,4-6" has the number; no list has all.
function lists(list: string | null, number: string | null): boolean {
  if (list === null || number === null) {
    return list === null;
  }
  return list.split(',').some((item) => {
    const [, first = '', last = first] = /^\s*(\d+)\s*(?:-\s*(\d+)\s*)?$/.exec(item) ?? [];
    return first !== '' && BigInt(first) <= BigInt(number) && BigInt(number) <= BigInt(last);
  });
}

export function selected_by(keys: PartKeys): PartInfo[] {
  return parts.value.filter(
    (part) => lists(keys.parts, part_number(part)) && lists(keys.threads, thread_number(part)),
  );
}

function in_order(numbers: readonly (string | null)[]): string[] {
  const known = numbers.filter((each) => each !== null);
  return [...new Set(known)].sort((a, b) => (BigInt(a) < BigInt(b) ? -1 : 1));
}

/// "1,4-6"; a range has all numbers of `all` between its ends.
function list_of(own: readonly string[], all: readonly string[]): string {
  const runs: string[][] = [[]];
  for (const each of all) {
    if (own.includes(each)) {
      runs.at(-1)?.push(each);
    } else {
      runs.push([]);
    }
  }
  const texts = runs.map((run) => (run.length < 2 ? run[0] : `${run[0]}-${run.at(-1)}`));
  return texts.filter((each) => each !== undefined).join(',');
}

/// The shortest lists for these parts. Where no lists select only them, their dumps of all their
/// threads, and all parts with the numbers of a part whose number other processes have too:
/// selected_by() tells.
export function keys_of_parts(some: readonly PartInfo[]): PartKeys {
  if (some.length === 0 || some.length === parts.value.length) {
    return kAllParts;
  }
  const list = (of: (part: PartInfo) => string | null) =>
    list_of(in_order(some.map(of)), in_order(parts.value.map(of))) || null;
  const threads = some.some(({ thread }) => thread === null) ? null : list(thread_number);
  const both: PartKeys = { parts: list(part_number), threads };
  const tries = [{ ...both, threads: null }, { ...both, parts: null }, both];
  const least = selected_by(both).length;
  return tries.find((keys) => selected_by(keys).length === least) ?? both;
}

/// A page in one file has answers about all parts together.
export const can_select_parts = computed(() => parts.value.length > 1 && !is_one_file());

/// null: all.
export const selected_parts = computed<readonly PartInfo[] | null>(() => {
  const keys = { parts: key('parts'), threads: key('threads') };
  return keys.parts === null && keys.threads === null ? null : selected_by(keys);
});

/// Both sides of a comparison are asked for the same numbers.
const comparable = computed<ReadonlySet<string> | null>(() =>
  is_diff.value ? new Set((base_profile.value?.parts ?? []).map(part_number)) : null,
);

export function can_select(part: PartInfo): boolean {
  return can_select_parts.value && (comparable.value?.has(part_number(part)) ?? true);
}

/// Those of them that can be; none at all selects all parts.
export function select_parts(some: readonly PartInfo[]): void {
  const possible = some.filter(can_select);
  if (possible.length > 0 || some.length === 0) {
    set_keys(keys_of_parts(possible));
  }
}

/// Only these, or all parts again if the lists of these are what is selected.
export function select_or_free(some: readonly PartInfo[]): void {
  const wanted = selected_by(keys_of_parts(some.filter(can_select)));
  const before = selected_parts.value ?? [];
  const is_again = before.length === wanted.length && wanted.every((part) => before.includes(part));
  select_parts(is_again ? [] : some);
}

/// Adds parts to those that are selected, or takes them away if all of them are. With one part of
/// several threads its dump goes, or its thread if there is no other dump.
export function toggle_parts(of: readonly PartInfo[]): void {
  const before = selected_parts.value ?? [];
  const some = of.filter(can_select);
  if (!some.every((part) => before.includes(part))) {
    select_parts([...new Set([...before, ...some])]);
    return;
  }
  const without = (of: (part: PartInfo) => unknown) => {
    const gone = some.map(of);
    return before.filter((part) => !gone.includes(of(part)));
  };
  const stays_away = (rest: readonly PartInfo[]) =>
    rest.length > 0 && !selected_by(keys_of_parts(rest)).some((part) => some.includes(part));
  const tries = [without(({ id }) => id), without(part_number), without(thread_number)];
  select_parts(tries.find(stays_away) ?? []);
}

/// The dump after the last one that is selected, or before the first; behind the ends are all. The
/// threads stay.
export function step_part(step: 1 | -1): void {
  const threads = key('threads');
  const numbers = (list: string | null) =>
    in_order(selected_by({ parts: list, threads }).filter(can_select).map(part_number));
  const all = numbers(null);
  const own = key('parts') === null ? [] : numbers(key('parts'));
  const from = step > 0 ? own.at(-1) : own[0];
  const at = from === undefined ? (step > 0 ? -1 : all.length) : all.indexOf(from);
  if (all.length > 1) {
    set_keys({ parts: all[at + step] ?? null });
  }
}
