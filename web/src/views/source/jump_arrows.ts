// SPDX-License-Identifier: MIT
//
// Jumps of a file as arrows between the rows that are shown. The engine gives lanes to the lines of
// a whole file, for its text; here, lines fold, and arrows into a fold end there.
import type { SourceJump } from '../../api/source_types';
import { number_of, type SourceRow } from './source_rows';

export interface Arrow {
  /// 0 is next to the lines.
  lane: number;
  /// Rows.
  from: number;
  to: number;
  /// All jumps of the arrow are.
  is_conditional: boolean;
}

/// A jump from or to a row.
export interface JumpAt {
  from: number | null;
  jump: SourceJump;
}

export interface JumpPicture {
  arrows: readonly Arrow[];
  lane_count: number;
  /// By row; a fold has those that end in it.
  jumps: ReadonlyMap<number, readonly JumpAt[]>;
  /// Rows with jumps that no arrow shows: out of the file, within one row, or without a free lane.
  loose: ReadonlySet<number>;
}

export const kNoJumps: JumpPicture = {
  arrows: [],
  lane_count: 0,
  jumps: new Map(),
  loose: new Set(),
};

/// The row of each line; of a line that folds, its fold.
function rows_by_line(rows: readonly SourceRow[]): ReadonlyMap<number, number> {
  const row_of = new Map<number, number>();
  rows.forEach((row, at) => {
    if (row.kind === 'line' && row.number !== null && !row_of.has(row.number)) {
      row_of.set(row.number, at);
    } else if (row.kind === 'fold') {
      for (let line = row.from; line <= row.to; line += 1) {
        row_of.set(line, at);
      }
    }
  });
  return row_of;
}

/// Gives lanes, short arrows first, so that no arrow crosses or touches another one in its lane.
function with_lanes(arrows: Omit<Arrow, 'lane'>[], most_lanes: number): Arrow[] {
  const span = ({ from, to }: { from: number; to: number }) => Math.abs(to - from);
  const sorted = [...arrows].sort((a, b) => span(a) - span(b) || a.from - b.from || a.to - b.to);
  const taken: [first: number, last: number][][] = [];
  return sorted.flatMap((arrow) => {
    const top = Math.min(arrow.from, arrow.to);
    const bottom = Math.max(arrow.from, arrow.to);
    let lane = 0;
    while ((taken[lane] ?? []).some(([first, last]) => top <= last && bottom >= first)) {
      lane += 1;
    }
    if (lane >= most_lanes) {
      return [];
    }
    (taken[lane] ??= []).push([top, bottom]);
    return [{ ...arrow, lane }];
  });
}

export function jump_picture(rows: readonly SourceRow[], most_lanes: number): JumpPicture {
  const row_of = rows_by_line(rows);
  const jumps = new Map<number, JumpAt[]>();
  const drawn = new Map<string, Omit<Arrow, 'lane'>>();
  const all: { from: number; key: string }[] = [];
  const add = (row: number, jump: JumpAt) => jumps.set(row, [...(jumps.get(row) ?? []), jump]);
  rows.forEach((row, from) => {
    for (const jump of row.kind === 'line' ? (row.line.jumps ?? []) : []) {
      const target = jump.file === null ? row_of.get(number_of(jump.line) ?? -1) : undefined;
      const to = target ?? from;
      const key = `${from}-${to}`;
      const at = { from: row.kind === 'line' ? row.number : null, jump };
      all.push({ from, key });
      add(from, at);
      if (to !== from) {
        add(to, at);
        const is_conditional = jump.kind === 'jcnd' && (drawn.get(key)?.is_conditional ?? true);
        drawn.set(key, { from, to, is_conditional });
      }
    }
  });
  const arrows = with_lanes([...drawn.values()], most_lanes);
  const keys = new Set(arrows.map((each) => `${each.from}-${each.to}`));
  return {
    arrows,
    lane_count: arrows.reduce((most, each) => Math.max(most, each.lane + 1), 0),
    jumps,
    loose: new Set(all.filter((each) => !keys.has(each.key)).map((each) => each.from)),
  };
}
