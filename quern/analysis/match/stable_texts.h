// SPDX-License-Identifier: MIT
//
// What functions (or groups) of two sides share that are the same one: texts without what changes
// from build to build (stable_names.h). A hash is enough to see that the other side has none like
// it, which is so for most: their texts are not kept.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "quern/model/records/symbols.h"

namespace quern {

/// What has to agree: name, file and object; name and the files' own names; the name.
enum class Agreement : uint8_t { kPaths, kFileNames, kName };
inline constexpr size_t kAgreements = 3;

class StableTexts {
 public:
  /// `names_are_paths`: groups by file, folder or object.
  explicit StableTexts(bool names_are_paths) : names_are_paths_(names_are_paths) {}

  /// What those that are alike share, and no others. Empty: the name tells nothing.
  [[nodiscard]] std::string text(const Identity& identity, Agreement agreement) const;

  static constexpr uint32_t kTellsNothing = 0;
  /// By agreement: equal where texts are, kTellsNothing where they are empty. The texts of
  /// `identity` must stay.
  [[nodiscard]] std::array<uint32_t, kAgreements> hashes(const Identity& identity);

 private:
  /// Of a file or an object.
  struct PathHashes {
    uint32_t path = 0;
    uint32_t own_name = 0;
  };
  /// They are few, and the same text follows itself.
  struct Last {
    std::string_view text;
    PathHashes hashes;
  };
  [[nodiscard]] std::string stable(std::string_view name) const;
  [[nodiscard]] PathHashes hashes_of(std::string_view path, Last& last);
  [[nodiscard]] uint32_t hash(std::string_view text) const;

  bool names_are_paths_;
  std::unordered_map<std::string_view, PathHashes> paths_;
  Last file_, object_;
};

}  // namespace quern
