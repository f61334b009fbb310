// SPDX-License-Identifier: MIT
#include "quern/model/records/symbols.h"

#include <algorithm>
#include <utility>

#include "quern/base/int128.h"
#include "quern/base/release.h"
#include "quern/base/text_hash.h"

namespace quern {

namespace {

/// The seed goes through each product: whoever wrote the input chose the ids.
size_t hash_key(const FunctionKey& key, uint64_t seed) {
  const uint64_t place = uint64_t{key.file.value} << 32 | key.object.value;
  const uint64_t mixed = folded_product(place ^ seed, 0xd6e8feb86659fd93U);
  return folded_product(mixed ^ key.name.value ^ seed, 0x9e3779b97f4a7c15U);
}

}  // namespace

FunctionTable::FunctionTable() : seed_(seed_of(this)) {}

FunctionId FunctionTable::find_or_add(const FunctionKey& key) {
  newest_.grow(key.name.index() + 1);
  uint32_t& newest = newest_[key.name.index()];
  if (newest != 0) {
    if (keys_[newest - 1] == key) {
      return FunctionId(newest - 1);
    }
    if (!older_.empty() && older(key) != 0) {
      return FunctionId(older(key) - 1);
    }
    add_older(newest);
  }
  const FunctionId id(keys_.size());
  keys_.push_back(key);
  newest = id.value + 1;
  return id;
}

uint32_t& FunctionTable::older(const FunctionKey& key) {
  const size_t mask = older_.size() - 1;
  size_t at = hash_key(key, seed_) & mask;
  while (older_[at] != 0 && keys_[older_[at] - 1] != key) {
    at = (at + 1) & mask;
  }
  return older_[at];
}

void FunctionTable::add_older(uint32_t function) {
  constexpr size_t kFirstOlder = 16;
  if (older_count_ * 2 >= older_.size()) {
    const std::vector<uint32_t> known =
        std::exchange(older_, std::vector<uint32_t>(std::max(kFirstOlder, older_.size() * 2)));
    for (const uint32_t each : known) {
      if (each != 0) {
        older(keys_[each - 1]) = each;
      }
    }
  }
  older(keys_[function - 1]) = function;
  ++older_count_;
}

/// All functions, but not the memory of keys_, which stay where they are.
void FunctionTable::forget() {
  keys_.cut();
  newest_.cut();
  release(older_);
  older_count_ = 0;
}

void FunctionTable::freeze() {
  newest_.clear();
  release(older_);
  older_count_ = 0;
}

SettledIds Symbols::settle() {
  SettledIds settled;
  const auto final_key = [this](const FunctionKey& key) {
    return FunctionKey{names.canonical(key.name), names.canonical(key.file),
                       names.canonical(key.object)};
  };
  names.end_definitions();
  if (names.has_provisional()) {
    settled.functions =
        functions.rekey([&](FunctionId, const FunctionKey& key) { return final_key(key); });
  }
  settled.listed = functions.size();
  for (size_t id = 0; id < targets.size(); ++id) {
    settled.targets.push_back(functions.intern(final_key(targets[FunctionId(id)])));
  }
  return settled;
}

void Symbols::freeze() {
  names.freeze();
  functions.freeze();
  targets = {};
  folded.reset();
}

}  // namespace quern
