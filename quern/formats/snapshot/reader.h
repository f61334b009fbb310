// SPDX-License-Identifier: MIT
//
// A snapshot -> a Sink. Names, functions and packed records are taken over as they stand, once they
// are known to be sound; a sink that wants sums alone is given these, and the records are passed
// over.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "quern/formats/shared/format.h"
#include "quern/formats/snapshot/block_reader.h"
#include "quern/formats/snapshot/call_costs.h"
#include "quern/formats/snapshot/run_costs.h"
#include "quern/model/records/fields.h"
#include "quern/model/records/record_check.h"
#include "quern/model/records/records.h"

namespace quern::snapshot {

class Reader {
 public:
  explicit Reader(Reading& reading);
  Result<void> read();

 private:
  struct Range {
    size_t first, end;
  };

  // -- the file (reader.cc)
  Result<void> read_blocks();
  Result<void> read_block();
  [[nodiscard]] bool is_wanted(Kind kind) const;
  /// Whether the sink is given call costs: not by a later input, whose functions have other numbers
  /// in the sink.
  [[nodiscard]] bool gives_call_costs() const {
    const ReadOptions& options = reading_->options;
    return sink_->keep() == Keep::kSums && (!options.needs_calls || options.takes_call_costs) &&
           !ids_ && !is_checking();
  }
  /// Whether they stand for the calls.
  [[nodiscard]] bool lacks_calls() const {
    return has_given_call_costs_ && !reading_->options.needs_calls;
  }
  /// All blocks are read then, also those that say the same as others.
  [[nodiscard]] bool is_checking() const { return reading_->options.keep_going; }
  [[nodiscard]] bool is_in_order(Kind kind) const;
  void take_block(FieldReader& from);
  Result<void> packed(Kind kind);
  Result<void> end_part();
  Result<void> finish();
  Result<void> fail(Diagnostic error);
  [[nodiscard]] Diagnostic nonsense(size_t at) const;
  [[nodiscard]] bool do_sums_agree();
  /// An address of this run's memory: whoever wrote the file cannot know it.
  [[nodiscard]] uint64_t seed() const {
    return static_cast<uint64_t>(reinterpret_cast<uintptr_t>(this)) * 0x9e3779b97f4a7c15U | 1;
  }

  // -- what parts refer to (tables.cc)
  void event(FieldReader& from);
  void names(FieldReader& from, bool apart);
  void functions(FieldReader& from, FunctionTable& into);
  void folded(FieldReader& from);
  void frame(FieldReader& from);
  void input(FieldReader& from);
  void end_input();
  void findings(FieldReader& from, Findings& into) const;
  void hand_over();
  RunStatistics& run_statistics() { return statistics_ ? *statistics_ : statistics_.emplace(); }
  [[nodiscard]] NameId name(uint64_t number) const;
  [[nodiscard]] FunctionId function(uint64_t number) const;

  // -- parts (parts.cc)
  void part(FieldReader& from);
  void part_events(FieldReader& from);
  std::vector<int128> numbers(FieldReader& from, size_t most) const;
  void self_sum(FieldReader& from);
  void context(FieldReader& from);
  void leak(FieldReader& from);

  Reading* reading_;
  Sink* sink_;
  BlockReader blocks_;
  Kind last_ = Kind::kMarks;
  bool has_marks_ = false;
  bool has_estimates_ = false;

  Symbols loaded_;                       ///< until hand_over()
  std::vector<Range> apart_;             ///< ids of its names that stand apart
  std::unique_ptr<FoldedNames> folded_;  ///< null: the snapshot does not tell, or handed over
  uint64_t next_folded_ = 0;             ///< the least function that can follow
  bool is_handed_over_ = false;
  size_t names_ = 0, functions_ = 0, targets_ = 0;  ///< how many there are
  std::shared_ptr<const IdMap> ids_;                ///< what they are in the sink; null: the same
  std::vector<EventId> events_;
  std::vector<bool> is_event_;  ///< by EventId
  std::vector<FrameId> frames_;
  std::optional<CallCosts> call_costs_;
  bool has_given_call_costs_ = false;        ///< the sink has them
  std::optional<RunStatistics> statistics_;  ///< until the sink has them
  std::optional<InputInfo> input_;           ///< the last one that was read

  // the open part
  bool has_part_ = false;
  PartHeader header_;
  ContextUse use_ = ContextUse::kNone;
  RecordCounts counts_;
  RecordSums sums_;           ///< of its records
  RecordSums call_sums_;      ///< of its call sums
  std::vector<int128> self_;  ///< Σ of its self sums
  SumPrint self_print_;       ///< of these, by function
  int64_t last_function_ = 0;
  uint64_t first_context_ = 0;  ///< of the part, in the snapshot
  uint64_t contexts_ = 0;       ///< so far, in the snapshot
  uint64_t last_leak_ = 0;      ///< its context
  uint32_t context_base_ = 0;   ///< the sink's id of the first
  std::vector<uint64_t> path_;  ///< from a root to the last context
  std::vector<int128> costs_;
  std::vector<EventCost> own_;
};

}  // namespace quern::snapshot
