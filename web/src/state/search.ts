// SPDX-License-Identifier: MIT
//
// The search: words or a query. The address has one of them.
import { api_address, ask, is_one_file } from '../api/client';
import type { Top } from '../api/types';
import { is_expression, is_query, name_query } from '../base/words';
import { place, refine } from './navigation';
import { key_of, type Change, type Place } from './place';
import { common_params, session } from './session';

/// As it was typed.
export function searched_text(): string {
  return key_of(place.value, 'q') ?? key_of(place.value, 'find') ?? '';
}

function search_keys(text: string): Change {
  const wanted = text.trim() === '' ? null : text;
  return wanted !== null && can_list() && is_query(wanted)
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
  if (query !== null && session.value?.hash && can_list()) {
    const params = { ...common_params(), q: query, limit: 1 };
    await ask<Top>(api_address('functions', params), signal);
  }
  return keys;
}

export async function search_for(text: string, signal?: AbortSignal): Promise<void> {
  refine(await taken_search(text, signal));
}

/// A page in one file has no engine that could narrow its lists.
export function can_list(): boolean {
  return !is_one_file();
}

export function can_search({ page, id }: Place): boolean {
  return can_list() || page === 'tree' || page === 'flame' || (page === 'source' && id !== null);
}
