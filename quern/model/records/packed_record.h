// SPDX-License-Identifier: MIT
//
// How packed records are read and passed over, for those in this room who walk over them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "quern/base/int128.h"
#include "quern/base/varint.h"
#include "quern/model/records/record_marks.h"

namespace quern::packed_record {

inline const uint8_t* skip_varints(const uint8_t* at, uint64_t count) {
  for (; count != 0; --count) {
    while ((*at++ & 0x80) != 0) {
    }
  }
  return at;
}

inline size_t bytes_of_position(uint8_t control) {
  return record_marks::kDeltaBytes[control >> record_marks::kAddressShift & 3] +
         record_marks::kDeltaBytes[control >> record_marks::kLineShift & 3];
}

/// How many costs a record of a part with `width` events has; they follow this number.
inline const uint8_t* read_cost_count(const uint8_t* at, bool wide, size_t width, uint64_t& count) {
  count = 1;
  return wide || width != 1 ? get_varint(at, count) : at;
}

/// Adds the costs of a record of a part with `width` events to `costs`.
inline const uint8_t* read_costs(const uint8_t* at, bool wide, size_t width,
                                 std::vector<int128>& costs) {
  uint64_t given = 0;
  at = read_cost_count(at, wide, width, given);
  for (; given != 0; --given) {
    if (wide) {
      uint128 bits = 0;
      at = get_varint(at, bits);
      costs.push_back(unzigzag128(bits));
    } else {
      uint64_t bits = 0;
      at = get_varint(at, bits);
      costs.emplace_back(bits);
    }
  }
  return at;
}
inline const uint8_t* skip_costs(const uint8_t* at, bool wide, size_t width) {
  uint64_t given = 0;
  at = read_cost_count(at, wide, width, given);
  return skip_varints(at, given);
}

/// The end of a record, from behind its position.
inline const uint8_t* skip(const uint8_t* at, uint8_t control, bool wide, size_t width) {
  const auto mark = static_cast<uint8_t>(control & 7);
  if (mark == record_marks::kJumpMark || mark == record_marks::kJcndMark) {
    // target, function, file, counts
    return skip_varints(at, mark == record_marks::kJcndMark ? 6 : 5);
  }
  if (mark == record_marks::kCallMark) {
    // target, callee, count
    at = skip_varints(at, (control & record_marks::kTargetBit) != 0 ? 4 : 2);
  }
  return skip_costs(at, wide, width);
}

}  // namespace quern::packed_record
