// SPDX-License-Identifier: MIT
//
// Filters of stacks against a model that works on lists of names: what each stack costs in the end,
// and whose leaks are whose, on random trees and random filters.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "quern/filters/filter_plan.h"
#include "quern/model/builder.h"
#include "quern/save/convert.h"

namespace quern {
namespace {

constexpr size_t kNone = SIZE_MAX;

struct Node {
  size_t parent = kNone;
  std::string name;
  int64_t bytes = 0;
  int64_t largest = 0;
  std::vector<uint64_t> leaks{};
};

/// What one stack costs: the sum of one event, the highest of another, leaks.
struct Cost {
  int64_t bytes = 0;
  int64_t largest = 0;
  std::vector<uint64_t> leaks{};
  bool operator==(const Cost&) const = default;
  void add(const Cost& other) {
    bytes += other.bytes;
    largest = std::max(largest, other.largest);
    leaks.insert(leaks.end(), other.leaks.begin(), other.leaks.end());
    std::ranges::sort(leaks);
  }
};

using Names = std::vector<std::string>;
using Stacks = std::map<Names, Cost>;

std::unique_ptr<const Profile> profile_of(const std::vector<Node>& nodes) {
  ProfileBuilder builder(Keep::kAll);
  const EventId bytes = builder.event("MEM");
  const EventId largest = builder.event({.name = "MEM_MAX", .combine = Combine::kMax});
  PartHeader header;
  header.events = {bytes, largest};
  const auto begin = [&builder] {
    builder.begin_part({}, {});
    builder.expect_contexts(ContextUse::kAlone);
  };
  begin();
  for (size_t at = 0; at < nodes.size(); ++at) {
    const Node& node = nodes[at];
    if (node.parent == kNone && at % 2 == 1) {
      builder.end_part(header);
      begin();
    }
    Symbols& symbols = builder.symbols();
    const FunctionId function = symbols.functions.intern({symbols.names.intern(node.name), {}, {}});
    const std::array costs{EventCost{bytes, node.bytes}, EventCost{largest, node.largest}};
    const bool has_costs = node.bytes != 0 || node.largest != 0;
    const ContextId id = builder.context(
        {node.parent == kNone ? kNoContext : ContextId(node.parent),
         builder.frame({.function = function, .is_symbol = true}), static_cast<int64_t>(at),
         has_costs ? std::span<const EventCost>(costs) : std::span<const EventCost>()});
    for (const uint64_t address : node.leaks) {
      builder.leak({id, bytes, address, 1});
    }
  }
  builder.end_part(header);
  InputInfo info;
  info.format = "igprof";
  builder.end_input(info);
  return builder.finish();
}

/// What a profile says of each stack; leaks have to stand in the order of their contexts.
Stacks stacks_of(const Profile& profile) {
  const Contexts& contexts = profile.contexts();
  std::vector<Names> names;
  Stacks stacks;
  ContextCosts walk(contexts);
  bool is_left = walk.next();
  size_t leak = 0;
  for (size_t at = 0; at < contexts.size(); ++at) {
    const ContextId id(at);
    const ContextId parent = contexts.parent(id);
    names.push_back(parent == kNoContext ? Names() : names[parent.index()]);
    names.back().emplace_back(profile.symbols().name(contexts.frame(id).function));
    Cost cost;
    if (is_left && walk.context() == id) {
      for (const EventCost& each : walk.costs()) {
        (each.event.value == 0 ? cost.bytes : cost.largest) = static_cast<int64_t>(each.cost);
      }
      is_left = walk.next();
    }
    for (; leak < profile.leaks().size() && profile.leaks()[leak].context == id; ++leak) {
      cost.leaks.push_back(profile.leaks()[leak].address);
    }
    stacks[names.back()].add(cost);
  }
  RC_ASSERT(leak == profile.leaks().size());
  return stacks;
}

/// The filters of a random case, as the model understands them.
struct Filters {
  std::string hidden;                      ///< letters
  std::optional<std::string> first, then;  ///< ancestors: letters
  uint64_t least = 0, most = 0;
  bool unfolds = false;

