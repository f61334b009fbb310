// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { answer_in, fault_in, read_book, unpacked, type Book } from './embedded';
import type { Flame, Peek, Search, Top } from './types';

const kHuge = '1152921504606846977';

function row(id: string, name: string) {
  return { id, name, file_id: `f${id}`, self: [1], inclusive: [kHuge], certainty: 'exact' };
}

function window_of(offset: number, end: number) {
  const rows = Array.from({ length: end - offset }, (_, at) =>
    row(`id${offset + at}`, `name ${offset + at}`),
  );
  return { rows, of: 500, matched: 500, offset, shown: rows.length, events: ['Ir', 'Dr'] };
}

const call = (id: string, ir: number, dr: number) => ({ id, name: id, inclusive: [ir, dr] });

const flame = {
  events: ['Ir'],
  names: [
    { id: 'main', name: 'main' },
    { id: 'left', name: 'left' },
    { id: 'leaf', name: 'leaf' },
  ],
  width: 100,
  path: [],
  rows: [
    [-1, 0, 0, 90, 10, 8, 1, 5],
    [0, 1, 10, 60, 20, 1, 2, 3],
    [1, 2, 10, 37, 37, 0, 0, 0],
  ],
  shown: 3,
  rest: 10,
  small: null,
  squeezed: 1,
};

const book: Book = {
  schema: 'quern.page/1',
  held: [],
  answers: {
    '/api/meta': {
      profiles: [
        {
          id: 'new',
          events: [
            { name: 'Ir', kind: 'stored' },
            { name: 'D r', kind: 'stored' },
          ],
        },
      ],
    },
    '/api/functions?limit=100&offset=0': window_of(0, 100),
    '/api/functions?limit=100&offset=100': window_of(100, 200),
    '/api/functions?e=D%20r&limit=100&offset=0&sort=incl': window_of(0, 100),
    '/api/tree?limit=100&offset=0': { error: { code: 'no-calls', message: 'no calls' } },
    '/api/fn/a?limit=100': {
      events: ['Ir', 'Dr'],
      function: row('a', 'a'),
      callers: [call('x', 5, 1), call('y', 3, 2)],
      callers_of: 2,
      callers_shown: 2,
      callees: [],
      callees_of: 0,
      callees_shown: 0,
      path: [row('a', 'a')],
      path_at: 0,
    },
    '/api/flame?px=2400': flame,
  },
};

