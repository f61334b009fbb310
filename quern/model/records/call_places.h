// SPDX-License-Identifier: MIT
//
// Where calls stand among packed records: those that want calls alone need not pass over the costs
// of lines between, of which there may be ten times as many.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "quern/base/varint.h"

namespace quern {

/// Offsets of a segment's calls, of the blocks that have some, and of marks of parts; ascending, a
/// byte or two each.
class CallPlaces {
 public:
  void add(size_t offset) {
    uint8_t bytes[kVarint64];
    bytes_.insert(bytes_.end(), &bytes[0], put_varint(&bytes[0], uint64_t{offset - last_}));
    last_ = offset;
  }

  /// Where one who walks over them is.
  struct Walk {
    size_t next = 0;
    size_t offset = 0;
  };
  /// Goes to the next; false: there is none.
  [[nodiscard]] bool move(Walk& walk) const {
    if (walk.next == bytes_.size()) {
      return false;
    }
    uint64_t step = 0;
    walk.next = static_cast<size_t>(get_varint(&bytes_[walk.next], step) - bytes_.data());
    walk.offset += step;
    return true;
  }

 private:
  std::vector<uint8_t> bytes_;
  size_t last_ = 0;
};

/// Gathers them while records are written one behind the other.
class CallPlacer {
 public:
  /// A block's mark: it counts once a call follows.
  void block(size_t segment, size_t offset) {
    segment_ = segment;
    offset_ = offset;
    is_told_ = false;
  }
  /// `places_of(segment)`: those of the segment that the block began in.
  template <class PlacesOf>
  void call(CallPlaces& places, size_t offset, const PlacesOf& places_of) {
    if (!is_told_) {
      places_of(segment_).add(offset_);
      is_told_ = true;
    }
    places.add(offset);
  }

 private:
  size_t segment_ = 0;
  size_t offset_ = 0;  ///< of the open block's mark
  bool is_told_ = true;
};

}  // namespace quern
