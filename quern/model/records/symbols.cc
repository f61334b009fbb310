// SPDX-License-Identifier: MIT
#include "quern/model/records/symbols.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <utility>

#include "quern/base/int128.h"
#include "quern/base/release.h"
#include "quern/base/text_hash.h"

namespace quern {

namespace {

constexpr size_t kFirstSlots = 1024;
constexpr std::string_view kUnknownText = "???";

/// The seed goes through each product: whoever wrote the input chose the ids.
size_t hash_key(const FunctionKey& key, uint64_t seed) {
  const uint64_t place = uint64_t{key.file.value} << 32 | key.object.value;
  const uint64_t mixed = folded_product(place ^ seed, 0xd6e8feb86659fd93U);
  return folded_product(mixed ^ key.name.value ^ seed, 0x9e3779b97f4a7c15U);
}

}  // namespace

NameTable::NameTable() : seed_(seed_of(this)), slots_(kFirstSlots) {
  pieces_.push_back("");
  add(0, 0, true);
}

bool NameTable::is_unknown(std::string_view text) {
  return text.empty() || text == kUnknownText;
}

NameId NameTable::intern(std::string_view text) {
  if (is_unknown(text)) {
    return kUnknownName;
  }
  make_room(1);
  return find_or_add(text, hash_of_text(text, seed_));
}

/// Waits for slots overlap, as in index().
void NameTable::intern(const NameTable& theirs, std::span<NameId> ids) {
  struct Name {
    NameId* id;
    std::string_view text;
    uint32_t hash;
  };
  std::array<Name, kBatch> batch;
  for (size_t next = 0; next < ids.size();) {
    make_room(kBatch);
    size_t count = 0;
    for (; next < ids.size() && count != kBatch; ++next) {
      const std::string_view text = theirs.text(NameId(next));
      if (ids[next] == kUnknownName && !is_unknown(text)) {
        batch[count] = {&ids[next], text, hash_of_text(text, seed_)};
        __builtin_prefetch(&slots_[batch[count++].hash & (slots_.size() - 1)]);
      }
    }
    for (const Name& name : std::span(batch).first(count)) {
      *name.id = find_or_add(name.text, name.hash);
    }
  }
}

/// Slots for so many texts more, and for all that there are.
void NameTable::make_room(size_t texts) {
  end_definitions();
  if ((texts_.size() + texts - 1) * 4 > slots_.size() * 3) {
    make_slots();
  }
  if (!unindexed_.empty()) [[unlikely]] {
    for (const Range& range : std::exchange(unindexed_, {})) {
      index(range.first, range.end);
    }
  }
}

void NameTable::index() {
  make_room(1);
}

/// Where a text is, or the free slot that it would get.
size_t NameTable::slot_of(std::string_view text, uint32_t hash) const {
  const size_t mask = slots_.size() - 1;
  size_t at = hash & mask;
  while (slots_[at] != 0 &&
         (((slots_[at] ^ hash) & ~mask) != 0 || text_at(slots_[at] & mask) != text)) {
    at = (at + 1) & mask;
  }
  return at;
}

NameId NameTable::find_or_add(std::string_view text, uint32_t hash) {
  const size_t mask = slots_.size() - 1;
  uint32_t& slot = slots_[slot_of(text, hash)];
  if (slot != 0) {
    return NameId(slot & mask);
  }
  const NameId id(texts_.size());
  add(keep(text), text.size(), false);
  slot = static_cast<uint32_t>((hash & ~mask) | id.value);
  return id;
}

std::optional<NameId> NameTable::find(std::string_view text) const {
  const uint32_t slot = slots_[slot_of(text, hash_of_text(text, seed_))];
  return slot == 0 ? std::nullopt : std::optional(NameId(slot & (slots_.size() - 1)));
}

NameId NameTable::define(std::string_view text) {
  if (is_unknown(text)) {
    return kUnknownName;
  }
  if (defined_count_ == kBatch || defined_count_ == 0) {
    make_room(kBatch);
  }
  const NameId id(texts_.size());
  add(keep(text), text.size(), false);
  const uint32_t hash = hash_of_text(text, seed_);
  __builtin_prefetch(&slots_[hash & (slots_.size() - 1)]);
  defined_[defined_count_++] = {id.value, hash};
  return id;
}

void NameTable::end_definitions() {
  const size_t mask = slots_.size() - 1;
  for (const auto& [id, hash] : std::span(defined_).first(std::exchange(defined_count_, 0))) {
    uint32_t& slot = slots_[slot_of(text_at(id), hash)];
    if (slot == 0) {
      slot = static_cast<uint32_t>((hash & ~mask) | id);
    } else {
      texts_[id] = Text::bound(NameId(slot & mask));
      ++provisional_count_;
    }
  }
}

NameId NameTable::add_apart(std::string_view text) {
  const NameId id(texts_.size());
  add(keep(text), text.size(), true);
  return id;
}

void NameTable::take(std::unique_ptr<uint8_t[]> bytes, size_t at, std::span<const uint32_t> lengths,
                     bool apart) {
  const size_t first = texts_.size();
  const uint64_t size = std::accumulate(lengths.begin(), lengths.end(), uint64_t{0});
  const char* const texts = reinterpret_cast<const char*>(bytes.get()) + at;
  // A piece stands for many bytes of the input, or hostile ones would use up all places.
  uint64_t place = size < kPiece / 4 ? keep({texts, size}) : add_pieces(texts, size);
  for (const uint32_t length : lengths) {
    add(place, length, apart);
    place += length;
  }
  if (size >= kPiece / 4) {
    taken_.push_back(std::move(bytes));
  }
  if (!apart) {
    unindexed_.push_back({first, texts_.size()});
  }
}

void NameTable::add(uint64_t place, uint64_t length, bool is_apart) {
  const Text text = Text::at(place, length, is_apart);
  if (text.is_long()) [[unlikely]] {
    long_[static_cast<uint32_t>(texts_.size())] = length;
  }
  texts_.push_back(text);
}

/// Four times as many slots, mostly. Hashes are worked out anew, since slots keep only some of
/// their bits: growing less and more often would cost as much as all look-ups.
void NameTable::make_slots() {
  const size_t wanted = std::bit_ceil(std::max(kFirstSlots, texts_.size() * 3));
  release(slots_);
  slots_.resize(wanted);
  unindexed_.clear();
  index(1, texts_.size());
}

/// Hashes come a batch at a time, so that waits for the slots overlap.
void NameTable::index(size_t first, size_t end) {
  const size_t mask = slots_.size() - 1;
  std::array<std::pair<size_t, uint32_t>, kBatch> batch;
  for (size_t id = first; id < end;) {
    size_t count = 0;
    for (; id < end && count != kBatch; ++id) {
      if (!texts_[id].is_apart() && !texts_[id].is_provisional()) {
        batch[count] = {id, hash_of_text(text_at(id), seed_)};
        __builtin_prefetch(&slots_[batch[count++].second & mask]);
      }
    }
    for (const auto& [added, hash] : std::span(batch).first(count)) {
      put_slot(added, hash);
    }
  }
}

/// Equal texts, which only a lying input has, must not pile up.
void NameTable::put_slot(size_t id, uint32_t hash) {
  uint32_t& slot = slots_[slot_of(text_at(id), hash)];
  if (slot == 0) {
    slot = static_cast<uint32_t>((hash & ~(slots_.size() - 1)) | id);
  }
}

NameId NameTable::add_beginning(NameId of, size_t length) {
  const size_t id = texts_.size();
  add(texts_[of.index()].place(), length, false);
  if (!unindexed_.empty() && unindexed_.back().end == id) {
    ++unindexed_.back().end;
  } else {
    unindexed_.push_back({id, id + 1});
  }
  return NameId(id);
}

NameId NameTable::provisional() {
  const NameId id(texts_.size());
  texts_.push_back(Text::provisional());
  ++provisional_count_;
  return id;
}

void NameTable::bind(NameId provisional, NameId target) {
  texts_[provisional.index()] = Text::bound(target);
}

NameId NameTable::canonical(NameId id) const {
  for (;;) {
    const Text& text = texts_[id.index()];
    if (!text.is_provisional() || text.place() == 0) {
      return id;
    }
    id = NameId(text.place() - 1);
  }
}

std::string_view NameTable::text(NameId id) const {
  return text_at(canonical(id).index());
}

std::string_view NameTable::text_at(size_t id) const {
  const Text& text = texts_[id];
  if (text.is_provisional()) [[unlikely]] {
    return {};
  }
  const uint64_t length =
      text.is_long() ? long_.find(static_cast<uint32_t>(id))->second : text.length();
  return {pieces_[text.place() >> kPieceShift] + (text.place() & (kPiece - 1)), length};
}

void NameTable::freeze() {
  release(slots_);
  release(unindexed_);
}

/// The place of the first byte.
uint64_t NameTable::add_pieces(const char* bytes, size_t size) {
  const uint64_t place = uint64_t{pieces_.size()} << kPieceShift;
  for (size_t at = 0; at == 0 || at < size; at += kPiece) {
    pieces_.push_back(bytes + at);
  }
  return place;
}

uint64_t NameTable::keep(std::string_view text) {
  if (text.empty()) {
    return 0;
  }
  if (text.size() > arena_left_) {
    const bool is_giant = text.size() >= kPiece / 4;
    const size_t size = is_giant ? text.size() : kPiece;
    arena_.push_back(std::make_unique_for_overwrite<char[]>(size));
    const uint64_t place = add_pieces(arena_.back().get(), size);
    if (is_giant) {  // has memory of its own; the open piece stays open
      std::memcpy(arena_.back().get(), text.data(), text.size());
      return place;
    }
    arena_place_ = place;
    arena_at_ = arena_.back().get();
    arena_left_ = size;
  }
  const uint64_t place = arena_place_;
  std::memcpy(arena_at_, text.data(), text.size());
  arena_place_ += text.size();
  arena_at_ += text.size();
  arena_left_ -= text.size();
  return place;
}

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
