// SPDX-License-Identifier: MIT
//
// Follows the contexts of a profile, which stand parents first, and says of each what it is called
// in the end, whether it is hidden, and who then stands for it. Memory is that of the deepest
// stack and of what is known of functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "quern/filters/rules/filter_rules.h"
#include "quern/filters/walk/asked_once.h"
#include "quern/filters/walk/new_functions.h"
#include "quern/model/builder.h"
#include "quern/model/profile.h"

namespace quern {

/// A frame of the stack at hand.
struct StackFrame {
  ContextId id;           ///< in the old profile
  FunctionId old;         ///< its function there
  FunctionId function;    ///< and in the new one, if it is named
  bool is_named = false;  ///< it is part of the new profile
  uint32_t rule = 0;      ///< the rule of ancestors that renames it + 1
  uint32_t below = 0;     ///< the one that renames what is below it + 1
  // What the frames from the root to here have to do with what is chosen.
  bool is_focused = false, is_ignored = false;
  bool is_started = false;  ///< not above what --show-from names
  bool is_hidden = false;   ///< a root by --show alone: nothing could stand for it
  /// The nearest frame outwards that is not hidden, or itself; kNoContext where there is none.
  ContextId shown;
  /// Old: see Frame. Where calls are known, that of the shown frame outwards.
  NameId call_file;
  std::optional<int64_t> position{};
};

class FilteredStacks {
 public:
  /// All must stay.
  FilteredStacks(const Profile& from, const FilterRules& rules, NewFunctions& functions,
                 ProfileBuilder& to);

  /// Goes to the next context of the old profile, to name it in the new one if `is_wanted` and not
  /// hidden. Before that, leave(frame) is called for each frame that is no longer on the stack,
  /// innermost first.
  template <class Leave>
  const StackFrame& enter(ContextId id, bool is_wanted, const Leave& leave) {
    const ContextId parent = from_->contexts().parent(id);
    while (!stack_.empty() && stack_.back().id != parent) {
      leave(stack_.back());
      stack_.pop_back();
    }
    push(id, is_wanted);
    return stack_.back();
  }
  template <class Leave>
  void leave_all(const Leave& leave) {
    for (; !stack_.empty(); stack_.pop_back()) {
      leave(stack_.back());
    }
  }

 private:
  void push(ContextId id, bool is_wanted);
  void follow_choice(StackFrame& frame);
  [[nodiscard]] bool fits(size_t level, FunctionId old);
  [[nodiscard]] bool ends(size_t rule);
  [[nodiscard]] uint32_t rule_from_here(uint32_t above);
  [[nodiscard]] std::string merged_name(uint32_t rule, FunctionId old) const;
  [[nodiscard]] FunctionId function(uint32_t rule, FunctionId old);
  /// Whether rules match, by function of the old profile.
  using ByFunction = AskedOnce<uint8_t>;
  /// Functions that a choice names: by rule of ancestors + 1.
  struct Chosen {
    const FunctionRules* rules;
    std::vector<ByFunction> known;
  };
  [[nodiscard]] bool fits(Chosen& chosen, const StackFrame& frame);

  const Profile* from_;
  const AncestorRules* ancestors_;
  NewFunctions* functions_;
  Symbols* symbols_;  ///< of the new profile
  std::vector<StackFrame> stack_;
  std::vector<ByFunction> fits_;                                    ///< by level
  std::vector<std::unordered_map<FunctionId, FunctionId>> merged_;  ///< by rule + 1
  Chosen focus_, ignore_, show_from_, show_, hide_;
};

}  // namespace quern
