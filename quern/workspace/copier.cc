// SPDX-License-Identifier: MIT
#include "quern/workspace/copier.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "quern/workspace/copying.h"

namespace quern {

Copier::Copier(const Profile& from, const StackFilters& filters, const ScaleRules& scale,
               NewFunctions& functions, const PartSet* parts, bool subtracts, ProfileBuilder& to)
    : from_(&from),
      parts_(parts),
      is_by_stack_(filters.any() || !scale.empty()),
      changes_totals_(filters.choice.selects() || !scale.empty()),
      subtracts_(subtracts),
      to_(&to),
      events_(copied_events(from, to)),
      functions_(&functions),
      records_(from, functions, subtracts, to),
      contexts_(from, filters, functions, events_, subtracts, to) {
  // Functions that nothing names any more are gone; else all stay, in their order.
  if (!filters.any() && parts == nullptr) {
    functions.take_all();
  }
  records_.choose(filters.choice);
  records_.hide(filters.hide, filters.choice.show);
  if (!scale.empty()) {
    records_.scale(scale);
    contexts_.scale(scale);
  }
}

void Copier::scale(std::span<const EventFactor> factors, bool are_estimates) {
  scaling_ = std::make_unique<EventScaling>(*from_, factors);
  records_.scale(*scaling_, are_estimates);
  contexts_.scale(*scaling_);
  changes_totals_ = true;
}

void Copier::copy(const std::stop_token& stop) {
  records_.heed(stop);
  contexts_.heed(stop);
  copy_parts(
      *from_, events_, *to_,
      [this](size_t part, PartHeader header) { copy_part(part, std::move(header)); }, stop);
}

void Copier::copy_part(size_t at, PartHeader header) {
  const Part& part = from_->parts()[at];
  if (parts_ != nullptr && !parts_->contains(at)) {
    records_.skip(at);
    return contexts_.skip(part);
  }
  // A stack that a filter has changed fits the records beside it no longer.
  const bool splits_stacks = inlined_ != nullptr && inlined_->has_stacks(part);
  const ContextUse use = part.contexts == ContextUse::kBeside && (is_by_stack_ || splits_stacks)
                             ? ContextUse::kAlone
                             : part.contexts;
  change_totals(header);
  header.positions.instr =
      header.positions.instr && (inlined_ == nullptr || !header.positions.line);
  to_->begin_part(header.positions, use == ContextUse::kAlone ? std::span<const EventId>()
                                                              : std::span(header.events));
  to_->expect_contexts(use);
  if (use == ContextUse::kAlone) {
    records_.skip(at);
  } else {
    records_.copy(at);
    header.has_estimated_totals = header.has_estimated_totals || records_.has_estimated_totals();
  }
  if (splits_stacks) {
    const auto new_function = [this](FunctionId old) { return functions_->function(old); };
    inlined_->copy_stacks(part, new_function, events_, *to_);
    contexts_.skip(part);
  } else {
    contexts_.copy(part);
  }
  to_->end_part(std::move(header));
}

/// What the header declares of all that is in the part.
void Copier::change_totals(PartHeader& header) const {
  const auto negate = [](std::vector<int128>& numbers) {
    std::ranges::transform(numbers, numbers.begin(), std::negate());
  };
  if (changes_totals_) {
    header.summaries.clear();
    header.declared_totals.reset();
  } else if (subtracts_) {
    std::ranges::for_each(header.summaries, negate);
    if (header.declared_totals) {
      negate(*header.declared_totals);
    }
  }
}

}  // namespace quern
