// SPDX-License-Identifier: MIT
#include "quern/save/projections.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/trees/stack_tree.h"
#include "quern/filters/walk/copy_contexts.h"
#include "quern/filters/walk/copy_records.h"
#include "quern/filters/walk/copying.h"
#include "quern/filters/walk/new_functions.h"
#include "quern/model/builder.h"
#include "quern/save/estimated_stacks.h"

namespace quern {
namespace {

/// What all projections do alike: the same functions, inputs and parts, and all events or sums.
class Projection {
 public:
  Projection(const Profile& from, EventsCopied which)
      : from_(&from),
        builder_(Keep::kAll),
        functions_(from, renaming_, {}, builder_),
        events_(copied_events(from, builder_, which)) {
    functions_.take_all();
  }

  /// Calls copy(part, header) for each part, between begin_part() and end_part() of the builder,
  /// which it calls itself.
  template <class Copy>
  std::unique_ptr<const Profile> run(Copy copy) {
    copy_parts(*from_, events_, builder_, copy);
    return builder_.finish();
  }

  [[nodiscard]] ProfileBuilder& builder() { return builder_; }
  [[nodiscard]] NewFunctions& functions() { return functions_; }
  /// The new ids by the old ones; kNoEvent: left out.
  [[nodiscard]] const std::vector<EventId>& events() const { return events_; }
  /// Those of `events` that are copied.
  [[nodiscard]] std::vector<EventId> kept(std::vector<EventId> events) const {
    std::erase_if(events, [this](EventId id) { return events_[id.index()] == kNoEvent; });
    return events;
  }

