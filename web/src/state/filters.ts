// SPDX-License-Identifier: MIT
//
// Filters of the engine in the address: each is one key, with as many expressions as one likes.
import { place, set_keys, values_of } from './navigation';
import type { FilterName, Keys } from './place';
import { kFilters } from './place';

export interface Filter {
  name: FilterName;
  expression: string;
}

export function filters_in(keys: Keys): Filter[] {
  return kFilters.flatMap((name) =>
    (keys[name] ?? []).map((expression) => ({ name, expression })),
  );
}

export function filters(): Filter[] {
  return filters_in(place.value.keys);
}

export function add_filter(name: FilterName, expression: string): void {
  const present = values_of(name);
  if (!present.includes(expression)) {
    set_keys({ [name]: [...present, expression] });
  }
}

export function remove_filter({ name, expression }: Filter): void {
  set_keys({ [name]: values_of(name).filter((each) => each !== expression) });
}
