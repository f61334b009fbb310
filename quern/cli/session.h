// SPDX-License-Identifier: MIT
//
// What every command does alike: open the inputs as the options say, tell their warnings, write the
// answer to where -o says, and keep time. A command is what remains: a view and its rendering.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/base/result.h"
#include "quern/bytes/writing/output.h"
#include "quern/cli/options/arguments.h"
#include "quern/cli/options/exit_code.h"
#include "quern/cli/report.h"
#include "quern/cli/terminal.h"
#include "quern/cli/terminal/pager.h"
#include "quern/cli/terminal/progress.h"
#include "quern/output/render.h"
#include "quern/query/group_rules.h"
#include "quern/query/selection.h"
#include "quern/source/source_places.h"
#include "quern/workspace/save/merge.h"
#include "quern/workspace/workspace.h"

namespace quern::cli {

/// Whether --rename changes a profile as it is read, or is left to who compares it with another.
enum class Renames : uint8_t { kApplied, kLeft };

/// Of what an answer has no room for the marks of estimates: sums of functions and calls, or their
/// single records too.
enum class ExactCosts : uint8_t { kSums, kRecords };

/// How a word may fit readable names that the answer does not show: as find_names() does, or whole
/// alone, where the word may be something else too.
enum class NameFit : uint8_t { kAny, kWhole };

/// A profile, and what the words of the command choose of it.
struct AskedProfile {
  Opened opened;
  Selection selection;
  [[nodiscard]] const Profile& profile() const { return *opened.profile; }
};

/// Where the options say that sources and objects are, and the folders of the profiles' inputs.
[[nodiscard]] SourcePlaces places_of(const Arguments& arguments,
                                     std::span<const Profile* const> profiles);

/// Creates the file of an answer. Errors: those of create_output(). An answer never replaces a
/// profile that it is about, and no hint proposes to replace another one.
[[nodiscard]] Result<Output> create_answer(const Arguments& arguments, const std::string& path);

class Session {
 public:
  Session(const Arguments& arguments, const TerminalFacts& facts, const Reporter& reporter);

  [[nodiscard]] const Arguments& arguments() const { return *arguments_; }

  /// Reads `files` as the options say, applies the filters, and tells the notes.
  Result<Opened> open(std::span<const std::string> files, Keep keep,
                      Renames renames = Renames::kApplied);
  /// As open(), with errors as findings: OpenOptions::keep_going.
  Result<Opened> open_broken(std::span<const std::string> files, Keep keep);
  /// As open(), for another thread: tells nothing, and shows no progress but to `progress`.
  Result<Opened> open_silently(std::span<const std::string> files, Keep keep,
                               ReadProgress& progress);
  /// Whether its sums can be read without its records: of itself, or of what the cache holds.
  [[nodiscard]] bool is_or_has_snapshot(const std::string& file) const;
  /// Adds up `files` as `options` and the command line say, and tells notes and warnings.
  Result<Merged> merge(std::span<const std::string> files, MergeOptions options);
  /// How profiles are written; `profile`, where --event may abbreviate its events.
  [[nodiscard]] WriteOptions write_options(const Profile* profile = nullptr) const;
  /// Error `needs-exact` where filters made estimates of what the command shows as exact.
  [[nodiscard]] Result<void> check_exact(const Profile& profile, ExactCosts needed) const;
  /// The name of a function as the user's word means it, which may be a mangled one or a readable
  /// one: as the answer shows it. Where several mangled names are meant, an expression for them.
  [[nodiscard]] std::string wanted_name(const std::string& word,
                                        const std::vector<const Profile*>& profiles,
                                        NameFit fit = NameFit::kAny) const;
  /// What queries, groups and filters are held against: readable names, where names are readable to
  /// people alone; null: names as they are.
  [[nodiscard]] MatchedNames matched_names() const;
  /// What the options say of a selection.
  [[nodiscard]] SelectionWords selection_words(SortBy default_sort,
                                               size_t default_limit = 20) const;
  /// The rules of --groups; null: none are asked for.
  [[nodiscard]] Result<std::shared_ptr<const GroupRules>> group_rules() const;
  /// What lists of functions need of the inputs: their places are known by records alone.
  [[nodiscard]] Keep keep_for_rows() const;
  /// Whether more is asked than what functions cost over all parts: OpenOptions::needs_calls.
  [[nodiscard]] bool needs_calls() const;
  /// Whether people read the answer, not programs.
  [[nodiscard]] bool is_for_people() const;
  /// Adds what --min asks of rows.
  void add_least(SelectionWords& words) const;
  /// What they choose of a profile.
  Result<Selection> select_from(const Profile& profile, SortBy default_sort,
                                size_t default_limit = 20,
                                RowKind rows = RowKind::kFunctions) const;
  /// Opens `files`, tells the warnings, and chooses of the profile.
  Result<AskedProfile> ask(std::span<const std::string> files, Keep keep, SortBy default_sort,
                           size_t default_limit = 20, RowKind rows = RowKind::kFunctions);
  /// Reports the warnings of reading, for answers that do not show them themselves. Text, Markdown
  /// and JSON say on top why a profile is incomplete.
  void tell_warnings(const Profile& profile) const;
  /// Error `incomplete-profile` where the profile is not complete and that is not allowed.
  [[nodiscard]] Result<void> check_complete(const Completeness& completeness) const;
  void tell(std::string_view note) const { reporter_->note(note); }
  void tell_error(const Diagnostic& error) const { reporter_->error(error); }

