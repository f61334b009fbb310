// SPDX-License-Identifier: MIT
//
// What the server has open, kept up to date by its stream of events.
import { computed, signal } from '@preact/signals';
import { ask_again, connection, forget_answers, is_abort, is_one_file, send } from '../api/client';
import type { ApiFault, EventInfo, Meta, PartInfo, Profile } from '../api/types';
import { count } from '../base/count';
import { kCounted, type Unit } from '../base/amounts';
import { place, set_keys } from './navigation';
import { key_of, kFilters, kOff } from './place';

export const session = signal<Meta | null>(null);
export const progress = signal<{ read: number; total: number } | null>(null);
export const session_fault = signal<ApiFault | null>(null);
/// Of a large profile sums come first; what asks for more waits while this is true.
export const lacks_records = computed(
  () => session.value?.state === 'ready' && !session.value.records,
);
/// Files that changed on disk after they were read; empty once they are read again.
export const changed_files = signal<string[]>([]);

export const profile = computed<Profile | null>(
  () => session.value?.profiles.find((each) => each.id === 'new') ?? null,
);
export const base_profile = computed<Profile | null>(
  () => session.value?.profiles.find((each) => each.id === 'base') ?? null,
);
export const events = computed<EventInfo[]>(() => profile.value?.events ?? []);
export const parts = computed<PartInfo[]>(() => profile.value?.parts ?? []);
/// As keys of the address name it.
export function part_number({ id, number }: PartInfo): string {
  return String(number ?? id + 1);
}

/// A comparison is shown, unless it is switched off.
export const is_diff = computed(
  () => base_profile.value !== null && key_of(place.value, 'base') !== kOff,
);
/// Those to choose from: comparisons are of events of both sides, and not of ratios.
export const offered_events = computed(() => {
  const others = base_profile.value?.events;
  return is_diff.value && others !== undefined
    ? events.value.filter(
        ({ name, kind }) => kind !== 'ratio' && others.some((other) => other.name === name),
      )
    : events.value;
});
/// The event that counts: as the address says, else the first.
export const event_name = computed(() => key_of(place.value, 'e') ?? events.value[0]?.name ?? '');

export function unit_of(name: string): Unit {
  const info = events.value.find((each) => each.name === name);
  return info ? { unit: info.unit, scale: count(info.scale) } : kCounted;
}

/// Another profile is open now: its parts, its groups and perhaps its events are others.
function leave_former(): void {
  const known = (name: string) => {
    const value = key_of(place.value, name);
    return events.value.some((each) => each.name === value) ? value : null;
  };
  const { keys } = place.value;
  const former = ['parts', 'threads', 'in', 'by', 'path', 'open', 'closed', 'at'];
  set_keys({
    ...Object.fromEntries(former.filter((name) => name in keys).map((name) => [name, null])),
    ...(keys['define'] === undefined ? { e: known('e'), e2: known('e2') } : {}),
  });
}

/// A file was sent, which may have the name of the one that is shown.
let expects_other = false;

export function expect_other_file(is_sent: boolean): void {
  expects_other = is_sent;
}

export async function load_session(): Promise<void> {
  const response = await send('/api/meta');
  const meta = (await response.json()) as Meta;
  if (meta.hash !== null) {
    forget_answers(meta.hash);
  }
  session_fault.value = meta.error;
  const before = profile.value?.files ?? [];
  const is_other = expects_other && meta.hash !== (session.value?.hash ?? null);
  expects_other = expects_other && !is_other && meta.state !== 'failed';
  session.value = meta;
  const now = profile.value?.files ?? [];
  if (before.length > 0 && (is_other || now.join('\n') !== before.join('\n'))) {
    leave_former();
  }
  if (meta.records || meta.state === 'failed') {
    progress.value = null;
    ask_again();
  }
}

interface Told {
  event: string;
  read?: number;
  total?: number;
  error?: ApiFault;
  files?: string[];
}

/// Events after which /api/meta tells something else.
const kNews: ReadonlySet<string> = new Set(['ready', 'records', 'reloaded', 'failed']);

async function heed(told: Told): Promise<void> {
  if (told.event === 'progress') {
    progress.value = { read: told.read ?? 0, total: told.total ?? 0 };
  } else if (told.event === 'changed') {
    changed_files.value = told.files ?? [];
  } else if (kNews.has(told.event)) {
    changed_files.value = [];
    await load_session();
  } else if (told.event === 'bye') {
    connection.value = 'gone';
  }
}

async function follow_stream(): Promise<void> {
  const response = await send('/api/events', { patient: false });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const piece = await reader?.read();
    if (piece === undefined || piece.done) {
      return;
    }
    const rows = (rest + piece.value).split('\n');
    rest = rows.pop() ?? '';
    for (const row of rows) {
      if (row.trim() !== '') {
        await heed(JSON.parse(row) as Told);
      }
    }
  }
}

const kPauses = [500, 1000, 2000, 4000, 8000, 15_000];

/// For as long as the page lives: the stream, and the way back to it when it ends.
export async function start_session(): Promise<void> {
  if (is_one_file()) {
    await load_session();
    return;
  }
  for (let tries = 0; ; tries += 1) {
    try {
      await load_session();
      tries = 0;
      await follow_stream();
    } catch (error) {
      if (!is_abort(error) && session.value === null && connection.value === 'ok') {
        session_fault.value = {
          code: 'no-session',
          message: error instanceof Error ? error.message : String(error),
        };
      }
    }
    if (connection.value === 'bad-token') {
      return;
    }
    const pause = kPauses[Math.min(tries, kPauses.length - 1)] ?? 1000;
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/// The filters that the profile is asked through.
export function filter_params(): Record<string, readonly string[] | null> {
  const { keys } = place.value;
  return Object.fromEntries(kFilters.map((name) => [name, keys[name] ?? null]));
}

/// What most questions take, from the address.
export function common_params(): Record<string, string | readonly string[] | null> {
  const { keys } = place.value;
  return {
    ...filter_params(),
    e: keys['e']?.[0] ?? null,
    e2: keys['e2']?.[0] ?? null,
    define: keys['define'] ?? null,
    parts: keys['parts']?.[0] ?? null,
    threads: keys['threads']?.[0] ?? null,
  };
}

/// Threads are of one side: a comparison takes parts alone.
export function compared_params() {
  return { ...common_params(), threads: null, base: 'base' };
}
