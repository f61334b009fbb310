// SPDX-License-Identifier: MIT
//
// What the ids of a file stand for. Ids mostly grow as they first appear, so they index a vector;
// those far beyond the number of definitions are hashed, and an id of 2^48 allocates nothing.
#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

namespace quern {

template <class T>
class IdTable {
 public:
  IdTable() : sparse_(0, Hash{reinterpret_cast<uintptr_t>(this)}) {}
  IdTable(const IdTable&) = delete;
  IdTable& operator=(const IdTable&) = delete;

  /// Null: not defined. Valid until add().
  [[nodiscard]] const T* find(uint64_t id) const {
    if (id < dense_.size() && dense_[id].is_set) [[likely]] {
      return &dense_[id].value;
    }
    if (sparse_.empty()) [[likely]] {
      return nullptr;
    }
    const auto found = sparse_.find(id);
    return found == sparse_.end() ? nullptr : &found->second;
  }

  /// `id` must not be defined yet.
  void add(uint64_t id, const T& value) {
    ++count_;
    if (id >= 2 * count_ + kAlwaysDense) {
      sparse_.emplace(id, value);
      return;
    }
    if (id >= dense_.size()) {
      dense_.resize(id + 1);
    }
    dense_[id] = {value, true};
  }

  void clear() {
    dense_.clear();
    sparse_.clear();
    count_ = 0;
  }

 private:
  static constexpr uint64_t kAlwaysDense = 1024;
  struct Slot {
    T value{};
    bool is_set = false;
  };
  /// Differs from run to run, so that no input can aim at a slot.
  struct Hash {
    uintptr_t seed;
    size_t operator()(uint64_t id) const {
      uint64_t mixed = (id ^ seed) * 0x9e3779b97f4a7c15U;
      mixed = (mixed ^ mixed >> 32) * 0xd6e8feb86659fd93U;
      return mixed ^ mixed >> 29;
    }
  };

  std::vector<Slot> dense_;
  std::unordered_map<uint64_t, T, Hash> sparse_;
  uint64_t count_ = 0;
};

}  // namespace quern
