// SPDX-License-Identifier: MIT
//
// A page in one file: the answers that it has with it, by their questions, as docs/api.md has them.
// Windows are put together and cut, and frames below a branch are cut out; no cost is worked out
// here. What is not held is undefined.
import { count } from '../base/count';
import { zoomed } from './embedded_flame';
import type { ApiFault, Flame, Meta, Peek, Row, Search, Top, Window } from './types';

/// How much of something is in the file; `of` null: nobody knows.
export interface Held {
  what: string;
  held: number;
  of: number | null;
}

export interface Book {
  schema: string;
  held: Held[];
  answers: Readonly<Record<string, unknown>>;
}

/// What is asked: one value a name, but for those that may stand several times.
export interface Question {
  path: string;
  params: ReadonlyMap<string, string>;
}

const kWindow = 100;
const kFlamePixels = '2400';

/// What a page in one file has, which is base64 of gzip of JSON. Rejects where this browser cannot
/// decompress, or the text is damaged.
export async function unpacked(text: string): Promise<string> {
  const bytes = Uint8Array.from(atob(text.trim()), (digit) => digit.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return new Response(stream).text();
}

export function read_book(text: string): Book | null {
  try {
    const book = JSON.parse(text) as Book;
    return book.schema === 'quern.page/1' ? book : null;
  } catch {
    return null;
  }
}

export function question_of(address: string): Question {
  const at = address.indexOf('?');
  const path = at < 0 ? address : address.slice(0, at);
  const params = new Map<string, string>();
  for (const piece of at < 0 ? [] : address.slice(at + 1).split('&')) {
    const equals = piece.indexOf('=');
    const name = piece.slice(0, equals);
    const before = params.get(name);
    const value = decodeURIComponent(piece.slice(equals + 1));
    params.set(name, before === undefined ? value : `${before}\n${value}`);
  }
  return { path, params };
}

export function address_of_question({ path, params }: Question): string {
  const pieces = [...params.entries()]
    .filter(([, value]) => value !== '')
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  return pieces.length === 0 ? path : `${path}?${pieces.join('&')}`;
}

function with_params(question: Question, change: Record<string, string | number>): Question {
  const params = new Map(question.params);
  for (const [name, value] of Object.entries(change)) {
    params.set(name, String(value));
  }
  return { path: question.path, params };
}

/// Of a comparison: those that both sides count, in the order of the new one.
function stored_events(meta: Meta | undefined, is_of_both: boolean): string[] {
  const [now, base] = (meta?.profiles ?? []).map((each) =>
    (each.events ?? []).filter((event) => event.kind === 'stored').map((event) => event.name),
  );
  return (now ?? []).filter((name) => !is_of_both || (base ?? []).includes(name));
}

function compares({ path, params }: Question): boolean {
  return params.has('base') || path === '/api/compare' || path === '/api/gate';
}

/// Without what changes nothing: defaults, and events that each answer has anyway.
function plain(book: Book, question: Question): Question {
  const params = new Map(question.params);
  const meta = book.answers['/api/meta'] as Meta | undefined;
  const stored = stored_events(meta, compares(question));
  const drop = (name: string, is_usual: (value: string) => boolean) => {
    const value = params.get(name);
    if (value !== undefined && is_usual(value)) {
      params.delete(name);
    }
  };
  drop('e', (value) => value === stored[0]);
  drop('e2', (value) => stored.includes(value));
  drop('p', (value) => value === 'new');
  drop('group', (value) => value === 'function');
  drop('inv', (value) => value === '0');
  drop('depth', (value) => value === '64');
  // Sources are held without the line of a function.
  drop('fn', () => question.path.startsWith('/api/source/'));
  const sort = params.get('sort')?.replace(/^-/, '');
  if (sort !== undefined) {
    params.set('sort', sort === 'self' ? '' : sort);
  }
  return { path: question.path, params };
}

function held(book: Book, question: Question): unknown {
  const address = address_of_question(question);
  return Object.hasOwn(book.answers, address) ? book.answers[address] : undefined;
}

export function fault_in(answer: unknown): ApiFault | null {
  const error = (answer as { error?: ApiFault | null } | undefined)?.error;
  return error !== null && error !== undefined && typeof error.message === 'string' ? error : null;
}

/// The rows of all windows that are held, up to the first that is not.
function window_answer(book: Book, question: Question): unknown {
  const offset = Number(question.params.get('offset') ?? 0);
  const limit = Number(question.params.get('limit') ?? kWindow);
  const at = (start: number) =>
    held(book, with_params(question, { limit: kWindow, offset: start })) as
      Window<unknown> | undefined;
  const first = at(0);
  if (first === undefined || !Array.isArray(first.rows)) {
    return first;
  }
  const rows = [...first.rows];
  for (let next = at(kWindow); rows.length < first.matched && next !== undefined; ) {
    rows.push(...next.rows);
    next = at(rows.length);
  }
  const shown = rows.slice(offset, offset + limit);
  return { ...first, rows: shown, shown: shown.length, offset, held: rows.length };
}

/// By another event: its own order, without the heaviest path, which may be another one.
function reordered(peek: Peek, event: string): Peek | undefined {
  const at = peek.events.indexOf(event);
  if (at < 0) {
    return undefined;
  }
  const highest_first = (rows: Peek['callers']) =>
    [...rows].sort((left, right) => {
      const less = count(right.inclusive[at] ?? 0) - count(left.inclusive[at] ?? 0);
      return less > 0n ? 1 : less < 0n ? -1 : 0;
    });
  // Of some that are left out, one might come first.
  if (peek.callers.length < peek.callers_of || peek.callees.length < peek.callees_of) {
    return undefined;
  }
  return {
    ...peek,
    callers: highest_first(peek.callers),
    callees: highest_first(peek.callees),
    path: [],
    path_at: 0,
  };
}

function function_answer(book: Book, question: Question): unknown {
  const limit = Number(question.params.get('limit') ?? kWindow);
  const wanted = with_params(question, { limit: kWindow });
  let answer = held(book, wanted) as Peek | undefined;
  const event = wanted.params.get('e');
  if (answer === undefined && event !== undefined && !wanted.params.has('base')) {
    const other = held(book, with_params(wanted, { e: '' })) as Peek | undefined;
    answer = other === undefined ? undefined : reordered(other, event);
  }
  if (answer === undefined || fault_in(answer) !== null) {
    return answer;
  }
  const callers = answer.callers.slice(0, limit);
  const callees = answer.callees.slice(0, limit);
  return {
    ...answer,
    callers,
    callees,
    callers_shown: callers.length,
    callees_shown: callees.length,
  };
}

function flame_answer(book: Book, question: Question): unknown {
  const path = question.params.get('path') ?? '';
  const whole = held(book, with_params(question, { px: kFlamePixels, path: '' }));
  if (path === '' || whole === undefined || fault_in(whole) !== null) {
    return whole;
  }
  return zoomed(whole as Flame, path.split('.'));
}

/// Those that are equal, then those that begin so, then those that hold it.
function fit(name: string, word: string): number | null {
  const at = name.indexOf(word);
  return name === word ? 0 : at === 0 ? 1 : at > 0 ? 2 : null;
}

function found<R>(rows: readonly R[], name_of: (row: R) => string | null, word: string): R[] {
  return rows
    .map((row) => ({ row, fits: fit(name_of(row) ?? '', word) }))
    .filter((each) => each.fits !== null)
    .sort((left, right) => (left.fits ?? 0) - (right.fits ?? 0))
    .map((each) => each.row);
}

/// A list with all of its rows that are held.
function held_list(book: Book, { path, params }: Question, sort: string): Top | undefined {
  const all = new Map([...params, ['sort', sort], ['offset', '0'], ['limit', '1000000']]);
  const answer = window_answer(book, { path, params: all }) as Partial<Top> | undefined;
  return Array.isArray(answer?.rows) ? (answer as Top) : undefined;
}

/// Both lists of functions, as far as they are held: by self and by inclusive costs.
function held_functions(book: Book, params: Question['params']): Top[] {
  return ['', 'incl'].flatMap(
    (sort) => held_list(book, { path: '/api/functions', params }, sort) ?? [],
  );
}

/// The members of the cycle that a function is on.
function members_answer(book: Book, question: Question): unknown {
  const { cycle_of: id, sort, limit, offset = '0', ...params } = Object.fromEntries(question.params);
  const lists = held_functions(book, new Map(Object.entries(params)));
  const functions = new Map(lists.flatMap(({ rows }) => rows).map((row) => [row.id, row]));
  const cycle = functions.get(id ?? null)?.cycle ?? null;
  const [list] = lists;
  if (list === undefined || cycle === null) {
    return undefined;
  }
  const at = Math.max(0, list.events.indexOf(params['e'] ?? ''));
  const cost = (row: Row) => count((sort === 'incl' ? row.inclusive : row.self)[at] ?? 0);
  const members = [...functions.values()]
    .filter((row) => row.cycle === cycle)
    .sort((left, right) => Number(cost(right) > cost(left)) - Number(cost(right) < cost(left)));
  const rows = members.slice(Number(offset), Number(offset) + Number(limit ?? kWindow));
  const all = { of: members.length, matched: members.length, held: members.length };
  return { ...list, ...all, rows, shown: rows.length, offset: Number(offset) };
}

function search_answer(book: Book, question: Question): unknown {
  const word = question.params.get('s') ?? '';
  if (question.params.has('parts') || question.params.has('threads')) {
    return undefined;
  }
  const limit = Number(question.params.get('limit') ?? 20);
  const lists = held_functions(book, new Map()).reverse();
  const functions = new Map<string | null, Row>();
  for (const row of lists.flatMap(({ rows }) => rows)) {
    functions.set(row.id, functions.get(row.id) ?? row);
  }
  const listed = held_list(book, { path: '/api/files', params: new Map() }, '');
  const files = (listed?.rows ?? []).flatMap((row) =>
    row.file_id ? [{ id: row.file_id, name: row.name ?? '' }] : [],
  );
  const own = found([...functions.values()], (row) => row.name, word);
  const its_files = found(files, (row) => row.name, word);
  const answer: Search = {
    events: lists[0]?.events ?? [],
    functions: { rows: own.slice(0, limit), of: own.length },
    files: { rows: its_files.slice(0, limit), of: its_files.length },
    objects: { rows: [], of: 0 },
  };
  return answer;
}

/// Undefined: it is left out. An answer may be an error (fault_in), as of the engine.
export function answer_in(book: Book, address: string): unknown {
  const asked = plain(book, question_of(address));
  if (asked.params.has('cycle_of')) {
    return members_answer(book, asked);
  }
  if (asked.path === '/api/functions' || asked.path === '/api/files') {
    return window_answer(book, asked);
  }
  if (asked.path.startsWith('/api/fn/')) {
    return asked.path.split('/').length > 4 ? held(book, asked) : function_answer(book, asked);
  }
  if (asked.path === '/api/tree' && !asked.params.has('base')) {
    return held(book, with_params(asked, { offset: asked.params.get('offset') ?? 0 }));
  }
  if (asked.path === '/api/flame') {
    return flame_answer(book, asked);
  }
  if (asked.path === '/api/search') {
    return search_answer(book, asked);
  }
  return held(book, asked);
}
