// SPDX-License-Identifier: MIT
//
// The groups beside the functions: choosing one narrows the list to its functions.
import type { Row, Top } from '../../api/types';
import { key, open_page, refine } from '../../state/navigation';
import { common_params, profile } from '../../state/session';
import { Name } from '../../ui/cells';
import { name_column } from '../../ui/columns';
import type { Column } from '../../ui/grid';
import { PagedList, usePaged } from '../../ui/paged_list';
import { SidePane } from '../../ui/side_pane';
import { useRank } from '../../ui/use_rank';
import { pane_figures } from './pane_figures';

/// The id of the row of all functions.
const kAll = '';

function all_functions({ totals, totals_certainty = 'exact' }: Top): Row {
  return {
    id: kAll,
    name: 'All',
    self: totals,
    self_certainty: totals_certainty,
    inclusive: totals,
    inclusive_max: null,
    certainty: totals_certainty,
    calls: null,
  };
}

/// The pane has one order, whatever the functions are sorted by.
function pane_columns(top: Top): Column<Row>[] {
  const unsorted = pane_figures(top).map(({ sort: _sort, ...column }) => column);
  return [
    ...unsorted,
    name_column(
      { label: 'Group' },
      ({ name, kind }) => <Name name={name} kind={kind} />,
      (row) => row.name ?? '',
    ),
  ];
}

export function group_params(by: string) {
  return { ...common_params(), group: by };
}

export function GroupPane({ by }: { by: string }) {
  const sort = profile.value?.has?.inclusive === true ? 'incl' : 'self';
  const params = { ...group_params(by), sort };
  const list = usePaged<Row, Top>('functions', params);
  const chosen = key('in');
  const rank = useRank('functions', params, chosen);
  const at = chosen === null ? 0 : rank === undefined ? undefined : rank + 1;
  return (
    <SidePane label={`Groups by ${by}`}>
      <PagedList
        kind="groups"
        list={list}
        what="Adding up groups"
        nothing={<p class="empty">No groups.</p>}
        label={`Groups by ${by}`}
        columns={pane_columns}
        first={all_functions}
        id_of={(row) => row.id}
        selected={chosen ?? kAll}
        on_select={({ id }) => id !== null && refine({ in: id })}
        on_open={({ id }) => id && open_page('fn', id, { group: by })}
        {...(at === undefined ? {} : { start_at: at })}
      />
    </SidePane>
  );
}
