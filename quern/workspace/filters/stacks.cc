// SPDX-License-Identifier: MIT
#include "quern/workspace/filters/stacks.h"

#include <fmt/format.h>

#include <utility>

namespace quern {

FilteredStacks::FilteredStacks(const Profile& from, const HideRules& hide,
                               const AncestorRules& ancestors, NewFunctions& functions,
                               ProfileBuilder& to)
    : from_(&from),
      hide_(&hide),
      ancestors_(&ancestors),
      functions_(&functions),
      symbols_(&to.symbols()),
      fits_(ancestors.levels()),
      merged_(ancestors.size() + 1),
      hidden_(ancestors.size() + 1) {}

void FilteredStacks::push(ContextId id) {
  const Contexts& contexts = from_->contexts();
  const Frame& old = contexts.frame(id);
  StackFrame frame;
  frame.id = frame.shown = id;
  frame.old = old.function;
  frame.call_file = old.file;
  frame.position = contexts.position(id);
  if (!stack_.empty()) {
    const StackFrame& above = stack_.back();
    frame.rule = frame.below = above.below;
    frame.is_hidden = is_hidden(frame.rule, frame.old);
    frame.shown = frame.is_hidden ? above.shown : id;
    const bool is_site = !old.is_symbol && !contexts.frame(above.id).is_symbol;
    if (above.is_hidden && is_site) {
      frame.call_file = above.call_file;
      frame.position = above.position;
    }
  }
  if (!frame.is_hidden) {
    frame.function = function(frame.rule, frame.old);
  }
  stack_.push_back(frame);
  if (!ancestors_->empty()) {
    stack_.back().below = rule_from_here(frame.below);
  }
}

bool FilteredStacks::fits(size_t level, FunctionId old) {
  ByFunction& known = fits_[level];
  known.resize(from_->symbols().functions.size());
  Known& answer = known[old.index()];
  if (answer == Known::kNothing) {
    answer = ancestors_->fits(level, functions_->identity(old).name) ? Known::kYes : Known::kNo;
  }
  return answer == Known::kYes;
}

/// Whether the innermost frames are the ancestors that the rule names.
bool FilteredStacks::ends(size_t rule) {
  const size_t levels = ancestors_->end_level(rule) - ancestors_->first_level(rule);
  if (levels > stack_.size()) {
    return false;
  }
  for (size_t up = 0; up < levels; ++up) {
    if (!fits(ancestors_->end_level(rule) - 1 - up, stack_[stack_.size() - 1 - up].old)) {
      return false;
    }
  }
  return true;
}

/// The innermost ancestors decide; of several rules for them the first.
uint32_t FilteredStacks::rule_from_here(uint32_t above) {
  for (size_t rule = 0; rule < ancestors_->size(); ++rule) {
    if (ends(rule)) {
      return static_cast<uint32_t>(rule + 1);
    }
  }
  return above;
}

std::string FilteredStacks::merged_name(uint32_t rule, FunctionId old) const {
  return fmt::format("{}:{}", ancestors_->name(rule - 1), functions_->identity(old).name);
}

FunctionId FilteredStacks::function(uint32_t rule, FunctionId old) {
  if (rule == 0) {
    return functions_->function(old);
  }
  const auto [found, is_new] = merged_[rule].try_emplace(old);
  if (is_new) {
    const FunctionIdentity is = functions_->identity(old);
    NameTable& names = symbols_->names;
    found->second = symbols_->functions.intern(
        {names.intern(merged_name(rule, old)), names.intern(is.file), names.intern(is.object)});
  }
  return found->second;
}

bool FilteredStacks::is_hidden(uint32_t rule, FunctionId old) {
  if (hide_->empty()) {
    return false;
  }
  ByFunction& known = hidden_[rule];
  known.resize(from_->symbols().functions.size());
  Known& answer = known[old.index()];
  if (answer == Known::kNothing) {
    const FunctionIdentity is = functions_->identity(old);
    const bool fits = rule == 0 ? hide_->fits(is.name, is.object)
                                : hide_->fits(merged_name(rule, old), is.object);
    answer = fits ? Known::kYes : Known::kNo;
  }
  return answer == Known::kYes;
}

}  // namespace quern
