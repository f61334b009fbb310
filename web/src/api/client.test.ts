// SPDX-License-Identifier: MIT
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/// The little of a browser that the client touches.
function stub_browser(hash: string, kept: Record<string, string> = {}) {
  const location = { hash, pathname: '/functions', search: '?e=Ir' };
  const addresses: string[] = [];
  vi.stubGlobal('BroadcastChannel', undefined);
  vi.stubGlobal('window', {
    location,
    sessionStorage: {
      getItem: (key: string) => kept[key] ?? null,
      setItem: (key: string, value: string) => {
        kept[key] = value;
      },
    },
    history: { replaceState: (_: unknown, __: string, to: string) => addresses.push(to) },
  });
  return { addresses, kept };
}

interface Call {
  address: string;
  headers: Record<string, string>;
  body: string | undefined;
}

function stub_fetch(answers: (() => Response)[]) {
  const calls: Call[] = [];
  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    calls.push({
      address,
      headers: init.headers as Record<string, string>,
      body: init.body as string | undefined,
    });
    if (init.signal?.aborted) {
      throw new DOMException('aborted', 'AbortError');
    }
    const answer = answers.shift();
    if (answer === undefined) {
      throw new TypeError('no connection');
    }
    return answer();
  });
  return calls;
}

const json = (status: number, body: unknown) => () =>
  new Response(JSON.stringify(body), { status });

let client: typeof import('./client');
beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  client = await import('./client');
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('the token', () => {
  it('is taken out of the address, kept for the tab, and sent as a header', async () => {
    const { addresses, kept } = stub_browser('#t=abc_-9');
    const calls = stub_fetch([json(200, { a: 1 })]);
    await client.take_token();
    expect(addresses).toEqual(['/functions?e=Ir']);
    expect(Object.values(kept)).toEqual(['abc_-9']);
    expect(await client.ask('/api/meta')).toEqual({ a: 1 });
    expect(calls[0]?.headers['Authorization']).toBe('Bearer abc_-9');
  });
  it('that is wrong is reported and not tried again', async () => {
    stub_browser('');
    await client.take_token();
    const calls = stub_fetch([json(403, { error: { code: 'bad-token', message: 'no' } })]);
    await expect(client.ask('/api/meta')).rejects.toThrow('no');
    expect(client.connection.value).toBe('bad-token');
    expect(calls.length).toBe(1);
  });
});

describe('an answer', () => {
  it('is kept until the profiles change', async () => {
    stub_browser('#t=a');
    const calls = stub_fetch([json(200, 1), json(200, 2)]);
    client.forget_answers('one');
    expect(await client.ask('/api/x')).toBe(1);
    expect(await client.ask('/api/x')).toBe(1);
    client.forget_answers('two');
    expect(await client.ask('/api/x')).toBe(2);
    expect(calls.length).toBe(2);
  });
  it('is asked for again, ever later, while the server is away', async () => {
    stub_browser('#t=a');
    const gone = () => {
      throw new TypeError('no connection');
    };
    const calls = stub_fetch([gone, gone, json(200, 'back')]);
    const answer = client.ask('/api/x');
    await vi.advanceTimersByTimeAsync(499);
    expect(calls.length).toBe(1);
    expect(client.connection.value).toBe('gone');
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.length).toBe(2);
    await vi.advanceTimersByTimeAsync(1000);
    expect(await answer).toBe('back');
    expect(client.connection.value).toBe('ok');
  });
  it('waits for a profile that is being read, but not for one that failed', async () => {
    stub_browser('#t=a');
    const loading = json(503, { error: { code: 'loading', message: 'wait' } });
    const failed = json(503, { error: { code: 'failed', message: 'broken', line: 3 } });
    stub_fetch([loading, failed]);
    const answer = client.ask('/api/x');
    const refused = expect(answer).rejects.toMatchObject({ fault: { line: 3 } });
    await vi.advanceTimersByTimeAsync(500);
    await refused;
  });
  it('is repeated at once when what it waits for is there', async () => {
    stub_browser('#t=a');
    const loading = json(503, { error: { code: 'loading', message: 'wait' } });
    const calls = stub_fetch([loading, json(200, 'there')]);
    const answer = client.ask('/api/x');
    await vi.advanceTimersByTimeAsync(1);
    expect(calls.length).toBe(1);
    client.ask_again();
    expect(await answer).toBe('there');
  });
  it('that nobody wants any more is no fault', async () => {
    stub_browser('#t=a');
    const aborting = new AbortController();
    aborting.abort();
    stub_fetch([json(200, 1)]);
    const error = await client.ask('/api/x', aborting.signal).catch((each: unknown) => each);
    expect(client.is_abort(error)).toBe(true);
    expect(client.connection.value).toBe('ok');
  });
  it('of something that is not quern says so', async () => {
    stub_browser('#t=a');
    stub_fetch([() => new Response('<html>', { status: 502 })]);
    await expect(client.ask('/api/x')).rejects.toMatchObject({ fault: { code: 'no-answer' } });
  });
});

it('writes addresses that the engine reads', () => {
  expect(client.api_address('gate', { rules: ['Ir=+1%', 'a b'], e: null, limit: 3 })).toBe(
    '/api/gate?rules=Ir%3D%2B1%25&rules=a%20b&limit=3',
  );
});
