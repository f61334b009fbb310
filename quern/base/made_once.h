// SPDX-License-Identifier: MIT
//
// What several threads may ask for first.
#pragma once

#include <mutex>
#include <optional>

namespace quern {

/// Made when it is first asked for. If making it throws, whoever asks next makes it. (Where the
/// program has libgcc within itself, an exception out of std::call_once ends it.)
template <class T>
class MadeOnce {
 public:
  template <class Make>
  const T& get(const Make& make) const {
    const std::lock_guard lock(mutex_);
    if (!value_) {
      value_.emplace(make());
    }
    return *value_;
  }

 private:
  mutable std::mutex mutex_;
  mutable std::optional<T> value_;
};

}  // namespace quern
