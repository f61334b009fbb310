// SPDX-License-Identifier: MIT
//
// Numbers in as few bytes as they need (LEB128): seven bits a byte, lowest first; the top bit says
// that more bytes follow. The model packs its records this way, and snapshots and pprof's files are
// made of such numbers. Signed numbers are folded by zigzag first, so that -1 is as short as 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "quern/base/int128.h"

namespace quern {

inline constexpr size_t kVarint64 = 10;   ///< bytes of the longest 64-bit varint
inline constexpr size_t kVarint128 = 19;  ///< bytes of the longest 128-bit varint

/// 0, -1, 1, -2 … become 0, 1, 2, 3 …. Unsigned, because it takes differences of addresses and
/// lines modulo 2^64: those that wrap come back right.
[[nodiscard]] constexpr uint64_t zigzag(uint64_t delta) {
  return delta << 1 ^ (uint64_t{0} - (delta >> 63));
}
[[nodiscard]] constexpr uint64_t unzigzag(uint64_t value) {
  return value >> 1 ^ (uint64_t{0} - (value & 1));
}
[[nodiscard]] constexpr uint128 zigzag128(int128 value) {
  return static_cast<uint128>(value) << 1 ^ (uint128{0} - (static_cast<uint128>(value) >> 127));
}
[[nodiscard]] constexpr int128 unzigzag128(uint128 value) {
  return static_cast<int128>(value >> 1 ^ (uint128{0} - (value & 1)));
}

/// Writes `value` at `at` and returns what follows it. There must be room for the longest varint.
template <class Unsigned>
uint8_t* put_varint(uint8_t* at, Unsigned value) {
  while (value >= 0x80) {
    *at++ = static_cast<uint8_t>(value | 0x80);
    value >>= 7;
  }
  *at++ = static_cast<uint8_t>(value);
  return at;
}

/// Writes `value` at the end of bytes.
template <class Unsigned>
void append_varint(std::string& out, Unsigned value) {
  uint8_t bytes[kVarint128];
  const uint8_t* const end = put_varint(bytes, value);
  out.append(reinterpret_cast<const char*>(bytes), static_cast<size_t>(end - bytes));
}

/// Reads what put_varint() wrote and returns what follows it. Without any check, for speed: only
/// for bytes that this process has packed, never for those of a file.
template <class Unsigned>
const uint8_t* get_varint(const uint8_t* at, Unsigned& value) {
  value = 0;
  for (unsigned shift = 0;; shift += 7) {
    value |= static_cast<Unsigned>(*at & 0x7f) << shift;
    if ((*at++ & 0x80) == 0) {
      return at;
    }
  }
}

/// Reads a varint of at most `bits` bits from bytes of a file, and moves `at` behind it. False: the
/// bytes end early, or the number has more bits.
template <class Unsigned>
[[nodiscard]] bool take_varint(const uint8_t*& at, const uint8_t* end, Unsigned& value,
                               unsigned bits = 8 * sizeof(Unsigned)) {
  value = 0;
  for (unsigned shift = 0; at != end && shift < bits; shift += 7) {
    const uint8_t next = *at++;
    const unsigned left = bits - shift;
    if (left < 7 && (next & 0x7f) >> left != 0) {
      return false;
    }
    value |= static_cast<Unsigned>(next & 0x7f) << shift;
    if ((next & 0x80) == 0) {
      return true;
    }
  }
  return false;
}

}  // namespace quern
