// SPDX-License-Identifier: MIT
//
// One call tree of both sides, with the branches that changed most. Closed branches are part of the
// address.
import { useMemo } from 'preact/hooks';
import { api_address } from '../../api/client';
import type { DiffTree } from '../../api/diff_types';
import { grouped } from '../../base/amounts';
import { key, refine } from '../../state/navigation';
import { name_finder } from '../../state/search';
import { compared_params } from '../../state/session';
import { FunctionName } from '../../ui/cells';
import { KeyCheck } from '../../ui/choices';
import { ColumnMenu } from '../../ui/column_menu';
import { first_event, name_column, table_of } from '../../ui/columns';
import { FunctionGrid } from '../../ui/function_grid';
import type { Column } from '../../ui/grid';
import { Indented } from '../../ui/indented';
import { ListedRows, next_row } from '../../ui/rows';
import { Waiting } from '../../ui/states';
import { ViewTools } from '../../ui/tool_bar';
import { Twist } from '../../ui/twist';
import { useAnswer } from '../../ui/use_answer';
import { ViewHead } from '../../ui/view_parts';
import {
  delta_columns,
  DiffLegend,
  has_changed,
  kSideNames,
  only_changed,
  side_column,
  StatusTag,
} from '../lists/sides';
import { open_rows, type Node } from './tree_rows';
import { EstimatedLegend, TreeDirection } from '../../views/trees/tree';

const kBranches = 400;

function closed_rows(): Set<number> {
  return new Set(
    (key('closed') ?? '')
      .split(',')
      .filter((each) => /^\d+$/.test(each))
      .map(Number),
  );
}

function toggle(index: number, is_open: boolean): void {
  const closed = closed_rows();
  if (is_open) {
    closed.delete(index);
  } else {
    closed.add(index);
  }
  refine({ closed: [...closed].sort((a, b) => a - b).join(',') });
}

function columns_of(tree: DiffTree): Column<Node>[] {
  const event = { ...first_event(tree.events), measure: 'inclusive' as const };
  const own = (node: Node) => node.row;
  const words = { old: `Old ${event.name}`, new: `New ${event.name}` };
  return [
    ...kSideNames.map((side) => side_column(side, { key: side, label: words[side] }, own, event)),
    ...delta_columns('Δ', tree.events, own),
    name_column(
      {
        label:
          tree.direction === 'bottom-up'
            ? 'Function, then its callers'
            : 'Function, then its callees',
      },
      (node) => <BranchName node={node} />,
      ({ row }) => `${'  '.repeat(row.depth)}${row.name ?? ''}`,
    ),
  ];
}

function BranchName({ node }: { node: Node }) {
  const { row } = node;
  const is_open = !closed_rows().has(node.index);
  const hidden = row.not_shown?.children ?? 0;
  return (
    <Indented depth={row.depth}>
      <Twist is_open={node.has_rows ? is_open : null} toggle={(open) => toggle(node.index, open)} />
      <FunctionName of={row} tab_index={-1}>
        <StatusTag status={row.status} />
        {row.recursive && <span class="tag">recursive</span>}
        {hidden > 0 && (
          <span class="tag" title="Branches below that are not shown">
            {grouped(BigInt(hidden))} more
          </span>
        )}
      </FunctionName>
    </Indented>
  );
}

export function DiffTreeView() {
  const inverted = key('inv') === '1';
  const changed = only_changed();
  const params = { ...compared_params(), group: key('group'), inv: key('inv'), changed };
  const answer = useAnswer<DiffTree>(api_address('tree', { ...params, limit: kBranches }));
  const { data } = answer;
  const closed = key('closed') ?? '';
  const fits = name_finder();
  const rows = useMemo(
    () => new ListedRows(data === null ? [] : open_rows(data.rows, closed_rows())),
    [data, closed],
  );
  return (
    <section class="view" aria-busy={answer.is_loading}>
      <ViewHead title={inverted ? 'Callers tree compared' : 'Call tree compared'}>
        <TreeDirection also={{ closed: null }} />
        <KeyCheck name="unchanged" also={{ closed: null }}>
          unchanged branches too
        </KeyCheck>
        <DiffLegend />
        {data !== null && !data.exact_stacks && <EstimatedLegend />}
        <ColumnMenu kind="changed-tree" columns={data === null ? [] : columns_of(data)} />
        {data === null ? (
          <ViewTools />
        ) : (
          <ViewTools
            whole={{ view: 'tree', params }}
            table={() => table_of(columns_of(data), open_rows(data.rows, new Set()))}
          />
        )}
      </ViewHead>
      <Waiting of={answer} what="Building both trees" />
      {data !== null && data.rows.length === 0 && <p class="empty">Nothing changed.</p>}
      {data !== null && data.rows.length > 0 && (
        <FunctionGrid
          kind="changed-tree"
          label="Call tree compared"
          source={rows}
          columns={columns_of(data)}
          id_of={(node) => node.row.id}
          level_of={(node) => ({
            depth: node.row.depth,
            is_open: node.has_rows ? !closed_rows().has(node.index) : null,
          })}
          on_toggle={(node, is_open) => toggle(node.index, is_open)}
          row_class={({ row }) => (fits?.(row.name ?? '') === true ? 'fits' : '')}
          next_match={(from, way) =>
            next_row(rows, from, way, ({ row }) => fits?.(row.name ?? '') ?? has_changed(row))
          }
        />
      )}
    </section>
  );
}
