// SPDX-License-Identifier: MIT

#include "quern/load/cache.h"

#include "quern/bytes/writing/cache_folder.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/places.h"
#include "quern/cli/session.h"
#include "quern/output/answers/input.h"

namespace quern::cli {

Result<ExitCode> run_cache(Session& session) {
  const CacheOptions options = cache_options(session.arguments);
  if (options.path.empty()) {
    return failure(usage_error("no-cache-folder", "the folder of the cache is unknown",
                               "set HOME, or XDG_CACHE_HOME to an absolute path"));
  }
  if (session.arguments.clear_cache) {
    clear_cache(options.path);
  }
  return session.answerer.show(list_cache(options), session.answerer.style({}));
}

}  // namespace quern::cli
