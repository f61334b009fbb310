// SPDX-License-Identifier: MIT
//
// Functions that share a name: commands and filters know no more than the name.
import { api_address, ask, is_one_file } from '../api/client';
import type { Named, Search } from '../api/types';
import { escaped } from '../base/words';
import { common_params, filter_params } from '../state/session';

const kMost = 100;

/// All functions of this name, as far as one can tell: none where nobody can be asked.
export async function namesakes(name: string): Promise<readonly Named[]> {
  if (is_one_file() || name === '') {
    return [];
  }
  const { parts, threads } = common_params();
  const is_expression = name.startsWith('/') && name.endsWith('/');
  const s = is_expression ? `/^${escaped(name)}$/` : name;
  const address = api_address('search', { ...filter_params(), parts, threads, s, limit: kMost });
  const found = await ask<Search>(address).catch(() => null);
  return (found?.functions.rows ?? []).filter((row) => row.name === name);
}
