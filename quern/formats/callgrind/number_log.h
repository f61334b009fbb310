// SPDX-License-Identifier: MIT
//
// A stream of packed numbers in segments: written at the end, read back in order from any number.
// Nothing moves when it grows.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "quern/base/varint.h"

namespace quern::callgrind {

class NumberLog {
 public:
  void add(uint128 number) {
    uint8_t* const at = room();
    used(at, number <= UINT64_MAX ? put_varint(at, static_cast<uint64_t>(number))
                                  : put_varint(at, number));
  }
  void add_signed(int128 number) { add(zigzag128(number)); }

  /// Where the next number will stand.
  [[nodiscard]] uint64_t end() {
    room();
    return uint64_t{segments_.size() - 1} << kShift | used_;
  }
  /// Forgets all numbers; one segment of memory is kept.
  void clear() {
    segments_.resize(segments_.empty() ? 0 : 1);
    used_ = 0;
  }

  class Reader {
   public:
    Reader(const NumberLog& log, uint64_t from) : log_(&log), at_(from) {}
    uint128 next();
    int128 next_signed() { return unzigzag128(next()); }

   private:
    const NumberLog* log_;
    uint64_t at_;
  };

 private:
  static constexpr unsigned kShift = 16;
  static constexpr size_t kSegment = size_t{1} << kShift;

  /// Room for one number: a segment that lacks it stays as it is.
  uint8_t* room() {
    if (segments_.empty() || kSegment - used_ < kVarint128) {
      segments_.push_back(std::make_unique_for_overwrite<uint8_t[]>(kSegment));
      used_ = 0;
    }
    return segments_.back().get() + used_;
  }
  void used(const uint8_t* from, const uint8_t* to) { used_ += static_cast<size_t>(to - from); }

  std::vector<std::unique_ptr<uint8_t[]>> segments_;
  size_t used_ = 0;  ///< of the last segment
};

inline uint128 NumberLog::Reader::next() {
  if (kSegment - (at_ & (kSegment - 1)) < kVarint128) {
    at_ = ((at_ >> kShift) + 1) << kShift;  // as room() did
  }
  const uint8_t* const from = log_->segments_[at_ >> kShift].get() + (at_ & (kSegment - 1));
  uint128 number = 0;
  at_ += static_cast<uint64_t>(get_varint(from, number) - from);
  return number;
}

}  // namespace quern::callgrind
