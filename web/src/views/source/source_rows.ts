// SPDX-License-Identifier: MIT
//
// An annotated file as rows to show: lines, the inlined code, calls and opened jumps below them,
// and folds where nothing was spent.
import type { InlinedNode, SourceFile, SourceJump, SourceLine } from '../../api/source_types';
import type { SourceCall } from '../../api/types';
import { count, largest, type RawCount } from '../../base/count';
import type { FoldKey } from './folds';
import { inlined_rows, type InlinedRow } from './inlined_rows';

export type SourceRow =
  | { kind: 'line'; line: SourceLine; number: number | null }
  | { kind: 'call'; call: SourceCall; of: SourceLine }
  | { kind: 'jump'; jump: SourceJump; of: SourceLine }
  | InlinedRow
  /// `of`: the first line of the run that the fold is in.
  | { kind: 'fold'; of: number; from: number; to: number; count: number };

const kAround = 3;
const kLeastFold = 4;

export function number_of(line: RawCount | null): number | null {
  return line === null ? null : Number(line);
}

function is_warm(line: SourceLine): boolean {
  return (
    line.self !== null ||
    line.with_inlined !== undefined ||
    (line.calls?.length ?? 0) > 0 ||
    (line.jumps?.length ?? 0) > 0
  );
}

/// What is open at first (inlined_at_first()), and what the reader turned: first lines of cold
/// runs, nodes and lists of inlined code, lists of jumps.
export interface Opened {
  at_first: ReadonlySet<InlinedNode>;
  toggled: ReadonlySet<FoldKey>;
  /// Index of the line where the reader is, which never folds; -1: none.
  at: number;
}

function add_line(rows: SourceRow[], line: SourceLine, { at_first, toggled }: Opened): void {
  rows.push({ kind: 'line', line, number: number_of(line.line) });
  for (const row of inlined_rows(line.inlined ?? [], at_first, toggled)) {
    rows.push(row);
  }
  for (const call of line.calls ?? []) {
    rows.push({ kind: 'call', call, of: line });
  }
  for (const jump of line.jumps !== undefined && toggled.has(line.jumps) ? line.jumps : []) {
    rows.push({ kind: 'jump', jump, of: line });
  }
}

/// `folds`: whether cold runs fold.
export function source_rows(file: SourceFile, folds: boolean, opened: Opened): SourceRow[] {
  const { lines } = file;
  const rows: SourceRow[] = [];
  const number_at = (at: number) => number_of(lines[at]?.line ?? null) ?? 0;
  const is_open = (first: number) => opened.toggled.has(number_at(first));
  for (const run of folded(runs_of(lines, folds ? is_warm : () => true), is_open, opened.at)) {
    if (run.is_cold) {
      const [from, to] = [number_at(run.first), number_at(run.end - 1)];
      rows.push({ kind: 'fold', of: number_at(run.of), from, to, count: run.end - run.first });
    } else {
      for (const line of lines.slice(run.first, run.end)) {
        add_line(rows, line, opened);
      }
    }
  }
  return rows;
}

export interface Run {
  first: number;
  /// Behind the last.
  end: number;
  is_cold: boolean;
}

/// Runs of lines near a warm one, and long ones far from any, in turns.
export function runs_of<L>(lines: readonly L[], is_line_warm: (line: L) => boolean): Run[] {
  const kept = new Array<boolean>(lines.length).fill(false);
  lines.forEach((line, at) => {
    if (is_line_warm(line)) {
      kept.fill(true, Math.max(0, at - kAround), at + kAround + 1);
    }
  });
  const runs: Run[] = [];
  for (let first = 0; first < lines.length; ) {
    let end = first + 1;
    while (end < lines.length && kept[end] === kept[first]) {
      end += 1;
    }
    const is_cold = kept[first] !== true && end - first >= kLeastFold;
    const before = runs.at(-1);
    if (before !== undefined && !before.is_cold && !is_cold) {
      before.end = end;
    } else {
      runs.push({ first, end, is_cold });
    }
    first = end;
  }
  return runs;
}

/// A piece of a run.
export interface Piece extends Run {
  /// The first line of the run.
  of: number;
}

/// What of each run folds: a cold one does, but for the lines around `at`, unless it is open.
export function folded(
  runs: readonly Run[],
  is_open: (first: number) => boolean,
  at: number,
): Piece[] {
  return runs.flatMap((run) => {
    const whole = { ...run, of: run.first };
    if (!run.is_cold || is_open(run.first)) {
      return [{ ...whole, is_cold: false }];
    }
    if (at < run.first || at >= run.end) {
      return [whole];
    }
    const first = at - kAround < run.first + kLeastFold ? run.first : at - kAround;
    const end = at + kAround + 1 > run.end - kLeastFold ? run.end : at + kAround + 1;
    return [
      { ...whole, end: first },
      { ...whole, first, end, is_cold: false },
      { ...whole, first: end },
    ].filter((each) => each.first < each.end);
  });
}

export interface Heat {
  /// Of all rows, from 0 to 1.
  at: number;
  share: number;
  /// Of changes: which way.
  tone?: 'more' | 'less';
}

/// Of the amounts of all rows, those that are any.
export function heat_of_all(amounts: readonly bigint[]): Heat[] {
  const most = largest(amounts);
  return amounts.flatMap((amount, index) =>
    amount > 0n
      ? [{ at: index / amounts.length, share: Number((amount * 1000n) / most) / 1000 }]
      : [],
  );
}

/// With what was inlined into the line, if that is known.
function cost_of_line(line: SourceLine, event: number): bigint {
  return count((line.with_inlined ?? line.self)?.[event] ?? 0);
}

function cost_in(row: SourceRow, event: number): bigint {
  return row.kind === 'line' ? cost_of_line(row.line, event) : 0n;
}

/// The most expensive line, of equals the first; null: no line has costs.
export function hottest_line(lines: readonly SourceLine[], event: number): number | null {
  const costs = lines.map((line) => (line.line === null ? 0n : cost_of_line(line, event)));
  const most = largest(costs);
  return most > 0n ? number_of(lines[costs.indexOf(most)]?.line ?? null) : null;
}

/// Where it is hot, for the strip next to the scroll bar.
export function heat_of(rows: readonly SourceRow[], event: number): Heat[] {
  return heat_of_all(rows.map((row) => cost_in(row, event)));
}

/// The next row after `from` whose line has at least a tenth of the hottest line's cost.
export function next_hot(
  rows: readonly SourceRow[],
  event: number,
  from: number,
  step: 1 | -1,
): number | null {
  const heat = rows.map((row) => cost_in(row, event));
  const most = largest(heat);
  for (let at = from + step; at >= 0 && at < rows.length; at += step) {
    const cost = heat[at] ?? 0n;
    if (cost > 0n && cost * 10n >= most) {
      return at;
    }
  }
  return null;
}
