// SPDX-License-Identifier: MIT
//
// Xdebug's files from random call trees: as each of its releases writes them, with recursion,
// fibers whose blocks interleave with the main stack's, and appended runs. The trees come along, so
// that a reader can be asked to give them back.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "quern/testing/meaning/meaning.h"

namespace quern::testing {

struct GeneratedXdebug {
  std::string bytes;
  std::vector<Meaning::Context> contexts;  ///< what was run, in the order of Meaning::contexts
};

/// The same seed gives the same file.
[[nodiscard]] GeneratedXdebug generate_xdebug(uint64_t seed);

}  // namespace quern::testing
