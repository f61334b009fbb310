// SPDX-License-Identifier: MIT
#include "quern/cli/cache_folder.h"

#include <cstdlib>

#include "quern/cli/config/config.h"

namespace quern::cli {

CacheOptions cache_options(const Arguments& arguments) {
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody sets it
  const char* const named = std::getenv("XDG_CACHE_HOME");
  const std::string home = config_places().home;
  CacheOptions options;
  if (named != nullptr && *named == '/') {
    options.folder = std::string(named) + "/quern";
  } else if (!home.empty()) {
    options.folder = home + "/.cache/quern";
  }
  options.most_bytes = arguments.cache_bytes;
  return options;
}

}  // namespace quern::cli
