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
#include <vector>

#include "quern/base/segmented.h"
#include "quern/model/records/ids.h"
#include "quern/model/records/name_table.h"

namespace quern {

/// All three in full are what a function is; of a group the name alone. Empty: unknown.
struct Identity {
  std::string_view name, file, object;
  bool operator==(const Identity&) const = default;
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
      const FunctionId id =
          intern(new_key(FunctionId(at), keys_[at]));  // at or before its old place
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
