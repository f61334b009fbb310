// SPDX-License-Identifier: MIT
//
// Where a program begins, and which recorded paths are files of the project: for reports about
// whole programs that have to point at a file. Paths are compared as text; nothing is opened.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "quern/compare/gate/gate_rule.h"
#include "quern/compare/match/diff_nodes.h"

namespace quern {

/// A recorded path relative to the project's folder `root` (absolute), without "." and "..".
/// Nothing for paths outside it and for names that are no files, such as php:internal. Relative
/// paths are taken as relative to `root`.
[[nodiscard]] std::optional<std::string> project_path(std::string_view path, std::string_view root);

/// The file in `root` of the function called main or {main}, or else of the function with the
/// highest inclusive cost (the first of equals), and its line (function_lines()): 0 without
/// records. No file where no function has one in `root`.
[[nodiscard]] ReportPlace main_place(const DiffRun& run, std::string_view root);

}  // namespace quern
