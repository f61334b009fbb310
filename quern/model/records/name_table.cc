// SPDX-License-Identifier: MIT
#include "quern/model/records/name_table.h"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <string>
#include <utility>

#include "quern/base/release.h"
#include "quern/base/text_hash.h"

namespace quern {

namespace {

constexpr size_t kFirstSlots = 1024;
constexpr size_t kBatch = 32;  // of names whose slots are waited for together
constexpr std::string_view kUnknownText = "???";

/// See NameTable::is_plain().
bool is_plain_text(std::string_view text) {
  return text.front() != '_' && text.find('\'') == std::string_view::npos;
}

/// Adds ids to ranges that ascend.
template <class Range>
void add_to(std::vector<Range>& ranges, size_t id) {
  if (!ranges.empty() && ranges.back().end == id) {
    ++ranges.back().end;
  } else {
    ranges.push_back({id, id + 1});
  }
}

}  // namespace

NameTable::NameTable() : seed_(seed_of(this)), slots_(kFirstSlots) {
  add(0, 0, true);
}

bool NameTable::is_unknown(std::string_view text) {
  return text.empty() || text == kUnknownText;
}

uint32_t NameTable::hash(std::string_view text) const {
  return std::max<uint32_t>(hash_of_text(text, seed_), 1);  // 0 is none
}

uint32_t NameTable::hash_of(size_t id) const {
  return was_left(id) ? hashes_[id] : hash(text_at(id));
}

NameId NameTable::intern(std::string_view text) {
  if (is_unknown(text)) {
    return kUnknownName;
  }
  make_room(1);
  return find_or_add(text, hash(text));
}

/// Waits for slots overlap, as in index(). What they have defined is defined here.
void NameTable::intern(const NameTable& theirs, std::span<NameId> ids) {
  struct Name {
    NameId* id;
    std::string_view text;
    uint32_t hash;
  };
  std::array<Name, kBatch> batch;
  for (size_t next = 0; next < ids.size();) {
    size_t count = 0;
    for (; next < ids.size() && count != kBatch; ++next) {
      if (ids[next] != kUnknownName) {
        continue;
      }
      if (const Text own = theirs.load(next);
          own.is_left() && can_leave() && theirs.seed_ == seed_) {
        ids[next] = add_left(own.place(), own.length(), theirs.hashes_[next]);
        continue;
      }
      const std::string_view text = theirs.text(NameId(next));
      if (!is_unknown(text)) {
        batch[count] = {&ids[next], text, hash(text)};
        __builtin_prefetch(&slots_[batch[count++].hash & (slots_.size() - 1)]);
      }
    }
    make_room(kBatch);  // texts that were left may have become many
    for (const Name& name : std::span(batch).first(count)) {
      *name.id = find_or_add(name.text, name.hash);
    }
  }
}

NameId NameTable::define(std::string_view text, uint64_t at) {
  if (is_unknown(text)) {
    return kUnknownName;
  }
  const bool stays =
      can_leave() && at < Text::kMostLeft && text.size() <= Text::kLongest && is_plain_text(text);
  return stays ? add_left(at, text.size(), hash(text)) : intern(text);
}

NameId NameTable::add_left(uint64_t at, uint64_t length, uint32_t hash) {
  const NameId id(texts_.size());
  left_->bytes += length;
  texts_.push_back(Text::left(at, length));
  hashes_.grow(id.index());
  hashes_.push_back(hash);
  add_to(defined_, id.index());
  return id;
}

void NameTable::end_definitions() {
  if (defined_.empty()) {
    return;
  }
  make_room(1);
  const size_t mask = slots_.size() - 1;
  for (const Range& range : std::exchange(defined_, {})) {
    each_hash(range.first, range.end, [&](size_t id, uint32_t hash) {
      uint32_t& slot = slots_[slot_of(id, hash)];
      if (slot == 0) {
        slot = static_cast<uint32_t>((hash & ~mask) | id);
      } else {
        texts_[id] = Text::bound(NameId(slot & mask));
        ++provisional_count_;
      }
    });
  }
}

/// Slots for so many texts more, and for all that there are: ids have to fit into them.
void NameTable::make_room(size_t texts) {
  if ((texts_.size() + texts - 1) * 4 > slots_.size() * 3) {
    make_slots();
  }
  if (!unindexed_.empty()) [[unlikely]] {
    for (const Range& range : std::exchange(unindexed_, {})) {
      index(range.first, range.end);
    }
  }
}

/// Four times as many slots, mostly. Slots keep only some bits of a hash, so all hashes are
/// computed again: growing less and more often would cost as much as all look-ups. Twice as many
/// suffice where texts were left, which have their hashes and are mostly not in the slots yet.
void NameTable::make_slots() {
  const size_t most = defined_.empty() ? texts_.size() * 3 : texts_.size() * 4 / 3 + 1;
  const size_t wanted = std::bit_ceil(std::max(kFirstSlots, most));
  release(slots_);
  slots_.resize(wanted);
  unindexed_.clear();
  size_t first = 1;
  for (const Range& range : defined_) {
    index(first, range.first);
    first = range.end;
  }
  index(first, texts_.size());
}

/// Where a text is for which is_same(id) holds, or the free slot that it would get.
template <class IsSame>
size_t NameTable::slot_of(uint32_t hash, IsSame is_same) const {
  const size_t mask = slots_.size() - 1;
  size_t at = hash & mask;
  while (slots_[at] != 0 && (((slots_[at] ^ hash) & ~mask) != 0 || !is_same(slots_[at] & mask))) {
    at = (at + 1) & mask;
  }
  return at;
}

size_t NameTable::slot_of(std::string_view text, uint32_t hash) const {
  return slot_of(hash, [&](size_t known) {
    return (!was_left(known) || hashes_[known] == hash) && text_at(known) == text;
  });
}

/// Texts that were left are read only where their hashes are the same.
size_t NameTable::slot_of(size_t id, uint32_t hash) const {
  return slot_of(hash, [&](size_t known) {
    return known == id ||
           ((!was_left(known) || hashes_[known] == hash) && text_at(known) == text_at(id));
  });
}

NameId NameTable::find_or_add(std::string_view text, uint32_t hash) {
  const size_t mask = slots_.size() - 1;
  uint32_t& slot = slots_[slot_of(text, hash)];
  if (slot != 0) {
    return NameId(slot & mask);
  }
  const NameId id(texts_.size());
  add(memory_.keep(text), text.size(), false);
  slot = static_cast<uint32_t>((hash & ~mask) | id.value);
  return id;
}

std::optional<NameId> NameTable::find(std::string_view text) const {
  const uint32_t slot = slots_[slot_of(text, hash(text))];
  return slot == 0 ? std::nullopt : std::optional(NameId(slot & (slots_.size() - 1)));
}

NameId NameTable::add_apart(std::string_view text) {
  const NameId id(texts_.size());
  add(memory_.keep(text), text.size(), true);
  return id;
}

void NameTable::take(std::unique_ptr<uint8_t[]> bytes, size_t at, std::span<const uint32_t> lengths,
                     bool apart) {
  const size_t first = texts_.size();
  const uint64_t size = std::accumulate(lengths.begin(), lengths.end(), uint64_t{0});
  uint64_t place = memory_.take(std::move(bytes), at, size);
  for (const uint32_t length : lengths) {
    add(place, length, apart);
    place += length;
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

/// Calls use(id, hash) for those of the ids that have a text that can be found. Hashes come a batch
/// at a time, so that waits for the slots overlap.
template <class Use>
void NameTable::each_hash(size_t first, size_t end, Use use) {
  const size_t mask = slots_.size() - 1;
  std::array<std::pair<size_t, uint32_t>, kBatch> batch;
  for (size_t id = first; id < end;) {
    size_t count = 0;
    for (; id < end && count != kBatch; ++id) {
      if (!texts_[id].is_apart() && !texts_[id].is_provisional()) {
        batch[count] = {id, hash_of(id)};
        __builtin_prefetch(&slots_[batch[count++].second & mask]);
      }
    }
    for (const auto& [added, hash] : std::span(batch).first(count)) {
      use(added, hash);
    }
  }
}

/// Equal texts, which only a lying input has, must not pile up.
void NameTable::index(size_t first, size_t end) {
  const size_t mask = slots_.size() - 1;
  each_hash(first, end, [&](size_t id, uint32_t hash) {
    uint32_t& slot = slots_[slot_of(id, hash)];
    if (slot == 0) {
      slot = static_cast<uint32_t>((hash & ~mask) | id);
    }
  });
}

NameId NameTable::add_beginning(NameId of, size_t length) {
  const size_t id = texts_.size();
  add(texts_[of.index()].place(), length, false);
  add_to(unindexed_, id);
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
    const Text text = load(id.index());
    if (!text.is_provisional() || text.place() == 0) {
      return id;
    }
    id = NameId(text.place() - 1);
  }
}

std::string_view NameTable::text(NameId id) const {
  return text_at(canonical(id).index());
}

bool NameTable::is(NameId id, std::string_view text) const {
  const size_t known = canonical(id).index();
  const Text own = load(known);
  const bool may_be =
      !own.is_left() || (own.length() == text.size() && hashes_[known] == hash(text));
  return may_be && text_at(known) == text;
}

std::string_view NameTable::text_in_memory(size_t id, Text text) const {
  if (text.is_provisional()) [[unlikely]] {
    return {};
  }
  const uint64_t length =
      text.is_long() ? long_.find(static_cast<uint32_t>(id))->second : text.length();
  return memory_.at(text.place(), length);
}

void NameTable::leave_in_input(ReadInput read) {
  left_ = std::make_shared<Left>();
  left_->read = std::move(read);
}

void NameTable::continue_as(const NameTable& first) {
  seed_ = first.seed_;
  if (first.left_) {
    leave_in_input(first.left_->read);
  }
}

/// One by one, or all of them where many are asked for: each needs a call of the system.
std::string_view NameTable::fetched_text(size_t id) const {
  constexpr size_t kMostShare = 32;
  constexpr size_t kMostAlways = 1024;
  const std::scoped_lock lock(left_->mutex);
  if (const Text text = load(id); text.is_left()) {
    if (++left_->asked > std::max(kMostAlways, texts_.size() / kMostShare)) {
      fetch_all();
    } else {
      std::string bytes(text.length(), '\0');
      bytes.resize(left_->read(text.place(), bytes));
      fetch(id, bytes);
    }
  }
  return text_in_memory(id, load(id));
}

/// Keeps a text that was read once more; with less than it was, or others, the input has changed.
void NameTable::fetch(size_t id, std::string_view text) const {
  if (text.size() != texts_[id].length() || hash(text) != hashes_[id]) {
    left_->is_damaged = true;
  }
  std::atomic_ref(texts_[id])
      .store(Text::at(memory_.keep(text), text.size(), false), std::memory_order_release);
}

void NameTable::fetch_all() const {
  left_->is_over = true;
  constexpr size_t kRoom = size_t{1} << 18;
  std::string bytes;
  uint64_t begin = 0;
  for (size_t id = 0; id < texts_.size(); ++id) {
    const Text text = texts_[id];
    if (!text.is_left()) {
      continue;
    }
    if (text.place() < begin || text.place() + text.length() > begin + bytes.size()) {
      begin = text.place();
      bytes.resize(std::max<size_t>(kRoom, text.length()));
      bytes.resize(left_->read(begin, bytes));
    }
    fetch(id, std::string_view(bytes).substr(text.place() - begin, text.length()));
  }
}

void NameTable::freeze() {
  if (left_) {
    memory_.expect(left_->bytes);
  }
  release(slots_);
  release(unindexed_);
}

}  // namespace quern
