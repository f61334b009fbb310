// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { address_of, at_page, key_of, parse_place, with_keys } from './place';

function parsed(address: string) {
  const [path = '', search = ''] = address.split(/\?(.*)/s);
  return parse_place(path, search);
}

describe('a place', () => {
  it.each([
    '/',
    '/functions?group=file&q=self%20%3E%201%25&sort=incl',
    '/fn/mfzwizltoq2do~2?tab=parts',
    '/gate?rules=Ir%3D%2B1%25&rules=new:%20Ir%3D1%25',
    '/functions?define=X%20%3D%20Ir%2B2%20Dr',
  ])('comes back from its address: %s', (address) => {
    expect(address_of(parsed(address).place)).toBe(address);
  });
  it('keeps a plus sign', () => {
    expect(key_of(parsed('/functions?e=Ir+Dr').place, 'e')).toBe('Ir+Dr');
  });
  it('tells keys that mean nothing, and ignores them', () => {
    const { place, ignored } = parsed('/tree?inv=1&utm=2&tab=peek&inv=0');
    expect(ignored).toEqual(['utm', 'tab', 'inv']);
    expect(address_of(place)).toBe('/tree?inv=1');
  });
  it('survives addresses that nobody wrote', () => {
    expect(parsed('/nowhere/at/all').is_known).toBe(false);
    expect(parsed('/fn/%E0%A4%A').is_known).toBe(false);
    expect(parsed('/functions?q=%E0%A4%A').place.keys['q']).toEqual(['%E0%A4%A']);
    expect(parsed('/functions?__proto__=1&constructor=2').ignored).toEqual([
      '__proto__',
      'constructor',
    ]);
  });
  it('takes along what holds everywhere', () => {
    const there = at_page(parsed('/functions?e=Dr&sort=incl&sel=a').place, 'fn', 'a', {
      tab: 'path',
    });
    expect(address_of(there)).toBe('/fn/a?e=Dr&sel=a&tab=path');
    expect(address_of(with_keys(there, { e: null, tab: null }))).toBe('/fn/a?sel=a');
  });
});
