// SPDX-License-Identifier: MIT
//
// The tree of calls, a branch at a time: what is open is in the address.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { api_address } from '../../api/client';
import type { Tree, TreeRow } from '../../api/types';
import { bar_of, Exact } from '../../base/cost';
import { name_finder } from '../../state/search';
import { common_params, session } from '../../state/session';
import { key, open_page, place, refine } from '../../state/navigation';
import type { Change } from '../../state/place';
import { FunctionName } from '../../ui/cells';
import { Segments } from '../../ui/choices';
import { ColumnMenu } from '../../ui/column_menu';
import {
  calls_column,
  cost_columns,
  first_event,
  inclusive_cost,
  known_count,
  listed_events,
  name_column,
  offered_shares,
  self_cost,
  total_of,
} from '../../ui/columns';
import { useStatus } from '../../ui/status';
import { FunctionGrid } from '../../ui/function_grid';
import type { Column } from '../../ui/grid';
import { Indented } from '../../ui/indented';
import { Notes, Waiting } from '../../ui/states';
import { ViewTools } from '../../ui/tool_bar';
import { Twist } from '../../ui/twist';
import { ViewHead } from '../../ui/view_parts';
import { contradiction_notes } from './flame_notes';
import { parent_of, paths_to, TreeRows, type Node } from './tree_rows';
import { match_after, useMatches, type Matches } from './tree_search';

const kBranches = 100;
const kMostOpen = 200;
/// Of the key `open`: the reader has closed everything.
const kNoneOpen = '-';
const kOpenedDepth = 12;

function tree_columns(tree: Tree, rows: TreeRows): Column<Node>[] {
  const bottom_up = tree.direction === 'bottom-up';
  const costs = listed_events(tree.events).flatMap(({ name, at, suffix, is_offered }) => {
    const whole = total_of(tree.totals, at);
    const head = { event: name, of_event: name, is_offered, is_extra: is_offered };
    const above = (node: Node) =>
      (node.parent === null ? null : inclusive_cost(node.parent, at)) ?? new Exact(whole);
    const inclusive = cost_columns<Node>({
      ...head,
      key: `incl${suffix}`,
      label: bottom_up ? 'Self' : 'Inclusive',
      whole: key('pct') === 'parent' ? above : whole,
      cost: (node) => (node.row === null ? null : inclusive_cost(node.row, at)),
    });
    const self = cost_columns<Node>({
      ...head,
      key: `self${suffix}`,
      label: 'Self',
      whole,
      cost: (node) => (node.row === null ? null : self_cost(node.row, at)),
      is_extra: true,
    });
    return bottom_up ? inclusive : [...inclusive, ...offered_shares(self)];
  });
  return [
    ...costs,
    calls_column((node) =>
      node.row === null ? null : known_count(node.row.calls, node.row.calls_certainty),
    ),
    name_column(
      {
        label: bottom_up
          ? 'Function, then its callers'
          : 'Function, then its callees',
      },
      (node) =>
        node.row === null ? (
          <Indented depth={node.depth}>
            <Twist is_open={null} toggle={() => undefined} />
            <button
              type="button"
              class="plain link"
              tabIndex={-1}
              onClick={() => rows.more(node.path)}
            >
              {node.more} more
            </button>
          </Indented>
        ) : (
          <TreeName node={node} row={node.row} />
        ),
      (node) => (node.row === null ? '' : `${'  '.repeat(node.depth)}${node.row.name ?? ''}`),
    ),
  ];
}

function TreeName({ node, row }: { node: Node; row: TreeRow }) {
  const is_open = open_paths().has(node.path);
  return (
    <Indented depth={node.depth}>
      <Twist is_open={row.children > 0 ? is_open : null} toggle={(open) => toggle(node.path, open)} />
      <FunctionName of={row} tab_index={-1}>
        {row.recursive && (
          <span class="tag" title="Also one of its own callers">
            recursive
          </span>
        )}
      </FunctionName>
    </Indented>
  );
}

/// Paths of ids with commas between them: few are open at a time, and the longest tell the rest.
function open_paths(): Set<string> {
  const open = new Set<string>();
  const paths = (key('open') ?? '').replace(kNoneOpen, '').split(',');
  for (const path of paths.flatMap(paths_to)) {
    if (path !== '' && open.size < kMostOpen) {
      open.add(path);
    }
  }
  return open;
}

/// Only the ends of open paths, as open_paths() finds what is above them.
function open_key(open: ReadonlySet<string>): string {
  const all = [...open];
  return all.filter((path) => !all.some((other) => other.startsWith(`${path}.`))).join(',');
}

function toggle(path: string, is_open: boolean): void {
  const open = open_paths();
  if (is_open) {
    open.add(path);
  } else {
    for (const each of [...open]) {
      if (each === path || each.startsWith(`${path}.`)) {
        open.delete(each);
      }
    }
    const above = parent_of(path);
    if (above !== '') {
      open.add(above);
    }
  }
  refine({ open: open.size === 0 ? kNoneOpen : open_key(open) });
}

