// SPDX-License-Identifier: MIT
//
// The answer of `quern cache`: what is kept of which inputs.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace quern {

struct CacheEntry {
  std::string name;    ///< of its files, without the suffix
  std::string source;  ///< path of its input; empty: not known
  uint64_t bytes = 0;
  int64_t used_ns = 0;  ///< when it was used last, since the epoch
};

struct CacheList {
  std::string folder;
  uint64_t most_bytes = 0;          ///< that all entries may have together
  int64_t now_ns = 0;               ///< since the epoch: what ages are told by
  std::vector<CacheEntry> entries;  ///< the last used first
};

}  // namespace quern
