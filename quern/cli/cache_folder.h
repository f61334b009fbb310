// SPDX-License-Identifier: MIT
//
// Where the cache of `--cache` is, as the environment says.
#pragma once

#include <string>

#include "quern/cli/options/arguments.h"
#include "quern/workspace/load/cache.h"

namespace quern::cli {

/// $XDG_CACHE_HOME/quern where that is an absolute path, else ~/.cache/quern; empty: there is none.
[[nodiscard]] CacheOptions cache_options(const Arguments& arguments);
/// Where inlined code is kept, if the options ask for a cache.
[[nodiscard]] CacheFolder code_cache(const Arguments& arguments);

}  // namespace quern::cli
