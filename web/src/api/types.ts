// SPDX-License-Identifier: MIT
//
// What the engine answers, as docs/api.md has it.
import type { Certainty } from '../base/cost';
import type { RawCount } from '../base/count';
import type { GroupKind } from '../base/names';

export type RawCosts = readonly RawCount[];

export interface ApiFault {
  code: string;
  message: string;
  hint?: string | null;
  field?: string | null;
  position?: number | null;
  file?: string | null;
  line?: number | null;
  column?: number | null;
}

export interface EventInfo {
  name: string;
  long_name: string | null;
  unit: string | null;
  scale: RawCount;
  combine: 'sum' | 'max';
  formula: string | null;
  kind: 'stored' | 'derived' | 'ratio';
}

export interface PartInfo {
  id: number;
  number: RawCount | null;
  pid: RawCount | null;
  thread: RawCount | null;
  label: string;
  totals: RawCosts;
  /// "Type: value" of each `desc:` row.
  descriptions: string[];
}

export interface Profile {
  id: 'new' | 'base';
  files: string[];
  state: 'loading' | 'ready' | 'failed';
  format?: string | null;
  creator?: string | null;
  command?: string | null;
  pid?: RawCount | null;
  events?: EventInfo[];
  parts?: PartInfo[];
  totals?: RawCosts;
  /// What percentages are of, where `summary:` declares more than the rows have.
  percent_base?: RawCosts;
  has?: Record<
    | 'calls'
    | 'inclusive'
    | 'lines'
    | 'instructions'
    | 'jumps'
    | 'stacks'
    | 'paths'
    | 'invocations'
    | 'runs'
    | 'leaks'
    | 'estimates',
    boolean
  >;
  counts?: Record<string, RawCount>;
  warnings?: number;
  errors?: number;
  /// Why it is not all of what its producer meant to write, a line each; empty: it is.
  incomplete?: string[];
  /// Sentences about how it was read.
  notes?: string[];
}

export interface Meta {
  version: string;
  state: 'loading' | 'ready' | 'failed';
  /// Whether single records are there, not only sums.
  records: boolean;
  hash: string | null;
  error: ApiFault | null;
  profiles: Profile[];
  /// What a command needs to show the same, quoted for a shell.
  options?: string[];
  source_options?: string[];
  group_by: string[];
  limits: { file: number };
}

export interface Named {
  id: string | null;
  name: string | null;
  /// Forms of it that need less room, the longest first.
  shorter?: string[];
  file?: string | null;
  object?: string | null;
  /// Of groups by class only.
  kind?: GroupKind;
  /// Of flame graphs of functions only.
  namespace?: string | null;
  class?: string | null;
}

/// What it cost itself, by event.
export interface SelfCosts {
  self: RawCosts;
  self_certainty?: Certainty;
}

/// What it cost with all it called, by event, and what that may be at most.
export interface InclusiveCosts {
  inclusive: RawCosts;
  inclusive_max: RawCosts | null;
  certainty: Certainty;
}

/// How often it was called.
export interface CallCounts {
  calls: RawCount | null;
  calls_certainty?: Certainty;
}

/// How a cost is distributed over runs.
export interface RunCosts extends Quantiles {
  mean: number;
  /// The one with the maximum.
  run: string | null;
}

/// The merged runs that have a row; costs by event, null of those that are no single event.
export interface RowRuns {
  count: RawCount;
  /// Not of calls.
  self?: (RunCosts | null)[];
  inclusive: (RunCosts | null)[];
}

/// A function or group with its costs.
export interface Row extends Named, SelfCosts, InclusiveCosts, CallCounts {
  /// Where matches of the query are marked among all rows.
  fits?: boolean;
  file_id?: string | null;
  /// The self cost of this row and those above it, where it is asked for.
  running?: RawCount;
  running_certainty?: Certainty;
  /// The first of its own costs, where rows stand by place.
  line?: RawCount | null;
  cycle?: RawCount | null;
  /// Distinct stacks that it is on top of, where they are asked for.
  paths?: RawCount;
  /// Where it is asked for.
  runs?: RowRuns | null;
  self_ratios?: (number | null)[];
  inclusive_ratios?: (number | null)[];
}

