// SPDX-License-Identifier: MIT
//
// Numbers for identities: equal ones share a number. Open addressing over a fixed number of places,
// for millions of functions that are each asked for once.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

#include "quern/analysis/match/alignment.h"
#include "quern/analysis/match/last_text.h"

namespace quern {

class IdentityTable {
 public:
  /// At most `most` different ones. The identities that are given must stay where they are.
  explicit IdentityTable(size_t most)
      : slots_(std::bit_ceil(2 * most + 1)), mask_(slots_.size() - 1) {}

  /// How many different ones were seen.
  [[nodiscard]] uint32_t size() const { return static_cast<uint32_t>(known_.size()); }

  /// Calls use(place, number) for each of `identities`, in order.
  template <class Use>
  void number_all(std::span<const Identity> identities, Use use) {
    // A look into the table misses the cache: some are asked for ahead.
    constexpr size_t kAhead = 16;
    uint64_t hashes[kAhead];
    for (size_t first = 0; first < identities.size(); first += kAhead) {
      const size_t count = std::min(kAhead, identities.size() - first);
      for (size_t at = 0; at < count; ++at) {
        hashes[at] = hash(identities[first + at]);
        __builtin_prefetch(&slots_[hashes[at] & mask_]);
      }
      for (size_t at = 0; at < count; ++at) {
        use(first + at, number(identities[first + at], hashes[at]));
      }
    }
  }

 private:
  struct Slot {
    uint32_t check = 0;   ///< the hash's other half
    uint32_t number = 0;  ///< and 1; 0: free
  };
  uint64_t hash(const Identity& identity) {
    constexpr uint64_t kMix = 0x9e3779b97f4a7c15U;
    const std::hash<std::string_view> of;
    return (of(identity.name) * kMix + file_.value(identity.file, of)) * kMix +
           object_.value(identity.object, of);
  }

  uint32_t number(const Identity& identity, uint64_t hash) {
    const auto check = static_cast<uint32_t>(hash >> 32);
    for (size_t at = hash & mask_;; at = (at + 1) & mask_) {
      Slot& slot = slots_[at];
      if (slot.number == 0) {
        known_.push_back(&identity);
        slot = {check, size()};
        return size() - 1;
      }
      if (slot.check == check && *known_[slot.number - 1] == identity) {
        return slot.number - 1;
      }
    }
  }

  std::vector<Slot> slots_;
  uint64_t mask_;
  std::vector<const Identity*> known_;  ///< by number
  LastText<uint64_t> file_, object_;    ///< their hashes
};

}  // namespace quern