  /// Creates what -o names, before the work: a refusal comes early.
  Result<void> open_output();
  [[nodiscard]] ByteSink& out() { return paged_ ? static_cast<ByteSink&>(*paged_) : *output_; }
  /// The answer is a file that cannot be made again: Output::keep().
  void keep_output() {
    if (output_) {
      output_->keep();
    }
  }
  /// Instead of out(): Output::file_to_fill().
  [[nodiscard]] Result<FileToFill> file_to_fill() const { return output_->file_to_fill(); }
  /// Gives the answer its place. A closed pipe is no failure.
  Result<void> close_output();
  /// Whether the pipe that the answer went to was closed at its other end.
  [[nodiscard]] bool reader_left() const { return output_ && output_->pipe_closed(); }
  /// Lets the user leave the pager, so that later messages stay on the screen.
  void end_pager() { paged_.reset(); }

  /// The process ends with this code, whatever becomes of the answer: as the recorded program did.
  void end_as(int code) { end_ = static_cast<ExitCode>(code); }
  [[nodiscard]] std::optional<ExitCode> end() const { return end_; }

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

  /// How the answer looks; `files` are for the commands it suggests.
  [[nodiscard]] Style style(std::span<const std::string> files) const;
  /// The same, where these name functions of `profiles`, which outlive it.
  [[nodiscard]] Style style(std::span<const std::string> files,
                            std::vector<const Profile*> profiles) const;
  [[nodiscard]] size_t columns_for_help() const;

  /// Ends a phase of --timings.
  void finished(std::string_view phase);
  void tell_timings() const;

 private:
  [[nodiscard]] bool goes_to_file() const;
  [[nodiscard]] bool may_page() const;
  [[nodiscard]] Result<Opened> read(std::span<const std::string> files, const OpenOptions& options);
  /// A bar, unless `options` tell somebody else how far reading has come, or nobody would see it.
  [[nodiscard]] std::unique_ptr<ProgressBar> progress_for(const OpenOptions& options) const;
  void split_inlined(Opened& opened) const;
  [[nodiscard]] Result<Opened> filtered(Opened opened, const OpenOptions& options, Renames renames);
  [[nodiscard]] OpenOptions open_options(Keep keep) const;
  Result<Opened> open_with(std::span<const std::string> files, const OpenOptions& options,
                           Renames renames);
  [[nodiscard]] NameOptions names() const;
  /// A note where several runs are added up: their user may have wanted to compare them.
  void tell_sum(std::span<const std::string> files, const Profile& profile) const;

  using Clock = std::chrono::steady_clock;

  const Arguments* arguments_;
  TerminalFacts facts_;
  const Reporter* reporter_;
  std::optional<Output> output_;
  std::optional<PagedOutput> paged_;  ///< instead, on a terminal
  std::optional<ExitCode> end_;
  Clock::time_point started_;
  Clock::time_point phase_started_;
  std::vector<std::pair<std::string_view, Clock::duration>> phases_;
};

}  // namespace quern::cli
