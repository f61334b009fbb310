// SPDX-License-Identifier: MIT
//
// The one way to the engine. The token goes along as a header.
import { signal } from '@preact/signals';
import { answer_in, fault_in, read_book, unpacked, type Book, type Held } from './embedded';
import { find_token } from './token';
import type { ApiFault } from './types';

const kKept = 80;
const kFirstPause = 500;
const kLongestPause = 15_000;

export type Connection = 'ok' | 'gone' | 'bad-token';
export const connection = signal<Connection>('ok');

export class ApiError extends Error {
  readonly fault: ApiFault;
  readonly status: number;
  constructor(status: number, fault: ApiFault) {
    super(fault.message);
    this.status = status;
    this.fault = fault;
  }
}

export function fault_from(error: unknown): ApiFault {
  if (error instanceof ApiError) {
    return error.fault;
  }
  const message = error instanceof Error ? error.message : String(error);
  return { code: 'page-error', message };
}

let book: Book | null = null;

/// Whether this is a page in one file: it has its answers with it, and asks nobody.
export function is_one_file(): boolean {
  return book !== null;
}

/// How much of what is in the file; nothing where a server answers.
export function held_here(): readonly Held[] {
  return book?.held ?? [];
}

/// Takes the answers out of the document, if it has any. False: they cannot be read.
export async function take_answers(): Promise<boolean> {
  const element = document.getElementById('quern-answers');
  if (element === null) {
    return true;
  }
  book = read_book(await unpacked(element.textContent ?? '').catch(() => ''));
  element.remove();
  return book !== null;
}

function answer_here(from: Book, address: string): unknown {
  const answer = answer_in(from, address);
  const fault = fault_in(answer);
  // What /api/meta tells of a profile may be an error too.
  if (fault !== null && address !== '/api/meta') {
    throw new ApiError(422, fault);
  }
  if (answer === undefined) {
    throw new ApiError(404, {
      code: 'left-out',
      message: 'this file does not contain the answer',
      hint: 'open the profile with `quern view`',
    });
  }
  return answer;
}

/// A server is asked whatever it may have.
export function can_ask(address: string): boolean {
  return book === null || answer_in(book, address) !== undefined;
}

let token = '';

export async function take_token(): Promise<void> {
  token = await find_token(() => connection.value !== 'bad-token');
}

export type Params = Readonly<
  Record<string, string | number | readonly string[] | null | undefined>
>;

export function api_address(path: string, params: Params): string {
  const pieces: string[] = [];
  for (const [name, value] of Object.entries(params)) {
    if (value === null || value === undefined || value === '') {
      continue;
    }
    for (const each of Array.isArray(value) ? value : [value]) {
      pieces.push(`${name}=${encodeURIComponent(String(each))}`);
    }
  }
  return `/api/${path}${pieces.length === 0 ? '' : `?${pieces.join('&')}`}`;
}

async function fault_of(response: Response): Promise<ApiError> {
  // Whatever sent another body, it was not quern: the status is all there is to tell.
  const body: unknown = await response.json().catch(() => null);
  const fault = fault_in(body) ?? {
    code: 'no-answer',
    message: `the server answered ${response.status} without a reason`,
  };
  return new ApiError(response.status, fault);
}

/// What those wait for who ask again later.
const pauses = new Set<() => void>();

/// All who were told to wait ask again now.
export function ask_again(): void {
  for (const end of [...pauses]) {
    end();
  }
}

function paused(milliseconds: number, aborted: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = () => {
      clearTimeout(timer);
      pauses.delete(end);
      aborted?.removeEventListener('abort', stop);
    };
    const stop = () => {
      leave();
      reject(new DOMException('aborted', 'AbortError'));
    };
    const end = () => {
      leave();
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    pauses.add(end);
    aborted?.addEventListener('abort', stop, { once: true });
  });
}

export function is_abort(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

interface Request {
  method?: 'GET' | 'POST';
  /// Sent as it is where it is a file, else as JSON.
  body?: unknown;
  signal?: AbortSignal | undefined;
  /// Ask again, ever later, while the server is gone or still reads the profile.
  patient?: boolean;
}

export async function send(address: string, request: Request = {}): Promise<Response> {
  if (book !== null) {
    return new Response(JSON.stringify(answer_here(book, address)));
  }
  const headers: Record<string, string> = { Authorization: `Bearer ${token}` };
  const init: RequestInit = { method: request.method ?? 'GET', headers, cache: 'no-cache' };
  if (request.body !== undefined) {
    const { body } = request;
    headers['Content-Type'] = body instanceof Blob ? 'application/octet-stream' : 'application/json';
    init.body = body instanceof Blob ? body : JSON.stringify(body);
  }
  if (request.signal) {
    init.signal = request.signal;
  }
  for (let pause = kFirstPause; ; pause = Math.min(kLongestPause, pause * 2)) {
    let response: Response;
    try {
      response = await fetch(address, init);
    } catch (error) {
      if (is_abort(error) || request.signal?.aborted) {
        throw new DOMException('aborted', 'AbortError');
      }
      connection.value = 'gone';
      if (request.patient === false) {
        throw new ApiError(0, { code: 'server-gone', message: 'the server does not answer' });
      }
      await paused(pause, request.signal);
      continue;
    }
    if (response.ok) {
      connection.value = 'ok';
      return response;
    }
    const error = await fault_of(response);
    connection.value = error.fault.code === 'bad-token' ? 'bad-token' : 'ok';
    if (response.status !== 503 || error.fault.code !== 'loading' || request.patient === false) {
      throw error;
    }
    await paused(Math.min(pause, 2000), request.signal);
  }
}

const kept = new Map<string, unknown>();
let kept_of = '';

/// Answers of another hash are of other profiles.
export function forget_answers(hash: string): void {
  if (hash !== kept_of) {
    kept.clear();
    kept_of = hash;
  }
}

export function known_answer<T>(address: string): T | undefined {
  return kept.get(address) as T | undefined;
}

export async function ask<T>(address: string, signal?: AbortSignal): Promise<T> {
  const known = known_answer<T>(address);
  if (known !== undefined) {
    return known;
  }
  if (book !== null) {
    const answer = answer_here(book, address) as T;
    kept.set(address, answer);
    return answer;
  }
  const hash = kept_of;
  const response = await send(address, { signal });
  const answer = (await response.json()) as T;
  if (hash === kept_of) {
    kept.set(address, answer);
    for (const oldest of kept.keys()) {
      if (kept.size <= kKept) {
        break;
      }
      kept.delete(oldest);
    }
  }
  return answer;
}

export async function post<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const response = await send(`/api/${path}`, { method: 'POST', body, signal, patient: false });
  return (await response.json()) as T;
}
