// SPDX-License-Identifier: MIT
//
// The functions beside a picture of one of them: choosing another one redraws it.
import type { Row, Top } from '../../api/types';
import { key } from '../../state/navigation';
import { CycleTag, Name } from '../../ui/cells';
import { name_column } from '../../ui/columns';
import type { Column } from '../../ui/grid';
import { PagedList, usePaged } from '../../ui/paged_list';
import { SidePane } from '../../ui/side_pane';
import { name_head } from '../../ui/sorting';
import { useRank } from '../../ui/use_rank';
import { function_params, name_label, NoMatch, open_row } from './functions';
import { pane_figures } from './pane_figures';

/// Names are no links: a click chooses, a second one opens.
function pane_columns(top: Top): Column<Row>[] {
  return [
    ...pane_figures(top),
    name_column(
      { label: name_label(), ...name_head() },
      (row) => (
        <Name
          name={row.name}
          file={row.file}
          object={row.object}
          kind={row.kind}
          shorter={row.shorter}
        >
          <CycleTag of={row} />
        </Name>
      ),
      (row) => row.name ?? '',
    ),
  ];
}

export function FunctionPane({ chosen }: { chosen: string | null }) {
  const params = function_params();
  const list = usePaged<Row, Top>('functions', params);
  const rank = useRank('functions', params, chosen);
  return (
    <SidePane label="Choose a function" starts_open={chosen === null}>
      <PagedList
        kind="choice"
        list={list}
        what="Sorting functions"
        nothing={<NoMatch />}
        label="Functions"
        columns={pane_columns}
        id_of={(row) => row.id}
        selected={chosen}
        on_open={(row) => open_row(row, key('group'))}
        {...(rank === undefined ? {} : { start_at: rank })}
      />
    </SidePane>
  );
}
