// SPDX-License-Identifier: MIT
//
// The call graph: a drawing, and the same functions and calls as tables.
import { api_address } from '../../api/client';
import type { Graph } from '../../api/types';
import { grouped, printed_percent } from '../../base/amounts';
import { bar_of, cost_of, Exact, marked } from '../../base/cost';
import { key, link_with, refine } from '../../state/navigation';
import { kOff } from '../../state/place';
import { common_params, is_diff } from '../../state/session';
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
import { node_self } from './shapes';

/// A graph is of one event.
function graph_params() {
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
  };
}

export function GraphView() {
  const params = graph_params();
  const answer = useAnswer<Graph>(api_address('graph', params));
  const { data } = answer;
  useSubject(data === null || data.around === null ? null : (data.nodes[data.around]?.name ?? null));
  return (
    <section class="view" aria-busy={answer.is_loading}>
      <ViewHead title="Call graph">
        <GraphChoices graph={data} />
        <ViewTools whole={{ view: 'graph', params, forms: ['svg', 'html', 'dot', 'mermaid'] }} />
      </ViewHead>
      {is_diff.value && (
        <p class="note">
          This graph shows only the new side. <a href={link_with({ base: kOff })}>Leave the comparison</a>
        </p>
      )}
      <Waiting of={answer} what="Drawing the call graph" />
      {data !== null && <Found graph={data} />}
      {data !== null && data.nodes.length === 0 && <Nothing />}
      {data !== null && data.nodes.length > 0 && (
        <>
          <LeftOut graph={data} />
          {key('as') === 'table' ? <GraphTables graph={data} /> : <GraphPicture graph={data} />}
        </>
      )}
    </section>
  );
}

function Nothing() {
  return (
    <p class="empty">
      No function is expensive enough to be drawn.{' '}
      <button type="button" onClick={() => refine({ least: '0' })}>
        Draw all
      </button>
    </p>
  );
}

/// What is not drawn, and what dashed arrows mean.
function LeftOut({ graph }: { graph: Graph }) {
  const { functions, self, self_certainty, calls } = graph.not_shown;
  const cost = cost_of(self, self_certainty ?? 'exact');
  const share = marked(printed_percent(cost, total_of(graph.totals, 0)));
  const words = [
    ...(functions > 0 ? [`${grouped(BigInt(functions))} functions with ${share} % self cost`] : []),
    ...(calls > 0 ? [`${grouped(BigInt(calls))} calls`] : []),
  ];
  const dashed =
    graph.dashed_edges.length > 0
      ? ' Dashed arrows stand for calls through functions that are not shown; their cost is an upper bound.'
      : '';
  return words.length + dashed.length === 0 ? null : (
    <p class="note">
      {words.length > 0 && `Not shown: ${words.join(', and ')}.`}
      {dashed}
    </p>
  );
}

function Found({ graph }: { graph: Graph }) {
  const found = found_nodes(graph);
  const whole = total_of(graph.totals, 0);
  const costs = (found ?? []).map((at) => graph.nodes[at]).flatMap((each) => (each ? [node_self(each)] : []));
  const share = costs.reduce((sum, cost) => sum + bar_of(cost, whole), 0);
  const mark = costs.every((cost) => cost instanceof Exact) ? '' : '~ ';
  const count = (many: number, one: string) => `${grouped(BigInt(many))} ${many === 1 ? one : `${one}s`}`;
  useStatus(
    found === null
      ? `${count(graph.nodes.length, 'function')}, ${count(graph.edges.length, 'call')}`
      : `${count(found.length, 'function')} found, ${mark}${(share * 100).toFixed(2)} % self`,
  );
  return null;
}
