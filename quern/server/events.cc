// SPDX-License-Identifier: MIT
#include "quern/server/events.h"

#include <algorithm>
#include <utility>

namespace quern::server {

void Events::publish(std::string line) {
  {
    const std::lock_guard lock(mutex_);
    lines_.push_back(std::move(line) + '\n');
    if (lines_.size() > kMostLines) {
      lines_.pop_front();
      ++first_;
    }
  }
  came_.notify_all();
}

void Events::close() {
  {
    const std::lock_guard lock(mutex_);
    is_closed_ = true;
  }
  came_.notify_all();
}

uint64_t Events::end() const {
  const std::lock_guard lock(mutex_);
  return first_ + lines_.size();
}

std::optional<std::string> Events::wait(uint64_t& next, std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  came_.wait_for(lock, most, [&] { return is_closed_ || first_ + lines_.size() > next; });
  next = std::max(next, first_);
  std::string text;
  for (; next < first_ + lines_.size(); ++next) {
    text += lines_[next - first_];
  }
  if (text.empty() && is_closed_) {
    return std::nullopt;
  }
  return text;
}

}  // namespace quern::server
