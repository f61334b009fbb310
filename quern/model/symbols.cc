// SPDX-License-Identifier: MIT
#include "quern/model/symbols.h"

#include <cstring>
#include <utility>

#include "quern/base/int128.h"

namespace quern {

namespace {

constexpr size_t kArenaSegment = size_t{1} << 18;
constexpr uint64_t kHashBits = 0xffffffff00000000U;  // of a slot: half a hash; the rest is the id
constexpr std::string_view kUnknownText = "???";

/// 8 bytes a step: multiply and fold.
uint64_t hash_bytes(std::string_view text, uint64_t seed) {
  uint64_t hash = seed ^ text.size();
  const char* at = text.data();
  size_t left = text.size();
  const auto mix = [&hash](uint64_t word) {
    const auto product = static_cast<uint128>(hash ^ word) * 0xd6e8feb86659fd93U;
    hash = static_cast<uint64_t>(product) ^ static_cast<uint64_t>(product >> 64);
  };
  for (; left >= 8; at += 8, left -= 8) {
    uint64_t word = 0;
    std::memcpy(&word, at, 8);
    mix(word);
  }
  uint64_t tail = 0;
  std::memcpy(&tail, at, left);
  mix(tail + 0x51ed2701);
  return hash;
}

/// Where the loader put this run's memory: unknown to whoever wrote the input. Results never depend
/// on it, since ids follow the order of first appearance.
uint64_t seed_of(const void* place) {
  return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(place)) * 0x9e3779b97f4a7c15U | 1;
}

}  // namespace

NameTable::NameTable() : seed_(seed_of(this)), slots_(1024) {
  texts_.push_back({"", 0});
}

NameId NameTable::intern(std::string_view text) {
  if (text.empty() || text == kUnknownText) {
    return kUnknownName;
  }
  if (texts_.size() * 4 > slots_.size() * 3) {
    grow();
  }
  const uint64_t high = hash_bytes(text, seed_) & kHashBits;
  const size_t mask = slots_.size() - 1;
  for (size_t at = high >> 32 & mask;; at = (at + 1) & mask) {
    const uint64_t slot = slots_[at];
    if (slot == 0) {
      const NameId id(texts_.size());
      texts_.push_back({keep(text), text.size()});
      slots_[at] = high | id.value;
      return id;
    }
    if ((slot & kHashBits) == high) {
      const Text& known = texts_[slot & 0xffffffffU];
      if (std::string_view(known.bytes, known.length) == text) {
        return NameId(slot & 0xffffffffU);
      }
    }
  }
}

NameId NameTable::add_apart(std::string_view text) {
  const NameId id(texts_.size());
  texts_.push_back({keep(text), text.size()});
  return id;
}

NameId NameTable::provisional() {
  const NameId id(texts_.size());
  texts_.push_back({nullptr, 0});
  ++provisional_count_;
  return id;
}

void NameTable::bind(NameId provisional, NameId target) {
  texts_[provisional.index()].length = uint64_t{target.value} + 1;
}

NameId NameTable::canonical(NameId id) const {
  while (texts_[id.index()].bytes == nullptr && texts_[id.index()].length != 0) {
    id = NameId(size_t{texts_[id.index()].length} - 1);
  }
  return id;
}

std::string_view NameTable::text(NameId id) const {
  const Text& found = texts_[canonical(id).index()];
  return {found.bytes, found.length};
}

const char* NameTable::keep(std::string_view text) {
  if (text.size() > arena_left_) {
    const size_t size = text.size() > kArenaSegment / 4 ? text.size() : kArenaSegment;
    arena_.push_back(std::make_unique_for_overwrite<char[]>(size));
    if (size != kArenaSegment) {  // a giant gets its own segment; the open one stays open
      std::memcpy(arena_.back().get(), text.data(), text.size());
      return arena_.back().get();
    }
    arena_at_ = arena_.back().get();
    arena_left_ = size;
  }
  char* const kept = arena_at_;
  std::memcpy(kept, text.data(), text.size());
  arena_at_ += text.size();
  arena_left_ -= text.size();
  return kept;
}

void NameTable::grow() {
  std::vector<uint64_t> larger(slots_.size() * 2);
  const size_t mask = larger.size() - 1;
  for (const uint64_t slot : slots_) {
    if (slot == 0) {
      continue;
    }
    size_t at = slot >> 32 & mask;
    while (larger[at] != 0) {
      at = (at + 1) & mask;
    }
    larger[at] = slot;
  }
  slots_ = std::move(larger);
}

FunctionTable::FunctionTable() : crowded_(0, KeyHash(seed_of(this))) {}

FunctionId FunctionTable::find_or_add(const FunctionKey& key) {
  constexpr size_t kLongestChain = 8;
  newest_.grow(key.name.index() + 1);
  size_t steps = 0;
  for (uint32_t at = newest_[key.name.index()]; at != 0 && steps < kLongestChain; ++steps) {
    if (keys_[at - 1] == key) {
      return FunctionId(at - 1);
    }
    at = older_[at - 1];
  }
  if (steps == kLongestChain) {
    const auto [found, is_new] = crowded_.try_emplace(key, FunctionId(keys_.size()));
    if (!is_new) {
      return found->second;
    }
    keys_.push_back(key);
    older_.push_back(0);  // found by hash alone: the chain keeps its first few
    return found->second;
  }
  const FunctionId id(keys_.size());
  keys_.push_back(key);
  older_.push_back(newest_[key.name.index()]);
  newest_[key.name.index()] = id.value + 1;
  return id;
}

SettledIds Symbols::settle() {
  SettledIds settled;
  const auto final_key = [this](const FunctionKey& key) {
    return FunctionKey{names.canonical(key.name), names.canonical(key.file),
                       names.canonical(key.object)};
  };
  if (names.has_provisional()) {
    FunctionTable merged;
    settled.functions.reserve(functions.size());
    for (size_t id = 0; id < functions.size(); ++id) {
      settled.functions.push_back(merged.intern(final_key(functions[FunctionId(id)])));
    }
    functions = std::move(merged);
  }
  settled.listed = functions.size();
  for (size_t id = 0; id < targets.size(); ++id) {
    settled.targets.push_back(functions.intern(final_key(targets[FunctionId(id)])));
  }
  return settled;
}

}  // namespace quern
