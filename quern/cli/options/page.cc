// SPDX-License-Identifier: MIT
#include <array>
#include <limits>

#include "quern/cli/options/tables.h"

namespace quern::cli {
namespace {

constexpr uint64_t kMostMinutes = 60 * 24 * 7;

Result<void> store_no_browser(Arguments& arguments, std::string_view) {
  arguments.view.no_browser = true;
  return {};
}

Result<void> store_port(Arguments& arguments, std::string_view value) {
  const Result<uint64_t> port = parse_count("port", value, std::numeric_limits<uint16_t>::max());
  if (!port) {
    return failure(port.error());
  }
  arguments.view.port = static_cast<uint16_t>(*port);
  return {};
}

Result<void> store_idle_exit(Arguments& arguments, std::string_view value) {
  const Result<uint64_t> minutes = parse_count("idle-exit", value, kMostMinutes);
  if (!minutes) {
    return failure(minutes.error());
  }
  arguments.view.idle_minutes = *minutes;
  return {};
}

// One row an option, in the order of help pages.
constexpr auto kPageOptions = std::to_array<Option>({
    {.name = "no-browser",
     .help = "Print the address, and leave opening it to you.",
     .group = OptionGroup::kView,
     .store = store_no_browser},
    {.name = "port",
     .value = "N",
     .help = "Serve on this port of 127.0.0.1. Default: any that is free.",
     .group = OptionGroup::kView,
     .store = store_port},
    {.name = "idle-exit",
     .value = "MINUTES",
     .help = "End when no page has been open for so long. Default: 0, never.",
     .group = OptionGroup::kView,
     .fallback = "0",
     .store = store_idle_exit},
});

}  // namespace

std::span<const Option> page_options() {
  return kPageOptions;
}

}  // namespace quern::cli