 private:
  const Profile* from_;
  ProfileBuilder builder_;
  Renaming renaming_;
  NewFunctions functions_;
  std::vector<EventId> events_;
};

bool drops_any(const Profile& profile, EventsCopied which) {
  const auto is_peak = [](const Event& event) { return event.combine == Combine::kMax; };
  return which == EventsCopied::kSums && std::ranges::any_of(profile.events(), is_peak);
}

PartSet only(const Profile& profile, size_t part) {
  PartSet parts = PartSet::none(profile);
  parts.add(PartId(part));
  return parts;
}

/// The parts without stacks if one is subtracted from the others (--baseline): stacks are made of
/// the difference then, not of each part. Else none.
PartSet parts_of_difference(const Profile& profile) {
  PartSet parts = PartSet::none(profile);
  bool is_subtracted = false;
  for (size_t at = 0; at < profile.parts().size(); ++at) {
    const Part& part = profile.parts()[at];
    if (part.contexts == ContextUse::kNone) {
      parts.add(PartId(at));
      is_subtracted =
          is_subtracted || std::ranges::any_of(part.totals, [](int128 cost) { return cost < 0; });
    }
  }
  return is_subtracted ? parts : PartSet::none(profile);
}

/// Self costs, unless records have them, and calls of one part's stacks, each function once and
/// each pair once.
void push_graph(const Profile& profile, size_t part, Projection& to) {
  const std::vector<EventSum> columns = event_sums(to.kept(profile.parts()[part].header.events));
  const CallGraph graph = profile_graph(profile, only(profile, part), columns, EdgesFrom::kAll);
  const size_t functions = profile.symbols().functions.size();
  std::vector<int128> costs(columns.size());
  for (size_t at = 0; at < functions; ++at) {
    bool has_cost = false;
    for (size_t column = 0; column < columns.size(); ++column) {
      costs[column] = graph.self(at, column);
      has_cost = has_cost || costs[column] != 0;
    }
    const FunctionId function = to.functions().function(FunctionId(at));
    const NameId file = to.builder().symbols().functions[function].file;
    if (has_cost && profile.parts()[part].contexts == ContextUse::kAlone) {
      to.builder().self_cost({function, file, {}, costs});
    }
    for (const uint32_t edge : graph.calls_from(at)) {
      for (size_t column = 0; column < columns.size(); ++column) {
        costs[column] = graph.inclusive(edge, column);
      }
      CallRecord call;
      call.caller = function;
      call.callee = to.functions().function(FunctionId(size_t{graph.callee(edge)}));
      call.file = file;
      call.has_target = true;
      call.count = graph.count(edge) == 0 ? 1 : static_cast<uint64_t>(graph.count(edge));
      call.wide_inclusive = costs;
      to.builder().call(call);
    }
  }
}

}  // namespace

std::vector<EventId> all_events(const Profile& profile) {
  std::vector<EventId> all;
  for (size_t at = 0; at < profile.events().size(); ++at) {
    all.emplace_back(at);
  }
  return all;
}

std::unique_ptr<const Profile> records_of_stacks(const Profile& profile, EventsCopied which,
                                                 bool& are_uncounted) {
  are_uncounted = false;
  const auto is_sampled = [&profile](const Part& part) {
    return part.first_context != part.end_context &&
           profile.contexts().frame(ContextId(size_t{part.first_context})).is_symbol;
  };
  const auto lacks_calls = [&](const Part& part) {
    return part.contexts == ContextUse::kAlone ||
           (part.contexts == ContextUse::kBeside && is_sampled(part));
  };
  if (std::ranges::none_of(profile.parts(), lacks_calls) && !drops_any(profile, which)) {
    return nullptr;
  }
  Projection to(profile, which);
  const FilterRules none;
  RecordCopier records(profile, none, to.functions(), false, to.builder());
  records.drop_events(to.events());
  return to.run([&](size_t at, PartHeader header) {
    const Part& part = profile.parts()[at];
    to.builder().begin_part(header.positions, header.events);
    if (part.contexts == ContextUse::kAlone) {
      records.skip(at);
    } else {
      records.copy(at);
    }
    if (lacks_calls(part)) {
      push_graph(profile, at, to);
      are_uncounted = are_uncounted || is_sampled(part);
    }
    to.builder().end_part(std::move(header));
  });
}

std::unique_ptr<const Profile> stacks_of_records(const Profile& profile, EventsCopied which,
                                                 bool& is_estimated) {
  is_estimated = false;
  if (!lacks_contexts(profile, PartSet::all(profile)) && !drops_any(profile, which)) {
    return nullptr;
  }
  Projection to(profile, which);
  const FilterRules none;
  ContextCopier contexts(profile, none, to.functions(), to.events(), false, to.builder());
  const PartSet joined = parts_of_difference(profile);
  bool has_joined = false;  // the first of them has all their stacks
  return to.run([&](size_t at, PartHeader header) {
    const Part& part = profile.parts()[at];
    to.builder().begin_part(header.positions, {});
    to.builder().expect_contexts(ContextUse::kAlone);
    if (part.contexts == ContextUse::kNone) {
      const bool is_joined = joined.contains(at);
      if (!is_joined || !std::exchange(has_joined, true)) {
        EstimatedStacks stacks(profile, is_joined ? joined : only(profile, at),
                               to.kept(is_joined ? all_events(profile) : part.header.events));
        is_estimated = stacks.push(to.functions(), to.events(), to.builder()) || is_estimated;
      }
    } else {
      contexts.copy(part);
    }
    to.builder().end_part(std::move(header));
  });
}

std::unique_ptr<const Profile> merged_stacks(const Profile& profile, EventsCopied which) {
  Projection to(profile, which);
  const std::vector<EventId> events = to.kept(all_events(profile));
  const StackTree tree(profile, PartSet::all(profile), event_sums(events),
                       {{}, profile.symbols().functions.size()});
  ProfileBuilder& builder = to.builder();
  builder.begin_part({}, {});
  builder.expect_contexts(ContextUse::kAlone);
  std::vector<EventCost> costs;
  tree.walk(kNoContext, [&](uint32_t stack, ContextId parent) {
    costs.clear();
    for (size_t event = 0; event < events.size(); ++event) {
      if (const int128 cost = tree.self(stack, event); cost != 0) {
        costs.push_back({to.events()[events[event].index()], cost});
      }
    }
    const FunctionId function = to.functions().function(FunctionId(size_t{tree.node(stack)}));
    return std::optional(
        builder.context({parent, builder.frame({function, {}, 0, false}), {}, costs}));
  });
  PartHeader header;
  for (const EventId event : events) {
    header.events.push_back(to.events()[event.index()]);
  }
  builder.end_part(std::move(header));
  InputInfo info;
  if (!profile.inputs().empty()) {
    info = profile.inputs().front();
  }
  builder.end_input(std::move(info));
  return builder.finish();
}

}  // namespace quern
