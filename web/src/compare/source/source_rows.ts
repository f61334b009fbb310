// SPDX-License-Identifier: MIT
//
// The lines of both versions of a file as rows to show: pairs, what is gone, what is new, the calls
// below them that changed, and folds where nothing changed.
import type { DiffLine, DiffSourceCall } from '../../api/diff_types';
import { count, largest, magnitude } from '../../base/count';
import type { FoldKey } from '../../views/source/folds';
import {
  folded,
  heat_of_all,
  number_of,
  runs_of,
  type Heat,
} from '../../views/source/source_rows';

export type DiffSourceRow =
  | { kind: 'line'; line: DiffLine; key: string }
  | { kind: 'was'; line: DiffLine }
  | { kind: 'call'; call: DiffSourceCall }
  /// `of`: the first line of the run that the fold is in.
  | { kind: 'fold'; of: string; count: number; old: string; now: string };

/// What became of the text of a line. `likely`: found to be like another, which is a guess.
export type LineFate = 'same' | 'likely' | 'gone' | 'new' | 'unknown';

export function fate_of(line: DiffLine): LineFate {
  if (line.old_line === null && line.new_line === null) {
    return 'unknown';
  }
  if (line.match === 'similar') {
    return 'likely';
  }
  return line.new_line === null ? 'gone' : line.old_line === null ? 'new' : 'same';
}

/// As the address names a line: the new number, or the old one behind a minus where it is gone.
export function line_key(line: DiffLine): string {
  return line.new_line !== null ? String(line.new_line) : `-${line.old_line ?? 0}`;
}

/// Of its costs with inlined code, where they are known.
export function change_of(line: DiffLine, event: number): bigint {
  const raw = (line.delta?.with_inlined ?? line.delta?.self)?.[event];
  return raw === undefined ? 0n : count(raw);
}

function is_changed_call(call: DiffSourceCall): boolean {
  return (
    call.old === null ||
    call.new === null ||
    call.delta.inclusive.some((each) => count(each) !== 0n) ||
    (call.delta.calls !== null && count(call.delta.calls) !== 0n)
  );
}

function is_changed(line: DiffLine): boolean {
  return (
    fate_of(line) !== 'same' ||
    [...(line.delta?.self ?? []), ...(line.delta?.with_inlined ?? [])].some(
      (each) => count(each) !== 0n,
    ) ||
    (line.calls ?? []).some(is_changed_call)
  );
}

function with_details(line: DiffLine): DiffSourceRow[] {
  const rows: DiffSourceRow[] = [{ kind: 'line', line, key: line_key(line) }];
  if (line.old_text !== null) {
    rows.push({ kind: 'was', line });
  }
  for (const call of (line.calls ?? []).filter(is_changed_call)) {
    rows.push({ kind: 'call', call });
  }
  return rows;
}

function span(lines: readonly DiffLine[], side: 'old_line' | 'new_line'): string {
  const numbers = lines.map((each) => number_of(each[side])).filter((each) => each !== null);
  return numbers.length === 0 ? '–' : `${numbers[0]}–${numbers.at(-1)}`;
}

/// `opened`: keys of the folds that the reader opened. `at`: the line where the reader is.
export function diff_source_rows(
  lines: readonly DiffLine[],
  folds: boolean,
  opened: ReadonlySet<FoldKey>,
  at: number,
): DiffSourceRow[] {
  const key_at = (line: number) => lines.slice(line, line + 1).map(line_key).join('');
  const runs = runs_of(lines, folds ? is_changed : () => true);
  const pieces = folded(runs, (first) => opened.has(key_at(first)), at);
  return pieces.flatMap((run): DiffSourceRow[] => {
    const own = lines.slice(run.first, run.end);
    if (!run.is_cold) {
      return own.flatMap(with_details);
    }
    const [old, now] = [span(own, 'old_line'), span(own, 'new_line')];
    return [{ kind: 'fold', of: key_at(run.of), count: own.length, old, now }];
  });
}

function row_change(row: DiffSourceRow, event: number): bigint {
  return row.kind === 'line' ? change_of(row.line, event) : 0n;
}

/// Where costs changed, for the strip next to the scroll bar.
export function changes_of(rows: readonly DiffSourceRow[], event: number): Heat[] {
  const changes = rows.map((row) => row_change(row, event));
  const heat = heat_of_all(changes.map(magnitude));
  const changed = changes.filter((each) => each !== 0n);
  return heat.map((each, at) => ({ ...each, tone: (changed[at] ?? 0n) > 0n ? 'more' : 'less' }));
}

/// The next row after `from` whose cost changed, or whose text is gone or new.
export function next_change(
  rows: readonly DiffSourceRow[],
  event: number,
  from: number,
  step: 1 | -1,
): number | null {
  for (let at = from + step; at >= 0 && at < rows.length; at += step) {
    const row = rows[at];
    if (row?.kind === 'line' && (change_of(row.line, event) !== 0n || fate_of(row.line) !== 'same')) {
      return at;
    }
  }
  return null;
}

/// The line whose cost changed most, or else the first change of the text; null: there is none.
export function largest_change(lines: readonly DiffLine[], event: number): string | null {
  const sizes = lines.map((line) => magnitude(change_of(line, event)));
  const most = largest(sizes);
  const found =
    most > 0n ? lines[sizes.indexOf(most)] : lines.find((line) => fate_of(line) !== 'same');
  return found === undefined ? null : line_key(found);
}
