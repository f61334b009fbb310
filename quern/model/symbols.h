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
#include <string_view>
#include <vector>

#include "quern/base/segmented.h"
#include "quern/model/ids.h"

namespace quern {

/// Texts, each once, kept in an arena that never moves.
class NameTable {
 public:
  NameTable();

  /// The id of `text`; the empty text and "???" are kUnknownName.
  NameId intern(std::string_view text);
  /// A new id without text; bind() or it stays unknown.
  NameId provisional();
  /// Says what a provisional name is: another (perhaps provisional) name.
  void bind(NameId provisional, NameId target);

  /// The bytes of a name; "" for unknown. Follows bindings.
  [[nodiscard]] std::string_view text(NameId id) const;
  /// `id`, or what it was bound to in the end.
  [[nodiscard]] NameId canonical(NameId id) const;
  [[nodiscard]] bool has_provisional() const { return provisional_count_ != 0; }
  [[nodiscard]] size_t size() const { return texts_.size(); }

 private:
  struct Text {
    const char* bytes;  ///< null: provisional
    uint64_t length;    ///< or the id it is bound to
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

class FunctionTable {
 public:
  FunctionTable();

  /// The id of the function, new or known. Cheap for keys seen lately.
  FunctionId intern(const FunctionKey& key) {
    Recent& recent = recent_[hash(key) & (kRecent - 1)];
    if (recent.key == key && recent.used) [[likely]] {
      return recent.id;
    }
    const FunctionId id = find_or_add(key);
    recent = {key, id, true};
    return id;
  }
  [[nodiscard]] const FunctionKey& operator[](FunctionId id) const { return keys_[id.index()]; }
  [[nodiscard]] size_t size() const { return keys_.size(); }

 private:
  static constexpr size_t kRecent = size_t{1} << 12;
  struct Recent {
    FunctionKey key;
    FunctionId id;
    bool used = false;
  };
  [[nodiscard]] uint64_t hash(const FunctionKey& key) const {
    uint64_t mixed = (key.name.value ^ seed_) * 0x9e3779b97f4a7c15U;
    mixed ^= ((uint64_t{key.file.value} << 32 | key.object.value) + seed_) * 0xd6e8feb86659fd93U;
    return mixed ^ mixed >> 29;
  }
  FunctionId find_or_add(const FunctionKey& key);
  void grow();

  uint64_t seed_;
  Segmented<FunctionKey, 12> keys_;
  std::vector<uint32_t> slots_;  ///< id + 1; 0 is free
  std::vector<Recent> recent_;
};

struct Symbols {
  NameTable names;
  FunctionTable functions;

  [[nodiscard]] std::string_view name(FunctionId id) const { return names.text(functions[id].name); }
  [[nodiscard]] std::string_view file(FunctionId id) const { return names.text(functions[id].file); }
  [[nodiscard]] std::string_view object(FunctionId id) const {
    return names.text(functions[id].object);
  }
  /// After reading: replaces `functions` by one whose keys are final, and returns for each old id
  /// its new one; empty when nothing had to change.
  std::vector<FunctionId> settle();
};

}  // namespace quern
