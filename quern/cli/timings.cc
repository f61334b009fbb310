// SPDX-License-Identifier: MIT
#include "quern/cli/timings.h"

#include <fmt/format.h>

namespace quern::cli {
namespace {

double milliseconds(std::chrono::steady_clock::duration duration) {
  return std::chrono::duration<double, std::milli>(duration).count();
}

}  // namespace

void Timings::finished(std::string_view phase) {
  const Clock::time_point now = Clock::now();
  phases_.emplace_back(phase, now - phase_started_);
  phase_started_ = now;
}

std::string Timings::line() const {
  std::string text = "timings: ";
  for (const auto& [phase, duration] : phases_) {
    text += fmt::format("{} {:.1f} ms, ", phase, milliseconds(duration));
  }
  return text + fmt::format("in all {:.1f} ms", milliseconds(Clock::now() - started_));
}

}  // namespace quern::cli
