// SPDX-License-Identifier: MIT
//
// From a view to an output: standard output, a pager, or the file that -o names. It knows nothing
// of where profiles come from.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "quern/base/result.h"
#include "quern/bytes/writing/output.h"
#include "quern/cli/options/exit_code.h"
#include "quern/cli/terminal.h"
#include "quern/cli/terminal/pager.h"
#include "quern/model/profile.h"
#include "quern/output/render.h"

namespace quern::cli {

/// Creates the file of an answer. Errors: those of create_output(). An answer never replaces a
/// profile that it is about, and no hint proposes to replace another one.
[[nodiscard]] Result<Output> create_answer(const Arguments& arguments, const std::string& path);

class Answerer {
 public:
  /// Both outlive it.
  Answerer(const Arguments& arguments, const TerminalFacts& facts)
      : arguments_(&arguments), facts_(&facts) {}

  /// Creates what -o names, before the work: a refusal comes early.
  [[nodiscard]] Result<void> open();
  [[nodiscard]] ByteSink& out() { return paged_ ? static_cast<ByteSink&>(*paged_) : *output_; }
  /// Instead of out(): Output::file_to_fill().
  [[nodiscard]] Result<FileToFill> file_to_fill() const { return output_->file_to_fill(); }
  /// The answer is a profile that cannot be made again, and never paged: Output::keep().
  void keep() { output_->keep(); }

  /// How an answer looks; `files` are for the commands that it suggests.
  [[nodiscard]] Style style(std::span<const std::string> files) const;
  /// The same, where these name functions of `profiles`, which outlive it.
  [[nodiscard]] Style style(std::span<const std::string> files,
                            std::vector<const Profile*> profiles) const;
  /// Renders an answer, or fails as it did.
  template <class Answer>
  ExitCode show(const Answer& answer, const Style& style) {
    render(answer, style, out());
    return ExitCode::kDone;
  }
  template <class Answer>
  Result<ExitCode> show(const Result<Answer>& answer, const Style& style) {
    return answer ? Result<ExitCode>(show(*answer, style)) : failure(answer.error());
  }

  /// Gives the answer its place, and returns `code`, or kDone where whoever read the pipe has left:
  /// that is no failure.
  [[nodiscard]] Result<ExitCode> close(ExitCode code);
  /// Lets the user leave the pager, so that later messages stay on the screen.
  void end_pager() { paged_.reset(); }

 private:
  [[nodiscard]] bool goes_to_file() const;
  [[nodiscard]] bool may_page() const;

  const Arguments* arguments_;
  const TerminalFacts* facts_;
  std::optional<Output> output_;
  std::optional<PagedOutput> paged_;  ///< instead, on a terminal
};

}  // namespace quern::cli
