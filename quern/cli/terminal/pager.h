// SPDX-License-Identifier: MIT
//
// Shows a long answer on a terminal page by page, through the program that the user prefers, as git
// does: QUERN_PAGER, PAGER, else less. What fits the screen is shown as it is, and so is all where
// no pager can be started. Which program runs is said by the environment alone, never by a file.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/byte_sink.h"
#include "quern/base/result.h"
#include "quern/bytes/writing/output.h"

namespace quern::cli {

/// The pager's command line as the environment says; empty where none is wanted ("", "cat").
[[nodiscard]] std::string pager_command();

/// The words to start: those of a plain command, else a shell with the command.
[[nodiscard]] std::vector<std::string> pager_words(const std::string& command);

class PagedOutput final : public ByteSink {
 public:
  /// Writes to standard output, a terminal of `rows` rows.
  PagedOutput(std::string command, size_t rows);
  PagedOutput(const PagedOutput&) = delete;
  PagedOutput& operator=(const PagedOutput&) = delete;
  /// Waits until the user has left the pager.
  ~PagedOutput() override;

  void write(std::string_view bytes) override;
  [[nodiscard]] bool failed() const override;
  [[nodiscard]] bool pipe_closed() const { return output_.pipe_closed(); }
  /// As Output::commit; then waits as the destructor does.
  [[nodiscard]] Result<void> commit();

 private:
  void decide();
  void start();
  void wait();

  std::string command_;
  size_t rows_;
  std::string begun_;  ///< the answer as long as it may fit the screen
  bool is_decided_ = false;
  size_t lines_ = 0;  ///< in begun_
  Output output_;
  int pipe_ = -1;  ///< the pager's end of it that we write to
  std::optional<pid_t> process_;
};

}  // namespace quern::cli
