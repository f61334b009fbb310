// SPDX-License-Identifier: MIT
#include "quern/filters/inlines/split_stacks.h"

#include <algorithm>

namespace quern {

namespace {

bool has_callees(const Part& part, const Contexts& contexts, uint64_t at) {
  return at + 1 < part.end_context &&
         contexts.parent(ContextId(static_cast<uint32_t>(at + 1))).index() == at;
}

}  // namespace

SplitStacks::SplitStacks(const Profile& from, InlinedCode& code)
    : from_(&from), code_(&code), spots_(from, code), walk_(from.contexts()) {
  ContextCosts walk(from.contexts());
  for (const Part& part : from.parts()) {
    for (uint64_t at = part.first_context; has(part) && at < part.end_context; ++at) {
      const ContextId id(static_cast<uint32_t>(at));
      const std::span<const EventCost> costs = walk.of(id);
      if (!costs.empty()) {
        (void)spots_.spender(part, id, costs, code);
      }
      (void)spots_.caller(id, code);
    }
  }
}

/// Of one part.
struct SplitStacks::Copy {
  const Profile& from;
  const InlinedCode& code;
  const NewFunctionOf& function_of;
  InlinedNames& names;
  ProfileBuilder& to;

  /// A context and the functions that were inlined there, the innermost of which has the costs and
  /// is given back.
  [[nodiscard]] ContextId push(ContextId parent, ContextId id, const CodeSpot& spot,
                               std::span<const EventCost> costs) const {
    const std::span<const InlineStep> steps = code.steps(spot.chain);
    const Frame& old = from.contexts().frame(id);
    const FunctionId function = function_of(old.function);
    const NameId innermost = code.file(spot.chain, spot.file);
    if (innermost == kUnknownName) {
      Frame frame = old;
      frame.function = function;
      return to.context({parent, to.frame(frame), from.contexts().position(id), costs});
    }
    const NameId object = to.symbols().functions[function].object;
    FunctionId at = function;
    for (size_t step = steps.size(); step != 0; --step) {
      const InlineStep& outer = steps[step - 1];
      parent = push(parent, at, names.file(outer.file, to), outer.line, {});
      const NameId own = step == 1 ? innermost : steps[step - 2].file;
      at = names.function(outer, names.file(own, to), object, to);
    }
    return push(parent, at, names.file(innermost, to), spot.line, costs);
  }

  [[nodiscard]] ContextId push(ContextId parent, FunctionId function, NameId file, uint64_t line,
                               std::span<const EventCost> costs) const {
    Frame frame;
    frame.function = function;
    frame.file = file;
    frame.is_symbol = true;
    frame.is_line = true;
    return to.context({parent, to.frame(frame), static_cast<int64_t>(line), costs});
  }
};

void SplitStacks::copy(const Part& part, const NewFunctionOf& function_of,
                       std::span<const EventId> events, InlinedNames& names, ProfileBuilder& to) {
  const Contexts& contexts = from_->contexts();
  const Copy copy{*from_, *code_, function_of, names, to};
  std::vector<ContextId> made(part.end_context - part.first_context);
  std::vector<EventCost> costs;
  for (uint64_t at = part.first_context; at < part.end_context; ++at) {
    const ContextId id(static_cast<uint32_t>(at));
    const ContextId parent = contexts.parent(id) == kNoContext
                                 ? kNoContext
                                 : made[contexts.parent(id).index() - part.first_context];
    costs.clear();
    const std::span<const EventCost> own = walk_.of(id);
    std::ranges::transform(own, std::back_inserter(costs), [events](EventCost each) {
      return EventCost{events[each.event.index()], each.cost};
    });
    const CodeSpot caller = spots_.caller(id, *code_);
    const CodeSpot spender = own.empty() ? caller : spots_.spender(part, id, own, *code_);
    ContextId& known = made[at - part.first_context];
    known = copy.push(parent, id, spender, costs);
    for (const Leak& leak : std::ranges::equal_range(from_->leaks(), id, {}, &Leak::context)) {
      to.leak({known, events[leak.event.index()], leak.address, leak.size});
    }
    // What it spends may be at another line than what it calls.
    if (spender != caller && has_callees(part, contexts, at)) {
      known = copy.push(parent, id, caller, {});
    }
  }
}

}  // namespace quern
