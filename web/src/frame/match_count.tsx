// SPDX-License-Identifier: MIT
//
// How many functions have the words that are searched for in their names, and what they cost.
import { api_address } from '../api/client';
import type { Top } from '../api/types';
import { grouped, percent_text } from '../base/amounts';
import { row_query } from '../state/navigation';
import { can_list } from '../state/search';
import { common_params, event_name } from '../state/session';
import { first_event, total_of } from '../ui/columns';
import { useAnswer } from '../ui/use_answer';

export function MatchCount() {
  const params = { ...common_params(), q: row_query(), limit: 1 };
  const { data } = useAnswer<Top>(can_list() ? api_address('functions', params) : null);
  if (data === null) {
    return null;
  }
  const { at } = first_event(data.events);
  const share = percent_text(total_of(data.covered, at), total_of(data.totals, at));
  return (
    <span class="dim">
      {' '}
      {grouped(BigInt(data.matched))} of {grouped(BigInt(data.of))} functions, {share} % of{' '}
      {event_name.value} self
    </span>
  );
}
