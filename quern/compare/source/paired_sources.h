// SPDX-License-Identifier: MIT
//
// The sources of one file on both sides, and which line of the one is which of the other.
#pragma once

#include <optional>

#include "quern/compare/source/diff_annotation.h"

namespace quern {

/// Sources of one file and how its lines pair.
struct PairedSources {
  std::optional<SourceFile> old_source, new_source;
  LinesPaired paired = LinesPaired::kByText;
  LinePairing pairing;
};

[[nodiscard]] inline bool is_found_source(const std::optional<SourceFile>& source) {
  return source && source->is_found();
}

/// The sources are found, if they can be.
void pair_lines(PairedSources& sources, bool guesses);

}  // namespace quern
