// SPDX-License-Identifier: MIT
//
// The rows of a list that is never here as a whole: pages of 100, at most 30 of them, and none
// asked for any more once one has scrolled past it.
import { signal, type Signal } from '@preact/signals';
import { ask, fault_from, is_abort } from '../api/client';
import type { ApiFault, Window } from '../api/types';

export const kPage = 100;
const kPagesKept = 30;
/// A page that one only flies over is not asked for.
const kSettle = 40;

export interface RowSource<R> {
  /// Changes whenever what is below does.
  readonly version: Signal<number>;
  total(): number;
  row(index: number): R | undefined;
  want(first: number, last: number): void;
}

/// One looks no farther than so many pages for the next row.
const kMostPassed = 100;
const kMostCopied = 20_000;
const kWidestWindow = 500;

/// A page in one file may hold fewer rows than match.
export function matched_here(answer: { matched: number; held?: number }): number {
  return Math.min(answer.matched, answer.held ?? answer.matched);
}

/// All that match, for a copy; of very long lists the first.
export async function all_rows<R, A extends Window<R> = Window<R>>(
  address: (offset: number, limit: number) => string,
): Promise<{ rows: R[]; is_cut: boolean; answer: A }> {
  const rows: R[] = [];
  for (;;) {
    const answer = await ask<A>(address(rows.length, kWidestWindow));
    rows.push(...answer.rows);
    if (answer.rows.length === 0 || rows.length >= matched_here(answer)) {
      return { rows, is_cut: rows.length < answer.matched, answer };
    }
    if (rows.length >= kMostCopied) {
      return { rows, is_cut: true, answer };
    }
  }
}

/// The nearest row from another on that way of which `is_wanted` holds, in a list that is all here.
/// From -1: the first.
export function next_row<R>(
  rows: ListedRows<R>,
  from: number,
  way: 1 | -1,
  is_wanted: (row: R) => boolean,
): number | null {
  for (let at = from + way; at >= 0 && at < rows.total(); at += way) {
    const row = rows.row(at);
    if (row !== undefined && is_wanted(row)) {
      return at;
    }
  }
  return null;
}

export class ListedRows<R> implements RowSource<R> {
  readonly version = signal(0);
  protected rows: readonly R[];
  constructor(rows: readonly R[]) {
    this.rows = rows;
  }
  total(): number {
    return this.rows.length;
  }
  row(index: number): R | undefined {
    return this.rows[index];
  }
  want(): void {}
}

/// The rows of another source below one more.
export class RowsBelow<R> implements RowSource<R> {
  readonly version: Signal<number>;
  readonly #first: R;
  readonly #rest: RowSource<R>;
  constructor(first: R, rest: RowSource<R>) {
    this.version = rest.version;
    this.#first = first;
    this.#rest = rest;
  }
  total(): number {
    return this.#rest.total() + 1;
  }
  row(index: number): R | undefined {
    return index === 0 ? this.#first : this.#rest.row(index - 1);
  }
  want(first: number, last: number): void {
    this.#rest.want(first - 1, last - 1);
  }
}

export class PagedRows<R, A extends Window<R> = Window<R>> implements RowSource<R> {
  readonly version = signal(0);
  /// The first answer that came: totals, events and what else holds for all windows.
  readonly answer = signal<A | null>(null);
  readonly fault = signal<ApiFault | null>(null);
  readonly #address: (offset: number, limit: number) => string;
  readonly #pages = new Map<number, readonly R[]>();
  readonly #asked = new Map<number, AbortController>();
  #wanted = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  readonly #seeking = new AbortController();

  constructor(address: (offset: number, limit: number) => string) {
    this.#address = address;
  }

  total(): number {
    return this.answer.value === null ? 0 : matched_here(this.answer.value);
  }

  row(index: number): R | undefined {
    return this.#pages.get(Math.floor(index / kPage))?.[index % kPage];
  }

  want(first: number, last: number): void {
    const from = Math.floor(Math.max(0, first) / kPage);
    const to = Math.floor(Math.max(0, last) / kPage);
    for (const [page, request] of this.#asked) {
      if (page < from - 1 || page > to + 1) {
        request.abort();
        this.#asked.delete(page);
      }
    }
    const wanted = `${from}-${to}`;
    if (wanted === this.#wanted) {
      return;
    }
    this.#wanted = wanted;
    clearTimeout(this.#timer);
    if (this.answer.value === null) {
      this.#fetch_missing(from, to);
    } else {
      this.#timer = setTimeout(() => this.#fetch_missing(from, to), kSettle);
    }
  }

  #fetch_missing(from: number, to: number): void {
    for (let page = from; page <= to; page += 1) {
      if (!this.#pages.has(page) && !this.#asked.has(page)) {
        void this.#fetch(page);
      }
    }
  }

  /// Like next_row, asking for pages that are not here. Those without the row do not stay, so that
  /// what is in sight does.
  async next(from: number, way: 1 | -1, is_wanted: (row: R) => boolean): Promise<number | null> {
    let seen: { page: number; rows: readonly R[] } = { page: -1, rows: [] };
    let passed = 0;
    for (let at = from + way; at >= 0 && at < this.total(); at += way) {
      const page = Math.floor(at / kPage);
      if (seen.page !== page) {
        seen = { page, rows: this.#pages.get(page) ?? (await this.#seek(page, (passed += 1))) };
      }
      const row = seen.rows[at % kPage];
      if (row !== undefined && is_wanted(row)) {
        if (!this.#pages.has(page)) {
          this.#keep(page, seen.rows);
          this.version.value += 1;
        }
        return at;
      }
    }
    return null;
  }

  async #seek(page: number, passed: number): Promise<readonly R[]> {
    if (passed > kMostPassed) {
      throw new RangeError('the next row is too far away');
    }
    return (await ask<A>(this.#address(page * kPage, kPage), this.#seeking.signal)).rows;
  }

  /// Aborted when nobody looks at these rows any more.
  get ending(): AbortSignal {
    return this.#seeking.signal;
  }

  end(): void {
    this.#seeking.abort();
    clearTimeout(this.#timer);
    for (const request of this.#asked.values()) {
      request.abort();
    }
    this.#asked.clear();
  }

  async #fetch(page: number): Promise<void> {
    const request = new AbortController();
    this.#asked.set(page, request);
    try {
      const answer = await ask<A>(this.#address(page * kPage, kPage), request.signal);
      this.#keep(page, answer.rows);
      this.answer.value = answer;
      this.fault.value = null;
    } catch (error) {
      if (is_abort(error)) {
        return;
      }
      this.fault.value = fault_from(error);
      this.#wanted = '';
    } finally {
      if (this.#asked.get(page) === request) {
        this.#asked.delete(page);
      }
    }
    this.version.value += 1;
  }

  /// Rows that came with another answer, whose window is a page.
  put(answer: A): void {
    this.#keep(Math.floor(answer.offset / kPage), answer.rows);
    this.version.value += 1;
  }

  #keep(page: number, rows: readonly R[]): void {
    this.#pages.set(page, rows);
    while (this.#pages.size > kPagesKept) {
      let farthest = page;
      for (const each of this.#pages.keys()) {
        if (Math.abs(each - page) > Math.abs(farthest - page)) {
          farthest = each;
        }
      }
      this.#pages.delete(farthest);
    }
  }
}
