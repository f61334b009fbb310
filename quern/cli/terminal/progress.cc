// SPDX-License-Identifier: MIT
#include "quern/cli/terminal/progress.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/base/text.h"

namespace quern::cli {
namespace {

constexpr uint64_t kPatience = 1000;  // milliseconds before anything is drawn
constexpr uint64_t kPause = 100;      // between two drawings
constexpr size_t kLongestBar = 40;
constexpr std::string_view kEraseLine = "\r\x1b[K";

}  // namespace

ProgressBar::ProgressBar(size_t width, Clock clock, Write write)
    : width_(width),
      clock_(std::move(clock)),
      write_(std::move(write)),
      started_(clock_()),
      next_(started_ + kPatience) {}

void ProgressBar::advanced(uint64_t raw, uint64_t total) {
  const std::unique_lock lock(mutex_, std::try_to_lock);
  if (!lock.owns_lock()) {
    return;
  }
  const uint64_t now = clock_();
  if (now < next_) {
    return;
  }
  next_ = now + kPause;
  is_drawn_ = true;
  write_(fmt::format("{}{}", kEraseLine, line(raw, total)));
}

void ProgressBar::erase() {
  const std::scoped_lock lock(mutex_);
  if (is_drawn_) {
    write_(kEraseLine);
    is_drawn_ = false;
  }
}

/// "reading [####      ]  42 %  120.0 MB of 286.1 MB", cut to the width.
std::string ProgressBar::line(uint64_t raw, uint64_t total) const {
  if (total == 0) {
    return fmt::format("reading {}", byte_size(raw)).substr(0, width_);
  }
  const uint64_t done = std::min(raw, total);
  const auto share =
      static_cast<unsigned>(static_cast<double>(done) * 100 / static_cast<double>(total));
  const std::string tail =
      fmt::format("{:3} %  {} of {}", share, byte_size(done), byte_size(total));
  const size_t taken = tail.size() + 12;  // "reading [] " and a free last column
  if (width_ < taken + 5) {
    return fmt::format("reading {}", tail).substr(0, width_);
  }
  const size_t bar = std::min(kLongestBar, width_ - taken);
  const size_t filled = bar * share / 100;
  return fmt::format("reading [{}{}] {}", std::string(filled, '#'), std::string(bar - filled, ' '),
                     tail);
}

}  // namespace quern::cli
