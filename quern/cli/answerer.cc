// SPDX-License-Identifier: MIT
#include "quern/cli/answerer.h"

#include <unistd.h>

#include <algorithm>
#include <utility>

#include "quern/bytes/writing/same_file.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/output_suffix.h"
#include "quern/load/find/recognize.h"

namespace quern::cli {

Result<Output> create_answer(const Arguments& arguments, const std::string& path) {
  Result<Output> created = create_output(path, arguments.force);
  const std::optional<FileIdentity> identity = identity_of(path);
  const auto is_it = [&identity](const std::string& file) { return identity_of(file) == identity; };
  const bool is_asked_about = identity && (std::ranges::any_of(arguments.words, is_it) ||
                                           std::ranges::any_of(arguments.diff.base, is_it));
  // Answers in JSON and folded stacks can be read as profiles, too.
  const bool is_other = !created && created.error().code == "output-exists" &&
                        !suffix_format(path) && is_profile(path, std::nullopt);
  if (!is_asked_about && !is_other) {
    return created;
  }
  Diagnostic error = usage_error("output-exists", "a file of this name exists, and it is a profile",
                                 "choose another name for -o");
  error.fault = Fault::kOutput;
  error.input = path;
  return failure(std::move(error));
}

bool Answerer::goes_to_file() const {
  // `convert --check` only tells what writing the file would lose.
  // The copy that `check --repair` writes is no answer.
  return arguments_->output && *arguments_->output != "-" && !arguments_->convert.check &&
         !arguments_->is_repair;
}

/// Only text for people, on a terminal that tells its height.
bool Answerer::may_page() const {
  const bool is_text =
      arguments_->format == "text" && takes(*arguments_->command, *find_option("no-pager"));
  return is_text && facts_->out.is_terminal && facts_->out.height != 0 && !facts_->is_dumb &&
         !goes_to_file() && !arguments_->no_pager;
}

Result<void> Answerer::open() {
  const std::string pager = may_page() ? pager_command() : "";
  if (!pager.empty()) {
    paged_.emplace(pager, facts_->out.height);
    return {};
  }
  if (!goes_to_file()) {
    output_.emplace(descriptor_output(STDOUT_FILENO, "<stdout>"));
    return {};
  }
  Result<Output> created = arguments_->command->abilities.writes_profiles
                               ? create_output(*arguments_->output, arguments_->force)
                               : create_answer(*arguments_, *arguments_->output);
  if (!created) {
    return failure(created.error());
  }
  output_.emplace(std::move(*created));
  return {};
}

Result<ExitCode> Answerer::close(ExitCode code) {
  Result<void> written = paged_ ? paged_->commit() : output_->commit();
  const bool reader_left = paged_ ? paged_->pipe_closed() : output_->pipe_closed();
  if (!written && !reader_left) {
    return failure(written.error());
  }
  // Who leaves the pager early has seen enough, and the code is about the whole answer.
  return reader_left && !paged_ ? ExitCode::kDone : code;
}

}  // namespace quern::cli
