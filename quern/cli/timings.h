// SPDX-License-Identifier: MIT
//
// How long the phases of an answer took, for --timings.
#pragma once

#include <chrono>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quern::cli {

class Timings {
 public:
  /// Ends a phase, which began when the one before it ended.
  void finished(std::string_view phase);
  /// "timings: reading 1.0 ms, …, in all 2.0 ms"
  [[nodiscard]] std::string line() const;

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point started_ = Clock::now();
  Clock::time_point phase_started_ = started_;
  std::vector<std::pair<std::string_view, Clock::duration>> phases_;
};

}  // namespace quern::cli
