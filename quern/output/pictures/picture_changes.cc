// SPDX-License-Identifier: MIT
#include "quern/output/pictures/picture_changes.h"

#include <array>

namespace quern {
namespace {

/// From less to more; changes below the first step have no color.
constexpr std::array<std::string_view, 3> kLess = {"l1", "l2", "l3"};
constexpr std::array<std::string_view, 3> kMore = {"m1", "m2", "m3"};
/// One part of so many of the larger side: 0.5 %, 5 %, 25 %.
constexpr std::array<int128, 3> kSteps = {200, 20, 4};

}  // namespace

std::string_view change_color(int128 change, int128 whole) {
  size_t level = 0;
  while (level < kSteps.size() && absolute(change) * kSteps[level] >= whole && change != 0) {
    ++level;
  }
  return level == 0 ? "none" : change < 0 ? kLess[level - 1] : kMore[level - 1];
}

std::vector<PictureLegend> change_legend(bool has_estimates) {
  std::vector<PictureLegend> entries = {
      {"l3", Hatch::kNone, "-25 % or gone"}, {"l2", Hatch::kNone, "-5 %"},
      {"l1", Hatch::kNone, "-0.5 %: less"},  {"none", Hatch::kNone, "as before"},
      {"m1", Hatch::kNone, "more: +0.5 %"},  {"m2", Hatch::kNone, "+5 %"},
      {"m3", Hatch::kNone, "+25 % or new"}};
  if (has_estimates) {
    entries.push_back({"none", Hatch::kEstimated, "estimated"});
  }
  return entries;
}

int128 leading_cost(const std::optional<DiffSide>& side) {
  return side ? lower_of(side->inclusive.front()) : int128{0};
}

}  // namespace quern
