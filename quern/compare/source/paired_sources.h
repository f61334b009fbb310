// SPDX-License-Identifier: MIT
//
// The sources of one file on both sides, and which line of the one is which of the other.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "quern/compare/source/diff_files.h"
#include "quern/compare/source/line_pairing.h"
#include "quern/source/source_files.h"

namespace quern {

/// How the lines of a file were paired.
enum class LinesPaired : uint8_t {
  kByText,
  kByNumberOfOne,   ///< by number: the source of one side alone was found
  kByNumberOfSame,  ///< by number: the same source was found for both sides
  kByNumberOfNone,  ///< by number: no source was found
  kOneSide,         ///< the file is on one side alone
};
/// "text", "number", "none".
[[nodiscard]] std::string_view to_string(LinesPaired paired);

struct PairedSources {
  std::optional<SourceFile> old_source, new_source;  ///< nothing where that side has no such file
  LinesPaired paired = LinesPaired::kByText;
  LinePairing pairing;

  [[nodiscard]] bool has_source(Version side) const {
    const std::optional<SourceFile>& source = side == Version::kOld ? old_source : new_source;
    return source && source->is_found();
  }
  /// Once the sources are found, if they can be.
  void pair_lines(bool guesses);
};

/// Finds the sources of files.
class SourcesOfSides {
 public:
  explicit SourcesOfSides(const PlacesOfSides& places)
      : old_places_(places.old_places), new_places_(places.new_places) {}

  /// With their lines paired.
  [[nodiscard]] PairedSources find(const DiffFiles& files, uint32_t file);

 private:
  SourceFiles old_places_, new_places_;
};

}  // namespace quern
