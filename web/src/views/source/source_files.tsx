// SPDX-License-Identifier: MIT
//
// The source files there are, by what was spent in them.
import { useEffect, useMemo } from 'preact/hooks';
import { api_address } from '../../api/client';
import type { Row, Top } from '../../api/types';
import { key, link_to, open_page } from '../../state/navigation';
import { common_params, session } from '../../state/session';
import { Name } from '../../ui/cells';
import { cost_columns, kNameTrack, self_cost, shown_events, total_of } from '../../ui/columns';
import { Grid, type Column } from '../../ui/grid';
import { all_rows, PagedRows } from '../../ui/rows';
import { cost_sorting, file_head } from '../../ui/sorting';
import { Fault, LoadingRecords } from '../../ui/states';
import { ViewTools } from '../../ui/tool_bar';
import { copied, FirstWindow, NoMatch } from '../lists/functions';
import { PathMaps } from './path_maps';

export function FileList() {
  const hash = session.value?.hash ?? '';
  // Lines have costs of their own alone, whatever the address says of another list.
  const sort = key('sort') === 'name' ? 'name' : null;
  const params = { ...common_params(), q: key('q'), sort };
  const question = api_address('files', params);
  const window_of = (offset: number, limit: number) =>
    api_address('files', { ...params, offset, limit });
  const rows = useMemo(() => new PagedRows<Row, Top>(window_of), [question, hash]);
  useEffect(() => () => rows.end(), [rows]);
  const top = rows.answer.value;
  return (
    <section class="view">
      <div class="view-head">
        <h1 tabIndex={-1}>Source files</h1>
        <PathMaps />
        {top === null ? (
          <ViewTools />
        ) : (
          <ViewTools table={async () => copied(file_columns(top), await all_rows<Row>(window_of))} />
        )}
      </div>
      {rows.fault.value !== null && <Fault fault={rows.fault.value} />}
      {top === null && rows.fault.value === null && <LoadingRecords what="Looking up files" />}
      {top === null && <FirstWindow rows={rows} />}
      {top !== null && top.matched === 0 && key('q') !== null && <NoMatch />}
      {top !== null && top.matched === 0 && key('q') === null && (
        <p class="empty">The profile names no source files.</p>
      )}
      {top !== null && top.matched > 0 && (
        <Grid
          key={question}
          label="Source files"
          source={rows}
          columns={file_columns(top)}
          id_of={(row) => row.file_id ?? null}
          selected={null}
          on_select={() => undefined}
          on_open={(row) => row.file_id && open_page('source', row.file_id)}
        />
      )}
    </section>
  );
}

function file_columns(top: Top): Column<Row>[] {
  return [
    ...shown_events(top.events).flatMap(({ name, at }, order) =>
      cost_columns<Row>({
        key: `self-${at}`,
        label: `Self ${name}`,
        event: name,
        whole: total_of(top.totals, at),
        cost: (row) => self_cost(row, at),
        ...(order === 0 ? { sort: cost_sorting('self') } : {}),
      }),
    ),
    {
      key: 'name',
      label: 'File',
      ...file_head(),
      track: kNameTrack,
      cell: (row) => (
        <Name
          name={row.name ?? '(no file)'}
          object={row.object}
          href={row.file_id ? link_to('source', row.file_id) : null}
          tab_index={-1}
        />
      ),
      raw: (row) => row.name ?? '',
    },
  ];
}
