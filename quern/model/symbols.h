// SPDX-License-Identifier: MIT
//
// Names and functions of a profile, interned once. A function is (name, file, object), all three in
// full. Names that a file refers to before it defines them get a provisional id; once all is read,
// settle() makes provisional names final and merges functions that turned out equal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "quern/base/segmented.h"
#include "quern/model/ids.h"

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

  /// The id of `text`; the empty text and "???" are kUnknownName.
  NameId intern(std::string_view text);
  /// A new id for this text, even where it has one: a name that intern() never gives.
  NameId add_apart(std::string_view text);
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

 private:
  struct Text {
    const char* bytes;  ///< null: provisional
    uint64_t length;    ///< or the id it is bound to + 1; 0: not bound yet
  };
  const char* keep(std::string_view text);
  void grow();

  uint64_t seed_;  ///< differs from run to run, so that no input can aim at a slot
  Segmented<Text, 12> texts_;
  std::vector<uint64_t> slots_;  ///< hash (high half) and id (low half); 0 is free
  std::vector<std::unique_ptr<char[]>> arena_;
  size_t arena_left_ = 0;
  char* arena_at_ = nullptr;
  size_t provisional_count_ = 0;
};

struct FunctionKey {
  NameId name;
  NameId file;
  NameId object;
  bool operator==(const FunctionKey&) const = default;
};

/// Functions by name: those of one name hang in a chain, newest first, which is nearly always of
/// length one; names with many functions are hashed too.
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
  [[nodiscard]] const FunctionKey& operator[](FunctionId id) const { return keys_[id.index()]; }
  [[nodiscard]] size_t size() const { return keys_.size(); }

 private:
  struct KeyHash {
    explicit KeyHash(uint64_t run) : seed(run) {}
    size_t operator()(const FunctionKey& key) const {
      uint64_t mixed = (key.name.value ^ seed) * 0x9e3779b97f4a7c15U;
      mixed ^= ((uint64_t{key.file.value} << 32 | key.object.value) + seed) * 0xd6e8feb86659fd93U;
      return mixed ^ mixed >> 29;
    }
    uint64_t seed;
  };
  FunctionId find_or_add(const FunctionKey& key);

  Segmented<FunctionKey, 12> keys_;
  Segmented<uint32_t, 12> older_;   ///< by function: the next of its name's chain + 1; 0: none
  Segmented<uint32_t, 12> newest_;  ///< by name: its newest function + 1; 0: none
  std::unordered_map<FunctionKey, FunctionId, KeyHash> crowded_;  ///< beyond a chain's first few
};

/// What the ids that records hold are in the end.
struct SettledIds {
  std::vector<FunctionId> functions;  ///< empty: as they are
  std::vector<FunctionId> targets;    ///< of jump_target() ids
  size_t listed = 0;                  ///< functions below this id are more than targets of jumps
};

struct Symbols {
  NameTable names;
  FunctionTable functions;

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

  static constexpr uint32_t kTargetBit = uint32_t{1} << 31;
  FunctionTable targets;  ///< of jumps, while reading
};

}  // namespace quern