/// Down from the roots while one branch has half of all: there the tree begins to tell something.
function opened_at_first(rows: TreeRows, tree: Tree): string | null {
  const { at } = first_event(tree.events);
  const whole = total_of(tree.totals, at);
  let open = '';
  for (let index = 0; index < rows.total() && index < kOpenedDepth; index += 1) {
    const node = rows.row(index);
    if (node?.row == null || node.depth !== index || node.row.children === 0) {
      break;
    }
    const cost = inclusive_cost(node.row, at);
    if (cost === null || bar_of(cost, whole) < 0.5) {
      break;
    }
    open = node.path;
  }
  return open === '' ? null : open;
}

function tree_params() {
  return { ...common_params(), group: key('group'), inv: key('inv') };
}

/// Opens branches of a tree, unless the reader is elsewhere by now.
function open_too(rows: TreeRows, paths: readonly string[]): void {
  if (place.value.page === 'tree' && api_address('tree', tree_params()) === rows.question) {
    refine({ open: open_key(new Set([...open_paths(), ...paths])) });
  }
}

/// `also`: what of another direction says nothing of this one.
export function TreeDirection({ also }: { also: Change }) {
  return (
    <Segments
      label="Direction"
      name="inv"
      segments={[
        { value: null, label: 'Top-down', also },
        { value: '1', label: 'Bottom-up', also },
      ]}
    />
  );
}

export function EstimatedLegend() {
  return (
    <p class="legend">
      <span class="mark">~</span> estimated: split in proportion to the calls
    </p>
  );
}

async function open_hottest(rows: TreeRows): Promise<void> {
  const end = await rows.hottest_below(key('path') ?? '');
  open_too(rows, paths_to(parent_of(end)));
}

/// Opens what is above the next match.
async function reach_match(
  rows: TreeRows,
  matches: Matches,
  from: string,
  way: 1 | -1,
): Promise<number | null> {
  const next = match_after(matches, from, way);
  const at = next === null ? null : await rows.reach(next);
  if (next !== null && at !== null) {
    open_too(rows, paths_to(parent_of(next)));
    await new Promise(requestAnimationFrame);
  }
  return at;
}

export function TreeView() {
  const hash = session.value?.hash ?? '';
  const question = api_address('tree', tree_params());
  const root = key('path') ?? '';
  const rows = useMemo(
    () =>
      new TreeRows(question, (path, offset) =>
        api_address('tree', { ...tree_params(), path, offset, limit: kBranches }),
      ),
    [question, hash],
  );
  useEffect(() => () => rows.end(), [rows]);
  const open = key('open') ?? '';
  useEffect(() => rows.show(root, open_paths()), [rows, root, open]);
  const version = rows.version.value;
  const tree = rows.answer.value;
  const [grows, set_grows] = useState(open === '' && root === '');
  useEffect(() => {
    if (!grows || tree === null) {
      return;
    }
    const wanted = opened_at_first(rows, tree);
    if (wanted === null || open_paths().has(wanted)) {
      set_grows(wanted !== null && rows.is_waiting());
    } else {
      open_too(rows, paths_to(wanted));
    }
  }, [version, tree]);
  const fits = name_finder();
  const matches = useMatches(tree_params(), root);
  useStatus(matches?.words ?? null);
  const inverted = key('inv') === '1';
  return (
    <section class="view">
      <ViewHead title={inverted ? 'Callers tree' : 'Call tree'}>
        <TreeDirection also={{ open: null, path: null }} />
        {root !== '' && (
          <button type="button" onClick={() => refine({ path: null })}>
            Only one branch <span aria-hidden="true">×</span>
          </button>
        )}
        <button type="button" onClick={() => void open_hottest(rows)}>
          Open hottest path
        </button>
        {tree !== null && !tree.exact_stacks && <EstimatedLegend />}
        <ColumnMenu kind="tree" columns={tree === null ? [] : tree_columns(tree, rows)} />
        <ViewTools whole={{ view: 'tree', params: tree_params() }} />
      </ViewHead>
      <Notes of={contradiction_notes(tree?.contradictions ?? [])} />
      <Waiting of={{ data: tree, fault: rows.fault.value }} what="Building the tree" />
      {tree !== null && (
        <FunctionGrid
          key={question}
          kind="tree"
          label="Call tree"
          source={rows}
          columns={tree_columns(tree, rows)}
          id_of={(node) => node.row?.id ?? null}
          level_of={(node) => ({
            depth: node.depth,
            is_open:
              node.row === null || node.row.children === 0 ? null : open_paths().has(node.path),
          })}
          on_toggle={(node, is_open) => toggle(node.path, is_open)}
          row_class={({ row }) => (row !== null && fits?.(row.name ?? '') === true ? 'fits' : '')}
          next_match={
            matches === null
              ? undefined
              : (from, way) => reach_match(rows, matches, rows.row(from)?.path ?? '', way)
          }
          on_open={(node) => {
            if (node.row === null) {
              rows.more(node.path);
            } else if (node.row.id !== null) {
              open_page('fn', node.row.id);
            }
          }}
        />
      )}
    </section>
  );
}
