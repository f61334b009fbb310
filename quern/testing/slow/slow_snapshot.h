// SPDX-License-Identifier: MIT
//
// A second reader of snapshots, written only from docs/formats/snapshot.md. It shares no code with
// formats/snapshot, so that a mistake of either reader or of the page shows as a difference
// (testing/snapshot_test.cc). It is slow and plain on purpose: whole file, standard containers, one
// field after the other. It says whether a file is valid and what it means, not where an error is.
#pragma once

#include <string>
#include <string_view>

#include "quern/testing/meaning/meaning.h"

namespace quern::testing {

/// What the bytes mean; `valid` is false if they are no snapshot. Findings are not read.
[[nodiscard]] Meaning slow_read_snapshot(std::string_view bytes);

/// The same bytes with right checksums, as far as there are whole blocks. Without it every damaged
/// snapshot would fail at a checksum, and the code behind would never see bad data.
[[nodiscard]] std::string sealed_snapshot(std::string bytes);

}  // namespace quern::testing
