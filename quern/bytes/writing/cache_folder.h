// SPDX-License-Identifier: MIT
//
// The folder of the cache: files that take long to make, and can be made again. Nothing that goes
// wrong here is an error of a command: what cannot be kept is not kept.
//
// NAME.quern   a snapshot of a profile; its time of change is when it was used last
// NAME.code    what was read of the debug information of an object; as above
// NAME.source  the path of the file that the entry was made of
// STAMP.stamp  what the system told of a profile, and the NAME its bytes had: spares reading them
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "quern/base/cache_entry.h"
#include "quern/base/result.h"
#include "quern/bytes/writing/output.h"

namespace quern {

inline constexpr std::string_view kCachedSource = ".source";
inline constexpr std::string_view kCachedStamp = ".stamp";

[[nodiscard]] std::string cached_path(const std::string& folder, const std::string& name,
                                      std::string_view suffix);
/// The last used first; none if there is no such folder.
[[nodiscard]] std::vector<CacheEntry> cached_entries(const std::string& folder);
/// Removes all entries.
void clear_cache(const std::string& folder);

/// The whole text of a small file in the folder; empty: there is none.
[[nodiscard]] std::string small_cached_text(const std::string& path);
/// To write a file of the cache. Error: `write-failed`, where something else than a file has its
/// name: a pipe would block, and a link leads elsewhere; and those of create_output().
[[nodiscard]] Result<Output> create_cached(const std::string& path);
/// Whether it is there whole now.
bool write_cached(const std::string& path, std::string_view bytes);
/// To be called when the entry of this name was made: notes what it was made of, and removes the
/// least recently used entries that exceed the size; a single one that is too large, too.
void finish_entry(const CacheFolder& folder, const std::string& name, const std::string& source);

}  // namespace quern
