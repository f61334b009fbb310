// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "quern/cli/options/recorders.h"
#include "quern/cli/options/tables.h"

namespace quern::cli {
namespace {

Result<void> store_recorder(Arguments& arguments, std::string_view value) {
  arguments.record.with = value;
  return {};
}

Result<void> store_thing(Arguments& arguments, std::string_view value) {
  arguments.record.things.emplace_back(value);
  return {};
}

Result<void> store_profile(Arguments& arguments, std::string_view value) {
  arguments.record.profile = value;
  return {};
}

Result<void> store_runs(Arguments& arguments, std::string_view value) {
  constexpr uint64_t kMostRuns = 1000;
  const Result<uint64_t> runs = parse_count("runs", value, kMostRuns);
  if (!runs) {
    return failure(runs.error());
  }
  if (*runs == 0) {
    return failure(usage_error("bad-value", "--runs is at least 1"));
  }
  arguments.record.runs = *runs;
  return {};
}

Result<void> store_exit_zero(Arguments& arguments, std::string_view) {
  arguments.record.exits_zero = true;
  return {};
}

Result<void> store_dry(Arguments& arguments, std::string_view) {
  arguments.record.is_dry = true;
  return {};
}

// One row an option, in the order of help pages.
constexpr auto kRecordOptions = std::to_array<Option>({
    {.name = "with",
     .value = "PROFILER",
     .help = "What records: callgrind, cachegrind, xdebug or igprof. Default: xdebug for php, else "
             "callgrind.",
     .allowed = kRecorderNames,
     .group = OptionGroup::kRecord,
     .is_for_files = false,
     .store = store_recorder},
    {.name = "for",
     .value = "WHAT",
     .help = "Record more, which takes longer: callers (functions apart by who called them), jumps "
             "(and addresses, for loops), caches (misses of caches and of predicted branches); of "
             "igprof memory or files instead of time. May be repeated.",
     .allowed = kRecordedThings,
     .group = OptionGroup::kRecord,
     .is_for_files = false,
     .store = store_thing},
    {.name = "profile",
     .value = "FILE",
     .help = "Where the profile goes; one that is there is replaced with --force only. Those of "
             "processes that the program starts get its name and their number.",
     .group = OptionGroup::kRecord,
     .takes_file = true,
     .is_for_files = false,
     .store = store_profile},
    {.name = "runs",
     .value = "N",
     .help = "Run the program N times and keep N profiles (default: 1). With --profile FILE they "
             "are FILE.1 to FILE.N, or NAME.1.gz to NAME.N.gz for NAME.gz.",
     .group = OptionGroup::kRecord,
     .is_for_files = false,
     .store = store_runs},
    {.name = "exit-zero",
     .help =
         "End with 0 even if the program fails. Failures of recording still end with 125 to 127.",
     .group = OptionGroup::kRecord,
     .is_for_files = false,
     .store = store_exit_zero},
    {.name = "dry-run",
     .help = "Run nothing: print the command that would record.",
     .group = OptionGroup::kRecord,
     .is_for_files = false,
     .store = store_dry},
});

}  // namespace

std::span<const Option> record_options() {
  return kRecordOptions;
}

}  // namespace quern::cli
