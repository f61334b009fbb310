// SPDX-License-Identifier: MIT
//
// What was added up of some of the inputs of a merge: by a thread, or by another process, which
// hands it over as bytes. Sums are added to sums in any order and grouping, and come to the same.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "quern/analysis/events/event_meanings.h"
#include "quern/analysis/merge/fold.h"
#include "quern/base/diagnostic.h"
#include "quern/base/int128.h"
#include "quern/base/result.h"
#include "quern/save/merged_inputs.h"
#include "quern/views/input/conversion.h"

namespace quern {

struct MergeSums {
  explicit MergeSums(merge::FoldDetail detail = merge::FoldDetail::kPositions,
                     merge::RunsKept runs = merge::RunsKept::kNo)
      : fold(detail, runs) {}
  merge::Fold fold;
  bool has_any = false;  ///< something was added to `fold`
  EventMeanings meanings;
  SharedEvents events;
  MergedFindings findings;
  std::map<size_t, Diagnostic> errors;  ///< by number of the input
  std::optional<Diagnostic> bad_names;  ///< no input's fault: nothing is skipped for it
  std::optional<Diagnostic> fault;      ///< why sums that were handed over have no table
  std::vector<std::string> notes;
  std::vector<Loss> losses;
  std::map<std::string, int128> declared;  ///< by event: what inputs declare without rows for it

  void add(const MergeSums& others);
  /// Adds a profile to `fold`.
  void add(const Profile& profile);
};

/// Sums as bytes, each name once and everything in a fixed order. `has_table`: with what was added
/// up; without it, only what is to be said of the inputs.
[[nodiscard]] std::string packed(MergeSums& sums, bool has_table);
/// Adds what packed() made of other sums. Error `read-failed`, which calls the bytes `from`: they
/// are not what packed() makes.
[[nodiscard]] Result<void> add_packed(std::string bytes, const std::string& from, MergeSums& sums);

}  // namespace quern
