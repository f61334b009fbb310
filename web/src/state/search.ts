// SPDX-License-Identifier: MIT
//
// The search: words or a query. The address has one of them.
import { api_address, ask, is_one_file } from '../api/client';
import type { Top } from '../api/types';
import { finder, is_expression, is_query, name_query } from '../base/words';
import { key, place, refine } from './navigation';
import { key_of, type Change, type Place } from './place';
import { common_params, session } from './session';

/// As it was typed.
export function searched_text(): string {
  return key_of(place.value, 'q') ?? key_of(place.value, 'find') ?? '';
}

/// Whether a name holds the words of the search; null: there are none, or they are a wrong expression.
export function name_finder(): ((name: string) => boolean) | null {
  const words = key('find');
  return words === null ? null : finder(words);
}

function search_keys(text: string): Change {
  const wanted = text.trim() === '' ? null : text;
  return wanted !== null && !is_one_file() && is_query(wanted)
    ? { q: wanted, find: null }
    : { q: null, find: wanted };
}

/// What the engine may refuse.
function tried_query({ q, find }: Change): string | null {
  const is_tried = typeof find === 'string' && is_expression(find);
  return typeof q === 'string' ? q : is_tried ? name_query(find) : null;
}

/// The keys of a search, once the engine takes it; rejects with its fault.
export async function taken_search(text: string, signal?: AbortSignal): Promise<Change> {
  const keys = search_keys(text);
  const query = tried_query(keys);
  if (query !== null && session.value?.hash && !is_one_file()) {
    const params = { ...common_params(), q: query, limit: 1 };
    await ask<Top>(api_address('functions', params), signal);
  }
  return keys;
}

export async function search_for(text: string, signal?: AbortSignal): Promise<void> {
  refine(await taken_search(text, signal));
}

/// A page in one file has no engine that could narrow its lists.
export function can_search({ page, id }: Place): boolean {
  return !is_one_file() || page === 'tree' || page === 'flame' || page === 'graph' || page === 'map' || (page === 'source' && id !== null);
}
