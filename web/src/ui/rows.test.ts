// SPDX-License-Identifier: MIT
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const asked: { address: string; signal: AbortSignal | undefined }[] = [];
let delay = 0;
vi.mock('../api/client', () => ({
  fault_from: (error: Error) => ({ code: 'x', message: error.message }),
  is_abort: (error: Error) => error.name === 'AbortError',
  ask: (address: string, signal?: AbortSignal) => {
    asked.push({ address, signal });
    return new Promise((done, fail) => {
      const abort = () => fail(new DOMException('', 'AbortError'));
      signal?.addEventListener('abort', abort);
      const offset = Number(address);
      const rows = Array.from({ length: 100 }, (_, at) => offset + at);
      setTimeout(() => {
        signal?.removeEventListener('abort', abort);
        done({ rows, matched: 1_000_000, of: 1_000_000, offset });
      }, delay);
    });
  },
}));

const { ListedRows, next_row, PagedRows } = await import('./rows');

beforeEach(() => {
  vi.useFakeTimers();
  asked.length = 0;
  delay = 5;
});
afterEach(() => vi.useRealTimers());

it('asks for what is in sight, once', async () => {
  const rows = new PagedRows<number>((offset) => String(offset));
  rows.want(0, 40);
  rows.want(0, 40);
  await vi.advanceTimersByTimeAsync(10);
  expect(asked.map((each) => each.address)).toEqual(['0']);
  expect(rows.total()).toBe(1_000_000);
  expect(rows.row(99)).toBe(99);
  expect(rows.row(100)).toBe(undefined);
});

it('does not ask for what one flies over, and aborts what one left', async () => {
  const rows = new PagedRows<number>((offset) => String(offset));
  rows.want(0, 40);
  await vi.advanceTimersByTimeAsync(10);
  delay = 1000;
  rows.want(50_000, 50_040);
  await vi.advanceTimersByTimeAsync(45);
  for (let at = 100_000; at < 200_000; at += 10_000) {
    rows.want(at, at + 40);
    await vi.advanceTimersByTimeAsync(10);
  }
  await vi.advanceTimersByTimeAsync(2000);
  expect(asked.map((each) => each.address)).toEqual(['0', '50000', '190000']);
  expect(asked[1]?.signal?.aborted).toBe(true);
  expect(rows.row(190_007)).toBe(190_007);
});

it('keeps the thirty pages nearest to the last one', async () => {
  const rows = new PagedRows<number>((offset) => String(offset));
  rows.want(0, 40);
  await vi.advanceTimersByTimeAsync(10);
  for (let at = 0; at < 50; at += 1) {
    rows.want(at * 100, at * 100 + 40);
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(rows.row(0)).toBe(undefined);
  expect(rows.row(20 * 100)).toBe(2000);
  expect(rows.row(49 * 100)).toBe(4900);
  rows.want(0, 40);
  await vi.advanceTimersByTimeAsync(100);
  expect(rows.row(0)).toBe(0);
});

describe('the next row', () => {
  const found = async (
    rows: InstanceType<typeof PagedRows<number>>,
    from: number,
    way: 1 | -1,
    is_wanted: (row: number) => boolean,
  ) => {
    const next = rows.next(from, way, is_wanted);
    next.catch(() => undefined);
    await vi.advanceTimersByTimeAsync(2000);
    return next;
  };
  const opened = async () => {
    const rows = new PagedRows<number>((offset) => String(offset));
    rows.want(0, 40);
    await vi.advanceTimersByTimeAsync(10);
    return rows;
  };
  it('of a list is the first one too, from no row', () => {
    const rows = new ListedRows([4, 5, 6]);
    expect(next_row(rows, -1, 1, (row) => row < 6)).toBe(0);
    expect(next_row(rows, 0, 1, (row) => row > 5)).toBe(2);
    expect(next_row(rows, 2, 1, () => true)).toBe(null);
    expect(next_row(rows, 2, -1, (row) => row < 5)).toBe(0);
  });
  it('is one that is wanted, here when it is found, wherever its page was', async () => {
    const rows = await opened();
    expect(await found(rows, -1, 1, (row) => row === 0)).toBe(0);
    expect(await found(rows, 99, 1, (row) => row >= 4321)).toBe(4321);
    expect(rows.row(4321)).toBe(4321);
    expect(await found(rows, 4321, -1, (row) => row === 150)).toBe(150);
    expect(rows.row(150)).toBe(150);
  });
  it('leaves those in sight, and is not looked for without end', async () => {
    const rows = await opened();
    await expect(found(rows, 0, 1, () => false)).rejects.toThrow('too far away');
    expect(rows.row(0)).toBe(0);
    expect(asked.length).toBe(101);
  });
  it('is no longer looked for in a view that has been left', async () => {
    const rows = await opened();
    const next = rows.next(99, 1, (row) => row > 4000);
    rows.end();
    await expect(next).rejects.toThrow(DOMException);
  });
});
