// SPDX-License-Identifier: MIT
//
// Texts that two builds of a function (or group) share: its name, file and object without what
// changes from build to build (stable_names.h). Most functions that only one side has are found by
// hashes of these texts: if the other side has no equal hash, it has no equal text.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>

#include "quern/analysis/match/last_text.h"
#include "quern/model/records/symbols.h"

namespace quern {

/// What has to agree: name, file and object; name and the files' own names; the name.
enum class Agreement : uint8_t { kPaths, kFileNames, kName };
inline constexpr size_t kAgreements = 3;

class StableTexts {
 public:
  /// `names_are_paths`: groups by file, folder or object.
  explicit StableTexts(bool names_are_paths) : names_are_paths_(names_are_paths) {}
  StableTexts(const StableTexts&) = delete;  // hashes depend on where it is
  StableTexts& operator=(const StableTexts&) = delete;

  /// The text that has to be equal. Empty: the name says nothing about the function.
  [[nodiscard]] std::string text(const Identity& identity, Agreement agreement) const;

  static constexpr uint32_t kTellsNothing = 0;
  /// By agreement: equal texts have equal hashes, and empty ones kTellsNothing. The texts of
  /// `identity` must outlive this object.
  [[nodiscard]] std::array<uint32_t, kAgreements> hashes(const Identity& identity);

 private:
  /// Hashes of the stable path of a file or an object.
  struct PathHashes {
    uint32_t path = 0;
    uint32_t own_name = 0;
  };
  [[nodiscard]] std::string stable(std::string_view name) const;
  [[nodiscard]] PathHashes hashes_of(std::string_view path);
  [[nodiscard]] uint32_t hash(std::string_view text) const;

  bool names_are_paths_;
  std::unordered_map<std::string_view, PathHashes> paths_;
  LastText<PathHashes> file_, object_;
};

}  // namespace quern
