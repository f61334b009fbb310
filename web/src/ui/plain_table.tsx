// SPDX-License-Identifier: MIT
//
// Tables of few rows: heads of texts and of numbers, some of a fixed width, and cells of costs.
import type { ComponentChildren } from 'preact';
import type { Unit } from '../base/amounts';
import type { Cost } from '../base/cost';
import { Amount, Change, Share } from './cells';

export interface NumberHead {
  readonly number: string | undefined;
  readonly track?: 'cost-track' | 'share-track';
}

export function number_heads(...names: string[]): NumberHead[] {
  return names.map((number) => ({ number }));
}

/// Of tables that compare.
export const kSides: readonly NumberHead[] = number_heads('old', 'new', 'Δ', 'Δ %');

interface Props {
  heads: readonly (string | NumberHead)[];
  class?: string;
  /// Rows.
  children: ComponentChildren;
}

export function PlainTable({ heads, class: extra = '', children }: Props) {
  return (
    <table class={`plain-table ${extra}`.trim()}>
      <thead>
        <tr>
          {heads.map((head, at) =>
            typeof head === 'string' ? (
              <th scope="col" key={at}>
                {head}
              </th>
            ) : (
              <th scope="col" class={`is-number ${head.track ?? ''}`.trim()} key={at}>
                {head.number}
              </th>
            ),
          )}
        </tr>
      </thead>
      <tbody>{children}</tbody>
    </table>
  );
}

interface NumberProps {
  track?: NumberHead['track'];
  children: ComponentChildren;
}

export function NumberCell({ track, children }: NumberProps) {
  return <td class={`is-number ${track ?? ''}`.trim()}>{children}</td>;
}

interface CostProps extends Omit<NumberProps, 'children'> {
  unit: Unit;
  cost: Cost | null;
  /// What stands where it is not known.
  none?: string;
}

export function AmountCell({ unit, cost, none, ...rest }: CostProps) {
  const shown = cost === null ? none : <Amount unit={unit} cost={cost} />;
  return <NumberCell {...rest}>{shown}</NumberCell>;
}

export function ChangeCell({ unit, cost, none, ...rest }: CostProps) {
  const shown = cost === null ? none : <Change unit={unit} cost={cost} />;
  return <NumberCell {...rest}>{shown}</NumberCell>;
}

export function ShareCell({ cost, whole }: { cost: Cost | null; whole: bigint }) {
  return <NumberCell>{cost !== null && <Share cost={cost} whole={whole} />}</NumberCell>;
}
