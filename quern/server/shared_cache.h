// SPDX-License-Identifier: MIT
//
// What took time to make and may be asked for again: the few that were used last, each made once
// however many ask for it at the same time. What nobody waits for any more is not made to its end.
#pragma once

#include <algorithm>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "quern/base/result.h"
#include "quern/base/stopped.h"

namespace quern::server {

/// What was made, as caches keep it.
template <class T>
[[nodiscard]] Result<std::shared_ptr<const T>> shared(Result<T> made) {
  if (!made) {
    return failure(made.error());
  }
  return std::make_shared<const T>(std::move(*made));
}

template <class T>
class SharedCache {
 public:
  using Value = Result<std::shared_ptr<const T>>;

  explicit SharedCache(size_t most) : most_(most) {}

  /// What is kept under `key`, else what `make()` gives; errors are not kept. Whoever asks while
  /// another makes it waits, until `stop` asks for an end: the error is `stopped` then. A `make`
  /// that takes a token is asked to stop when all who wait have been, its own asker among them.
  template <class Make>
  [[nodiscard]] Value get(const std::string& key, const Make& make,
                          const std::stop_token& stop = {}) {
    if (stop.stop_requested()) {
      return failure(stopped());
    }
    const auto [making, is_mine] = join(key);
    const std::stop_callback leaving(stop, [&] { leave(*making); });
    if (is_mine) {
      work(*making, make);
    }
    std::unique_lock lock(mutex_);
    if (!done_.wait(lock, stop, [&] { return making->is_done; })) {
      return failure(stopped());
    }
    if (making->exception) {
      std::rethrow_exception(making->exception);
    }
    return *making->value;
  }

  /// What is kept under `key`; null: nothing, or not yet.
  [[nodiscard]] std::shared_ptr<const T> kept(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(entries_, key, &Entry::key);
    if (found == entries_.end() || !found->making->is_done) {
      return nullptr;
    }
    found->used = ++clock_;
    return **found->making->value;
  }

  /// How many wait for what is being made under `key`, whoever makes it among them.
  [[nodiscard]] size_t waiting(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(entries_, key, &Entry::key);
    return found != entries_.end() && !found->making->is_done ? found->making->waiting : 0;
  }

 private:
  /// While `mutex_` is held; the token may be looked at by anybody.
  struct Making {
    size_t waiting = 1;
    std::stop_source stop = {};
    bool is_done = false;
    std::optional<Value> value = {};
    std::exception_ptr exception = {};
  };
  struct Entry {
    std::string key;
    uint64_t used = 0;
    std::shared_ptr<Making> making;
  };

  [[nodiscard]] std::pair<std::shared_ptr<Making>, bool> join(const std::string& key) {
    const std::lock_guard lock(mutex_);
    const auto found = std::ranges::find(entries_, key, &Entry::key);
    if (found != entries_.end()) {
      found->used = ++clock_;
      Making& known = *found->making;
      if (known.is_done || !known.stop.stop_requested()) {
        ++known.waiting;
        return {found->making, false};
      }
      found->making = std::make_shared<Making>();  // the other is being given up
      return {found->making, true};
    }
    if (entries_.size() >= most_) {
      entries_.erase(std::ranges::min_element(entries_, {}, &Entry::used));
    }
    entries_.push_back({key, ++clock_, std::make_shared<Making>()});
    return {entries_.back().making, true};
  }

  void leave(Making& making) {
    const std::lock_guard lock(mutex_);
    if (--making.waiting == 0) {
      making.stop.request_stop();
    }
  }

  template <class Make>
  void work(Making& making, const Make& make) {
    std::optional<Value> value;
    std::exception_ptr exception;
    try {
      if constexpr (std::is_invocable_v<Make, std::stop_token>) {
        value = make(making.stop.get_token());
      } else {
        value = make();
      }
    } catch (...) {
      exception = std::current_exception();
    }
    const std::lock_guard lock(mutex_);
    making.value = std::move(value);
    making.exception = exception;
    making.is_done = true;
    if (!making.value || !making.value->has_value()) {
      std::erase_if(entries_, [&](const Entry& entry) { return entry.making.get() == &making; });
    }
    done_.notify_all();
  }

  size_t most_;
  std::mutex mutex_;
  std::condition_variable_any done_;
  uint64_t clock_ = 0;
  std::vector<Entry> entries_;
};

}  // namespace quern::server
