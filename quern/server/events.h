// SPDX-License-Identifier: MIT
//
// Events that the server sends to the page: one JSON object a line, to any number of streams. Lines
// are numbered; a stream that falls behind misses the oldest, never the last.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

namespace quern::server {

class Events {
 public:
  void publish(std::string line);
  /// Ends all streams after what was published before.
  void close();

  /// The number of the next line, for a stream that begins now.
  [[nodiscard]] uint64_t end() const;
  /// Lines from `next` on, which then moves behind them; waits up to `most` for one. Empty: none
  /// came. Nothing: closed, and all lines were given.
  [[nodiscard]] std::optional<std::string> wait(uint64_t& next, std::chrono::milliseconds most);

 private:
  static constexpr size_t kMostLines = 256;

  mutable std::mutex mutex_;
  std::condition_variable came_;
  std::deque<std::string> lines_;
  uint64_t first_ = 0;  ///< number of lines_.front()
  bool is_closed_ = false;
};

}  // namespace quern::server
