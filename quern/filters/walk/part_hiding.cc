// SPDX-License-Identifier: MIT
#include "quern/filters/walk/part_hiding.h"

#include <optional>
#include <utility>

#include "quern/analysis/costs/hidden_calls.h"

namespace quern {

PartHiding::PartHiding(const Profile& from, const HideRules& hide, const FunctionRules& show,
                       const NewFunctions& functions)
    : hide_(&hide),
      show_(&show),
      functions_(&functions),
      graphs_(from),
      known_(from.symbols().functions.size()) {}

PartHiding::Known PartHiding::known(FunctionId function) {
  Known& answer = known_[function.index()];
  if (answer == Known::kNothing) {
    const Identity is = functions_->identity(function);
    answer = !show_->empty() && !show_->fits(is) ? Known::kLeftOut
             : hide_->fits(is)                   ? Known::kHidden
                                                 : Known::kShown;
  }
  return answer;
}

bool PartHiding::is_hidden(FunctionId function) {
  // What nobody calls may stay: its pieces are in moved() then.
  return known(function) != Known::kShown;
}

bool PartHiding::begin(size_t part) {
  const CallGraph graph = graphs_.take(part);
  HiddenNodes nodes{std::vector<bool>(graph.node_count()), std::vector<bool>(graph.node_count())};
  estimated_.assign(graph.node_count(), false);
  for (size_t node = 0; node < graph.node_count(); ++node) {
    estimated_[node] = graph.is_self_estimated(node);
    const Known is = known(function(node));
    nodes.hidden[node] = is != Known::kShown;
    nodes.stay_as_roots[node] = is == Known::kHidden;
  }
  std::optional<CallGraph> moved = moved_costs(graph, nodes, most_hidden_pieces(graph));
  if (!moved) {
    return false;
  }
  moved_ = std::make_unique<CallGraph>(std::move(*moved));
  return true;
}

}  // namespace quern
