// SPDX-License-Identifier: MIT
//
// How many files a merged part was added up from, as a description that survives in every format
// that keeps descriptions:
//
//     desc: Runs: 3 (one per file)
//
// Merging merged files adds these numbers, so the grouping does not matter. A file counts once,
// even if a run left several files: only the files can be counted in any grouping alike.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "quern/model/profile.h"

namespace quern::merge {

/// Counts the files of a part; it stays at the highest number instead of overflowing.
class RunCount {
 public:
  /// The parts that follow are those of another file.
  void begin_input() { has_counted_input_ = false; }
  /// A part's descriptions. One without a number counts its file, once.
  void add(const std::vector<std::string>& descriptions);
  void add(const RunCount& others) { add(others.runs_); }

  /// What a part that was added up says; empty for a single file.
  [[nodiscard]] std::string description() const;
  /// Whether a description is one of these.
  [[nodiscard]] static bool is_description(std::string_view text);

 private:
  void add(uint64_t runs);

  uint64_t runs_ = 0;
  bool has_counted_input_ = false;
};

/// Whether the profile was merged from several files, and does not tell of each.
[[nodiscard]] bool are_runs_unknown(const Profile& profile);

}  // namespace quern::merge
