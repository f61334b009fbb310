// SPDX-License-Identifier: MIT
//
// Which costs of lines the source view shows, each in a column.
import type { SourceLine } from '../../api/source_types';
import { cost_of, type Cost } from '../../base/cost';
import type { ShownEvent } from '../../ui/columns';

export interface LineColumn extends ShownEvent {
  kind: 'self' | 'with_inlined' | 'with_calls';
}

export const kLineCostNames: Record<LineColumn['kind'], string> = {
  self: 'self',
  with_inlined: 'with inlined',
  with_calls: 'with calls',
};

/// Which costs lines have, besides their own.
export interface LineCostKinds {
  with_inlined: boolean;
  with_calls: boolean;
}

/// The self cost of each event, and next to it the other ones that there are.
export function line_columns(
  events: readonly ShownEvent[],
  has: LineCostKinds,
): readonly LineColumn[] {
  const kinds: LineColumn['kind'][] = ['self'];
  if (has.with_inlined) {
    kinds.push('with_inlined');
  }
  if (has.with_calls) {
    kinds.push('with_calls');
  }
  return events.flatMap((event) => kinds.map((kind) => ({ ...event, kind })));
}

/// The costs of a line, or of code that was inlined into it.
export type LineCosts = Pick<SourceLine, 'self'> &
  Partial<
    Pick<
      SourceLine,
      | 'self_certainty'
      | 'with_inlined'
      | 'with_inlined_certainty'
      | 'with_calls'
      | 'with_calls_max'
      | 'certainty'
    >
  >;

/// Null: nothing is recorded of the line.
export function line_cost(
  line: LineCosts,
  { kind, at }: Pick<LineColumn, 'kind' | 'at'>,
): Cost | null {
  const raw = line[kind]?.[at];
  if (raw === undefined) {
    return null;
  }
  if (kind === 'self') {
    return cost_of(raw, line.self_certainty ?? 'exact');
  }
  if (kind === 'with_inlined') {
    return cost_of(raw, line.with_inlined_certainty ?? 'exact');
  }
  const most = line.with_calls_max?.[at];
  // A line has one certainty for all events, of which some may be known exactly.
  return cost_of(raw, most === raw ? 'exact' : (line.certainty ?? 'exact'), most);
}
