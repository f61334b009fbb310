// SPDX-License-Identifier: MIT
//
// The source files of both sides, those that changed most first.
import { useEffect, useMemo } from 'preact/hooks';
import { api_address } from '../../api/client';
import type { Diff, DiffRow } from '../../api/diff_types';
import { key, link_to, open_page } from '../../state/navigation';
import { common_params, session } from '../../state/session';
import { Name } from '../../ui/cells';
import { KeyCheck } from '../../ui/choices';
import { kNameTrack } from '../../ui/columns';
import { Grid } from '../../ui/grid';
import { all_rows, PagedRows } from '../../ui/rows';
import { cost_sort_now } from '../../ui/sorting';
import { Fault, Loading } from '../../ui/states';
import { ViewTools } from '../../ui/tool_bar';
import { diff_columns, DiffLegend, StatusTags } from '../lists/functions';
import { copied, FirstWindow, NoMatch } from '../../views/lists/functions';
import { PathMaps } from '../../views/source/path_maps';

/// Threads are of one side: a comparison takes parts alone.
export function compared_params() {
  return { ...common_params(), threads: null, base: 'base' };
}

function file_columns(diff: Diff) {
  return diff_columns(diff, true).map((column) =>
    column.key !== 'name'
      ? column
      : {
          ...column,
          label: 'File',
          track: kNameTrack,
          cell: (row: DiffRow) => (
            <Name
              name={row.name ?? '(no file)'}
              href={row.file_id ? link_to('source', row.file_id) : null}
              tab_index={-1}
            >
              <StatusTags row={row} />
            </Name>
          ),
        },
  );
}

export function DiffFiles() {
  const hash = session.value?.hash ?? '';
  const params = {
    ...compared_params(),
    q: key('q'),
    group: 'file',
    sort: key('sort') === null ? null : cost_sort_now(),
    changed: key('changed') === '1' ? '1' : null,
  };
  const question = api_address('functions', params);
  const window_of = (offset: number, limit: number) =>
    api_address('functions', { ...params, offset, limit });
  const rows = useMemo(() => new PagedRows<DiffRow, Diff>(window_of), [question, hash]);
  useEffect(() => () => rows.end(), [rows]);
  const diff = rows.answer.value;
  return (
    <section class="view">
      <div class="view-head">
        <h1 tabIndex={-1}>Source files, compared</h1>
        <KeyCheck name="changed">
          only changed
        </KeyCheck>
        <DiffLegend />
        <PathMaps />
        {diff === null ? (
          <ViewTools />
        ) : (
          <ViewTools
            whole={{ view: 'diff', params }}
            table={async () => copied(file_columns(diff), await all_rows<DiffRow>(window_of))}
          />
        )}
      </div>
      {rows.fault.value !== null && <Fault fault={rows.fault.value} />}
      {diff === null && rows.fault.value === null && <Loading what="Comparing files" />}
      {diff === null && <FirstWindow rows={rows} />}
      {diff !== null && diff.matched === 0 && key('q') !== null && <NoMatch />}
      {diff !== null && diff.matched === 0 && key('q') === null && (
        <p class="empty">No source file changed.</p>
      )}
      {diff !== null && diff.matched > 0 && (
        <Grid
          key={question}
          label="Source files, compared"
          source={rows}
          columns={file_columns(diff)}
          id_of={(row) => row.file_id ?? null}
          selected={null}
          on_select={() => undefined}
          on_open={(row) => row.file_id && open_page('source', row.file_id)}
        />
      )}
    </section>
  );
}
