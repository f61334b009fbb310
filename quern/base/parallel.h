// SPDX-License-Identifier: MIT
//
// Independent pieces of work on several threads, and what several threads may ask for.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <exception>
#include <future>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <vector>

namespace quern {

/// How many threads to use where the user asked for `asked`; 0: as many as help.
[[nodiscard]] inline unsigned threads_for(unsigned asked) {
  constexpr unsigned kMost = 8;  // beyond, joining costs more than it gains
  return asked != 0 ? asked : std::clamp(std::thread::hardware_concurrency(), 1U, kMost);
}

/// make(0) … make(count - 1), in order, made by that many threads at a time, or by fewer where the
/// system starts no more. What one of them throws is thrown once all have ended.
template <class Made, class Make>
[[nodiscard]] std::vector<Made> made_by_threads(size_t count, unsigned threads, Make make) {
  std::vector<std::optional<Made>> made(count);
  std::atomic<size_t> next = 0;
  std::mutex mutex;
  std::exception_ptr thrown;
  const auto work = [&] {
    try {
      for (size_t at = next++; at < count; at = next++) {
        made[at].emplace(make(at));
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      thrown = std::current_exception();
      next = count;
    }
  };
  {
    std::vector<std::jthread> others;
    try {
      for (size_t more = 1; more < std::min<size_t>(threads, count); ++more) {
        others.emplace_back(work);
      }
    } catch (const std::system_error&) {
      // Those that could be started do all of it.
    }
    work();
  }
  if (thrown) {
    std::rethrow_exception(thrown);
  }
  std::vector<Made> all;
  all.reserve(count);
  for (std::optional<Made>& one : made) {
    all.push_back(*std::move(one));
  }
  return all;
}

/// first() on this thread, second() on another, or behind it where the system starts no other. What
/// one of them throws is thrown once both have ended.
template <class First, class Second>
void do_both(First first, Second second) {
  std::future<void> other;
  try {
    other = std::async(std::launch::async, second);
  } catch (const std::system_error&) {
    other = std::async(std::launch::deferred, second);
  }
  first();
  other.get();
}

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
