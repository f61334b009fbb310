// SPDX-License-Identifier: MIT
//
// Named baselines: copies of profiles, byte for byte, one folder a name, to compare later runs
// with.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"

namespace quern {

/// Where baselines lie unless the user says otherwise, relative to the working folder.
inline constexpr std::string_view kBaselineFolder = ".quern/baselines";

/// The files of one run: one, or those that were read together.
using RunFiles = std::vector<std::string>;

/// Copies the files of `runs` to FOLDER/NAME, those of a run of several into a folder there; it
/// appears whole or not at all, with `replace` in place of one that is there. Errors
/// (Fault::kUsage): `bad-baseline` for a name that is no plain word and for standard input;
/// (Fault::kOutput): `output-exists`, `output-failed`, `write-failed`; those of reading the files.
[[nodiscard]] Result<void> save_baseline(const std::string& folder, const std::string& name,
                                         std::span<const RunFiles> runs, bool replace);

/// The runs of a baseline, sorted. One that a killed run moved aside is put back first. Errors:
/// `no-such-baseline`, telling those there are.
[[nodiscard]] Result<std::vector<RunFiles>> baseline_runs(const std::string& folder,
                                                          const std::string& name);

}  // namespace quern
