// SPDX-License-Identifier: MIT
//
// What tests of this room share: a profile of a text, and what a profile has as text.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/load/open.h"

namespace quern::test {

inline std::unique_ptr<const Profile> read_text(std::string text, Keep keep = Keep::kAll) {
  OpenOptions options;
  options.keep = keep;
  Result<Opened> opened = open_bytes("in", std::move(text), options);
  EXPECT_TRUE(opened.has_value()) << (opened ? "" : opened.error().message);
  return opened ? std::move(opened->profile) : nullptr;
}

/// main spends 10, calls f (60) and g (60); both call h, which spends 30 at two lines and calls i.
inline const std::string kSharedCallee =
    "events: Ir\nfn=main\n1 10\ncfn=f\ncalls=2 1\n2 60\ncfn=g\ncalls=1 1\n3 60\n"
    "fn=f\n10 20\ncfn=h\ncalls=4 1\n11 40\n"
    "fn=g\n20 40\ncfn=h\ncalls=6 1\n21 20\n"
    "fn=h\n30 7\n31 23\njump=2 30\n31\ncfn=i\ncalls=12 1\n32 30\n"
    "fn=i\n40 30\n";

/// "f 20", "h ~20" of each function that is left, and "f>h 40/4" of each call.
using Told = std::vector<std::string>;

inline std::string with_mark(const Amount& amount) {
  return (certainty_of(amount) == Certainty::kEstimated ? "~" : "") + to_decimal(lower_of(amount));
}

inline Told told(const Profile& profile) {
  const std::vector<EventSum> columns = {EventSum{{{EventId(size_t{0}), 1}}}};
  const CallGraph graph = profile_graph(profile, PartSet::all(profile), columns);
  const auto name = [&](uint32_t node) {
    return std::string(profile.symbols().name(FunctionId(node)));
  };
  Told lines;
  for (uint32_t node = 0; node < graph.node_count(); ++node) {
    lines.push_back(name(node) + " " + with_mark(graph.self_amount(node, 0)));
  }
  for (uint32_t edge = 0; edge < graph.edge_count(); ++edge) {
    lines.push_back(name(graph.caller(edge)) + ">" + name(graph.callee(edge)) + " " +
                    with_mark(graph.inclusive_amount(edge, 0)) + "/" +
                    with_mark(graph.count_amount(edge)));
  }
  std::ranges::sort(lines);
  return lines;
}

}  // namespace quern::test
