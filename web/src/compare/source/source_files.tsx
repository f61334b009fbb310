// SPDX-License-Identifier: MIT
//
// The source files of both sides, largest change first.
import type { Diff, DiffRow } from '../../api/diff_types';
import { key, link_to, row_query } from '../../state/navigation';
import { compared_params } from '../../state/session';
import { Name } from '../../ui/cells';
import { KeyCheck } from '../../ui/choices';
import { ColumnMenu } from '../../ui/column_menu';
import { name_column } from '../../ui/columns';
import { copied_list, usePaged } from '../../ui/paged_list';
import { cost_sort_now } from '../../ui/sorting';
import { ViewTools } from '../../ui/tool_bar';
import { ViewHead } from '../../ui/view_parts';
import { diff_columns } from '../lists/functions';
import { DiffLegend, only_changed, StatusTags } from '../lists/sides';
import { PathMaps } from '../../views/source/path_maps';
import { FilePages } from '../../views/source/source_files';

function file_columns(diff: Diff) {
  const name = name_column<DiffRow>(
    { label: 'File' },
    (row) => (
      <Name
        name={row.name ?? '(no file)'}
        href={row.file_id ? link_to('source', row.file_id) : null}
        tab_index={-1}
      >
        <StatusTags row={row} />
      </Name>
    ),
    (row) => row.name ?? '',
  );
  return [...diff_columns(diff, true).filter((each) => each.key !== 'name'), name];
}

export function DiffFiles() {
  const params = {
    ...compared_params(),
    q: row_query(),
    group: 'file',
    sort: key('sort') === null ? null : cost_sort_now(),
    changed: only_changed(),
  };
  const list = usePaged<DiffRow, Diff>('functions', params);
  return (
    <section class="view">
      <ViewHead title="Source files compared">
        <KeyCheck name="unchanged">unchanged files too</KeyCheck>
        <DiffLegend />
        <PathMaps />
        <ColumnMenu
          kind="changes"
          columns={list.data === null ? [] : file_columns(list.data)}
        />
        <ViewTools
          is_ready={list.data !== null}
          whole={{ view: 'diff', params }}
          table={() => copied_list<DiffRow, Diff>('functions', params, file_columns)}
        />
      </ViewHead>
      <FilePages
        kind="changes"
        list={list}
        what="Comparing files"
        none="No source file changed."
        label="Source files compared"
        columns={file_columns}
      />
    </section>
  );
}
