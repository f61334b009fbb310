// SPDX-License-Identifier: MIT
//
// A box can consist of several functions, and in a comparison of functions of several profiles. It
// gets a cluster only if all of them agree; an empty text marks boxes whose functions do not.
#include "quern/views/graph/picture_clusters.h"

#include <map>
#include <string_view>

#include "quern/model/declared_costs.h"
#include "quern/views/graph/hidden_ways.h"

namespace quern {

/// The first function of a node gives it a text; another one with a different text takes it away.
void ClusterChoice::add(const Profile& profile, const PictureRequest& request,
                        const std::function<uint32_t(FunctionId)>& node_of) {
  const Symbols& symbols = profile.symbols();
  const GroupBy by = *request.cluster_by;
  const Grouping groups = by == GroupBy::kRules && request.cluster_rules
                              ? request.cluster_rules->group(symbols)
                              : group_functions(symbols, by, request.cluster_dir_depth);
  for (size_t at = 0; at < symbols.functions.size(); ++at) {
    const FunctionId function(at);
    const uint32_t node = node_of(function);
    if (node == HiddenWays::kHidden || !profile.is_listed(function)) {
      continue;
    }
    const std::string& text = groups.texts[groups[function]];
    if (!text_of_[node]) {
      text_of_[node] = text;
    } else if (*text_of_[node] != text) {
      text_of_[node]->clear();
    }
  }
}

std::vector<std::string> ClusterChoice::clusters(
    const std::function<void(size_t, uint32_t)>& use) const {
  std::vector<std::string> texts;
  std::map<std::string_view, uint32_t> known;
  for (size_t node = 0; node < text_of_.size(); ++node) {
    const std::optional<std::string>& text = text_of_[node];
    if (!text || text->empty() || *text == kNotInProfile) {
      continue;
    }
    const auto [place, is_new] = known.emplace(*text, static_cast<uint32_t>(texts.size()));
    if (is_new) {
      texts.push_back(*text);
    }
    use(node, place->second);
  }
  return texts;
}

}  // namespace quern
