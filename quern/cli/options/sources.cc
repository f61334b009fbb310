// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <array>
#include <limits>

#include "quern/base/text.h"
#include "quern/cli/options/tables.h"

namespace quern::cli {
namespace {

/// More rows than this no source has.
constexpr uint64_t kMostRows = std::numeric_limits<uint32_t>::max();

/// Adds the two that an = parts: the first one, since a path before it cannot hold one. (An object
/// with = in its path can be named by the end of it.)
template <auto kMember>
Result<void> store_pair(Arguments& arguments, const Option& option, std::string_view value) {
  const size_t equals = value.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == value.size()) {
    return failure(usage_error(
        "bad-value",
        fmt::format("--{} expects {}, not '{}'", option.name, option.value, printable(value)),
        std::string(option.example)));
  }
  (arguments.sources.*kMember)
      .push_back({std::string(value.substr(0, equals)), std::string(value.substr(equals + 1))});
  return {};
}

// One row an option, in the order of help pages.
constexpr auto kSourceOptions = std::to_array<Option>({
    {.name = "context",
     .value = "N",
     .help = "Show N lines around those that cost something; what is between is folded. Default: "
             "3, around FILE:LINE 8.",
     .group = OptionGroup::kSource,
     .most = kMostRows,
     .store = store_count<&Arguments::context>},
    {.name = "lines",
     .value = "N",
     .help = "Show the N dearest lines of each file, with those around them; 0 for all. Default: "
             "1000 in text, md and html, elsewhere all.",
     .group = OptionGroup::kSource,
     .most = kMostRows,
     .store = store_count<&Arguments::most_lines>},
    {.name = "whole",
     .help = "Fold nothing: show all lines of the files.",
     .group = OptionGroup::kSource,
     .store = store_switch<&Arguments::whole_files>},
    {.name = "edit",
     .help = "Open the source in your editor instead of an answer: at FILE:LINE, else at the line "
             "that cost most, of the function or file that is asked for or of all. The editor is "
             "$QUERN_EDITOR, $VISUAL, $EDITOR, else vi ('quern help environment').",
     .group = OptionGroup::kEdit,
     .is_for_files = false,
     .store = store_switch<&Arguments::edits>},
    {.name = "source-path",
     .value = "DIR",
     .help = "Look for sources below DIR: the whole recorded path, then ever shorter ends of it. "
             "Several: again.",
     .group = OptionGroup::kSource,
     .also = OptionGroup::kView,
     .takes_file = true,
     .store = store_more<&Arguments::sources, &SourcePlaces::folders>},
    {.name = "object-path",
     .value = "OBJECT=DIR",
     .help = "Look for sources of code in OBJECT (its path, or the end of it: libfoo.so) below DIR "
             "before all other places. Several: again.",
     .group = OptionGroup::kSource,
     .also = OptionGroup::kView,
     .example = "such as --object-path libfoo.so=src/foo; OBJECT is a path, or the end of one",
     .store = store_pair<&SourcePlaces::object_folders>},
    {.name = "map-path",
     .value = "FROM=TO",
     .help = "Sources recorded below FROM lie below TO. Several: again; the longest FROM counts.",
     .group = OptionGroup::kSource,
     .also = OptionGroup::kView,
     .store = store_pair<&SourcePlaces::maps>},
});

}  // namespace

std::span<const Option> source_options() {
  return kSourceOptions;
}

}  // namespace quern::cli
