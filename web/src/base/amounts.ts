// SPDX-License-Identifier: MIT
//
// Costs as people read them, by the rules of the terminal's answers: digits grouped, times and
// sizes in a unit that suits them, hundredths of a percent. Grouping follows the reader's locale.
import { printed, type Cost, type Printed } from './cost';
import { magnitude } from './count';

/// What one count of an event is.
export interface Unit {
  unit: string | null;
  scale: bigint;
}

/// Of what is no event: calls, rows.
export const kCounted: Unit = { unit: null, scale: 1n };

interface Ladder {
  units: readonly string[];
  decimals: number;
}

const kTimes: Ladder = { units: ['ns', 'us', 'ms', 's'], decimals: 3 };
const kSizes: Ladder = { units: ['B', 'kB', 'MB', 'GB', 'TB', 'PB', 'EB'], decimals: 1 };

interface Signs {
  format: Intl.NumberFormat;
  point: string;
}

function signs_of(locale: string | undefined): Signs {
  const format = new Intl.NumberFormat(locale, { useGrouping: true });
  const point = format.formatToParts(1.5).find((part) => part.type === 'decimal')?.value ?? '.';
  return { format, point };
}

let signs = signs_of(undefined);

/// Tests name a locale; the page takes the reader's.
export function use_locale(locale: string | undefined): void {
  signs = signs_of(locale);
}

export function grouped(value: bigint): string {
  return signs.format.format(value);
}

/// "1 call", "2 calls".
export function counted(count: number, one: string, several = `${one}s`): string {
  return `${grouped(BigInt(count))} ${count === 1 ? one : several}`;
}

/// amount / 1000^steps, rounded to `decimals`, halves away from 0.
function divided(amount: bigint, steps: number, decimals: number): string {
  const unit = 10n ** BigInt(decimals);
  const shift = 1000n ** BigInt(steps) / unit;
  const rounded = amount / shift + (amount % shift >= shift - shift / 2n ? 1n : 0n);
  const rest = (rounded % unit).toString().padStart(decimals, '0');
  return grouped(rounded / unit) + signs.point + rest;
}

/// The first rung on which fewer than 1000 are left after rounding.
function on_ladder(ladder: Ladder, first: number, amount: bigint): string {
  const last = ladder.units.length - 1 - first;
  let limit = 1000n;
  let steps = 0;
  const too_large = () => {
    const half = steps === 0 ? 0n : limit / 1000n / 2n / 10n ** BigInt(ladder.decimals);
    return amount >= limit - half;
  };
  while (steps < last && too_large()) {
    steps += 1;
    limit *= 1000n;
  }
  const number = steps === 0 ? grouped(amount) : divided(amount, steps, ladder.decimals);
  return `${number} ${ladder.units[first + steps]}`;
}

/// "1,234"; of events that measure time "1.235 ms", of bytes "93.4 kB".
export function amount_text(unit: Unit, value: bigint): string {
  const amount = value * unit.scale;
  const minus = amount < 0n ? '-' : '';
  const time = kTimes.units.indexOf(unit.unit ?? '');
  if (time >= 0) {
    return minus + on_ladder(kTimes, time, magnitude(amount));
  }
  if (unit.unit === 'bytes') {
    return minus + on_ladder(kSizes, 0, magnitude(amount));
  }
  return grouped(amount);
}

export function change_text(unit: Unit, value: bigint): string {
  return (value > 0n ? '+' : '') + amount_text(unit, value);
}

/// part / whole in hundredths, rounded half away from 0 from the whole numbers themselves.
function hundredths_of(part: bigint, whole: bigint): bigint {
  const size = magnitude(whole);
  return (magnitude(part) * 200n + size) / (2n * size);
}

/// "-12.34".
function hundredths_text(hundredths: bigint, is_negative: boolean): string {
  const rest = (hundredths % 100n).toString().padStart(2, '0');
  return `${is_negative ? '-' : ''}${grouped(hundredths / 100n)}${signs.point}${rest}`;
}

function is_below_zero(part: bigint, whole: bigint): boolean {
  return part !== 0n && part < 0n !== whole < 0n;
}

/// "12.34"; "<0.01" for what would round to nothing; "-" where the whole is 0.
export function percent_text(part: bigint, whole: bigint): string {
  if (whole === 0n) {
    return '-';
  }
  const is_negative = is_below_zero(part, whole);
  const hundredths = hundredths_of(part * 100n, whole);
  if (part !== 0n && hundredths === 0n) {
    return is_negative ? `>-0${signs.point}01` : `<0${signs.point}01`;
  }
  return hundredths_text(hundredths, is_negative);
}

/// new / old to two decimals: "1.25×"; "-" where there was nothing.
export function ratio_text(now: bigint, was: bigint): string {
  return was === 0n ? '-' : `${hundredths_text(hundredths_of(now, was), is_below_zero(now, was))}×`;
}

/// A cost by calls: to two decimals below 100, of events without a unit.
export function average_text(unit: Unit, value: bigint, calls: bigint): string {
  const size = magnitude(value);
  if (unit.unit === null && value % calls !== 0n && size < 100n * calls) {
    return percent_text(value, 100n * calls);
  }
  const rounded = (2n * size + calls) / (2n * calls);
  return amount_text(unit, value < 0n ? -rounded : rounded);
}

/// What a formula gives: four digits, as the terminal shows it.
export function quotient_text(value: number | null): string {
  if (value === null || !Number.isFinite(value)) {
    return '-';
  }
  if (Number.isInteger(value) || Math.abs(value) >= 1000) {
    return grouped(BigInt(Math.round(value)));
  }
  return Number(value.toPrecision(4)).toString().replace('.', signs.point);
}

export function printed_amount(unit: Unit, cost: Cost): Printed {
  return printed(cost, (value) => amount_text(unit, value));
}

export function printed_average(unit: Unit, cost: Cost, calls: bigint): Printed {
  return printed(cost, (value) => average_text(unit, value, calls));
}

export function printed_change(unit: Unit, cost: Cost): Printed {
  return printed(cost, (value) => change_text(unit, value));
}

export function printed_percent(cost: Cost, whole: bigint): Printed {
  return printed(cost, (value) => percent_text(value, whole));
}
