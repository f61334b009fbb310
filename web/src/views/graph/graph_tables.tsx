// SPDX-License-Identifier: MIT
//
// The functions and calls of a drawn call graph as tables.
import type { Graph } from '../../api/types';
import { link_to } from '../../state/navigation';
import { unit_of } from '../../state/session';
import { CycleTag, KnownCount, Name, shown_name } from '../../ui/cells';
import { inclusive_cost, known_count, self_cost, total_of } from '../../ui/columns';
import { AmountCell, NumberCell, number_heads, PlainTable, ShareCell } from '../../ui/plain_table';

export function GraphTables({ graph }: { graph: Graph }) {
  const unit = unit_of(graph.events[0] ?? '');
  const whole = total_of(graph.totals, 0);
  const link = (at: number) => {
    const node = graph.nodes[at];
    const others = (node?.functions ?? 1) - 1;
    return (
      <Name
        name={node?.name ?? null}
        href={node?.id ? link_to('fn', node.id) : null}
        shorter={node?.shorter}
      >
        {node !== undefined && others > 0 && (
          <CycleTag of={node} tab_index={0}>
            cycle, {others} more
          </CycleTag>
        )}
      </Name>
    );
  };
  return (
    <div class="graph-tables" tabIndex={0} role="group" aria-label="Functions and calls">
      <PlainTable heads={[...number_heads('inclusive', '%', 'self', '%'), 'function']}>
        {graph.nodes.map((node, at) => (
          <tr key={at}>
            <AmountCell unit={unit} cost={inclusive_cost(node, 0)} />
            <ShareCell cost={inclusive_cost(node, 0)} whole={whole} />
            <AmountCell unit={unit} cost={self_cost(node, 0)} />
            <ShareCell cost={self_cost(node, 0)} whole={whole} />
            <td>{link(at)}</td>
          </tr>
        ))}
      </PlainTable>
      <PlainTable heads={[...number_heads('inclusive', '%', 'calls'), 'caller', 'callee']}>
        {graph.edges.map((edge, at) => (
          <tr key={at}>
            <AmountCell unit={unit} cost={inclusive_cost(edge, 0)} />
            <ShareCell cost={inclusive_cost(edge, 0)} whole={whole} />
            <NumberCell>
              <KnownCount of={known_count(edge.calls, edge.calls_certainty)} />
            </NumberCell>
            <td>{link(edge.from)}</td>
            <td>{link(edge.to)}</td>
          </tr>
        ))}
      </PlainTable>
      {graph.dashed_edges.length > 0 && (
        <>
          <h2>Through functions that are not shown</h2>
          <ul>
            {graph.dashed_edges.map((edge, at) => (
              <li key={at}>
                {shown_name(graph.nodes[edge.from]?.name ?? null)} →{' '}
                {shown_name(graph.nodes[edge.to]?.name ?? null)}: {edge.label}
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
