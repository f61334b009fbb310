// SPDX-License-Identifier: MIT
//
// What is asked about one function or group.
import { api_address } from '../api/client';
import { key } from '../state/navigation';
import { common_params } from '../state/session';

/// Its costs, and so many of its callers and callees; of both sides, or of the shown group.
export function peek_address(id: string, diff: boolean, limit = 500): string {
  return api_address(`fn/${encodeURIComponent(id)}`, {
    ...common_params(),
    limit,
    ...(diff ? { base: 'base' } : { group: key('group') }),
  });
}
