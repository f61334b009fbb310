// SPDX-License-Identifier: MIT
import { beforeAll, describe, expect, it } from 'vitest';
import {
  average_text,
  amount_text,
  change_text,
  counted,
  grouped,
  percent_text,
  quotient_text,
  ratio_text,
  use_locale,
} from './amounts';

const bare = { unit: null, scale: 1n };
const steps = { unit: 'ns', scale: 10n };
const bytes = { unit: 'bytes', scale: 1n };

beforeAll(() => use_locale('en'));

describe('amounts', () => {
  it('groups digits of any size', () => {
    expect([counted(0, 'call'), counted(1, 'call'), counted(1200, 'branch', 'branches')]).toEqual([
      '0 calls',
      '1 call',
      '1,200 branches',
    ]);
    expect(grouped(2n ** 64n)).toBe('18,446,744,073,709,551,616');
    expect(amount_text(bare, -1234n)).toBe('-1,234');
  });
  it('shows times and sizes as the terminal does', () => {
    expect(amount_text(steps, 5294n)).toBe('52.940 us');
    expect(amount_text(steps, 205123n)).toBe('2.051 ms');
    expect(amount_text(steps, 99n)).toBe('990 ns');
    expect(amount_text(bytes, 999_950n)).toBe('1.0 MB');
    expect(amount_text(bytes, 999_949n)).toBe('999.9 kB');
    expect(amount_text({ unit: 's', scale: 1n }, 12_345n)).toBe('12,345 s');
    expect(change_text(bytes, -2500n)).toBe('-2.5 kB');
    expect(change_text(bare, 7n)).toBe('+7');
  });
  it('rounds percentages from whole numbers', () => {
    expect(percent_text(1n, 3n)).toBe('33.33');
    expect(percent_text(1n, 8n)).toBe('12.50');
    expect(percent_text(1n, 10_000_000n)).toBe('<0.01');
    expect(percent_text(-1n, 10_000_000n)).toBe('>-0.01');
    expect(percent_text(0n, 5n)).toBe('0.00');
    expect(percent_text(5n, 0n)).toBe('-');
    expect(percent_text(2n ** 200n + 2n ** 199n, 2n ** 200n)).toBe('150.00');
    expect(percent_text(-1n, 4n)).toBe('-25.00');
  });
  it('follows the locale', () => {
    use_locale('de');
    expect(grouped(1234567n)).toBe('1.234.567');
    expect(percent_text(1n, 3n)).toBe('33,33');
    expect(amount_text(steps, 5294n)).toBe('52,940 us');
    use_locale('en');
  });
  it('shows ratios', () => {
    expect(ratio_text(5n, 4n)).toBe('1.25×');
    expect(ratio_text(5n, 0n)).toBe('-');
    expect(quotient_text(0.0512345)).toBe('0.05123');
    expect(quotient_text(12345.6)).toBe('12,346');
    expect(quotient_text(null)).toBe('-');
  });
});

describe('a cost per call', () => {
  const text = (value: bigint, calls: bigint, unit: string | null = null) =>
    average_text({ unit, scale: 1n }, value, calls);
  it('has decimals where they tell something', () => {
    expect(text(2400n, 400n)).toBe('6');
    expect(text(7n, 3n)).toBe('2.33');
    expect(text(-7n, 3n)).toBe('-2.33');
    expect(text(299n, 3n)).toBe('99.67');
    expect(text(1001n, 3n)).toBe('334');
    expect(text(-1001n, 3n)).toBe('-334');
    expect(text(1n, 3000n)).toBe('<0.01');
    expect(text(10_000n, 3n, 'ns')).toBe('3.333 us');
    expect(text(7n, 3n, 'bytes')).toBe('2 B');
  });
});
