// SPDX-License-Identifier: MIT
//
// From files to a constant profile with notes: reads them as the options say, applies the filters,
// and prints the notes. It knows nothing of what becomes of a profile.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "quern/base/result.h"
#include "quern/cli/report.h"
#include "quern/cli/terminal.h"
#include "quern/cli/terminal/progress.h"
#include "quern/cli/timings.h"
#include "quern/save/merge.h"

namespace quern::cli {

/// How files are added up: merge_profiles(), or something that comes to the same.
using MergeFiles =
    std::function<Result<Merged>(std::span<const std::string> files, const MergeOptions& options)>;

/// What the command line says of how files are read.
[[nodiscard]] OpenOptions open_options(const Arguments& arguments, Keep keep);

/// Whether --rename changes a profile as it is read, or is left to who compares it with another.
enum class Renames : uint8_t { kApplied, kLeft };

class Loader {
 public:
  /// The first four outlive it.
  Loader(const Arguments& arguments, const TerminalFacts& facts, const Reporter& reporter,
         Timings& timings, MergeFiles merge_files = merge_profiles)
      : arguments_(&arguments),
        facts_(&facts),
        reporter_(&reporter),
        timings_(&timings),
        merge_files_(std::move(merge_files)) {}

  /// Reads `files` as the options say, applies the filters, and prints the notes.
  [[nodiscard]] Result<Opened> open(std::span<const std::string> files, Keep keep,
                                    Renames renames = Renames::kApplied);
  /// As open(), with errors as findings: OpenOptions::keep_going.
  [[nodiscard]] Result<Opened> open_broken(std::span<const std::string> files, Keep keep);
  /// As open(), for another thread: prints nothing, and shows no progress but to `progress`.
  [[nodiscard]] Result<Opened> open_silently(std::span<const std::string> files, Keep keep,
                                             ReadProgress& progress);
  /// Reads files once more, with the calls that open() left out since no question needed them.
  [[nodiscard]] Result<Opened> open_with_calls(std::span<const std::string> files, Keep keep);
  /// Whether its sums can be read without its records: of itself, or of what the cache holds.
  [[nodiscard]] bool is_or_has_snapshot(const std::string& file) const;
  /// Adds up `files`, and prints notes and warnings.
  [[nodiscard]] Result<Merged> merge(std::span<const std::string> files, MergeOptions options);
  /// Error `read-failed` where names were left in a file that has changed since: an answer that
  /// asked for them may be wrong. To be called behind the answer.
  [[nodiscard]] Result<void> check_inputs() const;
  /// Prints the warnings of reading, for answers that do not show them themselves. Text, Markdown
  /// and JSON say on top why a profile is incomplete.
  void tell_warnings(const Profile& profile) const;

 private:
  [[nodiscard]] OpenOptions open_options(Keep keep) const {
    return cli::open_options(*arguments_, keep);
  }
  [[nodiscard]] Result<Opened> open_with(std::span<const std::string> files,
                                         const OpenOptions& options, Renames renames);
  [[nodiscard]] Result<Opened> read(std::span<const std::string> files, const OpenOptions& options);
  [[nodiscard]] Result<Opened> filtered(Opened opened, const OpenOptions& options, Renames renames);
  void split_inlined(Opened& opened) const;
  /// A bar, unless `options` tell somebody else how far reading has come, or nobody would see it.
  [[nodiscard]] std::unique_ptr<ProgressBar> progress_for(const OpenOptions& options) const;
  /// A note where several runs are added up: their user may have wanted to compare them.
  void tell_sum(std::span<const std::string> files, const Profile& profile) const;

  const Arguments* arguments_;
  const TerminalFacts* facts_;
  const Reporter* reporter_;
  Timings* timings_;
  MergeFiles merge_files_;
  struct LeftNames {
    std::string file;
    std::shared_ptr<const std::atomic<bool>> damage;
  };
  std::vector<LeftNames> left_names_;
};

}  // namespace quern::cli
