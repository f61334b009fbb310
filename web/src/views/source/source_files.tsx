// SPDX-License-Identifier: MIT
//
// The source files there are, by what was spent in them.
import type { Row, Top, Window } from '../../api/types';
import type { ListKind } from '../../state/column_choice';
import { key, link_to, open_page, row_query } from '../../state/navigation';
import { common_params } from '../../state/session';
import { Name } from '../../ui/cells';
import { ColumnMenu } from '../../ui/column_menu';
import { cost_columns, listed_events, name_column, self_cost, total_of } from '../../ui/columns';
import type { Column } from '../../ui/grid';
import { copied_list, PagedList, usePaged, type Paged } from '../../ui/paged_list';
import { file_head, first_sorting } from '../../ui/sorting';
import { ViewTools } from '../../ui/tool_bar';
import { ViewHead } from '../../ui/view_parts';
import { NoMatch } from '../lists/functions';
import { PathMaps } from './path_maps';

export function FileList() {
  // Lines have costs of their own alone, whatever the address says of another list.
  const sort = key('sort') === 'name' ? 'name' : null;
  const params = { ...common_params(), q: row_query(), sort };
  const list = usePaged<Row, Top>('files', params);
  const copied = () => copied_list<Row, Top>('files', params, file_columns);
  return (
    <section class="view">
      <ViewHead title="Source files">
        <PathMaps />
        <ColumnMenu kind="files" columns={list.data === null ? [] : file_columns(list.data)} />
        <ViewTools is_ready={list.data !== null} table={copied} />
      </ViewHead>
      <FilePages
        kind="files"
        list={list}
        what="Loading files"
        of_records
        none="The profile names no source files."
        label="Source files"
        columns={file_columns}
      />
    </section>
  );
}

interface FilePagesProps<R, A extends Window<R>> {
  kind: ListKind;
  list: Paged<R, A>;
  what: string;
  of_records?: boolean;
  /// Where there is no file at all.
  none: string;
  label: string;
  columns: (answer: A) => readonly Column<R>[];
}

/// A list of files, each of which opens as source.
export function FilePages<R extends Pick<Row, 'file_id'>, A extends Window<R>>({
  none,
  ...list
}: FilePagesProps<R, A>) {
  return (
    <PagedList
      {...list}
      nothing={row_query() === null ? <p class="empty">{none}</p> : <NoMatch />}
      id_of={(row) => row.file_id ?? null}
      selected={null}
      on_select={() => undefined}
      on_open={(row) => row.file_id && open_page('source', row.file_id)}
    />
  );
}

function file_columns(top: Top): Column<Row>[] {
  return [
    ...listed_events(top.events).flatMap(({ name, at, suffix, is_offered }) =>
      cost_columns<Row>({
        key: `self${suffix}`,
        label: `Self ${name}`,
        event: name,
        whole: total_of(top.totals, at),
        cost: (row) => self_cost(row, at),
        is_offered,
        is_extra: is_offered,
        ...(suffix === '' ? { sort: first_sorting(top.events, 'self') } : {}),
      }),
    ),
    name_column(
      { label: 'File', ...file_head() },
      (row) => (
        <Name
          name={row.name ?? '(no file)'}
          object={row.object}
          href={row.file_id ? link_to('source', row.file_id) : null}
          tab_index={-1}
        />
      ),
      (row) => row.name ?? '',
    ),
  ];
}
