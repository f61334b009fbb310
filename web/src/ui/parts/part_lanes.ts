// SPDX-License-Identifier: MIT
//
// Parts in order of time: a lane for each thread, and neighbors together where there are more than
// bars that fit.
import type { PartInfo } from '../../api/types';
import { count } from '../../base/count';
import { part_number } from '../../state/session';

/// Neighbors.
export type Bar = readonly PartInfo[];

export interface Lane {
  /// Empty: the parts are of no thread, or of one each.
  name: string;
  bars: readonly Bar[];
}

const kMostLanes = 100;
const kMostBars = 3000;

/// Dumps in order of time; those of one moment by thread.
function by_time(one: PartInfo, other: PartInfo): number {
  const numbers = BigInt(part_number(one)) - BigInt(part_number(other));
  const threads = count(one.thread ?? 0) - count(other.thread ?? 0);
  return Number(numbers) || Number(threads) || one.id - other.id;
}

function lane_name({ pid, thread }: PartInfo, names_process: boolean): string {
  const words = [
    ...(names_process && pid !== null ? [`process ${pid}`] : []),
    ...(thread === null ? [] : [`thread ${thread}`]),
  ];
  return words.join(', ');
}

/// Threads with one part each share a lane: they have no order of their own.
function threads_of(parts: readonly PartInfo[]): { name: string; parts: PartInfo[] }[] {
  const processes = new Set(parts.map(({ pid }) => pid).filter((pid) => pid !== null));
  const names_process = processes.size > 1;
  const threads = new Map<string, PartInfo[]>();
  for (const part of [...parts].sort(by_time)) {
    const name = lane_name(part, names_process);
    const lane = threads.get(name) ?? [];
    lane.push(part);
    threads.set(name, lane);
  }
  const lanes = [...threads].map(([name, of]) => ({ name, parts: of }));
  const is_one = lanes.length > kMostLanes || lanes.every((lane) => lane.parts.length === 1);
  return is_one ? [{ name: '', parts: lanes.flatMap((lane) => lane.parts) }] : lanes;
}

/// `room`: bars that fit next to each other.
export function lanes_of(parts: readonly PartInfo[], room: number): Lane[] {
  const threads = threads_of(parts);
  const longest = Math.max(...threads.map((thread) => thread.parts.length));
  const most = Math.max(1, Math.min(room, Math.floor(kMostBars / threads.length)));
  const together = Math.ceil(longest / most);
  return threads.map(({ name, parts: own }) => ({
    name,
    bars: Array.from({ length: Math.ceil(own.length / together) }, (_, at) =>
      own.slice(at * together, (at + 1) * together),
    ),
  }));
}

export interface At {
  lane: number;
  bar: number;
}

/// Where a key leads to; null: it is no such key.
export function bar_beside(lanes: readonly Lane[], { lane, bar }: At, key: string): At | null {
  const last = (of: number) => (lanes[of]?.bars.length ?? 1) - 1;
  const within = (of: number, wanted: number) => ({
    lane: of,
    bar: Math.max(0, Math.min(wanted, last(of))),
  });
  switch (key) {
    case 'ArrowLeft':
      return within(lane, bar - 1);
    case 'ArrowRight':
      return within(lane, bar + 1);
    case 'ArrowUp':
      return within(Math.max(0, lane - 1), bar);
    case 'ArrowDown':
      return within(Math.min(lanes.length - 1, lane + 1), bar);
    case 'Home':
      return within(lane, 0);
    case 'End':
      return within(lane, last(lane));
    default:
      return null;
  }
}

/// Parts of the bars between two, over all lanes between.
export function parts_between(lanes: readonly Lane[], one: At, other: At): PartInfo[] {
  const is_between = (at: number, a: number, b: number) =>
    Math.min(a, b) <= at && at <= Math.max(a, b);
  return lanes.flatMap(({ bars }, lane) =>
    is_between(lane, one.lane, other.lane)
      ? bars.filter((_, bar) => is_between(bar, one.bar, other.bar)).flat()
      : [],
  );
}
