// SPDX-License-Identifier: MIT
#include "quern/save/merge.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "quern/cli/commands/target.h"
#include "quern/cli/options/commands.h"
#include "quern/save/convert.h"

namespace quern::cli {
namespace {

/// The files on the command line, then those of lists.
Result<std::vector<std::string>> files_to_merge(const Arguments& arguments) {
  std::vector<std::string> files = arguments.words;
  for (const std::string& list : arguments.merge.lists) {
    const Result<std::vector<std::string>> listed = read_path_list(list);
    if (!listed) {
      return failure(listed.error());
    }
    files.insert(files.end(), listed->begin(), listed->end());
  }
  if (files.empty()) {
    return failure(usage_error("missing-argument", "'quern merge' lacks files to merge",
                               "name them, or a file that lists them: -@ LIST"));
  }
  return files;
}

}  // namespace

Result<MergeOptions> merge_options(const Arguments& arguments) {
  const Result<const FormatWriter*> format =
      target_format(arguments.convert.target, arguments.output);
  if (!format) {
    return failure(format.error());
  }
  MergeOptions options;
  options.open = open_options(arguments, Keep::kAll);
  options.format = (*format)->name;
  options.write = write_options(arguments);
  options.skip_bad = arguments.merge.skip_bad;
  options.by_function = arguments.merge.no_lines;
  options.keep_parts = arguments.merge.keep_parts;
  options.keeps_runs = arguments.stats;
  if (arguments.stats && !(*format)->holds.run_statistics) {
    return failure(usage_error(kCannotHold.name,
                               fmt::format("{} cannot hold statistics of runs", options.format),
                               "write JSON or a snapshot, e.g. -o OUT.json"));
  }
  return options;
}

Result<ExitCode> run_merge(Session& session) {
  const Arguments& arguments = session.arguments;
  const Result<Target> target = Target::of(session);
  if (!target) {
    return failure(target.error());
  }
  const Result<std::vector<std::string>> files = files_to_merge(arguments);
  if (!files) {
    return failure(files.error());
  }
  const Result<MergeOptions> options = merge_options(arguments);
  if (!options) {
    return failure(options.error());
  }
  const Result<Merged> merged = session.loader.merge(*files, *options);
  if (!merged) {
    return failure(merged.error());
  }
  for (const Diagnostic& error : merged->skipped) {
    session.reporter.error(error);
  }
  if (!merged->skipped.empty()) {
    session.reporter.note(
        fmt::format("skipped {} of {} files", merged->skipped.size(), files->size()));
  }
  if (Result<void> done = target->write(session, *merged->profile, merged->losses); !done) {
    return failure(done.error());
  }
  return merged->skipped.empty() ? ExitCode::kDone : ExitCode::kNo;
}

}  // namespace quern::cli
