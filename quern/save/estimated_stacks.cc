// SPDX-License-Identifier: MIT
#include "quern/save/estimated_stacks.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "quern/save/projections.h"

namespace quern {
namespace {

/// A branch is followed if it has one part in so many of the total of some event,
constexpr int128 kSmallestShare = 10'000;
/// and while there are fewer contexts than this.
constexpr size_t kMostContexts = size_t{1} << 20;

}  // namespace

EstimatedStacks::EstimatedStacks(const Profile& profile, const PartSet& parts,
                                 std::span<const EventId> events)
    : profile_(&profile),
      events_(events.begin(), events.end()),
      graph_(profile_graph(profile, parts, event_sums(events))),
      totals_(totals(profile, parts, event_sums(events))) {}

bool EstimatedStacks::push(NewFunctions& functions, std::span<const EventId> ids,
                           ProfileBuilder& to) {
  functions_ = &functions;
  ids_ = ids;
  to_ = &to;
  const size_t width = events_.size();
  left_.resize(graph_.node_count() * width);
  for (size_t node = 0; node < graph_.node_count(); ++node) {
    for (size_t event = 0; event < width; ++event) {
      left_[node * width + event] = graph_.self(node, event);
    }
  }
  const Cycles cycles = find_cycles(graph_);
  const InclusiveCosts inclusive = inclusive_costs(graph_, cycles);
  const GraphCosts costs{&graph_, &cycles, &inclusive};  // the tree keeps a reference
  const std::unique_ptr<CallTree> tree = top_down(costs);
  push_children(tree->roots(), kNoContext);
  while (!open_.empty()) {
    const Open next = std::move(open_.back());
    open_.pop_back();
    take_share(next.branch);
    const ContextId id = push_costs(FunctionId(size_t{next.branch.node}), next.parent);
    if (!next.branch.is_recursive && pushed_ < kMostContexts) {
      push_children(tree->children(next.branch), id);
    }
  }
  push_rest(*profile_);
  return graph_.edge_count() != 0;
}

/// The first child is on top.
void EstimatedStacks::push_children(std::vector<TreeBranch> branches, ContextId parent) {
  std::erase_if(branches, [this](const TreeBranch& branch) { return !is_large(branch); });
  for (size_t at = branches.size(); at-- != 0;) {
    open_.push_back({std::move(branches[at]), parent});
  }
}

bool EstimatedStacks::is_large(const TreeBranch& branch) const {
  for (size_t event = 0; event < events_.size(); ++event) {
    const int128 cost = absolute(lower_of(branch.inclusive[event]));
    if (cost != 0 && cost >= absolute(totals_[event]) / kSmallestShare) {
      return true;
    }
  }
  return false;
}

/// Never more than the function has left, whatever the graph says of its calls.
void EstimatedStacks::take_share(const TreeBranch& branch) {
  costs_.resize(events_.size());
  for (size_t event = 0; event < events_.size(); ++event) {
    int128& left = left_[branch.node * events_.size() + event];
    const int128 share = lower_of(branch.self[event]);
    costs_[event] =
        left < 0 ? std::clamp<int128>(share, left, 0) : std::clamp<int128>(share, 0, left);
    left -= costs_[event];
  }
}

ContextId EstimatedStacks::push_costs(FunctionId function, ContextId parent) {
  std::vector<EventCost> costs;
  for (size_t event = 0; event < events_.size(); ++event) {
    if (costs_[event] != 0) {
      costs.push_back({ids_[events_[event].index()], costs_[event]});
    }
  }
  std::ranges::sort(costs, {}, &EventCost::event);
  ++pushed_;
  const FrameId frame = to_->frame({functions_->function(function), {}, 0, false});
  return to_->context({parent, frame, {}, costs});
}

void EstimatedStacks::push_rest(const Profile& profile) {
  const size_t width = events_.size();
  std::optional<ContextId> root;
  for (size_t node = 0; node < profile.symbols().functions.size(); ++node) {
    const auto first = left_.begin() + static_cast<std::ptrdiff_t>(node * width);
    costs_.assign(first, first + static_cast<std::ptrdiff_t>(width));
    if (std::ranges::all_of(costs_, [](int128 cost) { return cost == 0; })) {
      continue;
    }
    if (graph_.edge_count() == 0) {
      (void)push_costs(FunctionId(node), kNoContext);
      continue;
    }
    if (!root) {
      Symbols& symbols = to_->symbols();
      const FunctionId unknown = symbols.functions.intern({symbols.names.intern(kNoStack), {}, {}});
      root = to_->context({kNoContext, to_->frame({unknown, {}, 0, false}), {}, {}});
    }
    (void)push_costs(FunctionId(node), *root);
  }
}

}  // namespace quern
