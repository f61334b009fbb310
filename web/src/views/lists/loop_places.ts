// SPDX-License-Identifier: MIT
//
// Where a loop is: its lines, else its addresses.
import type { LoopRow } from '../../api/types';
import { count } from '../../base/count';

type Placed = Pick<
  LoopRow,
  'file' | 'file_id' | 'first_line' | 'last_line' | 'address' | 'last_address'
>;

/// "a.c:12-18", "a.c:12", or "0x400-0x41c" where no line is known.
export function place_of(row: Placed): string {
  const { first_line: first, last_line: last } = row;
  if (first === null || last === null) {
    const hexadecimal = (address: Placed['address']) => `0x${count(address).toString(16)}`;
    return `${hexadecimal(row.address)}-${hexadecimal(row.last_address)}`;
  }
  const lines = count(first) === count(last) ? String(first) : `${String(first)}-${String(last)}`;
  return `${row.file ?? '???'}:${lines}`;
}

/// The file and line to open; null: it has none.
export function source_of(row: Placed): { file: string; line: string } | null {
  const { file_id: file, first_line: line } = row;
  return typeof file === 'string' && line !== null ? { file, line: String(line) } : null;
}
