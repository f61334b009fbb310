// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { place_of, source_of } from './loop_places';

const row = {
  file: '/src/a.c',
  file_id: 'abc',
  first_line: 12,
  last_line: 18,
  address: 1024,
  last_address: '18446744073709551615',
};

describe('a loop', () => {
  it('is at its lines', () => {
    expect(place_of(row)).toBe('/src/a.c:12-18');
    expect(place_of({ ...row, last_line: 12 })).toBe('/src/a.c:12');
    expect(place_of({ ...row, file: null, file_id: null })).toBe('???:12-18');
  });
  it('is at its addresses where no line is known', () => {
    expect(place_of({ ...row, first_line: null, last_line: null })).toBe(
      '0x400-0xffffffffffffffff',
    );
  });
  it('opens where its source is known', () => {
    expect(source_of(row)).toEqual({ file: 'abc', line: '12' });
    expect(source_of({ ...row, file_id: null })).toBeNull();
    expect(source_of({ ...row, first_line: null })).toBeNull();
  });
});
