// SPDX-License-Identifier: MIT
//
// Where source files may lie: what the user's options say, and the profiles' own files.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "quern/base/cache_entry.h"
#include "quern/source/object_sources.h"
#include "quern/source/path_map.h"

namespace quern {

/// Where sources of an object's code are looked for first: `object` is its path, or an end of it
/// behind a slash ("libfoo.so").
struct ObjectFolder {
  std::string object;
  std::string folder;
};

struct SourcePlaces {
  std::vector<PathMap> maps = {};         ///< of several that match, the longest `from` counts
  std::vector<std::string> folders = {};  ///< in order
  /// Searched as `folders` are, but before the recorded path: for an old version of the sources.
  std::vector<std::string> first_folders = {};
  /// Before these, of the objects that hold a file's code; in order.
  std::vector<ObjectFolder> object_folders = {};
  std::vector<std::string> inputs = {};  ///< the profile's files; "<stdin>" has no folder
  bool asks_objects = true;              ///< whether debug information is read
  bool asks_inlined = true;              ///< and whether it is asked what was inlined where
  CacheFolder code_cache = {};           ///< where what was inlined is kept
  /// What is known of objects, by all that copy these places; never null.
  std::shared_ptr<ObjectSources> objects = std::make_shared<ObjectSources>();
  /// Maps to use instead of `maps`, from someone who is not the user: they never allow a file to
  /// be read that would not be read without them.
  std::optional<std::vector<PathMap>> posted_maps = {};
  /// Whether path maps are proposed for what is not found (SourceFile::proposals).
  bool proposes = false;

  /// Looks below these before all else: for the old side of a comparison.
  void look_first(const std::vector<std::string>& sources,
                  const std::vector<ObjectFolder>& of_objects) {
    first_folders = sources;
    object_folders.insert(object_folders.begin(), of_objects.begin(), of_objects.end());
  }
};

}  // namespace quern
