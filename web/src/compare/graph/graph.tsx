// SPDX-License-Identifier: MIT
//
// The call graph of two sides in one: blue boxes and arrows cost less than before, orange ones more.
import type { DiffGraph } from '../../api/diff_types';
import { grouped, printed_change } from '../../base/amounts';
import { cost_of, marked } from '../../base/cost';
import { unit_of } from '../../state/session';
import { graph_params, GraphOf, kDashed } from '../../views/graph/graph';
import { DiffLegend } from '../lists/sides';

function Notes({ graph }: { graph: DiffGraph }) {
  const { functions, calls, self_change, certainty } = graph.not_shown;
  const event = graph.events[0] ?? '';
  const change = marked(printed_change(unit_of(event), cost_of(self_change, certainty)));
  return (
    <p class="note">
      {graph.nodes.some(({ hot }) => hot) && 'Red marks the path of the largest change.'}
      {functions + calls > 0 &&
        ` Not shown: ${grouped(BigInt(functions))} functions with ${change} ${event} self change, and ${grouped(BigInt(calls))} calls.`}
      {graph.dashed_edges.length > 0 && ` ${kDashed}`}
    </p>
  );
}

export function DiffGraphView() {
  return (
    <GraphOf<DiffGraph>
      title="Call graph compared"
      params={{ ...graph_params(), q: null, threads: null, base: 'base' }}
      notes={(graph) => <Notes graph={graph} />}
      legend={<DiffLegend />}
    />
  );
}
