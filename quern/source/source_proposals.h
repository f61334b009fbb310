// SPDX-License-Identifier: MIT
//
// Which path maps would lead to a source that was not found: those to files of its name below some
// folders. The folders are walked once, within bounds, when the first file is asked about.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "quern/source/path_map.h"

namespace quern {

class SourceProposals {
 public:
  /// Names looked at below all folders together.
  static constexpr size_t kMostEntries = 20'000;
  /// Paths compared for all files together: those of one name may be very many.
  static constexpr size_t kMostCompared = 1'000'000;
  /// Proposals for one file.
  static constexpr size_t kMostProposals = 3;

  explicit SourceProposals(std::vector<std::string> folders) : folders_(std::move(folders)) {}

  /// Those that share most of the path's end first, then the shorter and alphabetically first. Each
  /// can be written as FROM=TO. None once as many were compared as may be.
  [[nodiscard]] std::vector<PathMap> for_path(std::string_view recorded);

 private:
  void walk();

  std::vector<std::string> folders_;
  std::vector<std::string> files_;
  std::unordered_map<std::string_view, std::vector<size_t>> by_name_;  ///< of files_
  size_t compared_ = 0;
  bool is_walked_ = false;
};

}  // namespace quern
