// SPDX-License-Identifier: MIT
//
// The heaviest path through a function, and its cost in each part.
import type { PathStep, Peek } from '../../api/types';
import { visible } from '../../base/names';
import type { Table } from '../../base/tables';
import { parts } from '../../state/session';
import { FunctionName } from '../../ui/cells';
import {
  copied_number,
  first_event,
  inclusive_cost,
  place_columns,
  raw_or_empty,
  self_cost,
  table_of,
  total_of,
  type CopiedColumn,
} from '../../ui/columns';
import { AmountCell, PlainTable, ShareCell } from '../../ui/plain_table';

/// The path as it stands, for copies.
export function path_table(peek: Peek): Table {
  const { name, at } = first_event(peek.events);
  const columns: CopiedColumn<PathStep>[] = [
    copied_number('incl', `Inclusive ${name}`, (step) => raw_or_empty(inclusive_cost(step, at))),
    copied_number('self', `Self ${name}`, (step) => raw_or_empty(self_cost(step, at))),
    { key: 'name', label: 'Function', raw: (step) => step.name ?? '' },
    ...place_columns<PathStep>((step) => step),
  ];
  return table_of(columns, peek.path);
}

function label_of({ id }: { id: number }): string {
  return parts.value.find((each) => each.id === id)?.label ?? `part ${id}`;
}

export function parts_table(peek: Peek): Table {
  const { name, at } = first_event(peek.events);
  return table_of<Peek['parts'][number]>(
    [
      { key: 'part', label: 'Part', raw: label_of },
      copied_number('self', `Self ${name}`, (part) => raw_or_empty(self_cost(part, at))),
    ],
    peek.parts,
  );
}

export function HeaviestPath({ peek }: { peek: Peek }) {
  const { name, at, unit } = first_event(peek.events);
  const whole = total_of(peek.totals, at);
  if (peek.path.length === 0) {
    return <p class="dim">This file does not contain the heaviest path in {name}.</p>;
  }
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Heaviest path">
      <p class="dim">
        From the function up to the most expensive caller of each step, and down to the most expensive
        callee of each step. Costs are those of each function, in {name}.
      </p>
      <PlainTable
        class="fixed"
        heads={[
          { number: 'Inclusive', track: 'cost-track' },
          { number: '%', track: 'share-track' },
          { number: 'Self', track: 'cost-track' },
          'Function',
        ]}
      >
        {peek.path.map((step: PathStep, depth) => {
          const inclusive = inclusive_cost(step, at);
          return (
            <tr key={`${depth}-${step.id}`} class={depth === peek.path_at ? 'current' : ''}>
              <AmountCell unit={unit} cost={inclusive} />
              <ShareCell cost={inclusive} whole={whole} />
              <AmountCell unit={unit} cost={self_cost(step, at)} />
              <td>
                {depth === peek.path_at ? (
                  <strong>
                    <FunctionName of={{ ...step, id: null }} />
                  </strong>
                ) : (
                  <FunctionName of={step} />
                )}
              </td>
            </tr>
          );
        })}
      </PlainTable>
    </div>
  );
}

export function FunctionParts({ peek }: { peek: Peek }) {
  const { name, at, unit } = first_event(peek.events);
  const whole = total_of(peek.function.self, at);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Parts of this function">
      <PlainTable
        heads={[
          'Part',
          { number: `Self ${name}` },
          { number: '% of self', track: 'share-track' },
        ]}
      >
        {peek.parts.map((part) => (
          <tr key={part.id}>
            <th scope="row">{visible(label_of(part), 120)}</th>
            <AmountCell unit={unit} cost={self_cost(part, at)} />
            <ShareCell cost={self_cost(part, at)} whole={whole} />
          </tr>
        ))}
      </PlainTable>
      {peek.parts.length === 0 && <p class="dim">This function has no self cost in any part.</p>}
    </div>
  );
}
