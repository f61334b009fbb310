// SPDX-License-Identifier: MIT
//
// Parts in order of time: a lane for each thread, with parts of one dump below each other, and
// neighbors together where there are more than bars that fit.
import type { PartInfo } from '../../api/types';
import { count } from '../../base/count';
import { part_number } from '../../state/session';

/// Neighbors; none where a lane has no part of that time.
export type Bar = readonly PartInfo[];

export interface Lane {
  /// Empty: the parts are of no thread, or of one each.
  name: string;
  /// As many in each lane: those of one place are of one time.
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

/// The time of each part of a lane: its number, and which one of that number it is in the lane.
function times_in(lane: readonly PartInfo[]): string[] {
  const met = new Map<string, number>();
  return lane.map((part) => {
    const number = part_number(part);
    const nth = met.get(number) ?? 0;
    met.set(number, nth + 1);
    return `${number}:${nth}`;
  });
}

/// Places of all times of all lanes, in order.
function places_of(lanes: readonly (readonly string[])[]): Map<string, number> {
  const times = [...new Set(lanes.flat())].map((time) => {
    const [number = '', nth = ''] = time.split(':');
    return { time, number: BigInt(number), nth: Number(nth) };
  });
  times.sort((a, b) => (a.number === b.number ? a.nth - b.nth : a.number < b.number ? -1 : 1));
  return new Map(times.map(({ time }, at) => [time, at]));
}

/// `room`: bars that fit next to each other.
export function lanes_of(parts: readonly PartInfo[], room: number): Lane[] {
  const threads = threads_of(parts);
  const times = threads.map((thread) => times_in(thread.parts));
  const places = places_of(times);
  const most = Math.max(1, Math.min(room, Math.floor(kMostBars / threads.length)));
  const together = Math.ceil(places.size / most);
  return threads.map(({ name, parts: own }, lane) => {
    const bars = Array.from({ length: Math.ceil(places.size / together) }, (): PartInfo[] => []);
    own.forEach((part, at) => {
      const place = places.get(times[lane]?.[at] ?? '') ?? 0;
      bars[Math.floor(place / together)]?.push(part);
    });
    return { name, bars };
  });
}

export interface At {
  lane: number;
  bar: number;
}

/// Places of a lane's bars that have parts.
function full_places(lane: Lane | undefined): number[] {
  return (lane?.bars ?? []).flatMap((bar, at) => (bar.length > 0 ? [at] : []));
}

function nearest(lanes: readonly Lane[], lane: number, wanted: number): At {
  const nearer = (a: number, b: number) => (Math.abs(b - wanted) < Math.abs(a - wanted) ? b : a);
  const [first = 0, ...others] = full_places(lanes[lane]);
  return { lane, bar: others.reduce(nearer, first) };
}

/// Where a key leads to; null: it is no such key.
export function bar_beside(lanes: readonly Lane[], { lane, bar }: At, key: string): At | null {
  const full = full_places(lanes[lane]);
  const at = full.indexOf(bar);
  switch (key) {
    case 'ArrowLeft':
      return { lane, bar: full[at - 1] ?? bar };
    case 'ArrowRight':
      return { lane, bar: full[at + 1] ?? bar };
    case 'ArrowUp':
      return nearest(lanes, Math.max(0, lane - 1), bar);
    case 'ArrowDown':
      return nearest(lanes, Math.min(lanes.length - 1, lane + 1), bar);
    case 'Home':
      return { lane, bar: full[0] ?? bar };
    case 'End':
      return { lane, bar: full.at(-1) ?? bar };
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
