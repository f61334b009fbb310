// SPDX-License-Identifier: MIT
//
// How files become a profile: what users say of reading and of names, and what a question needs.
#pragma once

#include <cstdint>
#include <string>

#include "quern/base/cache_entry.h"
#include "quern/bytes/reading/source.h"
#include "quern/formats/shared/reading_options.h"
#include "quern/load/names/symbols.h"
#include "quern/model/builder.h"

namespace quern {

/// Where snapshots of inputs that take long to read are kept; see cache.h.
struct CacheOptions : CacheFolder {
  /// Smaller inputs are read about as fast as their snapshots.
  uint64_t least_bytes = uint64_t{16} << 20;
  bool makes = true;  ///< false: only what is there already is taken
};

/// With keep_going, only what cannot be read at all (missing, unrecognized) is an error of
/// open_profile().
struct OpenOptions : ReadOptions {
  Keep keep = Keep::kSums;
  NameOptions names;
  /// Costs that `summary:` declares beyond the rows are the row `(not in this profile)` of each
  /// answer; see ProfileBuilder::add_declared_costs(). Not for what is written as a profile.
  bool adds_declared_costs = false;
  /// See ProfileBuilder::keep_calls_of_stacks().
  bool keeps_calls_of_stacks = false;
  ReadProgress* progress = nullptr;
  /// Where snapshots of large inputs are kept and taken from; not where keep_going is set.
  CacheOptions cache = {};
};

}  // namespace quern
