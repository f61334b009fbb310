// SPDX-License-Identifier: MIT
//
// The names of a profile, each text once. Names that a file refers to before it defines them get a
// provisional id, which is bound to the final one later.
//
// Most names of a large profile are never looked at. Where the input can be read again, texts that
// it defines can stay there: such a name takes the offset of its text and a hash of it.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "quern/base/segmented.h"
#include "quern/model/records/ids.h"
#include "quern/model/records/name_texts.h"

namespace quern {

/// Texts, each once, kept in memory that never moves.
class NameTable {
 public:
  NameTable();

  [[nodiscard]] static bool is_unknown(std::string_view text);

  /// The id of `text`; the empty text and "???" are kUnknownName.
  NameId intern(std::string_view text);
  /// `ids`, by id of `theirs`, are those here: each kUnknownName with a known text is interned.
  void intern(const NameTable& theirs, std::span<NameId> ids);
  /// As intern(), but where the text stays in the input (see leave_in_input()), the id is a new
  /// one. If the table has the text after all, end_definitions() binds this id to the other one.
  /// `at`: where the input has it.
  NameId define(std::string_view text, uint64_t at);
  /// Finds out which texts define() got more than once. What follows finds those of them all.
  void end_definitions();
  /// The id of a text that intern() or define() gave. Only while is_indexed().
  [[nodiscard]] std::optional<NameId> find(std::string_view text) const;
  /// Makes all texts known to find(), until freeze().
  void index() { make_room(1); }
  [[nodiscard]] bool is_indexed() const {
    return !slots_.empty() && unindexed_.empty() && defined_.empty();
  }
  /// A new id for this text, even where it has one: a name that intern() never gives.
  NameId add_apart(std::string_view text);
  /// New ids for texts that stand one behind the other in `bytes` from `at` on, which keeps them;
  /// none of them unknown, none in the table. intern() finds them, unless they stand `apart`.
  void take(std::unique_ptr<uint8_t[]> bytes, size_t at, std::span<const uint32_t> lengths,
            bool apart);
  /// A new id for the first bytes of a name, a text that the table lacks; takes no copy.
  NameId add_beginning(NameId of, size_t length);
  /// A new id without text; bind() or it stays unknown.
  NameId provisional();
  /// Says what a provisional name is: another (perhaps provisional) name.
  void bind(NameId provisional, NameId target);

  /// Reads bytes of the input at an offset, from any thread; fewer than there is room for where
  /// there are no more, or it fails.
  using ReadInput = std::function<size_t(uint64_t offset, std::span<char> room)>;
  /// From now on texts that define() gets stay in the input if they are plain. Before any name.
  void leave_in_input(ReadInput read);
  /// Leaves texts where `first` does, and agrees with it in hashes: it will get these names.
  void continue_as(const NameTable& first);
  /// Whether a name is known to be neither mangled (`_`) nor to have callers in it (an apostrophe),
  /// without a look at its text.
  [[nodiscard]] bool is_plain(NameId id) const { return load(id.index()).is_left(); }
  /// False: the input changed before a text was read that somebody asked for.
  [[nodiscard]] bool is_intact() const { return !left_ || !left_->is_damaged; }
  /// The contrary of is_intact(), for who asks when the table is gone. Null where it always is.
  [[nodiscard]] std::shared_ptr<const std::atomic<bool>> damage() const {
    return left_ ? std::shared_ptr<const std::atomic<bool>>(left_, &left_->is_damaged) : nullptr;
  }

  /// Whether two names are one, or turn out to be it in end_definitions().
  [[nodiscard]] bool are_equal(NameId one, NameId other) const {
    return canonical(one) == canonical(other) || (!defined_.empty() && is(one, text(other)));
  }
  /// Whether the text of a name is this one. Few of those that were left are read for it.
  [[nodiscard]] bool is(NameId id, std::string_view text) const;
  /// The bytes of a name; "" for unknown. Follows bindings. Any thread may ask.
  [[nodiscard]] std::string_view text(NameId id) const;
  /// `id`, or what it was bound to in the end; itself while it is not bound.
  [[nodiscard]] NameId canonical(NameId id) const;
  [[nodiscard]] bool has_provisional() const { return provisional_count_ != 0; }
  [[nodiscard]] size_t size() const { return texts_.size(); }

  /// Drops what only intern() needs, which must not be called any more.
  void freeze();

