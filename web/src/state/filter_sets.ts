// SPDX-License-Identifier: MIT
//
// Filters saved under a name: the part of the address that holds them, kept in this browser.
import { computed } from '@preact/signals';
import { filters_in, type Filter } from './filters';
import { place, set_keys } from './navigation';
import { kFilters, parse_place, query_of, type Keys } from './place';
import { stored_filter_sets } from './preferences';

export interface FilterSet {
  name: string;
  /// As an address has them: `focus=main&hide=log`.
  query: string;
}

export const kLongestSetName = 60;

function is_filter_set(value: unknown): value is FilterSet {
  const { name, query } = (value ?? {}) as Record<string, unknown>;
  return (
    typeof name === 'string' &&
    name !== '' &&
    name.length <= kLongestSetName &&
    typeof query === 'string'
  );
}

/// What else is stored may be of another version: it stays there.
export const filter_sets = computed(() =>
  stored_filter_sets.value
    .filter(is_filter_set)
    .sort((left, right) => left.name.localeCompare(right.name)),
);

function stored_without(name: string): unknown[] {
  return stored_filter_sets.value.filter((each) => !is_filter_set(each) || each.name !== name);
}

/// Only filters: a stored text may hold any keys.
function filter_keys(keys: Keys): Keys {
  const kept = kFilters.flatMap((name) => {
    const values = keys[name];
    return values === undefined ? [] : [[name, values] as const];
  });
  return Object.fromEntries(kept);
}

function keys_of({ query }: FilterSet): Keys {
  return filter_keys(parse_place('/', query).place.keys);
}

export function filters_of(set: FilterSet): Filter[] {
  return filters_in(keys_of(set));
}

/// Those of the address, as a part of it; empty: there are none.
function present_query(): string {
  return query_of(filter_keys(place.value.keys));
}

/// Whether the address has the filters of a set, and no others.
export function is_applied(set: FilterSet): boolean {
  return query_of(keys_of(set)) === present_query();
}

/// Saves the filters of the address, in place of a set of the same name.
export function save_filters(text: string): 'saved' | 'replaced' | null {
  const name = text.trim();
  const query = present_query();
  if (name === '' || name.length > kLongestSetName || query === '') {
    return null;
  }
  const others = stored_without(name);
  const is_new = others.length === stored_filter_sets.value.length;
  stored_filter_sets.value = [...others, { name, query }];
  return is_new ? 'saved' : 'replaced';
}

/// In place of the filters of the address.
export function apply_filters(set: FilterSet): void {
  const none = Object.fromEntries(kFilters.map((name) => [name, null]));
  set_keys({ ...none, ...keys_of(set) });
}

export function delete_filters({ name }: FilterSet): void {
  stored_filter_sets.value = stored_without(name);
}
