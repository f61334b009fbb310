// SPDX-License-Identifier: MIT
#include <array>
#include <limits>

#include "quern/cli/options/tables.h"

namespace quern::cli {
namespace {

constexpr uint64_t kMostMinutes = 60 * 24 * 7;
constexpr uint64_t kMostMegabytes = 500;  // more than that no browser reads

Result<void> store_html(Arguments& arguments, const Option&, std::string_view value) {
  if (value.empty()) {
    return failure(usage_error("bad-value", "--html expects the name of a file"));
  }
  arguments.view.html = std::string(value);
  return {};
}

// One row an option, in the order of help pages.
constexpr auto kPageOptions = std::to_array<Option>({
    {.name = "no-browser",
     .brief = "Print the address, but open no browser",
     .group = OptionGroup::kView,
     .store = store_switch<&Arguments::view, &ViewArguments::no_browser>},
    {.name = "port",
     .value = "N",
     .brief = "Port on 127.0.0.1 (default: any free port)",
     .group = OptionGroup::kView,
     .most = std::numeric_limits<uint16_t>::max(),
     .store = store_count<&Arguments::view, &ViewArguments::port>},
    {.name = "idle-exit",
     .value = "MINUTES",
     .brief = "Exit after MINUTES without an open page (default: 0, never)",
     .group = OptionGroup::kView,
     .fallback = "0",
     .most = kMostMinutes,
     .store = store_count<&Arguments::view, &ViewArguments::idle_minutes>},
    {.name = "html",
     .value = "OUT.html",
     .brief = "Write the page to one file instead of serving it",
     .help = "The same as -o OUT.html. The file needs no server and no network. It holds the "
             "answers to the most likely "
             "questions, including source lines, and lists anything left out. --force replaces an "
             "existing file.",
     .group = OptionGroup::kView,
     .takes_file = true,
     .is_for_files = false,
     .store = store_html},
    {.name = "html-size",
     .value = "MB",
     .brief = "Limit of data in the page, not compressed (default: 10 MB)",
     .group = OptionGroup::kView,
     .fallback = "10",
     .least = 1,
     .most = kMostMegabytes,
     .store = store_count<&Arguments::view, &ViewArguments::html_megabytes>},
});

}  // namespace

std::span<const Option> page_options() {
  return kPageOptions;
}

}  // namespace quern::cli
