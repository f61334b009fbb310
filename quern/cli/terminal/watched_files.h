// SPDX-License-Identifier: MIT
//
// Files that may be written again while they are looked at: whether they have changed, and settled
// since, so that nobody reads one that is half written. One that is gone has changed too, and again
// when it is back.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace quern::cli {

class WatchedFiles {
 public:
  /// Standard input is not watched.
  explicit WatchedFiles(std::vector<std::string> paths);

  /// From now on these, as they are now: they are about to be read.
  void watch(std::vector<std::string> paths);

  /// Looks once more. True when a change was seen before, and nothing has changed since the look
  /// before this one.
  [[nodiscard]] bool has_settled();
  /// Files that changed since the last time this was true, for messages.
  [[nodiscard]] const std::vector<std::string>& changed() const { return changed_; }

 private:
  using Times = std::vector<std::optional<int64_t>>;
  [[nodiscard]] Times look() const;

  std::vector<std::string> paths_;
  Times read_;    ///< when they were read
  Times looked_;  ///< at the last look
  std::vector<std::string> changed_;
};

}  // namespace quern::cli
