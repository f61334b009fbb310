// SPDX-License-Identifier: MIT
//
// What the engine answers of two sides, as docs/api.md has it: documents quern.diff/1.
import type { Certainty } from '../base/cost';
import type { RawCount } from '../base/count';
import type { FrameRow, Named, RawCosts, SourceText } from './types';

export interface Side {
  self?: RawCosts;
  self_certainty?: Certainty;
  inclusive: RawCosts;
  inclusive_max: RawCosts | null;
  certainty: Certainty;
  calls: RawCount | null;
  calls_certainty?: Certainty;
}

export interface Delta {
  self?: RawCosts;
  self_certainty?: Certainty;
  inclusive: RawCosts;
  calls: RawCount | null;
  calls_certainty?: Certainty;
  certainty: Certainty;
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

export interface DiffRow extends Named {
  file_id?: string | null;
  old_id?: string | null;
  status: 'both' | 'added' | 'removed' | 'renamed';
  match: 'exact' | 'normalised' | 'rule' | 'guess' | null;
  old_name: { name: string | null; file: string | null; object: string | null } | null;
  old: Side | null;
  new: Side | null;
  delta: Delta;
  split: Split | null;
  noise: boolean;
}

export interface DiffCall {
  id?: string | null;
  caller: Named | null;
  callee: Named;
  status: DiffRow['status'];
  old: Side | null;
  new: Side | null;
  delta: Delta;
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

export interface Diff {
  schema: 'quern.diff/1';
  events: string[];
  group_by: string;
  totals: DiffTotals;
  matches: Record<'exact' | 'rule' | 'normalised' | 'guess' | 'added' | 'removed', number>;
  rows: DiffRow[];
  of: number;
  matched: number;
  offset: number;
  unchanged: number;
  kinds: Record<DiffKind, number>;
  blame: BlameStep[];
}

export interface DiffTreeRow extends Named {
  file_id?: string | null;
  old_id?: string | null;
  parent: number;
  depth: number;
  status: DiffRow['status'];
  old: Side | null;
  new: Side | null;
  delta: Delta;
  noise: boolean;
  recursive: boolean;
  children: number;
  not_shown: { children: number } | null;
}

export interface DiffTree {
  events: string[];
  totals: DiffTotals;
  direction: 'top-down' | 'bottom-up';
  exact_stacks: boolean;
  rows: DiffTreeRow[];
  shown: number;
  not_shown: { children: number } | null;
  unchanged: number;
}

export type DiffFrameRow = [...FrameRow, was: RawCount | null, is: RawCount | null];

export interface DiffFlame {
  events: string[];
  totals: DiffTotals;
  exact_stacks: boolean;
  widths: 'both' | 'old' | 'new';
  width: RawCount;
  names: Named[];
  rows: DiffFrameRow[];
  hidden: number;
}

export interface DiffPeek {
  schema: 'quern.diff/1';
  events: string[];
  totals: DiffTotals;
  function: DiffRow;
  callers: DiffCall[];
  callees: DiffCall[];
  callers_of: number;
  callees_of: number;
}

export interface SelfSide {
  self: RawCosts;
  self_certainty?: Certainty;
}

export interface DiffSourceCall extends Named {
  status: DiffRow['status'];
  old: Side | null;
  new: Side | null;
  delta: Delta;
  noise: boolean;
}

export interface DiffLine {
  old_line: RawCount | null;
  new_line: RawCount | null;
  match: 'same' | 'similar' | 'number' | null;
  text: string | null;
  old_text: string | null;
  beyond_end: boolean;
  old: SelfSide | null;
  new: SelfSide | null;
  delta: SelfSide | null;
  noise: boolean;
  calls?: DiffSourceCall[];
}

export interface DiffFile {
  id: string;
  old_id: string | null;
  file: string;
  old_file: string | null;
  status: DiffRow['status'];
  match: DiffRow['match'];
  paired: 'text' | 'number' | 'none';
  old_source: SourceText | null;
  new_source: SourceText | null;
  rows: number;
  lines: DiffLine[];
}

export interface DiffAnnotation {
  events: string[];
  totals: DiffTotals;
  files: DiffFile[];
  accounting: (DiffTotals & { what: string; files: number | null })[];
}