  [[nodiscard]] FilterOptions words() const {
    FilterOptions how;
    if (!hidden.empty()) {
      how.hide = {"^(X:)?[" + hidden + "]$"};
    }
    if (first) {
      how.merge_ancestors = {"^" + *first + "$>^" + *then + "$/X"};
    }
    how.rules.min_cost = least;
    how.rules.max_cost = most;
    how.unfold_recursion = unfolds;
    return how;
  }
};

class Model {
 public:
  Model(const std::vector<Node>& nodes, const Filters& filters)
      : nodes_(&nodes), filters_(&filters) {}

  [[nodiscard]] Stacks stacks() const {
    std::map<size_t, Cost> own;  // by the node that stands for it
    for (size_t at = 0; at < nodes_->size(); ++at) {
      const Node& node = (*nodes_)[at];
      own[shown(at)].add({node.bytes, node.largest, node.leaks});
    }
    Stacks stacks;
    for (const auto& [at, cost] : own) {
      Names names = names_of(at);
      if (is_outside(cost)) {
        stacks[unfolded(names)];
        names.back() = "(outside limits)";
        stacks[unfolded(names)].add(cost);
      } else {
        stacks[unfolded(names)].add(cost);
      }
    }
    return stacks;
  }

 private:
  [[nodiscard]] std::vector<size_t> path(size_t at) const {
    std::vector<size_t> path;
    for (; at != kNone; at = (*nodes_)[at].parent) {
      path.insert(path.begin(), at);
    }
    return path;
  }
  [[nodiscard]] std::string named(size_t at) const {
    const std::vector<size_t> above = path(at);
    for (size_t end = above.size() - 1; filters_->first && end >= 2; --end) {
      if ((*nodes_)[above[end - 2]].name == *filters_->first &&
          (*nodes_)[above[end - 1]].name == *filters_->then) {
        return "X:" + (*nodes_)[at].name;
      }
    }
    return (*nodes_)[at].name;
  }
  [[nodiscard]] bool is_hidden(size_t at) const {
    return (*nodes_)[at].parent != kNone &&
           filters_->hidden.find((*nodes_)[at].name) != std::string::npos;
  }
  [[nodiscard]] size_t shown(size_t at) const {
    while (is_hidden(at)) {
      at = (*nodes_)[at].parent;
    }
    return at;
  }
  [[nodiscard]] Names names_of(size_t at) const {
    Names names;
    for (const size_t each : path(at)) {
      if (!is_hidden(each)) {
        names.push_back(named(each));
      }
    }
    return names;
  }
  [[nodiscard]] bool is_outside(const Cost& cost) const {
    const bool has_costs = cost.bytes != 0 || cost.largest != 0;
    const auto bytes = static_cast<uint64_t>(cost.bytes);
    return has_costs && ((filters_->least != 0 && bytes < filters_->least) ||
                         (filters_->most != 0 && bytes > filters_->most));
  }
  [[nodiscard]] Names unfolded(Names names) const {
    std::map<std::string, int> met;
    for (std::string& name : names) {
      const int number = ++met[name];
      if (filters_->unfolds && number > 1) {
        name += "'" + std::to_string(number);
      }
    }
    return names;
  }

