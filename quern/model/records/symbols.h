// SPDX-License-Identifier: MIT
//
// Names and functions of a profile, interned once. A function is (name, file, object), all three in
// full. Names that a file refers to before it defines them get a provisional id; once all is read,
// settle() makes provisional names final and merges functions that turned out equal.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "quern/base/segmented.h"
#include "quern/model/records/ids.h"

namespace quern {

/// All three in full are what a function is; of a group the name alone. Empty: unknown.
struct Identity {
  std::string_view name, file, object;
  bool operator==(const Identity&) const = default;
};

/// Texts, each once, kept in an arena that never moves.
class NameTable {
 public:
  NameTable();

  [[nodiscard]] static bool is_unknown(std::string_view text);

  /// The id of `text`; the empty text and "???" are kUnknownName.
  NameId intern(std::string_view text);
  /// `ids`, by id of `theirs`, are those here: each kUnknownName with a known text is interned.
  void intern(const NameTable& theirs, std::span<NameId> ids);
  /// As intern(), for a text that the table most likely lacks; waits for memory overlap. Where the
  /// table has it after all, the new id stands for the known one: see canonical().
  NameId define(std::string_view text);
  /// The id of a text that intern() or define() gave. Once index() was called, and no text added.
  [[nodiscard]] std::optional<NameId> find(std::string_view text) const;
  /// Everything that was given can be found.
  void index();
  /// All texts that define() got are known for what they are.
  void end_definitions();
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

  /// The bytes of a name; "" for unknown. Follows bindings.
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
    static Text at(uint64_t place, uint64_t length, bool is_apart) {
      return Text(place << kPlaceShift | uint64_t{is_apart} << kApartShift |
                  (length <= kLongest ? length : kLong));
    }
    static Text provisional() { return Text(kProvisional); }
    static Text bound(NameId target) {
      return Text((uint64_t{target.value} + 1) << kPlaceShift | kProvisional);
    }
    [[nodiscard]] bool is_provisional() const { return (bits_ & kLengthMask) == kProvisional; }
    /// Its length has no room here.
    [[nodiscard]] bool is_long() const { return (bits_ & kLengthMask) == kLong; }
    [[nodiscard]] bool is_apart() const { return (bits_ >> kApartShift & 1) != 0; }
    [[nodiscard]] uint64_t length() const { return bits_ & kLengthMask; }
    /// See pieces_; of a provisional name the id it is bound to + 1, 0: not bound yet.
    [[nodiscard]] uint64_t place() const { return bits_ >> kPlaceShift; }
    Text() = default;

   private:
    static constexpr unsigned kApartShift = 24;
    static constexpr unsigned kPlaceShift = 25;
    static constexpr uint64_t kLengthMask = (uint64_t{1} << kApartShift) - 1;
    static constexpr uint64_t kLong = kLongest + 1;
    static constexpr uint64_t kProvisional = kLongest + 2;
    explicit Text(uint64_t bits) : bits_(bits) {}
    uint64_t bits_ = 0;
  };
  /// Memory that texts stand in counts in pieces of this size; 39 bits of a place are half a TB.
  static constexpr unsigned kPieceShift = 18;
  static constexpr uint64_t kPiece = uint64_t{1} << kPieceShift;

  void add(uint64_t place, uint64_t length, bool is_apart);
  uint64_t keep(std::string_view text);
  uint64_t add_pieces(const char* bytes, size_t size);
  [[nodiscard]] std::string_view text_at(size_t id) const;
  void make_room(size_t texts);
  NameId find_or_add(std::string_view text, uint32_t hash);
  [[nodiscard]] size_t slot_of(std::string_view text, uint32_t hash) const;
  void make_slots();
  void index(size_t first, size_t end);
  void put_slot(size_t id, uint32_t hash);

  uint64_t seed_;  ///< differs from run to run, so that no input can aim at a slot
  Segmented<Text, 12> texts_;
  std::unordered_map<uint32_t, uint64_t> long_;  ///< lengths of long texts, by id
  /// Open addressing: an id in as many low bits as number slots, bits of its hash above; 0 is free.
  std::vector<uint32_t> slots_;
  std::vector<const char*> pieces_;  ///< a place is an index here and an offset
  std::vector<std::unique_ptr<char[]>> arena_;
  std::vector<std::unique_ptr<uint8_t[]>> taken_;
  struct Range {
    size_t first, end;
  };
  std::vector<Range> unindexed_;  ///< ids that the slots lack: most profiles never intern again
  static constexpr size_t kBatch = 32;  ///< names whose slots are waited for together
  struct Defined {
    uint32_t id, hash;
  };
  std::array<Defined, kBatch> defined_;  ///< texts that the slots lack so far
  size_t defined_count_ = 0;
  size_t arena_left_ = 0;         ///< of the open piece,
  char* arena_at_ = nullptr;      ///< where it is free
  uint64_t arena_place_ = 0;      ///< and the place that this is
  size_t provisional_count_ = 0;
};

