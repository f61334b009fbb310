// SPDX-License-Identifier: MIT
//
// Hands the records of a part to the sink: self costs in batches of one function and file, calls
// and jumps one by one. Where each block is an invocation (Xdebug), the call tree that is rebuilt
// from them gets the same.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "quern/formats/callgrind/invocations.h"
#include "quern/model/records/sink.h"

namespace quern::callgrind {

class Records {
 public:
  Records(Sink& sink, Findings& findings) : sink_(&sink), invocations_(sink, findings) {}

  /// `columns_are_events`: a cost's column is its event.
  void begin_part(const PositionKinds& kinds, std::span<const EventId> events,
                  bool columns_are_events);
  /// As `first` has begun it, for a reader of a later stretch of its part.
  void begin_as(const Records& first);
  /// Blocks are invocations, from the first one on.
  void begin_tree(std::span<const EventId> events);
  /// All records of the part have been added and flushed.
  void end_part() { invocations_.end_part(); }
  /// The end of the input; all names are final.
  void finish() { invocations_.finish(); }

  /// Whether the costs of a row fit a batch, and its positions are addresses and lines at most.
  [[nodiscard]] bool are_plain() const { return is_plain_; }
  [[nodiscard]] size_t width() const { return width_; }
  [[nodiscard]] bool have_tree() const { return invocations_.is_open(); }

  // A row of self costs where are_plain(): next_costs(), place(), add(), in this order.
  /// Where its costs belong, one for each event.
  int64_t* next_costs() {
    if (batch_size_ == kBatch) [[unlikely]] {
      flush();
    }
    return costs_.data() + batch_size_ * width_;
  }
  /// The row and those behind it belong to this function and file.
  void place(FunctionId function, NameId file) {
    if (function_ != function || file_ != file) {
      change_place(function, file);
    }
  }
  void add(const Position& at) { at_[batch_size_++] = at; }
  /// Any row of self costs.
  void add(const WideSelf& record);
  void add(const CallRecord& record, Place place) {
    sink_->call(record);
    if (have_tree()) {
      add_to_tree(record, place);
    }
  }
  void add(const JumpRecord& record) { sink_->jump(record); }
  /// Hands the collected self costs to the sink.
  void flush();
  /// Where there is a tree: the block of a function is complete, or one without any record.
  void end_block(std::optional<FunctionId> function, bool has_waiting_names);

 private:
  static constexpr size_t kBatch = 256;

  void make_room();
  void change_place(FunctionId function, NameId file);
  void add_to_tree(const CallRecord& call, Place place);
  void feed_tree();

  Sink* sink_;
  Invocations invocations_;
  PositionKinds kinds_;
  bool is_plain_ = false;
  size_t width_ = 0;

  // the batch of self costs
  FunctionId function_;
  NameId file_;
  std::vector<Position> at_;  ///< has room for a batch where are_plain(), as costs_ has
  std::vector<int64_t> costs_;
  size_t batch_size_ = 0;
  size_t fed_rows_ = 0;  ///< of the batch, to the tree
};

}  // namespace quern::callgrind
