// SPDX-License-Identifier: MIT
//
// Where the cache, sources and objects are, as the options and the environment say.
#pragma once

#include <span>

#include "quern/base/cache_entry.h"
#include "quern/cli/options/arguments.h"
#include "quern/model/profile.h"
#include "quern/source/source_places.h"

namespace quern::cli {

/// $XDG_CACHE_HOME/quern where that is an absolute path, else ~/.cache/quern; empty: there is none.
[[nodiscard]] CacheOptions cache_options(const Arguments& arguments);
/// Where inlined code is kept, if the options ask for a cache.
[[nodiscard]] CacheFolder code_cache(const Arguments& arguments);
/// Where sources and objects are: as the options say, and in the folders of the profiles' inputs.
[[nodiscard]] SourcePlaces places_of(const Arguments& arguments,
                                     std::span<const Profile* const> profiles);

}  // namespace quern::cli
