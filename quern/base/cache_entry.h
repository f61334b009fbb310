// SPDX-License-Identifier: MIT
//
// The folder of the cache, and an entry as it is kept (bytes/writing/cache_folder.h) and listed.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace quern {

inline constexpr std::string_view kCachedSnapshot = ".quern";
inline constexpr std::string_view kCachedCode = ".code";

/// What a cache may have in all unless somebody says otherwise.
inline constexpr uint64_t kCacheBytes = uint64_t{4} << 30;

struct CacheFolder {
  std::string path = {};  ///< empty: no cache
  uint64_t most_bytes = kCacheBytes;
};

struct CacheEntry {
  std::string name;    ///< of its files, without the suffix
  std::string source;  ///< path of the file that it was made of; empty: not known
  uint64_t bytes = 0;
  int64_t used_ns = 0;                        ///< when it was used last, since the epoch
  std::string_view suffix = kCachedSnapshot;  ///< or kCachedCode
};

}  // namespace quern
