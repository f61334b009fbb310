// SPDX-License-Identifier: MIT
//
// A second reader of snapshots, written from docs/formats/snapshot.md alone: whole file, plain
// containers, one field after the other. It knows validity and meaning, not where an error is.
#pragma once

#include <string>
#include <string_view>

#include "quern/testing/meaning/meaning.h"

namespace quern::testing {

[[nodiscard]] Meaning slow_read_snapshot(std::string_view bytes);

/// The same bytes with all checksums set to what the bytes are, as far as there are whole blocks:
/// so that damage reaches what is behind them.
[[nodiscard]] std::string sealed_snapshot(std::string bytes);

}  // namespace quern::testing
