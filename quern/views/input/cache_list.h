// SPDX-License-Identifier: MIT
//
// The answer of `quern cache`: what is kept of which files.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "quern/base/cache_entry.h"

namespace quern {

struct CacheList {
  std::string folder;
  uint64_t most_bytes = 0;          ///< that all entries may have together
  int64_t now_ns = 0;               ///< since the epoch: what ages are told by
  std::vector<CacheEntry> entries;  ///< the last used first
};

}  // namespace quern
