// SPDX-License-Identifier: MIT
//
// The control bytes of packed records, for this room; docs/formats/snapshot.md tells the whole
// packing, since snapshots hold it as it is.
#pragma once

#include <cstddef>
#include <cstdint>

namespace quern::record_marks {

/// Kinds of a control byte's low 3 bits.
enum Mark : uint8_t {
  kSelfMark,
  kCallMark,
  kJumpMark,
  kJcndMark,
  kBlockMark,
  kPartMark,
  kWideMark,
  kEstimateMark,  ///< in front of self costs or a call: bits 3 and 4 say what is an estimate
};
/// Bits 3-4: length of the address delta, bits 5-6: of the line delta (0, 1, 2 or 8 bytes).
/// Bit 7: a call has a target.
inline constexpr unsigned kAddressShift = 3;
inline constexpr unsigned kLineShift = 5;
inline constexpr uint8_t kDeltaMask = 0x78;
inline constexpr uint8_t kTargetBit = 0x80;
inline constexpr uint8_t kEstimatedCostBit = 0x08;
inline constexpr uint8_t kEstimatedCountBit = 0x10;
/// Of an address or line delta, by its length code.
inline constexpr size_t kDeltaBytes[] = {0, 1, 2, 8};

}  // namespace quern::record_marks
