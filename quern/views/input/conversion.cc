// SPDX-License-Identifier: MIT
//
// What a conversion loses, in words. Losses are grouped by kind, and equal losses of several inputs
// add up.
#include "quern/views/input/conversion.h"

#include <algorithm>
#include <array>
#include <utility>

namespace quern {
namespace {

/// In the order in which they are printed.
constexpr auto kKinds =
    std::to_array<std::pair<LossKind, std::string_view>>({{LossKind::kDropped, "dropped"},
                                                          {LossKind::kEstimated, "estimated"},
                                                          {LossKind::kAddedUp, "added up"},
                                                          {LossKind::kChanged, "changed"}});

}  // namespace

std::string losses_phrase(std::span<const Loss> losses) {
  std::string phrase;
  for (const auto& [kind, word] : kKinds) {
    std::string_view between;
    for (const Loss& loss : losses) {
      if (loss.kind != kind) {
        continue;
      }
      if (between.empty()) {
        phrase.append(phrase.empty() ? "" : "; ").append(word).append(": ");
      }
      phrase.append(between).append(loss.result.empty() ? loss.what : loss.result);
      between = ", ";
    }
  }
  return phrase;
}

void add_losses(std::vector<Loss>& to, std::span<const Loss> more) {
  for (const Loss& loss : more) {
    const auto known = std::ranges::find(to, loss.what, &Loss::what);
    if (known == to.end()) {
      to.push_back(loss);
    } else {
      known->count += loss.count;
    }
  }
}

}  // namespace quern
