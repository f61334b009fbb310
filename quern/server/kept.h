// SPDX-License-Identifier: MIT
//
// What took time to make and may be asked for again: the few that were used last, each made once
// however many ask for it at the same time.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <future>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include "quern/base/result.h"

namespace quern::server {

template <class T>
class Kept {
 public:
  using Value = Result<std::shared_ptr<const T>>;

  explicit Kept(size_t most) : most_(most) {}

  /// What is kept under `key`, else what `make()` gives; errors are not kept. Whoever asks while
  /// another makes it waits.
  template <class Make>
  [[nodiscard]] Value get(const std::string& key, const Make& make) {
    std::promise<Value> promise;
    auto [future, is_mine] = find_or_promise(key, promise);
    if (is_mine) {
      try {
        promise.set_value(make());
      } catch (...) {
        promise.set_exception(std::current_exception());
      }
      if (!is_good(future)) {
        forget(key);
      }
    }
    return future.get();
  }

 private:
  using Future = std::shared_future<Value>;
  struct Entry {
    std::string key;
    uint64_t used = 0;
    Future future;
  };

  [[nodiscard]] std::pair<Future, bool> find_or_promise(const std::string& key,
                                                        std::promise<Value>& promise) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(entries_, key, &Entry::key);
    if (found != entries_.end()) {
      found->used = ++clock_;
      return {found->future, false};
    }
    if (entries_.size() >= most_) {
      entries_.erase(std::ranges::min_element(entries_, {}, &Entry::used));
    }
    Future future = promise.get_future().share();
    entries_.push_back({key, ++clock_, future});
    return {std::move(future), true};
  }

  [[nodiscard]] static bool is_good(const Future& future) {
    try {
      return future.get().has_value();
    } catch (...) {
      return false;
    }
  }

  void forget(const std::string& key) {
    const std::lock_guard lock(mutex_);
    std::erase_if(entries_, [&key](const Entry& entry) { return entry.key == key; });
  }

  size_t most_;
  std::mutex mutex_;
  uint64_t clock_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace quern::server
