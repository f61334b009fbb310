// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { escaped, finder, is_query, name_query } from './words';

describe('what is typed', () => {
  it.each([
    'malloc',
    'operator new',
    'operator<',
    'operator<=',
    'operator->',
    'operator< 2',
    '/usr/lib/',
    'std::vector<int>',
    'array<int, 3>',
    'Matrix<3>',
    '~Node',
    'A::~A()',
    'self',
    'name',
    'file_name',
    'not found',
    '(anonymous namespace)::run',
    'calls(int)',
    'a/b.c',
    '/^std::/',
    '"self > 1"',
    'x == y',
  ])('is plain words: %s', (text) => expect(is_query(text)).toBe(false));
  it.each([
    'self > 1% and file ~ /net/',
    'self(Ir) > 1e6',
    'incl(Ir) >=',
    'Ir > 20k',
    'D1mr/Dr > 0.05',
    'self(D1mr)/self(Dr) > 0.05',
    'incl(Ir)/calls > 1000',
    '"L1-dcache misses" > 1',
    'Time_(10ns) > 5',
    'calls = 1',
    'name ~ /^std::/',
    'object = libc.so.6',
    'name != "operator new"',
    'not (calls > 5)',
    '!(fn=main)',
    '((self > 1) and name ~ /x/)',
    'slef > 1%',
  ])('is a query: %s', (text) => expect(is_query(text)).toBe(true));
  it('becomes a query for names', () => {
    expect(name_query('malloc')).toBe('name ~ /malloc/i');
    expect(name_query('Node::at')).toBe('name ~ /Node::at/');
    expect(name_query('a/b.c(')).toBe(String.raw`name ~ /a\/b\.c\(/i`);
    expect(name_query('/^std::/')).toBe('name ~ /^std::/');
    expect(name_query('"self > 1"')).toBe('name ~ /self > 1/i');
  });
  it('finds names in the same way', () => {
    expect(finder('malloc')?.('Malloc_init')).toBe(true);
    expect(finder('Malloc')?.('malloc')).toBe(false);
    expect(finder('/^a+$/')?.('aaa')).toBe(true);
    expect(finder('"self > 1"')?.('self > 1')).toBe(true);
    expect(finder('/(/')).toBe(null);
    expect(finder('/usr/lib/')?.('/usr/lib/x.so')).toBe(true);
    expect(finder('needle')?.(`${'x'.repeat(2000)}needle`)).toBe(true);
  });
  it('becomes an expression that matches only itself', () => {
    for (const name of ['operator*(A, B)', 'a.b[c]|d', '^$', 'C:\\x{2}+?']) {
      expect(new RegExp(`^${escaped(name)}$`).test(name)).toBe(true);
      expect(new RegExp(`^${escaped(name)}$`).test(`${name}x`)).toBe(false);
    }
  });
});