/// Behind the names of functions that stand for inlined code.
inline constexpr std::string_view kInlinedSuffix = " (inlined)";

struct FunctionKey {
  NameId name;
  NameId file;
  NameId object;
  bool operator==(const FunctionKey&) const = default;
};

/// Functions by name, which nearly always has one alone: others of a name are hashed.
class FunctionTable {
 public:
  FunctionTable();

  /// The id of the function, new or known.
  FunctionId intern(const FunctionKey& key) {
    if (key.name.index() < newest_.size()) [[likely]] {
      const uint32_t newest = newest_[key.name.index()];
      if (newest != 0 && keys_[newest - 1] == key) [[likely]] {
        return FunctionId(newest - 1);
      }
    }
    return find_or_add(key);
  }
  /// Gives each function, in order, the key new_key(id, key); those of equal keys become one. The
  /// new id of each; empty: all keep theirs.
  template <class NewKey>
  std::vector<FunctionId> rekey(NewKey new_key) {
    const size_t count = keys_.size();
    std::vector<FunctionId> ids;
    forget();
    for (size_t at = 0; at < count; ++at) {
      const FunctionId id = intern(new_key(FunctionId(at), keys_[at]));  // at or before its old place
      if (ids.empty() && id != FunctionId(at)) {
        ids.reserve(count);
        for (size_t same = 0; same < at; ++same) {
          ids.emplace_back(same);
        }
      }
      if (!ids.empty() || id != FunctionId(at)) {
        ids.push_back(id);
      }
    }
    return ids;
  }
  /// Whether a function has this name.
  [[nodiscard]] bool has_name(NameId name) const {
    return name.index() < newest_.size() && newest_[name.index()] != 0;
  }
  [[nodiscard]] const FunctionKey& operator[](FunctionId id) const { return keys_[id.index()]; }
  [[nodiscard]] size_t size() const { return keys_.size(); }
  /// Drops what only intern() needs, which must not be called any more.
  void freeze();

 private:
  FunctionId find_or_add(const FunctionKey& key);
  void forget();
  /// The slot of a function that is not the newest of its name, or the free one that it would get.
  uint32_t& older(const FunctionKey& key);
  void add_older(uint32_t function);

  uint64_t seed_;  ///< as of names
  Segmented<FunctionKey, 12> keys_;
  Segmented<uint32_t, 12> newest_;  ///< by name: its newest function + 1; 0: none
  std::vector<uint32_t> older_;     ///< open addressing, half full at most; 0: none
  size_t older_count_ = 0;
};

/// What the ids that records hold are in the end.
struct SettledIds {
  std::vector<FunctionId> functions;  ///< empty: as they are
  std::vector<FunctionId> targets;    ///< of jump_target() ids
  size_t listed = 0;                  ///< functions below this id are more than targets of jumps
};

/// What functions are called once names that tell them apart are folded, as somebody has found out
/// before: for whoever would have to find out again.
struct FoldedNames {
  struct Item {
    FunctionId function;
    NameId name;
  };
  std::vector<Item> items{};  ///< ascending by function; others keep their names
  /// Whose names these are: so many functions, and targets of jumps behind them. Of other tables
  /// they tell nothing.
  size_t functions = 0, targets = 0;
};

struct Symbols {
  NameTable names;
  FunctionTable functions;
  std::unique_ptr<const FoldedNames> folded{};  ///< null: nobody has found out

  [[nodiscard]] std::string_view name(FunctionId id) const {
    return names.text(functions[id].name);
  }
  [[nodiscard]] std::string_view file(FunctionId id) const {
    return names.text(functions[id].file);
  }
  [[nodiscard]] std::string_view object(FunctionId id) const {
    return names.text(functions[id].object);
  }
  /// The target of a jump. It alone makes no function: the id stands for one that may come later,
  /// and is final only after settle().
  FunctionId jump_target(const FunctionKey& key) {
    return FunctionId(targets.intern(key).value | kTargetBit);
  }
  /// After reading: makes all keys final and gives functions that only jumps name ids behind all
  /// others.
  SettledIds settle();
  /// Nothing will be interned any more.
  void freeze();

  static constexpr uint32_t kTargetBit = uint32_t{1} << 31;
  FunctionTable targets;  ///< of jumps, while reading
};

}  // namespace quern
