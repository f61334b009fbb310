// SPDX-License-Identifier: MIT
#include "quern/filters/walk/stacks.h"

#include <fmt/format.h>

#include <utility>

namespace quern {

FilteredStacks::FilteredStacks(const Profile& from, const FilterRules& rules,
                               NewFunctions& functions, ProfileBuilder& to)
    : from_(&from),
      ancestors_(&rules.ancestors),
      functions_(&functions),
      symbols_(&to.symbols()),
      fits_(ancestors_->levels()),
      merged_(ancestors_->size() + 1),
      focus_{&rules.focus, std::vector<ByFunction>(merged_.size())},
      ignore_{&rules.ignore, std::vector<ByFunction>(merged_.size())},
      show_from_{&rules.show_from, std::vector<ByFunction>(merged_.size())},
      show_{&rules.show, std::vector<ByFunction>(merged_.size())},
      hide_{&rules.hide, std::vector<ByFunction>(merged_.size())} {}

void FilteredStacks::push(ContextId id, bool is_wanted) {
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
    frame.is_focused = above.is_focused;
    frame.is_ignored = above.is_ignored;
    frame.is_started = above.is_started;
    const bool is_site = !old.is_symbol && !contexts.frame(above.id).is_symbol;
    if (above.is_hidden && is_site) {
      frame.call_file = above.call_file;
      frame.position = above.position;
    }
  }
  follow_choice(frame);
  if (is_wanted && !frame.is_hidden) {
    frame.function = function(frame.rule, frame.old);
    frame.is_named = true;
  }
  stack_.push_back(frame);
  if (!ancestors_->empty()) {
    stack_.back().below = rule_from_here(frame.below);
  }
}

bool FilteredStacks::fits(Chosen& chosen, const StackFrame& frame) {
  if (chosen.rules->empty()) {
    return false;
  }
  const uint8_t answer = chosen.known[frame.rule].of(frame.old.index(), [&] {
    Identity is = functions_->identity(frame.old);
    const std::string merged = frame.rule != 0 ? merged_name(frame.rule, frame.old) : "";
    is.name = frame.rule != 0 ? std::string_view(merged) : is.name;
    return chosen.rules->fits(is);
  });
  return answer != 0;
}

/// What the frame adds to what its callers have told of the stack.
void FilteredStacks::follow_choice(StackFrame& frame) {
  const bool is_root = !frame.is_started && (show_from_.rules->empty() || fits(show_from_, frame));
  frame.is_started = frame.is_started || is_root;
  frame.is_focused = frame.is_focused || focus_.rules->empty() || fits(focus_, frame);
  frame.is_ignored = frame.is_ignored || fits(ignore_, frame);
  const bool is_left_out = !show_.rules->empty() && !fits(show_, frame);
  frame.is_hidden = is_left_out || (!is_root && fits(hide_, frame));
  if (frame.is_hidden) {
    frame.shown = is_root || stack_.empty() ? kNoContext : stack_.back().shown;
  }
  if (is_root && !stack_.empty() && !from_->contexts().frame(frame.id).is_symbol) {
    frame.call_file = {};  // of a call by a frame that is gone
    frame.position.reset();
  }
}

bool FilteredStacks::fits(size_t level, FunctionId old) {
  const auto ask = [&] { return ancestors_->fits(level, functions_->identity(old).name); };
  return fits_[level].of(old.index(), ask) != 0;
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
    const Identity is = functions_->identity(old);
    NameTable& names = symbols_->names;
    found->second = symbols_->functions.intern(
        {names.intern(merged_name(rule, old)), names.intern(is.file), names.intern(is.object)});
  }
  return found->second;
}

}  // namespace quern
