// SPDX-License-Identifier: MIT
//
// Where the lines of a source file are: what the page asks, and its link.
import { api_address, can_ask, is_one_file } from '../../api/client';
import type { InlinedPlace } from '../../api/source_types';
import { link_to } from '../../state/navigation';
import { common_params } from '../../state/session';

/// Asks where the file is on this machine, which a page in one file does not say.
export function with_full_path(): { full_path?: string } {
  return is_one_file() ? {} : { full_path: '1' };
}

/// `fn`: the function whose line is asked for too.
export function source_address(
  id: string,
  fn: string | null = null,
  from: number | null = null,
  to: number | null = null,
  more: { full_path?: string } = {},
): string {
  return api_address(`source/${encodeURIComponent(id)}`, {
    ...common_params(),
    fn,
    from,
    to,
    ...more,
  });
}

/// Null: the page has no such file.
export function place_link({ file_id, line }: InlinedPlace): string | null {
  if (file_id === undefined || !can_ask(source_address(file_id))) {
    return null;
  }
  return link_to('source', file_id, { line: line === null ? null : String(line) });
}
