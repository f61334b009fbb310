// SPDX-License-Identifier: MIT
#include "quern/workspace/filters/stacks.h"

#include <string>

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
      merged_(ancestors.size()) {}

void FilteredStacks::push(ContextId id) {
  const Contexts& contexts = from_->contexts();
  const Frame& old = contexts.frame(id);
  const StackFrame* const above = stack_.empty() ? nullptr : &stack_.back();
  StackFrame frame;
  frame.id = frame.shown = id;
  frame.plain = frame.function = functions_->function(old.function);
  frame.call_file = old.file;
  frame.position = contexts.position(id);
  if (above != nullptr) {
    if (above->below != 0) {
      frame.function = merged(above->below - 1, frame.plain);
    }
    frame.is_hidden = is_hidden(frame.function);
    frame.shown = frame.is_hidden ? above->shown : id;
    const bool is_site = !old.is_symbol && !contexts.frame(above->id).is_symbol;
    if (above->is_hidden && is_site) {
      frame.call_file = above->call_file;
      frame.position = above->position;
    }
  }
  const uint32_t rule_above = above == nullptr ? 0 : above->below;
  stack_.push_back(frame);
  stack_.back().below = ancestors_->empty() ? 0 : rule_from_here(rule_above);
}

bool FilteredStacks::fits(size_t level, FunctionId function) {
  std::vector<Known>& known = fits_[level];
  if (known.size() <= function.index()) {
    known.resize(symbols_->functions.size());
  }
  Known& answer = known[function.index()];
  if (answer == Known::kNothing) {
    answer = ancestors_->fits(level, symbols_->name(function)) ? Known::kYes : Known::kNo;
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
    if (!fits(ancestors_->end_level(rule) - 1 - up, stack_[stack_.size() - 1 - up].plain)) {
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

FunctionId FilteredStacks::merged(uint32_t rule, FunctionId plain) {
  const auto [found, is_new] = merged_[rule].try_emplace(plain);
  if (is_new) {
    FunctionKey key = symbols_->functions[plain];
    std::string name(ancestors_->name(rule));
    name.append(":").append(symbols_->names.text(key.name));
    key.name = symbols_->names.intern(name);
    found->second = symbols_->functions.intern(key);
  }
  return found->second;
}

bool FilteredStacks::is_hidden(FunctionId function) {
  if (hide_->empty()) {
    return false;
  }
  if (hidden_.size() <= function.index()) {
    hidden_.resize(symbols_->functions.size());
  }
  Known& answer = hidden_[function.index()];
  if (answer == Known::kNothing) {
    answer = hide_->fits(symbols_->name(function), symbols_->object(function)) ? Known::kYes
                                                                               : Known::kNo;
  }
  return answer == Known::kYes;
}

}  // namespace quern