  const std::vector<Node>* nodes_;
  const Filters* filters_;
};

std::vector<Node> random_nodes() {
  const auto number = [](int64_t below) { return *rc::gen::inRange<int64_t>(0, below); };
  std::vector<Node> nodes(static_cast<size_t>(number(40)));
  size_t above = kNone;
  for (size_t at = 0; at < nodes.size(); ++at) {
    for (int64_t up = number(4); up > 0 && above != kNone; --up) {
      above = nodes[above].parent;
    }
    nodes[at] = {above, std::string(1, static_cast<char>('a' + number(4))), 0, 0};
    if (number(2) == 0) {
      nodes[at].bytes = number(20);
      nodes[at].largest = number(20);
    }
    if (number(4) == 0) {
      nodes[at].leaks = {at};
    }
    above = at;
  }
  return nodes;
}

Filters random_filters() {
  const auto is = [] { return *rc::gen::arbitrary<bool>(); };
  const auto letter = [] {
    return std::string(1, static_cast<char>('a' + *rc::gen::inRange(0, 4)));
  };
  Filters filters;
  for (const char hidden : {'a', 'b', 'c'}) {
    if (is()) {
      filters.hidden.push_back(hidden);
    }
  }
  if (is()) {
    filters.first = letter();
    filters.then = letter();
  }
  if (is()) {
    filters.least = *rc::gen::inRange<uint64_t>(0, 15);
    filters.most = *rc::gen::inRange<uint64_t>(0, 30);
  }
  filters.unfolds = is();
  return filters;
}

TEST(FilterModel, FiltersOfStacksAreExact) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<Node> nodes = random_nodes();
    const Filters filters = random_filters();
    const auto profile = profile_of(nodes);
    const Result<Opened> result = filter_profile(*profile, filters.words());
    RC_ASSERT(result.has_value());
    const Stacks expected = Model(nodes, filters).stacks();
    const Stacks got = stacks_of(*result->profile);
    RC_ASSERT(got.size() == expected.size());
    for (const auto& [names, cost] : expected) {
      const auto found = got.find(names);
      RC_ASSERT(found != got.end());
      RC_ASSERT(found->second == cost);
    }
  }));
}

TEST(FilterModel, TotalsNeverChange) {
  EXPECT_TRUE(rc::check([] {
    const auto profile = profile_of(random_nodes());
    FilterOptions how = random_filters().words();
    how.rename = {"s/[ab]/b/;s/c/long name/"};
    const Result<Opened> result = filter_profile(*profile, how);
    RC_ASSERT(result.has_value());
    RC_ASSERT(result->profile->parts().size() == profile->parts().size());
    for (size_t part = 0; part < profile->parts().size(); ++part) {
      RC_ASSERT(result->profile->parts()[part].totals == profile->parts()[part].totals);
    }
  }));
}

TEST(FilterModel, HidingTwiceIsHidingOnce) {
  EXPECT_TRUE(rc::check([] {
    const auto profile = profile_of(random_nodes());
    Filters filters = random_filters();
    filters.first.reset();
    filters.least = filters.most = 0;
    filters.unfolds = false;
    const Result<Opened> once = filter_profile(*profile, filters.words());
    RC_ASSERT(once.has_value());
    const Result<Opened> twice = filter_profile(*once->profile, filters.words());
    RC_ASSERT(twice.has_value());
    StringSink first;
    StringSink second;
    write_profile_json(*once->profile, first);
    write_profile_json(*twice->profile, second);
    RC_ASSERT(first.text() == second.text());
  }));
}

TEST(FilterModel, ABaselineOfItselfLeavesNothing) {
  EXPECT_TRUE(rc::check([] {
    const std::vector<Node> nodes = random_nodes();
    const auto profile = profile_of(nodes);
    FilterOptions how;
    how.baseline = profile.get();
    const Result<Opened> result = filter_profile(*profile, how);
    RC_ASSERT(result.has_value());
    Stacks expected = Model(nodes, {}).stacks();
    const Stacks got = stacks_of(*result->profile);
    RC_ASSERT(got.size() == expected.size());
    for (const auto& [names, cost] : got) {
      RC_ASSERT(cost.bytes == 0);
      RC_ASSERT(cost.largest == expected[names].largest);
      RC_ASSERT(cost.leaks == expected[names].leaks);
    }
  }));
}

}  // namespace
}  // namespace quern
