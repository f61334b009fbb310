// SPDX-License-Identifier: MIT
//
// Which of the runs that a profile was merged from are unlike the others: some function costs far
// more in them than it usually does, even if the run as a whole costs what all do.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "quern/base/int128.h"
#include "quern/model/distribution.h"
#include "quern/model/profile.h"

namespace quern {

/// A run with the maximum of some functions whose maximum is an outlier.
struct OutlierRun {
  std::string run;
  int128 above = 0;      ///< Σ of their maxima less their medians
  size_t functions = 0;  ///< how many there are
  std::string function;  ///< the one with the largest difference,
  int128 max = 0;        ///< its self cost in this run
  int128 median = 0;     ///< and its median
  /// Whether the median, and what lies above it, are only close to the exact ones.
  [[nodiscard]] bool is_close() const { return Distribution::is_close(median); }
};

/// Outliers are sought among this many runs, or more.
inline constexpr uint64_t kFewestRuns = 8;

/// By self costs of the first event; those with the most above the median first, then by name. A
/// maximum is an outlier if it lies above the third quartile by more than three times the distance
/// of the quartiles, for which at least 1/32 of the third one counts, and above the median by at
/// least 1/200 of the median total of all runs. Where fewer than kFewestRuns runs have a function,
/// it costs 0 in the others. None without Profile::run_statistics().
[[nodiscard]] std::vector<OutlierRun> outlier_runs(const Profile& profile);

}  // namespace quern
