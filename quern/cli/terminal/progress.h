// SPDX-License-Identifier: MIT
//
// The progress bar: one line on a terminal, drawn once reading has lasted a second, and erased at
// the end. Clock and output are given to it, so that tests need neither time nor terminal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <string_view>

#include "quern/bytes/reading/source.h"

namespace quern::cli {

class ProgressBar final : public ReadProgress {
 public:
  using Clock = std::function<uint64_t()>;  ///< milliseconds, from any start
  using Write = std::function<void(std::string_view)>;

  ProgressBar(size_t width, Clock clock, Write write);
  ~ProgressBar() override { erase(); }
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// May be called from several threads; a call that finds another at work returns at once.
  void advanced(uint64_t raw, uint64_t total) override;
  /// Leaves the line empty, if something was drawn.
  void erase();

 private:
  [[nodiscard]] std::string line(uint64_t raw, uint64_t total) const;

  std::mutex mutex_;
  size_t width_;
  Clock clock_;
  Write write_;
  uint64_t started_;
  uint64_t next_;  ///< when to draw again
  bool is_drawn_ = false;
};

}  // namespace quern::cli