export interface RatioInfo {
  name: string;
  formula: string;
  unit: string | null;
}

export interface Columns {
  events: string[];
  totals: RawCosts;
  totals_certainty?: Certainty;
  ratios?: RatioInfo[];
  group_by: string;
}

export interface Window<R> {
  rows: R[];
  of: number;
  offset: number;
  matched: number;
  /// Of a page in one file: how many rows are in it.
  held?: number;
}

export interface Top extends Columns, Window<Row> {
  covered: RawCosts;
  covered_certainty?: Certainty;
  /// The event that running totals are of, where they are asked for.
  running_of?: string;
  /// Number of rows that match the query, if all are listed.
  fitting?: number;
  /// The rank of the match that was asked for; null: there is none.
  match?: number | null;
  where?: { query: string; left_out: number };
}

/// A loop, named like its function.
export interface LoopRow extends Named, SelfCosts, InclusiveCosts {
  file_id?: string | null;
  first_line: RawCount | null;
  last_line: RawCount | null;
  address: RawCount;
  last_address: RawCount;
  depth: RawCount;
  iterations: RawCount | null;
  iterations_certainty?: Certainty;
  entries: RawCount | null;
  self_ratios?: (number | null)[];
}

export interface Loops extends Omit<Columns, 'group_by'>, Window<LoopRow> {}

/// Calls of one function from one place.
export interface SourceCall extends Named {
  count: RawCount | null;
  count_certainty?: Certainty;
  inclusive: RawCosts;
  certainty?: Certainty;
  /// Made by code that was inlined into the line.
  inlined?: boolean;
}

export interface CallRow extends SourceCall {
  recursive: boolean;
  in_cycle: boolean;
  root: boolean;
  runs?: RowRuns | null;
  inclusive_ratios?: (number | null)[];
}

export interface PathStep extends Named, SelfCosts, InclusiveCosts {}

/// What the inclusive cost of a cycle is made of, and what is left out.
export interface CycleBooks {
  cycle: RawCount;
  /// 1: a function that calls itself.
  members: RawCount;
  self: RawCosts;
  leaving: RawCosts;
  whole: RawCosts;
  entering: RawCosts;
  inside: RawCosts;
  calls_inside: RawCount | null;
  calls_inside_certainty?: Certainty;
  certainty: Certainty;
}

export interface Peek extends Columns {
  function: Row;
  /// Of a function on a cycle of a call graph.
  books?: CycleBooks;
  callers: CallRow[];
  callers_shown: number;
  callers_of: number;
  callees: CallRow[];
  callees_shown: number;
  callees_of: number;
  path: PathStep[];
  path_at: number;
  parts: ({ id: number } & SelfCosts)[];
}

export interface ReachRow extends Named, InclusiveCosts {
  distance: number;
  distance_max: number | null;
  recursive: boolean;
  in_cycle: boolean;
}

export interface Reach extends Columns, Window<ReachRow> {
  direction: 'callers' | 'callees';
  exact_stacks: boolean;
}

export interface Quantiles {
  min: RawCount;
  median: RawCount;
  p95: RawCount;
  max: RawCount;
}

export interface Invocations {
  events: string[];
  spread: { calls: RawCount; self: Quantiles[]; inclusive: Quantiles[] } | null;
  rows: {
    number: RawCount;
    name: string | null;
    call_file: string | null;
    line: RawCount | null;
    self: RawCosts;
    inclusive: RawCosts;
    depth: number;
    callers: { name: string | null }[];
  }[];
  shown: number;
  of: RawCount;
}

export interface TreeRow extends Row {
  recursive: boolean;
  children: number;
}

/// What trees and flame graphs have, which stand for stacks.
interface Stacks extends Columns {
  direction: 'top-down' | 'bottom-up';
  exact_stacks: boolean;
  path: TreeRow[];
  shown: number;
  contradictions?: Contradiction[];
}

export interface Tree extends Stacks {
  rows: TreeRow[];
  of: number;
  offset: number;
}

