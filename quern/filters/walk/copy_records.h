// SPDX-License-Identifier: MIT
//
// Copies what a profile has besides exact stacks into a new profile: its records or, if only sums
// were loaded, the sums of its functions and calls. Each record passes the filters on the way
// (copy_contexts.h does the same for stacks). Costs are widened to 128 bits meanwhile, since a
// filter's result may exceed the 64 bits of a packed record.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "quern/filters/inlines/inlined_functions.h"
#include "quern/filters/rules/filter_rules.h"
#include "quern/filters/walk/new_functions.h"
#include "quern/filters/walk/part_hiding.h"
#include "quern/filters/walk/part_scaling.h"
#include "quern/filters/walk/part_shares.h"
#include "quern/filters/walk/scale_events.h"
#include "quern/model/builder.h"
#include "quern/model/profile.h"
#include "quern/model/records/record_cursor.h"
#include "quern/model/used_widths.h"

namespace quern {

class RecordCopier {
 public:
  /// All must outlive this. `rules` have at most one of scale, a choice of stacks and hidden
  /// functions, where there are calls. `subtracts`: this is the baseline that is subtracted
  /// (--baseline). Costs are negated; calls count 0, since a number of calls cannot be below 0.
  RecordCopier(const Profile& from, const FilterRules& rules, NewFunctions& functions,
               bool subtracts, ProfileBuilder& to);
  // At most one of these three, before the first copy(), and only without rules.
  /// Gives inlined functions what their code costs (--inlines function). Keeps a reference.
  void split(InlinedFunctions& inlined) { inlined_ = &inlined; }
  /// Multiplies all costs, by event (--normalize). Keeps a reference.
  void scale(EventScaling& events, bool has_estimated_factors) {
    events_scaled_ = &events;
    has_estimated_factors_ = has_estimated_factors;
  }
  /// `new_ids`: of the profile's events, kNoEvent of those to leave out. Only of records.
  void drop_events(std::span<const EventId> new_ids) { new_events_ = new_ids; }
  /// If `stop` asks for an end, copying ends early, and the new profile is to be thrown away.
  void heed(std::stop_token stop) { stop_ = std::move(stop); }
  /// Copies what the part has into the builder's open part. Parts must come in their order: the
  /// records are read once, from the first to the last.
  void copy(size_t part);
  /// Passes over the part's records.
  void skip(size_t part);
  /// Whether the totals of the part copied last are estimates.
  [[nodiscard]] bool has_estimated_totals() const { return has_estimated_totals_; }
  /// Whether hidden functions had more callers and callees than can be joined: the new profile is
  /// to be thrown away.
  [[nodiscard]] bool is_too_entangled() const { return is_too_entangled_; }

 private:
  /// The function in the new profile; nothing where it is left out.
  [[nodiscard]] std::optional<FunctionId> chosen(FunctionId old);
  void copy_sums(const Part& part);
  void copy_moved();
  [[nodiscard]] FunctionId shown(size_t node);
  [[nodiscard]] bool is_hidden(const Record& record);
  [[nodiscard]] bool is_estimated(const Record& record) const;
  void copy(const Record& record);
  [[nodiscard]] bool take_share(const Record& record);
  void scale_self(FunctionId function);
  void scale(const Record& record);
  void copy_self(const Record& record, const CodePlace& place);
  void copy_call(const Record& record, const CodePlace& place);
  void copy_jump(const Record& record, FunctionId function);
  void negate_if_subtracted();
  [[nodiscard]] bool is_narrow() const;

  const Profile* from_;
  NewFunctions* functions_;
  const FilterRules* choice_ = nullptr;    ///< where functions stand alone
  std::unique_ptr<PartShares> shares_;     ///< where there are calls to choose from
  std::unique_ptr<PartHiding> hiding_;     ///< where functions are not shown
  std::unique_ptr<ScaledSums> scaled_;     ///< where costs are scaled
  std::unique_ptr<PartScaling> scaling_;   ///< where costs of calls are scaled
  EventScaling* events_scaled_ = nullptr;  ///< where all costs are
  InlinedFunctions* inlined_ = nullptr;    ///< where they are functions
  bool subtracts_;
  ProfileBuilder* to_;
  RecordCursor cursor_;
  const Record* next_;
  std::span<const EventId> new_events_;  ///< by event of the profile; empty: all are kept
  bool drops_events_ = false;            ///< in this part
  size_t width_ = 0;                     ///< events of the part that are kept
  std::span<const EventId> events_;      ///< of the part, by column
  UsedWidths used_widths_;  ///< for parts with many events, whose rows are mostly zeros
  bool has_estimated_totals_ = false;
  bool has_estimated_factors_ = false;
  bool is_too_entangled_ = false;
  // What the filters have left of the record at hand.
  LeftRecord left_;
  std::vector<int128> costs_;
  std::vector<int64_t> narrow_;
  std::stop_token stop_;
};

}  // namespace quern
