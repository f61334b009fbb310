// SPDX-License-Identifier: MIT
//
// What the engine answers of two sides, as docs/api.md has it: documents quern.diff/1.
import type { Certainty } from '../base/cost';
import type { RawCount } from '../base/count';
import type { SourceText } from './source_types';
import type { DrawnGraph, CallCounts, FrameRow, InclusiveCosts, Named, RawCosts, SelfCosts } from './types';

export interface Side extends Partial<SelfCosts>, InclusiveCosts, CallCounts {}

type ChangedCosts = Omit<InclusiveCosts, 'inclusive_max'>;

export interface Delta extends Partial<SelfCosts>, ChangedCosts, CallCounts {}

/// What rows of both sides have, whatever they are of; null: this side has no such row.
export interface BothSides {
  status: 'both' | 'added' | 'removed' | 'renamed';
  old: Side | null;
  new: Side | null;
  delta: Delta;
}

export interface Split {
  more_calls: RawCosts;
  dearer_calls: RawCosts;
  certainty?: Certainty;
}

export interface DiffTotals {
  old: RawCosts;
  new: RawCosts;
  delta: RawCosts;
  certainty?: Certainty;
}

/// What all answers of two sides have.
interface Compared {
  events: string[];
  totals: DiffTotals;
}

export interface DiffRow extends Named, BothSides {
  file_id?: string | null;
  match: 'exact' | 'normalised' | 'rule' | 'guess' | null;
  old_name: { name: string | null; file: string | null; object: string | null } | null;
  split: Split | null;
  noise: boolean;
}

export interface DiffCall extends BothSides {
  id?: string | null;
  caller: Named | null;
  callee: Named;
  split?: Split | null;
  noise?: boolean;
}

export interface BlameStep extends Named {
  inclusive: RawCount;
  self: RawCount;
  certainty: Certainty;
  self_certainty?: Certainty;
  split: Split | null;
}

export type DiffKind = 'added' | 'removed' | 'renamed' | 'changed' | 'unchanged';

export interface Diff extends Compared {
  schema: 'quern.diff/1';
  group_by: string;
  matches: Record<'exact' | 'rule' | 'normalised' | 'guess' | 'added' | 'removed', number>;
  rows: DiffRow[];
  of: number;
  matched: number;
  offset: number;
  unchanged: number;
  kinds: Record<DiffKind, number>;
  blame: BlameStep[];
}

export interface DiffTreeRow extends Named, BothSides {
  file_id?: string | null;
  parent: number;
  depth: number;
  noise: boolean;
  recursive: boolean;
  children: number;
  not_shown: { children: number } | null;
}

export interface DiffTree extends Compared {
  direction: 'top-down' | 'bottom-up';
  exact_stacks: boolean;
  rows: DiffTreeRow[];
  shown: number;
  not_shown: { children: number } | null;
  unchanged: number;
}

export type DiffFrameRow = [...FrameRow, was: RawCount | null, is: RawCount | null];

export interface DiffFlame extends Compared {
  exact_stacks: boolean;
  widths: 'both' | 'old' | 'new';
  width: RawCount;
  names: Named[];
  rows: DiffFrameRow[];
  hidden: number;
}

export interface DiffGraph extends Compared, DrawnGraph {
  not_shown: {
    functions: number;
    calls: number;
    self_change: RawCount;
    certainty: Certainty;
  };
}

export interface DiffPeek extends Compared {
  schema: 'quern.diff/1';
  function: DiffRow;
  callers: DiffCall[];
  callees: DiffCall[];
  callers_of: number;
  callees_of: number;
}

export interface DiffSourceCall extends Named, BothSides {
  inlined?: boolean;
  noise: boolean;
}

/// Where it is known, what a line costs with the code that was inlined into it.
export interface LineCosts extends SelfCosts {
  with_inlined?: RawCosts;
  with_inlined_certainty?: Certainty;
}

export interface DiffLine {
  old_line: RawCount | null;
  new_line: RawCount | null;
  match: 'same' | 'similar' | 'number' | null;
  text: string | null;
  old_text: string | null;
  beyond_end: boolean;
  old: LineCosts | null;
  new: LineCosts | null;
  delta: LineCosts | null;
  noise: boolean;
  calls?: DiffSourceCall[];
}

export interface DiffFile {
  id: string;
  file: string;
  /// Of the new side, as in SourceFile.
  full_path?: string;
  old_file: string | null;
  status: BothSides['status'];
  match: DiffRow['match'];
  paired: 'text' | 'number' | 'none';
  old_source: SourceText | null;
  new_source: SourceText | null;
  rows: number;
  lines: DiffLine[];
}

export interface DiffAnnotation extends Compared {
  files: DiffFile[];
  /// Of the new side; as in Annotation.
  function_line?: RawCount | null;
  /// What keeps costs with inlined code from being compared.
  missing_object?: { side: 'old' | 'new'; object: string | null; problem: string | null };
  accounting: (DiffTotals & { what: string; files: number | null })[];
}
