// SPDX-License-Identifier: MIT
//
// Copies what a profile has beside exact stacks into a builder: its records or, after a load of
// sums, the sums of its functions and calls.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <utility>
#include <vector>

#include "quern/model/builder.h"
#include "quern/model/profile.h"
#include "quern/model/records/record_cursor.h"
#include "quern/model/used_widths.h"
#include "quern/workspace/filters/choose.h"
#include "quern/workspace/filters/new_functions.h"
#include "quern/workspace/filters/part_hiding.h"
#include "quern/workspace/filters/part_scaling.h"
#include "quern/workspace/filters/part_shares.h"
#include "quern/workspace/filters/scale_events.h"

namespace quern {

class RecordCopier {
 public:
  /// All must stay. `subtracts`: costs are negated, and calls count nothing.
  RecordCopier(const Profile& from, NewFunctions& functions, bool subtracts, ProfileBuilder& to);
  /// Leaves out what the rules do not choose.
  void choose(const ChoiceRules& rules);
  /// Gives what is not shown to its callers; not together with a choice of stacks.
  void hide(const HideRules& hide, const FunctionRules& show);
  /// Multiplies the self costs of some functions; with none of the others.
  void scale(const ScaleRules& rules);
  /// Multiplies all costs; with none of the others.
  void scale(EventScaling& events) { events_scaled_ = &events; }
  /// Once `stop` asks for an end copying ends, and nothing that was copied counts.
  void heed(std::stop_token stop) { stop_ = std::move(stop); }
  /// Copies what the part has into the builder's open part. Parts are taken in their order.
  void copy(size_t part);
  /// Leaves the part's records out.
  void skip(size_t part);
  /// Whether the totals of the part copied last are estimates.
  [[nodiscard]] bool has_estimated_totals() const { return has_estimated_totals_; }
  /// Whether hidden functions had too many callers and callees: nothing that was copied counts.
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
  void copy_self(const Record& record, FunctionId function);
  void copy_call(const Record& record, FunctionId function);
  void copy_jump(const Record& record, FunctionId function);
  void negate_if_subtracted();
  [[nodiscard]] bool is_narrow() const;

  const Profile* from_;
  NewFunctions* functions_;
  const ChoiceRules* choice_ = nullptr;                ///< where functions stand alone
  std::unique_ptr<PartShares> shares_;                 ///< where there are calls to choose from
  std::unique_ptr<PartHiding> hiding_;                 ///< where functions are not shown
  std::unique_ptr<ScaledFunctions> scaled_functions_;  ///< where costs are scaled
  std::unique_ptr<ScaledSums> scaled_;                 ///< likewise
  std::unique_ptr<PartScaling> scaling_;               ///< likewise, where there are calls
  EventScaling* events_scaled_ = nullptr;              ///< where all costs are
  bool subtracts_;
  ProfileBuilder* to_;
  RecordCursor cursor_;
  const Record* next_;
  size_t width_ = 0;                 ///< of the part
  std::span<const EventId> events_;  ///< likewise, by column
  UsedWidths used_widths_;           ///< where they are many
  bool has_estimated_totals_ = false;
  bool is_too_entangled_ = false;
  LeftRecord left_;  ///< of the record at hand
  std::vector<int128> costs_;
  std::vector<int64_t> narrow_;
  std::stop_token stop_;
};

}  // namespace quern
