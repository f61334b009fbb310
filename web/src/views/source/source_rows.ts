// SPDX-License-Identifier: MIT
//
// An annotated file as rows to show: lines, the inlined code, calls and jumps below them, and folds
// where nothing was spent.
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
  | { kind: 'fold'; from: number; to: number; count: number };

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

/// What is open at first (inlined_at_first()), and what the reader turned: first lines of cold runs,
/// nodes and lists of inlined code.
export interface Opened {
  at_first: ReadonlySet<InlinedNode>;
  toggled: ReadonlySet<FoldKey>;
}

function add_line(rows: SourceRow[], line: SourceLine, { at_first, toggled }: Opened): void {
  rows.push({ kind: 'line', line, number: number_of(line.line) });
  for (const row of inlined_rows(line.inlined ?? [], at_first, toggled)) {
    rows.push(row);
  }
  for (const call of line.calls ?? []) {
    rows.push({ kind: 'call', call, of: line });
  }
  for (const jump of line.jumps ?? []) {
    rows.push({ kind: 'jump', jump, of: line });
  }
}

/// `folds`: whether cold runs fold.
export function source_rows(file: SourceFile, folds: boolean, opened: Opened): SourceRow[] {
  const { lines } = file;
  const rows: SourceRow[] = [];
  const first_of = (run: Run) => number_of(lines[run.first]?.line ?? null) ?? 0;
  for (const run of runs_of(lines, folds ? is_warm : () => true)) {
    if (run.is_cold && !opened.toggled.has(first_of(run))) {
      const to = number_of(lines[run.end - 1]?.line ?? null) ?? 0;
      rows.push({ kind: 'fold', from: first_of(run), to, count: run.end - run.first });
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
function cost_in(row: SourceRow, event: number): bigint {
  return row.kind === 'line' ? count((row.line.with_inlined ?? row.line.self)?.[event] ?? 0) : 0n;
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

export interface Lane {
  lane: number;
  from: number;
  to: number;
  is_conditional: boolean;
}

const kLanes = 12;

/// Jumps inside the file as arcs between rows; short ones are innermost. Those for which there is no
/// lane are left out: their rows tell them in words.
export function jump_lanes(rows: readonly SourceRow[]): Lane[] {
  const row_of = new Map<number, number>();
  rows.forEach((row, at) => {
    if (row.kind === 'line' && row.number !== null && !row_of.has(row.number)) {
      row_of.set(row.number, at);
    }
  });
  const arcs: Omit<Lane, 'lane'>[] = [];
  for (const row of rows) {
    if (row.kind !== 'jump' || row.jump.file !== null) {
      continue;
    }
    const from = row_of.get(number_of(row.of.line) ?? -1);
    const to = row_of.get(number_of(row.jump.line) ?? -1);
    if (from !== undefined && to !== undefined && from !== to) {
      arcs.push({ from, to, is_conditional: row.jump.kind === 'jcnd' });
    }
  }
  arcs.sort((a, b) => Math.abs(a.to - a.from) - Math.abs(b.to - b.from));
  const taken: [number, number][][] = [];
  const lanes: Lane[] = [];
  for (const arc of arcs) {
    const top = Math.min(arc.from, arc.to);
    const bottom = Math.max(arc.from, arc.to);
    let lane = 0;
    while ((taken[lane] ?? []).some(([first, last]) => top <= last && bottom >= first)) {
      lane += 1;
    }
    if (lane < kLanes) {
      (taken[lane] ??= []).push([top, bottom]);
      lanes.push({ ...arc, lane });
    }
  }
  return lanes;
}
