// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <array>
#include <limits>

#include "quern/base/text.h"
#include "quern/cli/options/tables.h"

namespace quern::cli {
namespace {

Result<void> store_context(Arguments& arguments, std::string_view value) {
  const Result<uint64_t> count =
      parse_count("context", value, std::numeric_limits<uint32_t>::max());
  if (!count) {
    return failure(count.error());
  }
  arguments.context = static_cast<size_t>(*count);
  return {};
}

Result<void> store_lines(Arguments& arguments, std::string_view value) {
  const Result<uint64_t> count = parse_count("lines", value, std::numeric_limits<uint32_t>::max());
  if (!count) {
    return failure(count.error());
  }
  arguments.most_lines = static_cast<size_t>(*count);
  return {};
}

/// The first = parts the two: a path before it cannot hold one.
Result<void> store_map(Arguments& arguments, std::string_view value) {
  const size_t equals = value.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == value.size()) {
    return failure(usage_error(
        "bad-value", fmt::format("--map-path expects FROM=TO, not '{}'", printable(value))));
  }
  arguments.sources.maps.push_back(
      {std::string(value.substr(0, equals)), std::string(value.substr(equals + 1))});
  return {};
}

/// Likewise: an object with = in its path can be named by the end of it.
Result<void> store_object_folder(Arguments& arguments, std::string_view value) {
  const size_t equals = value.find('=');
  if (equals == std::string_view::npos || equals == 0 || equals + 1 == value.size()) {
    return failure(usage_error(
        "bad-value", fmt::format("--object-path expects OBJECT=DIR, not '{}'", printable(value)),
        "such as --object-path libfoo.so=src/foo; OBJECT is a path, or the end of one"));
  }
  arguments.sources.object_folders.push_back(
      {std::string(value.substr(0, equals)), std::string(value.substr(equals + 1))});
  return {};
}

Result<void> store_folder(Arguments& arguments, std::string_view value) {
  arguments.sources.folders.emplace_back(value);
  return {};
}

// One row an option, in the order of help pages.
constexpr auto kSourceOptions = std::to_array<Option>({
    {.name = "context",
     .value = "N",
     .help = "Show N lines around those that cost something; what is between is folded. Default: "
             "3, around FILE:LINE 8.",
     .group = OptionGroup::kSource,
     .store = store_context},
    {.name = "lines",
     .value = "N",
     .help = "Show the N dearest lines of each file, with those around them; 0 for all. Default: "
             "1000 in text, md and html, elsewhere all.",
     .group = OptionGroup::kSource,
     .store = store_lines},
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
     .store = store_folder},
    {.name = "object-path",
     .value = "OBJECT=DIR",
     .help = "Look for sources of code in OBJECT (its path, or the end of it: libfoo.so) below DIR "
             "before all other places. Several: again.",
     .group = OptionGroup::kSource,
     .also = OptionGroup::kView,
     .store = store_object_folder},
    {.name = "map-path",
     .value = "FROM=TO",
     .help = "Sources recorded below FROM lie below TO. Several: again; the longest FROM counts.",
     .group = OptionGroup::kSource,
     .also = OptionGroup::kView,
     .store = store_map},
});

}  // namespace

std::span<const Option> source_options() {
  return kSourceOptions;
}

}  // namespace quern::cli