describe('a page in one file', () => {
  it('puts windows together and cuts them', () => {
    const top = answer_in(book, '/api/functions?e=Ir&sort=-self&offset=95&limit=10') as Top;
    expect(top.rows.map((each) => each.id)).toEqual(
      Array.from({ length: 10 }, (_, at) => `id${95 + at}`),
    );
    expect(top.rows[0]?.inclusive).toEqual([kHuge]);
    expect([top.matched, top.held, top.offset]).toEqual([500, 200, 95]);
  });
  it('knows a question however it is written', () => {
    expect(answer_in(book, '/api/functions?limit=12')).toBeDefined();
    expect(answer_in(book, '/api/functions?e2=D%20r&group=function&limit=1')).toBeDefined();
    expect(answer_in(book, '/api/functions?e=D%20r&sort=incl')).toBeDefined();
  });
  it('has sources without the lines of functions', () => {
    const held = { ...book, answers: { ...book.answers, '/api/source/f': { files: [] } } };
    expect(answer_in(held, '/api/source/f?fn=a')).toEqual({ files: [] });
  });
  it('leaves out what it has not', () => {
    for (const address of [
      '/api/functions?q=self%20%3E%201',
      '/api/functions?sort=incl',
      '/api/functions?parts=1',
      '/api/search?s=name&parts=1',
      '/api/functions?define=X%3DIr&e=X',
      '/api/fn/b?limit=8',
      '/api/fn/a?group=file',
      '/api/flame?merge_recursion=1',
      '/api/export?view=top&format=csv',
      '/api/__proto__',
      '/api/constructor',
    ]) {
      expect(answer_in(book, address), address).toBeUndefined();
    }
  });
  it('finds the members of a cycle among its functions', () => {
    const cyclic = (id: string, cycle: number | null, self: number, inclusive: number) => ({
      ...row(id, id),
      cycle,
      self: [self],
      inclusive: [inclusive],
    });
    const a = cyclic('a', 1, 5, 90);
    const [b, c, d] = [cyclic('b', 1, 7, 80), cyclic('c', 2, 9, 9), cyclic('d', 1, 1, 95)];
    const list = (...rows: unknown[]) => ({ ...window_of(0, 0), rows, matched: 9, of: 9 });
    const answers = {
      ...book.answers,
      '/api/functions?limit=100&offset=0': list(c, b, a),
      '/api/functions?limit=100&offset=0&sort=incl': list(d, a, b),
    };
    const members = (more: string) =>
      answer_in({ ...book, answers }, `/api/functions?cycle_of=a${more}`) as Top | undefined;
    expect(members('')?.rows.map((each) => each.id)).toEqual(['b', 'a', 'd']);
    expect(members('&sort=incl')?.rows.map((each) => each.id)).toEqual(['d', 'a', 'b']);
    expect(members('&limit=1&offset=1')).toMatchObject({ rows: [a], matched: 3, held: 3, offset: 1 });
    const on_none = answer_in({ ...book, answers }, '/api/functions?cycle_of=x');
    expect(on_none).toBeUndefined();
  });
  it('gives errors as the engine gave them', () => {
    expect(fault_in(answer_in(book, '/api/tree?limit=100'))?.code).toBe('no-calls');
  });
  it('cuts callers, and orders them by another event only where all are here', () => {
    const peek = answer_in(book, '/api/fn/a?limit=1') as Peek;
    expect([peek.callers.length, peek.callers_shown, peek.callers_of]).toEqual([1, 1, 2]);
    const other = answer_in(
      { ...book, answers: { ...book.answers } },
      '/api/fn/a?e=Dr&limit=8',
    ) as Peek;
    expect(other.callers.map((each) => each.id)).toEqual(['y', 'x']);
    expect(other.path).toEqual([]);
    const cut = { ...(book.answers['/api/fn/a?limit=100'] as object), callers_of: 3 };
    const with_cut = { ...book, answers: { ...book.answers, '/api/fn/a?limit=100': cut } };
    expect(answer_in(with_cut, '/api/fn/a?e=Dr&limit=8')).toBeUndefined();
  });
  it('cuts frames below a branch out of the picture', () => {
    const below = answer_in(book, '/api/flame?path=main&px=900&depth=64') as Flame;
    expect(below.width).toBe(90);
    expect(below.rows).toEqual([
      [-1, 1, 10, 60, 20, 1, 2, 3],
      [0, 2, 10, 37, 37, 0, 0, 0],
    ]);
    // The self cost is on the left, small callees are next to it: together the whole width.
    expect([below.rest, below.small]).toEqual([25, { children: 1, width: 5 }]);
    expect(below.path.map((each) => [each.id, each.certainty, each.self_certainty])).toEqual([
      ['main', 'exact', 'estimated'],
    ]);
    expect(answer_in(book, '/api/flame?path=main.nobody')).toBeUndefined();
  });
  it('finds names among its functions', () => {
    const search = answer_in(book, '/api/search?s=name%2019&limit=3') as Search;
    expect(search.functions.of).toBe(11);
    expect(search.functions.rows.map((each) => each.name)).toEqual([
      'name 19',
      'name 190',
      'name 191',
    ]);
  });
  it('takes nothing that is no such book', () => {
    expect(read_book('{"schema":"other"}')).toBeNull();
    expect(read_book('<')).toBeNull();
  });
  it('unpacks what the file has, and nothing damaged', async () => {
    expect(await unpacked('H4sIAAAAAAACA6tWKk7OSM1NVLJSKixNLcrTK0hMT9U3VKoFANbQiJQZAAAA\n')).toBe(
      '{"schema":"quern.page/1"}',
    );
    await expect(unpacked('H4sIAAAAAAACA6tWKk7OSM1NVLJSKixNLcrTK0hM')).rejects.toThrow();
    await expect(unpacked('{"schema":"quern.page/1"}')).rejects.toThrow();
  });
});

it('asks a comparison by the first event that both sides count', () => {
  const event = (name: string) => ({ name, kind: 'stored' });
  const both: Book = {
    schema: 'quern.page/1',
    held: [],
    answers: {
      '/api/meta': {
        profiles: [
          { id: 'new', events: [event('Cy'), event('Ir'), event('Dr')] },
          { id: 'base', events: [event('Dr'), event('Ir')] },
        ],
      },
      '/api/compare': 'by Ir',
      '/api/flame?base=base&px=2400': 'both, Ir',
      '/api/flame?px=2400': 'new, Cy',
    },
  };
  expect(answer_in(both, '/api/compare?e=Ir')).toBe('by Ir');
  expect(answer_in(both, '/api/compare?e=Cy')).toBe(undefined);
  expect(answer_in(both, '/api/flame?e=Ir&base=base&px=1200')).toBe('both, Ir');
  expect(answer_in(both, '/api/flame?e=Cy&base=base&px=1200')).toBe(undefined);
  expect(answer_in(both, '/api/flame?e=Cy&px=1200')).toBe('new, Cy');
});
