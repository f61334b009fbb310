// SPDX-License-Identifier: MIT
//
// Exact stacks in which inlined functions are functions of their own, as pprof writes them: each
// with the line that it is at.
#pragma once

#include <functional>
#include <span>

#include "quern/filters/inlines/inlined_names.h"
#include "quern/model/builder.h"
#include "quern/model/profile.h"
#include "quern/views/code/stack_spots.h"

namespace quern {

/// Of a function of the old profile: its id in the new one.
using NewFunctionOf = std::function<FunctionId(FunctionId)>;

class SplitStacks {
 public:
  /// Looks all addresses of the stacks of `from` up in `code`, which is then settled. Both stay.
  SplitStacks(const Profile& from, InlinedCode& code);

  /// Whether the part has stacks that may be split: its records, which are not, do not count.
  [[nodiscard]] bool has(const Part& part) const { return spots_.has(part); }
  /// Copies the part's contexts into the open part of `to`. Parts are taken in their order.
  /// `events`: the new ids of the profile's events.
  void copy(const Part& part, const NewFunctionOf& function_of, std::span<const EventId> events,
            InlinedNames& names, ProfileBuilder& to);

 private:
  struct Copy;

  const Profile* from_;
  InlinedCode* code_;
  StackSpots spots_;
  ContextCosts walk_;
};

}  // namespace quern
