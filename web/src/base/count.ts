// SPDX-License-Identifier: MIT
//
// Whole numbers of any size. The engine writes those beyond 2^53 as strings of digits; here all
// are BigInt from the moment they arrive, so that nothing can round them on the way to the screen.

/// A count as JSON has it.
export type RawCount = number | string;

const kDigits = /^-?\d+$/;

export function count(raw: RawCount): bigint {
  if (typeof raw === 'number') {
    if (!Number.isSafeInteger(raw)) {
      throw new RangeError(`a count that is no exact integer: ${raw}`);
    }
    return BigInt(raw);
  }
  if (!kDigits.test(raw)) {
    throw new RangeError(`a count that is no integer: ${raw.slice(0, 40)}`);
  }
  return BigInt(raw);
}

export function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

/// Of amounts; 0 of none.
export function largest(amounts: readonly bigint[]): bigint {
  return amounts.reduce((most, each) => (each > most ? each : most), 0n);
}

/// part / whole as a double, for lengths of bars alone: exact to 52 bits however large both are.
export function fraction(part: bigint, whole: bigint): number {
  if (whole === 0n) {
    return 0;
  }
  const scaled = (magnitude(part) << 52n) / magnitude(whole);
  const ratio = Number(scaled) / 2 ** 52;
  return part < 0n !== whole < 0n ? -ratio : ratio;
}