export type FrameRow = [
  parent: number,
  name: number,
  x: RawCount,
  width: RawCount,
  own: RawCount,
  flags: number,
  children: number,
  small: RawCount,
];

export interface Flame extends Stacks {
  names: Named[];
  width: RawCount;
  rows: FrameRow[];
  rest: RawCount;
  small: { children: number; width: RawCount } | null;
  squeezed: number;
}

/// A box of a drawn call graph: what it is, what is written in it, and where it is.
export interface GraphBox extends Named {
  functions: number;
  members?: Named[];
  hot: boolean;
  label: string;
  lines: string[];
  facts: string[];
  /// A class of the style sheet.
  color: string;
  /// How much of its bar is filled, from 0 to 1, and with self cost.
  bar: [number, number];
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface GraphArrow {
  from: number;
  to: number;
  hot?: boolean;
  label: string;
  label_at: [number, number] | null;
  facts: string[];
  color: string;
  share: number;
  path: number[];
}

/// What is drawn, of one profile or of both sides.
export interface DrawnGraph {
  around: number | null;
  width: number;
  height: number;
  nodes: GraphBox[];
  edges: GraphArrow[];
  dashed_edges: GraphArrow[];
  clusters: { name: string; x: number; y: number; width: number; height: number }[];
  not_shown: { functions: number; calls: number };
}

export interface GraphNode extends GraphBox, SelfCosts, InclusiveCosts {
  cycle: RawCount | null;
}

export interface GraphEdge extends GraphArrow, InclusiveCosts {
  calls: RawCount | null;
  calls_certainty?: Certainty;
}

export interface Graph extends Columns, DrawnGraph {
  nodes: GraphNode[];
  edges: GraphEdge[];
  not_shown: {
    functions: number;
    self: RawCount;
    self_certainty?: Certainty;
    calls: number;
  };
}

export interface MapTile extends Omit<Named, 'kind'> {
  kind:
    | 'function'
    | 'folder'
    | 'file'
    | 'object'
    | 'line'
    | 'process'
    | 'thread'
    | 'part'
    | 'self'
    | 'cut';
  file_id?: string | null;
  /// Of parts, and of threads and processes with only one: its id.
  part?: number | null;
  parent: number | null;
  depth: number;
  cost: RawCosts;
  cost_max: RawCosts | null;
  certainty: Certainty;
  /// Of `cut`: how many tiles it stands for.
  not_shown: number | null;
  lines: string[];
  /// Where the lines begin.
  lines_y: number;
  facts: string[];
  /// A class of the style sheet.
  color: string;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface CostMap extends Columns {
  around: boolean;
  width: number;
  height: number;
  tiles: MapTile[];
  titles: { tile: number; words: string; x: number; y: number; width: number; height: number }[];
  notes: string[];
}

/** Costs of the call graph that cannot all be true: the first of a code. */
export interface Contradiction {
  code: string;
  count: RawCount;
  message: string;
}

export interface Gate {
  passed: boolean;
  rules: {
    rule: string;
    event: string;
    /// null: the rule found nothing to check.
    scope: string | null;
    old: RawCount | number | null;
    new: RawCount | number | null;
    delta: RawCount | number | null;
    limit: string;
    passed: boolean;
    certainty: Certainty;
    noise: boolean;
    checked: number;
    failed: number;
    verdict_certainty?: Certainty;
  }[];
}

/// What filters leave of a profile.
export interface Filtered {
  notes: string[];
  estimates: boolean;
}

export interface Check {
  file: string;
  sound: boolean;
  findings: {
    severity: 'error' | 'warning' | 'note';
    code: string;
    line: number | null;
    column: number | null;
    message: string;
    hint: string | null;
    count?: number;
  }[];
}

export interface Search {
  events: string[];
  functions: { rows: (Named & InclusiveCosts)[]; of: number };
  files: { rows: { id: string; name: string }[]; of: number };
  objects: { rows: { id: string; name: string }[]; of: number };
}

/// Profiles next to the open one, the newest first.
export interface Bases {
  rows: { name: string; size: RawCount; modified_ms: number }[];
  /// Files too old to be looked at.
  unread: number;
}