 private:
  /// Where a text is, in eight bytes: a place and a length, or what a provisional name is bound to.
  class Text {
   public:
    static constexpr uint64_t kLongest = (uint64_t{1} << 24U) - 3;
    static constexpr uint64_t kMostLeft = uint64_t{1} << 38;  ///< offsets are below this
    static Text at(uint64_t place, uint64_t length, bool is_apart) {
      return Text(place << kPlaceShift | uint64_t{is_apart} << kApartShift |
                  (length <= kLongest ? length : kLong));
    }
    static Text left(uint64_t offset, uint64_t length) {
      return Text(offset << kPlaceShift | uint64_t{1} << kLeftShift | length);
    }
    static Text provisional() { return Text(kProvisional); }
    static Text bound(NameId target) {
      return Text((uint64_t{target.value} + 1) << kPlaceShift | kProvisional);
    }
    [[nodiscard]] bool is_provisional() const { return (bits_ & kLengthMask) == kProvisional; }
    /// Its length has no room here.
    [[nodiscard]] bool is_long() const { return (bits_ & kLengthMask) == kLong; }
    [[nodiscard]] bool is_apart() const { return (bits_ >> kApartShift & 1) != 0; }
    /// Its place is an offset in the input.
    [[nodiscard]] bool is_left() const { return (bits_ >> kLeftShift & 1) != 0; }
    [[nodiscard]] uint64_t length() const { return bits_ & kLengthMask; }
    /// See NameTexts; of a provisional name the id it is bound to + 1, 0: not bound yet.
    [[nodiscard]] uint64_t place() const { return bits_ >> kPlaceShift; }
    Text() = default;

   private:
    static constexpr unsigned kApartShift = 24;
    static constexpr unsigned kLeftShift = 25;
    static constexpr unsigned kPlaceShift = 26;
    static constexpr uint64_t kLengthMask = (uint64_t{1} << kApartShift) - 1;
    static constexpr uint64_t kLong = kLongest + 1;
    static constexpr uint64_t kProvisional = kLongest + 2;
    explicit Text(uint64_t bits) : bits_(bits) {}
    uint64_t bits_ = 0;
  };
  struct Range {
    size_t first, end;
  };
  /// What texts that are left in the input need.
  struct Left {
    ReadInput read;
    std::mutex mutex;    ///< for whoever changes texts_ and memory_
    uint64_t bytes = 0;  ///< of all texts
    /// So many were asked for that all were read: texts that come later stay in memory.
    std::atomic<bool> is_over = false;
    size_t asked = 0;  ///< how many were asked for one by one
    std::atomic<bool> is_damaged = false;
  };

  void add(uint64_t place, uint64_t length, bool is_apart);
  NameId add_left(uint64_t at, uint64_t length, uint32_t hash);
  [[nodiscard]] bool can_leave() const { return left_ && !left_->is_over; }
  /// Another thread may be about to say where a text is that was left.
  [[nodiscard]] Text load(size_t id) const {
    return std::atomic_ref(texts_[id]).load(std::memory_order_acquire);
  }
  [[nodiscard]] std::string_view text_at(size_t id) const {
    const Text text = load(id);
    return text.is_left() ? fetched_text(id) : text_in_memory(id, text);
  }
  [[nodiscard]] std::string_view text_in_memory(size_t id, Text text) const;
  [[nodiscard]] std::string_view fetched_text(size_t id) const;
  void fetch(size_t id, std::string_view text) const;
  void fetch_all() const;
  [[nodiscard]] uint32_t hash(std::string_view text) const;
  [[nodiscard]] uint32_t hash_of(size_t id) const;
  /// Whether its text was left.
  [[nodiscard]] bool was_left(size_t id) const { return id < hashes_.size() && hashes_[id] != 0; }
  void make_room(size_t texts);
  void make_slots();
  NameId find_or_add(std::string_view text, uint32_t hash);
  template <class IsSame>
  [[nodiscard]] size_t slot_of(uint32_t hash, IsSame is_same) const;
  [[nodiscard]] size_t slot_of(std::string_view text, uint32_t hash) const;
  [[nodiscard]] size_t slot_of(size_t id, uint32_t hash) const;
  template <class Use>
  void each_hash(size_t first, size_t end, Use use);
  void index(size_t first, size_t end);

  uint64_t seed_;  ///< differs from run to run, so that no input can aim at a slot
  mutable Segmented<Text, 12> texts_;
  std::unordered_map<uint32_t, uint64_t> long_;  ///< lengths of long texts, by id
  mutable NameTexts memory_;
  Segmented<uint32_t, 12> hashes_;  ///< of texts that were left, by id; 0: others. May be shorter.
  std::vector<Range> defined_;      ///< ids whose texts may not be their own
  /// Open addressing: an id in as many low bits as number slots, bits of its hash above; 0 is free.
  std::vector<uint32_t> slots_;
  std::vector<Range> unindexed_;  ///< ids that the slots lack: most profiles never intern again
  size_t provisional_count_ = 0;
  std::shared_ptr<Left> left_;  ///< null: none are
};

}  // namespace quern
