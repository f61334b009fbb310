// SPDX-License-Identifier: MIT
//
// The tree of calls of two sides in one, as far as the engine grows it: the branches that changed
// most. What is closed is in the address.
import { useMemo } from 'preact/hooks';
import { api_address } from '../../api/client';
import type { DiffTree } from '../../api/diff_types';
import { grouped } from '../../base/amounts';
import { raw_text } from '../../base/cost';
import { key, open_page, refine } from '../../state/navigation';
import { unit_of } from '../../state/session';
import { Amount, Change, FunctionName } from '../../ui/cells';
import { KeyCheck } from '../../ui/choices';
import { kNameTrack, kNumberTrack, shown_events, table_of } from '../../ui/columns';
import { Grid, type Column } from '../../ui/grid';
import { Indented } from '../../ui/indented';
import { ListedRows, next_row } from '../../ui/rows';
import { Fault, Loading } from '../../ui/states';
import { ViewTools } from '../../ui/tool_bar';
import { Twist } from '../../ui/twist';
import { useAnswer } from '../../ui/use_answer';
import { delta_cost, DiffLegend, has_changed, kStatusWords, side_cost } from '../lists/functions';
import { open_rows, type Node } from './tree_rows';
import { EstimatedLegend, TreeDirection, tree_params } from '../../views/trees/tree';

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
  const { name, at } = shown_events(tree.events)[0] ?? { name: '', at: 0 };
  const unit = unit_of(name);
  const figure = (side: 'old' | 'new'): Column<Node> => ({
    key: side,
    label: side === 'old' ? `Old ${name}` : `New ${name}`,
    is_number: true,
    is_extra: true,
    track: kNumberTrack,
    cell: ({ row }) => {
      const cost = side_cost(row[side], 'inclusive', at);
      return cost === null ? <span class="num dim">–</span> : <Amount unit={unit} cost={cost} />;
    },
    raw: ({ row }) => {
      const cost = side_cost(row[side], 'inclusive', at);
      return cost === null ? '' : raw_text(cost);
    },
  });
  return [
    figure('old'),
    figure('new'),
    {
      key: 'delta',
      label: 'Δ',
      is_number: true,
      track: kNumberTrack,
      cell: ({ row }) => {
        const cost = delta_cost(row, 'inclusive', at);
        return cost === null ? '–' : <Change unit={unit} cost={cost} />;
      },
      raw: ({ row }) => {
        const cost = delta_cost(row, 'inclusive', at);
        return cost === null ? '' : raw_text(cost);
      },
    },
    {
      key: 'name',
      label: tree.direction === 'bottom-up' ? 'Function, then its callers' : 'Function, then its callees',
      track: kNameTrack,
      cell: (node) => <BranchName node={node} />,
      raw: ({ row }) => `${'  '.repeat(row.depth)}${row.name ?? ''}`,
    },
  ];
}

function BranchName({ node }: { node: Node }) {
  const { row } = node;
  const is_open = !closed_rows().has(node.index);
  const word = kStatusWords[row.status];
  const hidden = row.not_shown?.children ?? 0;
  return (
    <Indented depth={row.depth}>
      <Twist is_open={node.has_rows ? is_open : null} toggle={(open) => toggle(node.index, open)} />
      <FunctionName id={row.id} name={row.name} file={row.file} object={row.object} tab_index={-1}>
        {word !== '' && <span class={`tag is-${row.status}`}>{word}</span>}
        {row.recursive && <span class="tag">recursive</span>}
        {hidden > 0 && (
          <span class="tag" title="Branches below it that are not shown">
            {grouped(BigInt(hidden))} more
          </span>
        )}
      </FunctionName>
    </Indented>
  );
}

export function DiffTreeView() {
  const only_changed = key('changed') === '1';
  const inverted = key('inv') === '1';
  const { threads: _threads, ...params } = tree_params() as Record<string, string | null>;
  const { data, fault, is_loading } = useAnswer<DiffTree>(
    api_address('tree', {
      ...params,
      base: 'base',
      changed: only_changed ? '1' : null,
      limit: kBranches,
    }),
  );
  const closed = key('closed') ?? '';
  const rows = useMemo(
    () => new ListedRows(data === null ? [] : open_rows(data.rows, closed_rows())),
    [data, closed],
  );
  return (
    <section class="view" aria-busy={is_loading}>
      <div class="view-head">
        <h1 tabIndex={-1}>{inverted ? 'Callers tree, compared' : 'Call tree, compared'}</h1>
        <TreeDirection also={{ closed: null }} />
        <KeyCheck name="changed" also={{ closed: null }}>
          only changed
        </KeyCheck>
        <DiffLegend />
        {data !== null && !data.exact_stacks && <EstimatedLegend />}
        {data === null ? (
          <ViewTools />
        ) : (
          <ViewTools
            whole={{
              view: 'tree',
              params: { ...params, base: 'base', changed: only_changed ? '1' : null },
            }}
            table={() => table_of(columns_of(data), open_rows(data.rows, new Set()))}
          />
        )}
      </div>
      {fault !== null && <Fault fault={fault} />}
      {data === null && fault === null && <Loading what="Growing both trees" />}
      {data !== null && data.rows.length === 0 && <p class="empty">Nothing changed.</p>}
      {data !== null && data.rows.length > 0 && (
        <Grid
          label="Call tree, compared"
          source={rows}
          columns={columns_of(data)}
          id_of={(node) => node.row.id}
          selected={key('sel')}
          level_of={(node) => ({
            depth: node.row.depth,
            is_open: node.has_rows ? !closed_rows().has(node.index) : null,
          })}
          on_toggle={(node, is_open) => toggle(node.index, is_open)}
          on_select={(node) => refine({ sel: node.row.id })}
          on_open={(node) => node.row.id !== null && open_page('fn', node.row.id)}
          next_match={(from, way) => next_row(rows, from, way, (node) => has_changed(node.row))}
        />
      )}
    </section>
  );
}
