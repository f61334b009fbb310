// SPDX-License-Identifier: MIT
//
// The call graph: a drawing, and the same functions and calls as tables.
import type { ComponentChildren } from 'preact';
import { api_address, type Params } from '../../api/client';
import type { DrawnGraph, Graph } from '../../api/types';
import { counted, grouped, printed_percent } from '../../base/amounts';
import { cost_of, marked } from '../../base/cost';
import { visible } from '../../base/names';
import { key, refine } from '../../state/navigation';
import { common_params } from '../../state/session';
import { CycleTag, shown_name } from '../../ui/cells';
import { total_of } from '../../ui/columns';
import { Waiting } from '../../ui/states';
import { useStatus } from '../../ui/status';
import { useSubject } from '../../ui/subject';
import { ViewTools } from '../../ui/tool_bar';
import { useAnswer } from '../../ui/use_answer';
import { ViewHead } from '../../ui/view_parts';
import { GraphChoices } from './graph_choices';
import { found_nodes, GraphPicture } from './graph_picture';
import { GraphTables } from './graph_tables';

/// A graph is of one event.
export function graph_params() {
  const { e2: _second, ...params } = common_params();
  return {
    ...params,
    q: key('q'),
    group: key('group'),
    of: key('fn'),
    up: key('up'),
    down: key('down'),
    min: key('least'),
    min_call: key('least'),
    nodes: key('nodes'),
    cluster_by: key('cluster'),
    open_cycles: key('cycles'),
    direction: key('direction'),
    boxes: key('boxes'),
  };
}

interface GraphProps<D> {
  title: string;
  params: Params;
  /// Of a graph of one profile.
  tables?: (data: D) => ComponentChildren;
  notes: (data: D) => ComponentChildren;
  legend?: ComponentChildren;
}

/// A call graph as a view, of one side or of both.
export function GraphOf<D extends DrawnGraph>(props: GraphProps<D>) {
  const { title, params, tables, notes, legend } = props;
  const answer = useAnswer<D>(api_address('graph', params));
  const { data } = answer;
  useSubject(data === null || data.around === null ? null : (data.nodes[data.around]?.name ?? null));
  const as_table = tables !== undefined && key('as') === 'table';
  return (
    <section class="view" aria-busy={answer.is_loading}>
      <ViewHead title={title}>
        <GraphChoices graph={data} has_tables={tables !== undefined} />
        {legend}
        <ViewTools whole={{ view: 'graph', params, forms: ['svg', 'html', 'dot', 'mermaid'] }} />
      </ViewHead>
      <Waiting of={answer} what="Drawing the call graph" />
      {data !== null && <Found graph={data} />}
      {data !== null && data.nodes.length === 0 && <Nothing graph={data} />}
      {data !== null && data.nodes.length > 0 && (
        <>
          {notes(data)}
          {as_table ? tables(data) : <GraphPicture graph={data} />}
        </>
      )}
    </section>
  );
}

export function GraphView() {
  return (
    <GraphOf<Graph>
      title="Call graph"
      params={graph_params()}
      tables={(graph) => <GraphTables graph={graph} />}
      notes={(graph) => (
        <>
          <LeftOut graph={graph} />
          <CycleBoxes graph={graph} />
        </>
      )}
    />
  );
}

function Nothing({ graph }: { graph: DrawnGraph }) {
  if (graph.not_shown.functions === 0) {
    return <p class="empty">Nothing here has a cost.</p>;
  }
  return (
    <p class="empty">
      No function is expensive enough to be drawn.{' '}
      <button type="button" onClick={() => refine({ least: '0' })}>
        Draw all
      </button>
    </p>
  );
}

export const kDashed =
  'Dashed arrows stand for calls through functions that are not shown; their cost is an upper bound.';

/// What is not drawn, and what dashed arrows mean.
function LeftOut({ graph }: { graph: Graph }) {
  const { functions, self, self_certainty, calls } = graph.not_shown;
  const cost = cost_of(self, self_certainty ?? 'exact');
  const share = marked(printed_percent(cost, total_of(graph.totals, 0)));
  const words = [
    ...(functions > 0 ? [`${grouped(BigInt(functions))} functions with ${share} % self cost`] : []),
    ...(calls > 0 ? [`${grouped(BigInt(calls))} calls`] : []),
  ];
  const dashed = graph.dashed_edges.length > 0 ? ` ${kDashed}` : '';
  return words.length + dashed.length === 0 ? null : (
    <p class="note">
      {words.length > 0 && `Not shown: ${words.join(', and ')}.`}
      {dashed}
    </p>
  );
}

/// A box has room for the name of one member.
function CycleBoxes({ graph }: { graph: Graph }) {
  const boxes = graph.nodes.filter(({ functions }) => functions > 1);
  return boxes.length === 0 ? null : (
    <p class="note">
      Members of cycles, of which each is a box:{' '}
      {boxes.map((box) => (
        <CycleTag of={box} tab_index={0} key={box.id}>
          <bdi>{visible(shown_name(box.name), 60)}</bdi> + {grouped(BigInt(box.functions - 1))} more
        </CycleTag>
      ))}
    </p>
  );
}

function Found({ graph }: { graph: DrawnGraph }) {
  const found = found_nodes(graph);
  useStatus(
    found === null
      ? `${counted(graph.nodes.length, 'function')}, ${counted(graph.edges.length, 'call')}`
      : `${counted(found.length, 'function')} found`,
  );
  return null;
}
