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
     .help = "Print the address, and leave opening it to you.",
     .group = OptionGroup::kView,
     .store = store_switch<&Arguments::view, &ViewArguments::no_browser>},
    {.name = "port",
     .value = "N",
     .help = "Serve on this port of 127.0.0.1. Default: any that is free.",
     .group = OptionGroup::kView,
     .most = std::numeric_limits<uint16_t>::max(),
     .store = store_count<&Arguments::view, &ViewArguments::port>},
    {.name = "idle-exit",
     .value = "MINUTES",
     .help = "End when no page has been open for so long. Default: 0, never.",
     .group = OptionGroup::kView,
     .fallback = "0",
     .most = kMostMinutes,
     .store = store_count<&Arguments::view, &ViewArguments::idle_minutes>},
    {.name = "html",
     .value = "OUT.html",
     .help = "Serve nothing: write the page with the answers to the likeliest questions, source "
             "lines among them, into one file. It needs no server and no network, and tells what "
             "it leaves out. --force replaces a file that exists.",
     .group = OptionGroup::kView,
     .takes_file = true,
     .is_for_files = false,
     .store = store_html},
    {.name = "html-size",
     .value = "MB",
     .help = "How much data --html may put into its file. Default: 10.",
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
