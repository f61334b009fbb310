// SPDX-License-Identifier: MIT
//
// Where a row is in a list of the engine, so that the list can be scrolled to it.
import { api_address, can_ask, type Params } from '../api/client';
import type { Window } from '../api/types';
import { kPage } from './rows';
import { useAnswer } from './use_answer';

/// From 0; undefined: not known yet, or the list does not have it.
export function useRank(path: string, params: Params, id: string | null): number | undefined {
  const address = id === null ? null : api_address(path, { ...params, row_of: id, limit: kPage });
  const { data, fault, is_loading } = useAnswer<Window<{ id: string | null }>>(
    address !== null && can_ask(address) ? address : null,
  );
  if (data === null || fault !== null || is_loading) {
    return undefined;
  }
  const at = data.rows.findIndex((row) => row.id === id);
  return at < 0 ? undefined : data.offset + at;
}
