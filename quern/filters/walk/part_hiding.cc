// SPDX-License-Identifier: MIT
#include "quern/filters/walk/part_hiding.h"

#include <optional>
#include <utility>

#include "quern/analysis/costs/hidden_calls.h"

namespace quern {

PartHiding::PartHiding(const Profile& from, const FilterRules& rules, const NewFunctions& functions)
    : rules_(&rules), functions_(&functions), graphs_(from) {}

uint8_t PartHiding::what_of(FunctionId function) {
  return known_.of(function.index(), [&] {
    const Identity is = functions_->identity(function);
    return !rules_->show.empty() && !rules_->show.fits(is) ? kLeftOut
           : rules_->hide.fits(is)                         ? kHidden
                                                           : kShown;
  });
}

bool PartHiding::is_hidden(FunctionId function) {
  // What nobody calls may stay: its pieces are in moved() then.
  return what_of(function) != kShown;
}

bool PartHiding::begin(size_t part) {
  const CallGraph graph = graphs_.take(part);
  HiddenNodes nodes{std::vector<bool>(graph.node_count()), std::vector<bool>(graph.node_count())};
  estimated_.assign(graph.node_count(), false);
  for (size_t node = 0; node < graph.node_count(); ++node) {
    estimated_[node] = graph.is_self_estimated(node);
    const uint8_t is = what_of(function(node));
    nodes.hidden[node] = is != kShown;
    nodes.stay_as_roots[node] = is == kHidden;
  }
  std::optional<CallGraph> moved = moved_costs(graph, nodes, most_hidden_pieces(graph));
  if (!moved) {
    return false;
  }
  moved_ = std::make_unique<CallGraph>(std::move(*moved));
  return true;
}

}  // namespace quern
