// SPDX-License-Identifier: MIT
//
// The calls of the chosen parts that are recorded as such (those of exact stacks are not), between
// the nodes of a question. Each walk decodes the records again: three walks cost less than keeping
// what one has decoded.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/base/int128.h"
#include "quern/model/profile.h"
#include "quern/model/records/record_cursor.h"

namespace quern {

/// One of them; see Record.
struct RecordedCall {
  size_t part;
  uint64_t count;
  std::span<const int128> costs;
  bool is_estimated, is_count_estimated;
};

class RecordedCalls {
 public:
  /// Keeps a reference to `profile`, and to what `groups` refers to.
  RecordedCalls(const Profile& profile, const PartSet& parts, const NodeMap& groups)
      : RecordedCalls(profile, parts) {
    groups_ = groups;
  }
  /// The same, where `groups` maps the functions that names distinguish, by their numbers.
  RecordedCalls(const Profile& profile, const PartSet& parts, const SplitFunctions& apart,
                const NodeMap& groups)
      : RecordedCalls(profile, parts, groups) {
    apart_ = &apart;
  }

  [[nodiscard]] size_t node_count() const { return groups_.nodes; }

  /// Calls use(caller, callee, call) for each of them, in the order of the input, and soon(caller,
  /// callee) a few calls before: the place to ask for what lies anywhere in memory.
  template <class Use, class Soon>
  void each(Use use, Soon soon) const {
    constexpr size_t kAhead = 12;
    std::array<uint32_t, CallBatch::kMost> callers;
    std::array<uint32_t, CallBatch::kMost> callees;
    each_batch([&](const CallBatch& batch) {
      for (size_t at = 0; at < batch.size; ++at) {
        callers[at] = node(batch.callers[at]);
        callees[at] = node(batch.callees[at]);
      }
      for (size_t at = 0; at < std::min(kAhead, batch.size); ++at) {
        soon(callers[at], callees[at]);
      }
      for (size_t at = 0; at < batch.size; ++at) {
        if (at + kAhead < batch.size) {
          soon(callers[at + kAhead], callees[at + kAhead]);
        }
        use(callers[at], callees[at],
            RecordedCall{batch.part, batch.counts[at], batch.costs_of(at), batch.is_estimated[at],
                         batch.is_count_estimated[at]});
      }
    });
  }
  /// The same where everything lies in the order of the input.
  template <class Use>
  void each(Use use) const {
    each(use, [](uint32_t, uint32_t) {});
  }
  /// Goes over the calls of a run.
  [[nodiscard]] CallWalk walk(const CallRun& run) const { return {profile_->records(), run}; }
  /// The callee of the next call of a run in `part`; false: the run is over.
  bool next(size_t part, CallWalk& walk, uint32_t& callee) const {
    FunctionId recorded;
    if (!walk.next(widths_[part], recorded)) {
      return false;
    }
    callee = node(recorded);
    return true;
  }
  /// The same, with all that the call is.
  bool next(size_t part, CallWalk& walk, uint32_t& callee, RunCall& call) const {
    if (!walk.next(widths_[part], call)) {
      return false;
    }
    callee = node(call.callee);
    return true;
  }
  /// Calls use(caller, part, run) for each run of calls. What the calls are is not looked at.
  template <class Use>
  void each_run(Use use) const {
    RecordCursor cursor(profile_->records(), kCallRecords);
    CallRun run;
    FunctionId caller;
    size_t part = 0;
    while (is_any_used() && cursor.next(run, caller, part)) {
      if (is_used_[part]) {
        use(node(caller), part, run);
      }
    }
  }
  /// Calls use(caller) for each: callees, which lie anywhere in memory, are not looked at.
  template <class Use>
  void each_caller(Use use) const {
    each_batch([&](const CallBatch& batch) {
      for (size_t at = 0; at < batch.size; ++at) {
        use(node(batch.callers[at]));
      }
    });
  }

 private:
  RecordedCalls(const Profile& profile, const PartSet& parts) : profile_(&profile) {
    for (size_t at = 0; at < profile.parts().size(); ++at) {
      is_used_.push_back(parts.contains(at) && profile.parts()[at].contexts == ContextUse::kNone);
      widths_.push_back(profile.parts()[at].header.events.size());
    }
  }

  template <class Use>
  void each_batch(Use use) const {
    RecordCursor cursor(profile_->records(), kCallRecords);
    CallBatch batch;
    while (is_any_used() && cursor.next(batch)) {
      if (is_used_[batch.part]) {
        use(batch);
      }
    }
  }
  [[nodiscard]] bool is_any_used() const {
    return std::ranges::find(is_used_, true) != is_used_.end();
  }
  [[nodiscard]] uint32_t node(FunctionId recorded) const {
    return groups_.node(apart_ != nullptr ? FunctionId(apart_->number(recorded))
                                          : profile_->function(recorded));
  }

  const Profile* profile_;
  NodeMap groups_;
  const SplitFunctions* apart_ = nullptr;
  std::vector<bool> is_used_;   ///< by part
  std::vector<size_t> widths_;  ///< by part: its events
};

}  // namespace quern
