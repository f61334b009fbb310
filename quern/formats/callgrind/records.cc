// SPDX-License-Identifier: MIT
//
// Self costs are gathered while function and file stay the same: a batch is one virtual call for up
// to kBatch rows. The costs of the next row are parsed directly into the batch, before it is known
// whether the row belongs to it; change_place() moves them if it does not.
#include "quern/formats/callgrind/records.h"

#include <algorithm>

#include "quern/model/records/cost_rows.h"

namespace quern::callgrind {

void Records::begin_part(const PositionKinds& kinds, std::span<const EventId> events,
                         bool columns_are_events) {
  sink_->begin_part(kinds, events);
  kinds_ = kinds;
  width_ = events.size();
  is_plain_ =
      columns_are_events && width_ <= CostRows::kDense && !kinds.bb && !kinds.may_lack_lines;
  make_room();
}

void Records::begin_as(const Records& first) {
  kinds_ = first.kinds_;
  width_ = first.width_;
  is_plain_ = first.is_plain_;
  make_room();
}

void Records::make_room() {
  if (is_plain_) {
    at_.resize(kBatch);
    costs_.resize(std::max(costs_.size(), kBatch * width_));
  }
}

void Records::begin_tree(std::span<const EventId> events) {
  sink_->expect_contexts(ContextUse::kBeside);
  invocations_.begin_part(events);
}

void Records::flush() {
  if (batch_size_ != 0) {
    if (have_tree()) {
      feed_tree();
      fed_rows_ = 0;
    }
    sink_->self_costs({function_, file_, {at_.data(), batch_size_}, costs_.data()});
    batch_size_ = 0;
  }
}

/// The row at hand has its costs already, but is not added yet.
void Records::change_place(FunctionId function, NameId file) {
  const int64_t* const costs = costs_.data() + batch_size_ * width_;
  const bool moves = batch_size_ != 0;
  flush();
  if (moves) {
    std::copy_n(costs, width_, costs_.data());
  }
  function_ = function;
  file_ = file;
}

void Records::add(const WideSelf& record) {
  flush();
  sink_->self_cost(record);
  if (have_tree()) {
    invocations_.self_cost(record.costs);
  }
}

/// Lines beyond 63 bits have no room in a context, and count as not known.
void Records::add_to_tree(const CallRecord& call, Place place) {
  const uint64_t line = call.at.line;
  const bool is_known = kinds_.line && line <= uint64_t{INT64_MAX};
  invocations_.call(call, is_known ? std::optional(static_cast<int64_t>(line)) : std::nullopt,
                    place);
}

/// Tells the tree the self costs of the batch that belong to the block at hand.
void Records::feed_tree() {
  if (fed_rows_ != batch_size_) {
    invocations_.self_costs({function_,
                             file_,
                             {at_.data() + fed_rows_, batch_size_ - fed_rows_},
                             costs_.data() + fed_rows_ * width_});
    fed_rows_ = batch_size_;
  }
}

void Records::end_block(std::optional<FunctionId> function, bool has_waiting_names) {
  feed_tree();
  if (has_waiting_names) {
    invocations_.wait_for_names();
  }
  if (function) {
    invocations_.end_block(*function);
  }
}

}  // namespace quern::callgrind
