// SPDX-License-Identifier: MIT
#include "quern/cli/commands/flames.h"

#include <fmt/format.h>

#include <algorithm>

namespace quern::cli {

void tell_of_estimates(const Session& session) {
  session.reporter.note(
      "the profile has a call graph, not stacks: below functions with several callers, these rows "
      "are estimated");
}

FlameRequest flame_request(const Session& session) {
  constexpr size_t kTextLevels = 40;
  constexpr size_t kLeastColumns = 3;    // a narrower frame has no room for a name
  constexpr size_t kUsualColumns = 100;  // where the output is no terminal
  const Arguments& arguments = session.arguments;
  FlameRequest request{.bottom_up = arguments.bottom_up,
                       .merge_recursion = arguments.flame.merge_recursion,
                       .depth = arguments.depth,
                       .least_share = arguments.least_share.value_or(0)};
  if (arguments.format == "svg" || arguments.format == "html") {
    request.least_part = uint64_t{2} * arguments.flame.style.pixels;
  } else if (arguments.format == "text") {
    const size_t width = session.answerer.style({}).width;
    request.least_part = std::max<size_t>(1, (width == 0 ? kUsualColumns : width) / kLeastColumns);
    request.depth = arguments.depth != 0 ? arguments.depth : kTextLevels;
  }
  return request;
}

}  // namespace quern::cli
