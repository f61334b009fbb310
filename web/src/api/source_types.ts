// SPDX-License-Identifier: MIT
//
// What the engine answers about source lines, as docs/api.md has it.
import type { Certainty } from '../base/cost';
import type { RawCount } from '../base/count';
import type { RawCosts, SelfCosts, SourceCall } from './types';

export interface SourceJump {
  kind: 'jump' | 'jcnd';
  file: string | null;
  line: RawCount | null;
  function: string | null;
  executed: RawCount;
  followed: RawCount;
}

/// A line of an inlined function.
export interface InlinedPlace extends SelfCosts {
  file: string | null;
  /// Missing if the file has no source view.
  file_id?: string;
  line: RawCount | null;
}

/// A function that was inlined into a line, or into the function above it.
export interface InlinedNode {
  function: string | null;
  with_inlined: RawCosts;
  with_inlined_certainty?: Certainty;
  /// Its own lines, the most expensive first.
  lines: InlinedPlace[];
  /// The most expensive first.
  inlined?: InlinedNode[];
}

export interface SourceLine {
  line: RawCount | null;
  text: string | null;
  beyond_end: boolean;
  self: RawCosts | null;
  self_certainty?: Certainty;
  /// Self costs and all code that was inlined into the line, if that is known.
  with_inlined?: RawCosts;
  with_inlined_certainty?: Certainty;
  /// These and all calls from there; bounded where calls are recursive.
  with_calls?: RawCosts;
  with_calls_max?: RawCosts | null;
  certainty?: Certainty;
  inlined?: InlinedNode[];
  calls?: SourceCall[];
  jumps?: SourceJump[];
}

/// Where the text of a file was looked for; `lines` null: it was not found.
export interface SourceText {
  path: string | null;
  lines: number | null;
  newer: boolean;
  tried: { path: string; problem: string }[];
}

export interface SourceFile {
  id?: string;
  file: string;
  /// Where it is on this machine; missing if it was not found.
  full_path?: string;
  inlined_here: boolean;
  source: SourceText;
  self: RawCosts;
  inlined: RawCosts;
  /// Where it is known what was inlined.
  outermost?: RawCosts;
  lines: SourceLine[];
}

export interface Annotation {
  events: string[];
  totals: RawCosts;
  /// How to know what was inlined, if it is not known.
  inlined_note?: string;
  files: SourceFile[];
  /// Where the function that was asked for with the file begins, or else its hottest line.
  function_line?: RawCount | null;
  hottest_line?: RawCount | null;
  accounting: ({ what: string; files: number | null } & SelfCosts)[];
}
