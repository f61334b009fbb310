// SPDX-License-Identifier: MIT
//
// What every command does alike: open the inputs as the options say, tell their warnings, write the
// answer to where -o says, and keep time. A command is what remains: a view and its rendering.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/base/result.h"
#include "quern/bytes/output.h"
#include "quern/cli/arguments.h"
#include "quern/cli/report.h"
#include "quern/cli/terminal.h"
#include "quern/output/render.h"
#include "quern/views/selection.h"
#include "quern/workspace/workspace.h"

namespace quern::cli {

class Session {
 public:
  Session(const Arguments& arguments, const TerminalFacts& facts, const Reporter& reporter);

  [[nodiscard]] const Arguments& arguments() const { return *arguments_; }

  /// Reads `files` as the options say, applies the filters, and tells the notes; `keep_going` as in
  /// OpenOptions.
  Result<Opened> open(std::span<const std::string> files, Keep keep, bool keep_going = false);
  /// The name of a function as the user's word means it: a mangled one as the answer shows it.
  [[nodiscard]] std::string wanted_name(const std::string& word) const;
  /// What the options choose of a profile.
  Result<Selection> select_from(const Profile& profile, SortBy default_sort,
                                size_t default_limit = 20) const;
  /// Tells the warnings of reading, for answers that do not show them themselves.
  void tell_warnings(const Profile& profile) const { reporter_->warnings(profile); }
  void tell(std::string_view note) const { reporter_->note(note); }

  /// Creates what -o names, before the work: a refusal comes early.
  Result<void> open_output();
  [[nodiscard]] ByteSink& out() { return *output_; }
  /// Gives the answer its place. A closed pipe is no failure.
  Result<void> close_output();
  /// Whether the pipe that the answer went to was closed at its other end.
  [[nodiscard]] bool reader_left() const { return output_ && output_->pipe_closed(); }

  /// How the answer looks; `files` are for the commands it suggests.
  [[nodiscard]] Style style(std::span<const std::string> files) const;
  [[nodiscard]] size_t columns_for_help() const;

  /// Ends a phase of --timings.
  void finished(std::string_view phase);
  void tell_timings() const;

 private:
  [[nodiscard]] bool goes_to_file() const;
  [[nodiscard]] Result<Opened> read(std::span<const std::string> files, const OpenOptions& options);
  [[nodiscard]] Result<Opened> filtered(Opened opened, const OpenOptions& options);
  [[nodiscard]] NameOptions names() const;

  using Clock = std::chrono::steady_clock;

  const Arguments* arguments_;
  TerminalFacts facts_;
  const Reporter* reporter_;
  std::optional<Output> output_;
  Clock::time_point started_;
  Clock::time_point phase_started_;
  std::vector<std::pair<std::string_view, Clock::duration>> phases_;
};

}  // namespace quern::cli
