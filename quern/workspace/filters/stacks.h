// SPDX-License-Identifier: MIT
//
// Follows the contexts of a profile, which stand parents first, and says of each what it is called
// in the end, whether it is hidden, and who then stands for it. Memory is that of the deepest
// stack and of what is known of functions.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "quern/model/builder.h"
#include "quern/model/profile.h"
#include "quern/workspace/filters/ancestors.h"
#include "quern/workspace/filters/hide.h"
#include "quern/workspace/filters/new_functions.h"

namespace quern {

/// A frame of the stack at hand.
struct StackFrame {
  ContextId id;            ///< in the old profile
  FunctionId function;     ///< in the new one, ancestors merged
  FunctionId plain;        ///< without that: what ancestors are recognised by
  uint32_t below = 0;      ///< the rule of ancestors that holds below it + 1
  bool is_hidden = false;  ///< never a root: nothing could stand for it
  ContextId shown;         ///< the nearest frame outwards that is not hidden, or itself
  /// Old: see Frame. Where calls are known, that of the shown frame outwards.
  NameId call_file;
  std::optional<int64_t> position{};
};

class FilteredStacks {
 public:
  /// All must stay.
  FilteredStacks(const Profile& from, const HideRules& hide, const AncestorRules& ancestors,
                 NewFunctions& functions, ProfileBuilder& to);

  /// Goes to the next context of the old profile. Before that, leave(frame) is called for each
  /// frame that is no longer on the stack, innermost first.
  template <class Leave>
  const StackFrame& enter(ContextId id, const Leave& leave) {
    const ContextId parent = from_->contexts().parent(id);
    while (!stack_.empty() && stack_.back().id != parent) {
      leave(stack_.back());
      stack_.pop_back();
    }
    push(id);
    return stack_.back();
  }
  template <class Leave>
  void leave_all(const Leave& leave) {
    for (; !stack_.empty(); stack_.pop_back()) {
      leave(stack_.back());
    }
  }
  /// Of the frame entered last; null for a root.
  [[nodiscard]] const StackFrame* parent() const {
    return stack_.size() < 2 ? nullptr : &stack_[stack_.size() - 2];
  }

 private:
  void push(ContextId id);
  [[nodiscard]] bool fits(size_t level, FunctionId function);
  [[nodiscard]] bool ends(size_t rule);
  [[nodiscard]] uint32_t rule_from_here(uint32_t above);
  [[nodiscard]] FunctionId merged(uint32_t rule, FunctionId plain);
  [[nodiscard]] bool is_hidden(FunctionId function);

  const Profile* from_;
  const HideRules* hide_;
  const AncestorRules* ancestors_;
  NewFunctions* functions_;
  Symbols* symbols_;  ///< of the new profile
  std::vector<StackFrame> stack_;
  /// What is known of each function: by level, by rule of ancestors, and whether it is hidden.
  enum class Known : uint8_t { kNothing, kNo, kYes };
  std::vector<std::vector<Known>> fits_;
  std::vector<std::unordered_map<FunctionId, FunctionId>> merged_;
  std::vector<Known> hidden_;
};

}  // namespace quern
