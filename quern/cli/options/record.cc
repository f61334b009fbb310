// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>

#include "quern/cli/options/recorders.h"
#include "quern/cli/options/tables.h"

namespace quern::cli {
namespace {

// One row an option, in the order of help pages.
constexpr auto kRecordOptions = std::to_array<Option>({
    {.name = "with",
     .value = "PROFILER",
     .help = "What records: callgrind, cachegrind, xdebug or igprof. Default: xdebug for php, else "
             "callgrind.",
     .allowed = kRecorderNames,
     .group = OptionGroup::kRecord,
     .is_for_files = false,
     .store = store_text<&Arguments::record, &RecordArguments::with>},
    {.name = "for",
     .value = "WHAT",
     .help = "Record more, which takes longer: callers (functions apart by who called them), jumps "
             "(and addresses, for loops), caches (misses of caches and of predicted branches); of "
             "igprof memory or files instead of time. May be repeated.",
     .allowed = kRecordedThings,
     .group = OptionGroup::kRecord,
     .is_for_files = false,
     .store = store_more<&Arguments::record, &RecordArguments::things>},
    {.name = "profile",
     .value = "FILE",
     .help = "Where the profile goes; one that is there is replaced with --force only. Those of "
             "processes that the program starts get its name and their number.",
     .group = OptionGroup::kRecord,
     .takes_file = true,
     .is_for_files = false,
     .store = store_text<&Arguments::record, &RecordArguments::profile>},
    {.name = "runs",
     .value = "N",
     .help = "Run the program N times and keep N profiles (default: 1). With --profile FILE they "
             "are FILE.1 to FILE.N, or NAME.1.gz to NAME.N.gz for NAME.gz.",
     .group = OptionGroup::kRecord,
     .is_for_files = false,
     .least = 1,
     .most = 1000,
     .store = store_count<&Arguments::record, &RecordArguments::runs>},
    {.name = "exit-zero",
     .help =
         "End with 0 even if the program fails. Failures of recording still end with 125 to 127.",
     .group = OptionGroup::kRecord,
     .is_for_files = false,
     .store = store_switch<&Arguments::record, &RecordArguments::exits_zero>},
    {.name = "dry-run",
     .help = "Run nothing: print the command that would record.",
     .group = OptionGroup::kRecord,
     .is_for_files = false,
     .store = store_switch<&Arguments::record, &RecordArguments::is_dry>},
});

}  // namespace

std::span<const Option> record_options() {
  return kRecordOptions;
}

}  // namespace quern::cli
