// SPDX-License-Identifier: MIT
#include "quern/cli/places.h"

#include "quern/cli/config/config.h"
#include "quern/cli/terminal/environment.h"

namespace quern::cli {

CacheOptions cache_options(const Arguments& arguments) {
  const std::string named(variable("XDG_CACHE_HOME"));
  const std::string home = config_places().home;
  CacheOptions options;
  if (named.starts_with('/')) {
    options.path = named + "/quern";
  } else if (!home.empty()) {
    options.path = home + "/.cache/quern";
  }
  options.most_bytes = arguments.cache_bytes;
  return options;
}

CacheFolder code_cache(const Arguments& arguments) {
  return arguments.cache ? cache_options(arguments) : CacheFolder();
}

SourcePlaces places_of(const Arguments& arguments, std::span<const Profile* const> profiles) {
  SourcePlaces places = arguments.sources;
  places.proposes = true;
  places.asks_inlined = arguments.inlines == Inlines::kLine;
  places.code_cache = code_cache(arguments);
  for (const Profile* const profile : profiles) {
    for (const InputInfo& input : profile->inputs()) {
      places.inputs.push_back(input.name);
    }
  }
  return places;
}

}  // namespace quern::cli
