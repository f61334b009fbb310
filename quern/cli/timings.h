// SPDX-License-Identifier: MIT
//
// How long the phases of an answer took, for --timings.
#pragma once

#include <fmt/format.h>

#include <chrono>
#include <string>
#include <string_view>

namespace quern::cli {

class Timings {
 public:
  /// Ends a phase, which began when the one before it ended.
  void finished(std::string_view phase) {
    const Clock::time_point now = Clock::now();
    phases_ += told(phase, now - phase_started_) + ", ";
    phase_started_ = now;
  }
  /// "timings: reading 1.0 ms, …, in all 2.0 ms"
  [[nodiscard]] std::string line() const {
    return "timings: " + phases_ + told("in all", Clock::now() - started_);
  }

 private:
  using Clock = std::chrono::steady_clock;
  static std::string told(std::string_view phase, Clock::duration duration) {
    const std::chrono::duration<double, std::milli> milliseconds = duration;
    return fmt::format("{} {:.1f} ms", phase, milliseconds.count());
  }

  Clock::time_point started_ = Clock::now();
  Clock::time_point phase_started_ = started_;
  std::string phases_;
};

}  // namespace quern::cli
