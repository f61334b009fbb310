// SPDX-License-Identifier: MIT
//
// Copies one profile through the filters into a builder.
#pragma once

#include <memory>
#include <span>
#include <stop_token>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/model/builder.h"
#include "quern/model/profile.h"
#include "quern/workspace/filters/copy_contexts.h"
#include "quern/workspace/filters/copy_records.h"
#include "quern/workspace/filters/new_functions.h"
#include "quern/workspace/filters/scale.h"
#include "quern/workspace/filters/scale_events.h"
#include "quern/workspace/transform.h"

namespace quern {

class Copier {
 public:
  /// `parts`: only these; null: all.
  /// `scale`: self costs that are multiplied; no filters work then.
  Copier(const Profile& from, const StackFilters& filters, const ScaleRules& scale,
         NewFunctions& functions, const PartSet* parts, bool subtracts, ProfileBuilder& to);

  [[nodiscard]] bool is_too_entangled() const { return records_.is_too_entangled(); }
  /// All costs are multiplied; no filters work then.
  void scale(std::span<const EventFactor> factors, bool are_estimates);
  /// Inlined functions become functions; no filters work then.
  /// The copy has no addresses: what was inlined there would be looked up again.
  void split(InlinedFunctions& inlined) {
    records_.split(inlined);
    inlined_ = &inlined;
  }
  /// Once `stop` asks for an end it ends, and nothing that was copied counts.
  void copy(const std::stop_token& stop);

 private:
  void copy_part(size_t at, PartHeader header);
  void change_totals(PartHeader& header) const;

  const Profile* from_;
  const PartSet* parts_;
  bool is_by_stack_;
  bool changes_totals_;
  bool subtracts_;
  InlinedFunctions* inlined_ = nullptr;
  ProfileBuilder* to_;
  std::vector<EventId> events_;
  std::unique_ptr<EventScaling> scaling_;  ///< where all costs are multiplied
  NewFunctions* functions_;
  RecordCopier records_;
  ContextCopier contexts_;
};

}  // namespace quern
