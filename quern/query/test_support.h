// SPDX-License-Identifier: MIT
//
// What tests of views share: profiles from inline text, and selections from words.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/load/open.h"
#include "quern/model/records/amount.h"
#include "quern/query/selection.h"
#include "quern/testing/temporary_folder.h"

namespace quern {

using test::TemporaryFolder;

inline std::unique_ptr<const Profile> read_text(std::string_view text, Keep keep = Keep::kSums,
                                                bool keep_going = false) {
  OpenOptions options;
  options.keep = keep;
  options.keep_going = keep_going;
  Result<Opened> opened = open_bytes("in.callgrind", std::string(text), options);
  if (!opened) {
    ADD_FAILURE() << opened.error().message;
    return nullptr;
  }
  return std::move(opened->profile);
}

/// As answers have it: costs that `summary:` declares beyond the rows are a row.
inline std::unique_ptr<const Profile> read_whole(std::string_view text, Keep keep = Keep::kSums) {
  OpenOptions options;
  options.keep = keep;
  options.adds_declared_costs = true;
  Result<Opened> opened = open_bytes("in.callgrind", std::string(text), options);
  if (!opened) {
    ADD_FAILURE() << opened.error().message;
    return nullptr;
  }
  return std::move(opened->profile);
}

/// main calls left and right, which both call leaf; leaf costs 60 of 100.
inline constexpr std::string_view kShared =
    "events: Ir\nfl=a.c\n"
    "fn=main\n1 10\ncfn=left\ncalls=1 1\n2 60\ncfn=right\ncalls=2 1\n3 30\n"
    "fn=left\n1 20\ncfn=leaf\ncalls=4 1\n1 40\n"
    "fn=right\n1 10\ncfn=leaf\ncalls=1 1\n1 20\n"
    "fn=leaf\n1 60\n";

/// SelectionWords for designated initializers: each field has a default.
struct Words {
  std::vector<std::string> events = {};
  std::string sort = {};
  std::string parts = {};
  std::string threads = {};
  std::string group_by = {};
  size_t limit = 20;
  bool all_events = false;
  SortBy default_sort = SortBy::kSelf;
  std::string where = {};
  RowKind rows = RowKind::kFunctions;
  bool running = false;
  size_t dir_depth = 0;
  std::string unit = {};

  [[nodiscard]] SelectionWords words() const {
    SelectionWords words;
    words.events = events;
    words.sort = sort;
    words.parts = parts;
    words.threads = threads;
    words.group_by = parse_group_by(group_by).value_or(GroupBy::kFunction);
    words.limit = limit;
    words.all_events = all_events;
    words.default_sort = default_sort;
    words.where = where;
    words.rows = rows;
    words.takes_order = rows != RowKind::kBranches;
    words.running = running;
    words.dir_depth = dir_depth;
    words.unit = unit;
    if (group_by == "line" || group_by == "loop") {
      words.group_by = group_by == "line" ? GroupBy::kLine : GroupBy::kLoop;
    }
    return words;
  }
};

inline Selection selected(const Profile& profile, const Words& words = {}) {
  Result<Selection> selection = select(profile, words.words());
  if (!selection) {
    ADD_FAILURE() << selection.error().message;
    return {.completeness = Completeness(profile), .columns = {}, .parts = PartSet::all(profile)};
  }
  return std::move(*selection);
}

using Costs = std::vector<int128>;

/// gtest prints no 128-bit integers: "1 2 3".
inline std::string told(const Costs& costs) {
  std::string text;
  for (const int128 cost : costs) {
    text += text.empty() ? "" : " ";
    text += to_decimal(cost);
  }
  return text;
}

/// "5", "5..9", "~5".
inline std::string told(const Amount& amount) {
  std::string text = certainty_of(amount) == Certainty::kEstimated ? "~" : "";
  text += to_decimal(lower_of(amount));
  if (certainty_of(amount) == Certainty::kBounded) {
    text += ".." + to_decimal(upper_of(amount));
  }
  return text;
}

inline std::string told(const std::vector<Amount>& amounts) {
  std::string text;
  for (const Amount& amount : amounts) {
    text += (text.empty() ? "" : " ") + told(amount);
  }
  return text;
}

/// The number, which is expected to be exact; -1 for none.
inline int128 exactly(const std::optional<Amount>& amount) {
  EXPECT_TRUE(!amount || certainty_of(*amount) == Certainty::kExact);
  return amount ? lower_of(*amount) : -1;
}

inline Costs exactly(const std::vector<Amount>& amounts) {
  Costs costs;
  for (const Amount& amount : amounts) {
    costs.push_back(exactly(amount));
  }
  return costs;
}

}  // namespace quern
