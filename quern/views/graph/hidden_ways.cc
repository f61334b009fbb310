// SPDX-License-Identifier: MIT
//
// Which drawn nodes a hidden one lies between. Hidden nodes are joined to components, and sets of
// drawn nodes are passed along the calls between these, as bits: one pass up, one down. Memory is
// that of components times drawn nodes in bits, and only for components that are on a way at all.
#include "quern/views/graph/hidden_ways.h"

#include <algorithm>
#include <ranges>
#include <utility>

namespace quern {

size_t NumberSets::place(size_t row) {
  if (place_of_[row] == 0) {
    place_of_[row] = bits_.size();
    bits_.resize(bits_.size() + words_);
  }
  return place_of_[row];
}

void NumberSets::unite(size_t row, const NumberSets& sets, size_t other) {
  if (sets.place_of_[other] == 0) {
    return;
  }
  const size_t to = place(row);
  for (size_t word = 0; word < words_; ++word) {
    bits_[to + word] |= sets.bits_[sets.place_of_[other] + word];
  }
}

HiddenWays::HiddenWays(const CallGraph& graph, std::span<const uint32_t> drawn, size_t count,
                       const IsFollowed& is_followed)
    : graph_(graph),
      drawn_(drawn),
      components_(find_cycles_among(graph,
                                    [&](uint32_t edge) {
                                      return drawn[graph.caller(edge)] == kHidden &&
                                             drawn[graph.callee(edge)] == kHidden &&
                                             is_followed(edge);
                                    })),
      from_(components_.component_count(), count),
      to_(components_.component_count(), count),
      beyond_(count, count) {
  sort_hidden();
  find_ends(is_followed);
  pass_along(is_followed);
  for (const uint32_t edge : begins_) {
    beyond_.unite(drawn_[graph.caller(edge)], to_, components_.component(graph.callee(edge)));
  }
}

/// A call between hidden components leads to one of a lower number.
void HiddenWays::sort_hidden() {
  for (uint32_t node = 0; node < graph_.node_count(); ++node) {
    if (drawn_[node] == kHidden) {
      hidden_.push_back(node);
    }
  }
  std::ranges::sort(hidden_, {},
                    [this](uint32_t node) { return std::pair(components_.component(node), node); });
}

void HiddenWays::find_ends(const IsFollowed& is_followed) {
  for (uint32_t edge = 0; edge < graph_.edge_count(); ++edge) {
    const uint32_t from = drawn_[graph_.caller(edge)];
    const uint32_t to = drawn_[graph_.callee(edge)];
    if ((from == kHidden) == (to == kHidden) || !is_followed(edge)) {
      continue;
    }
    if (to == kHidden) {
      begins_.push_back(edge);
      from_.add(components_.component(graph_.callee(edge)), from);
    } else {
      ends_.push_back(edge);
      to_.add(components_.component(graph_.caller(edge)), to);
    }
  }
}

/// What a component leads to goes to its callers; what leads to it goes to its callees.
void HiddenWays::pass_along(const IsFollowed& is_followed) {
  const auto each_call = [&](uint32_t node, auto use) {
    const uint32_t caller = components_.component(node);
    for (const uint32_t edge : graph_.calls_from(node)) {
      const uint32_t callee = components_.component(graph_.callee(edge));
      if (drawn_[graph_.callee(edge)] == kHidden && caller != callee && is_followed(edge)) {
        use(caller, callee);
      }
    }
  };
  for (const uint32_t node : hidden_) {
    each_call(node, [this](uint32_t caller, uint32_t callee) { to_.unite(caller, to_, callee); });
  }
  for (const uint32_t node : hidden_ | std::views::reverse) {
    each_call(node,
              [this](uint32_t caller, uint32_t callee) { from_.unite(callee, from_, caller); });
  }
}

}  // namespace quern
