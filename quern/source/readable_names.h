// SPDX-License-Identifier: MIT
//
// Names as what people write is held against them: answers for programs keep linkers' names, and
// yet an expression fits the same functions there as in answers for people. Each mangled name is
// made readable once. Threads may share it.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <unordered_map>

namespace quern {

class ReadableNames {
 public:
  /// Good as long as this object and `name` are.
  [[nodiscard]] std::string_view of(std::string_view name) const;

 private:
  struct Hash : std::hash<std::string_view> {
    using is_transparent = void;
  };
  mutable std::mutex lock_;
  mutable std::unordered_map<std::string, std::string, Hash, std::equal_to<>> readable_;
};

/// Null: names are matched as they are.
using MatchedNames = std::shared_ptr<const ReadableNames>;

[[nodiscard]] inline std::string_view matched_name(const MatchedNames& names,
                                                   std::string_view name) {
  return names ? names->of(name) : name;
}

}  // namespace quern
