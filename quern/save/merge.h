// SPDX-License-Identifier: MIT
//
// Adds up any number of inputs of any formats to one profile. Each is read by itself, added and
// forgotten, several at a time; what results does not depend on their order, on how they were
// grouped into earlier merges, or on the number of threads.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/formats/shared/writer.h"
#include "quern/load/open.h"
#include "quern/model/profile.h"
#include "quern/save/merge_sums.h"
#include "quern/views/input/conversion.h"

namespace quern {

struct MergeOptions {
  OpenOptions open;  ///< `keep` and `keep_going` have no effect
  /// The format to write: an input that it cannot hold whole is taken as it would be written, so
  /// that merging merged files in it comes to the same.
  std::string_view format = "json";
  WriteOptions write;
  bool skip_bad = false;  ///< inputs that cannot be read are left out
  /// Costs and calls by function are enough: no lines, addresses, jumps, or blocks still held.
  bool by_function = false;
  /// The result tells how costs are distributed over the inputs: Profile::run_statistics(). For
  /// formats that hold it.
  bool keeps_runs = false;
  bool keep_parts = false;  ///< no adding up: parts stay apart, in the order of the inputs
};

struct Merged {
  std::unique_ptr<const Profile> profile;
  std::vector<Diagnostic> skipped;  ///< why which inputs were left out, in their order
  /// The warnings of reading, each code once: at its first place in the first input that has it.
  std::vector<InputInfo> warnings;
  std::vector<std::string> notes;
  std::vector<Loss> losses;  ///< what the format to write could not hold of single inputs
};

/// Errors: that of the first input that cannot be read, as open_profile()'s; `cannot-merge`;
/// `cannot-hold` of an input that the format has no place for at all.
[[nodiscard]] Result<Merged> merge_profiles(std::span<const std::string> paths,
                                            const MergeOptions& options);

// The same in steps, for a merge that several processes share: one lists the inputs, each adds up
// some of them, and one ends it with all of their sums.

/// The inputs of a merge, in order, and what is to be said of this list.
struct MergeList {
  std::vector<std::string> paths;
  std::vector<std::string> notes;
};
/// Errors: those of looking for the other files of a run.
[[nodiscard]] Result<MergeList> list_of_merge(std::span<const std::string> paths,
                                              const MergeOptions& options);

struct MergeInput {
  size_t number = 0;  ///< in the list
  std::string path;
};
/// Some inputs of a merge, in the order of their numbers.
struct MergeShare {
  std::vector<MergeInput> inputs;
  size_t in_all = 0;  ///< how many the whole merge has
};
/// Adds them up. Without skip_bad it ends early at a bad one.
[[nodiscard]] std::unique_ptr<MergeSums> add_up(const MergeShare& share,
                                                const MergeOptions& options);
/// What merge_profiles() returns for sums of the whole list; uses them up.
[[nodiscard]] Result<Merged> end_merge(MergeList list, MergeSums& sums,
                                       const MergeOptions& options);

/// The paths in a list, one a row; empty rows are skipped. Errors: as open_input's.
[[nodiscard]] Result<std::vector<std::string>> read_path_list(const std::string& list);

}  // namespace quern
