// SPDX-License-Identifier: MIT
//
// The heaviest way through a function, and what it cost in each part.
import type { PathStep, Peek } from '../../api/types';
import { cost_of, raw_text } from '../../base/cost';
import { visible } from '../../base/names';
import type { Table } from '../../base/tables';
import { parts, unit_of } from '../../state/session';
import { Amount, FunctionName, Name, Share } from '../../ui/cells';
import {
  inclusive_cost,
  place_columns,
  raw_or_empty,
  self_cost,
  shown_events,
  table_of,
  total_of,
  type CopiedColumn,
} from '../../ui/columns';
import { TableHead } from '../../ui/table_head';

/// The path as it stands, for copies.
export function path_table(peek: Peek): Table {
  const { name, at } = shown_events(peek.events)[0] ?? { name: '', at: 0 };
  const columns: CopiedColumn<PathStep>[] = [
    {
      key: 'incl',
      label: `Inclusive ${name}`,
      is_number: true,
      raw: (step) => raw_or_empty(inclusive_cost(step, at)),
    },
    {
      key: 'self',
      label: `Self ${name}`,
      is_number: true,
      raw: (step) => raw_or_empty(self_cost(step, at)),
    },
    { key: 'name', label: 'Function', raw: (step) => step.name ?? '' },
    ...place_columns<PathStep>((step) => step),
  ];
  return table_of(columns, peek.path);
}

export function parts_table(peek: Peek): Table {
  const { name, at } = shown_events(peek.events)[0] ?? { name: '', at: 0 };
  const label_of = (id: number) => parts.value.find((each) => each.id === id)?.label;
  return table_of<Peek['parts'][number]>(
    [
      { key: 'part', label: 'Part', raw: ({ id }) => label_of(id) ?? `part ${id}` },
      {
        key: 'self',
        label: `Self ${name}`,
        is_number: true,
        raw: (part) => raw_text(cost_of(part.self[at] ?? 0, part.self_certainty ?? 'exact')),
      },
    ],
    peek.parts,
  );
}

export function HeaviestPath({ peek }: { peek: Peek }) {
  const [event] = shown_events(peek.events);
  const at = event?.at ?? 0;
  const unit = unit_of(event?.name ?? '');
  const whole = total_of(peek.totals, at);
  if (peek.path.length === 0) {
    return <p class="dim">The heaviest path in {event?.name} is left out of this file.</p>;
  }
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Heaviest path">
      <p class="dim">
        From the function to ever the dearest caller, and down to ever the dearest callee. Costs are
        each function’s own, in {event?.name}.
      </p>
      <table class="plain-table fixed path-table">
        <TableHead
          heads={[
            { number: 'Inclusive', track: 'cost-track' },
            { number: '%', track: 'share-track' },
            { number: 'Self', track: 'cost-track' },
            'Function',
          ]}
        />
        <tbody>
          {peek.path.map((step: PathStep, depth) => {
            const inclusive = inclusive_cost(step, at);
            const self = self_cost(step, at);
            return (
              <tr key={`${depth}-${step.id}`} class={depth === peek.path_at ? 'current' : ''}>
                <td class="is-number">
                  {inclusive !== null && <Amount unit={unit} cost={inclusive} />}
                </td>
                <td class="is-number">
                  {inclusive !== null && <Share cost={inclusive} whole={whole} />}
                </td>
                <td class="is-number">
                  {self !== null && <Amount unit={unit} cost={self} />}
                </td>
                <td>
                  {depth === peek.path_at ? (
                    <strong>
                      <Name name={step.name} file={step.file} object={step.object} />
                    </strong>
                  ) : (
                    <FunctionName
                      id={step.id}
                      name={step.name}
                      file={step.file}
                      object={step.object}
                    />
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

export function FunctionParts({ peek }: { peek: Peek }) {
  const [event] = shown_events(peek.events);
  const at = event?.at ?? 0;
  const unit = unit_of(event?.name ?? '');
  const whole = total_of(peek.function.self, at);
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label="Parts of this function">
      <table class="plain-table">
        <TableHead
          heads={[
            'Part',
            { number: `Self ${event?.name ?? ''}` },
            { number: '% of its own', track: 'share-track' },
          ]}
        />
        <tbody>
          {peek.parts.map((part) => {
            const info = parts.value.find((each) => each.id === part.id);
            const cost = cost_of(part.self[at] ?? 0, part.self_certainty ?? 'exact');
            return (
              <tr key={part.id}>
                <th scope="row">{visible(info?.label ?? `part ${part.id}`, 120)}</th>
                <td class="is-number">
                  <Amount unit={unit} cost={cost} />
                </td>
                <td class="is-number">
                  <Share cost={cost} whole={whole} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
      {peek.parts.length === 0 && <p class="dim">It cost nothing itself in any part.</p>}
    </div>
  );
}
