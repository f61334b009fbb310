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
     .brief = "Profiler to use (default: xdebug for php, else callgrind)",
     .allowed = kRecorderNames,
     .group = OptionGroup::kRecord,
     .is_for_files = false,
     .store = store_text<&Arguments::record, &RecordArguments::with>},
    {.name = "for",
     .value = "WHAT",
     .brief = "Record more, e.g. jumps,caches (repeatable)",
     .help = "Recording then takes longer. callers: record functions separately by caller. jumps: "
             "jumps and addresses, which loops need. caches: misses of caches and mispredicted "
             "branches. memory, files: what igprof records instead of time.",
     .allowed = kRecordedThings,
     .is_list = true,
     .is_repeatable = true,
     .group = OptionGroup::kRecord,
     .is_for_files = false,
     .store = store_more<&Arguments::record, &RecordArguments::things>},
    {.name = "profile",
     .value = "FILE",
     .brief = "Write the profile to FILE (default: named by process)",
     .help = "An existing file is only replaced with --force. Profiles of child processes get "
             "this name and the number of the process.",
     .group = OptionGroup::kRecord,
     .takes_file = true,
     .is_for_files = false,
     .store = store_text<&Arguments::record, &RecordArguments::profile>},
    {.name = "runs",
     .value = "N",
     .brief = "Run the program N times, one profile each (default: 1)",
     .help = "With --profile FILE the profiles are FILE.1 to FILE.N; for NAME.gz they are "
             "NAME.1.gz to NAME.N.gz.",
     .group = OptionGroup::kRecord,
     .is_for_files = false,
     .least = 1,
     .most = 1000,
     .store = store_count<&Arguments::record, &RecordArguments::runs>},
    {.name = "exit-zero",
     .brief = "Exit with 0 even if the program fails",
     .help = "If recording fails, the exit code is still 125 to 127.",
     .group = OptionGroup::kRecord,
     .is_for_files = false,
     .store = store_switch<&Arguments::record, &RecordArguments::exits_zero>},
    {.name = "dry-run",
     .brief = "Print the command that would record, and run nothing",
     .group = OptionGroup::kRecord,
     .is_for_files = false,
     .store = store_switch<&Arguments::record, &RecordArguments::is_dry>},
});

}  // namespace

std::span<const Option> record_options() {
  return kRecordOptions;
}

}  // namespace quern::cli
