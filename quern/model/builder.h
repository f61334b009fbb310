// SPDX-License-Identifier: MIT
//
// Builds a Profile from what readers push. One builder takes several inputs after each other; their
// parts stay apart, their symbols and events are shared.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "quern/model/block_calls.h"
#include "quern/model/event_ids.h"
#include "quern/model/new_names.h"
#include "quern/model/profile.h"
#include "quern/model/records/sink.h"

namespace quern {

class StackSums;

class ProfileBuilder final : public Sink {
 public:
  explicit ProfileBuilder(Keep keep);
  ~ProfileBuilder() override;

  Symbols& symbols() override { return *profile_->symbols_; }
  using Sink::event;
  EventId event(const NewEvent& event) override;

  void begin_part(const PositionKinds& positions, std::span<const EventId> events) override;
  void self_costs(const SelfBatch& batch) override;
  void self_cost(const WideSelf& record) override;
  void call(const CallRecord& record) override;
  void jump(const JumpRecord& record) override;
  void expect_contexts(ContextUse use) override;
  FrameId frame(const Frame& frame) override;
  ContextId context(const ContextRecord& record) override;
  void leak(const Leak& leak) override;
  void begin_late_contexts(size_t part) override;
  void end_late_contexts() override;
  [[nodiscard]] std::vector<int128> part_totals() const override;
  [[nodiscard]] std::unique_ptr<Sink> fork() const override;
  void adopt(Sink& fork, std::shared_ptr<const IdMap> ids) override;
  void end_part(PartHeader header) override;
  void end_part_before(ContextId first, PartHeader header) override;
  /// A snapshot has no sums of calls beside stacks: its records are wanted then.
  [[nodiscard]] Keep keep() const override { return keeps_calls_of_stacks_ ? Keep::kAll : keep_; }
  void self_sum(const WideSelf& sum) override;
  void adopt_records(RecordStore&& records, const std::shared_ptr<const IdMap>& ids) override;
  void adopt_call_costs(CallCosts&& costs) override;
  void adopt_run_statistics(RunStatistics&& statistics) override;
  void count_records(const RecordCounts& counts) override { profile_->counts_ += counts; }
  void mark_selection(const SelectionMarks& marks) override { profile_->marks_.add(marks); }

  /// With Keep::kSums, calls are kept of parts with contexts too. Who asks about their calls walks
  /// the contexts instead.
  void keep_calls_of_stacks() { keeps_calls_of_stacks_ = true; }
  /// Contexts are added up while they come, and not kept: Profile::stack_costs() stands for them.
  /// Before the first input; for Keep::kSums.
  void sum_stacks();
  /// What was pushed are sums of so many records. (Contexts are counted in any case.)
  void count_as(const RecordCounts& counts) { profile_->counts_ = counts; }
  /// What is pushed is not all of the inputs: a filter has chosen.
  void count_as_selected() { mark_selection({true, Estimates::kNone}); }
  /// Costs that `summary:` declares beyond the rows of a part become those of a function that is
  /// called kNotInProfile, so that they are a row of each answer and part of each total. They count
  /// as no record. Not below Keep::kSums.
  void add_declared_costs() { adds_declared_ = true; }
  /// The records of some function or call were given pieces of its sum.
  void count_as_split() { mark_selection({false, Estimates::kOfRecords}); }
  /// The events that were told since this was asked last, as they were told then: what came before
  /// may have described them otherwise. Without those that may vanish yet.
  [[nodiscard]] std::vector<Event> take_told_events();
  /// What one count of an event is, whatever was told.
  void set_unit(std::string_view event, std::string_view unit, uint64_t scale);
  /// Closes an input. Must follow its last part.
  void end_input(InputInfo info) override;
  /// The finished profile, after each namer in turn has renamed what it wants; the builder is used
  /// up.
  [[nodiscard]] std::unique_ptr<const Profile> finish(std::span<const Namer> namers = {});

 private:
  class CellOf;
  class NameChooser;
  /// What a function is to others while functions are renamed.
  enum class Standing : uint8_t { kListed, kTarget, kGone };
  size_t table_for(std::span<const EventId> events);
  size_t self_row(FunctionId function);
  void estimate_self(size_t row);
  void add_costs_without_rows();
  void find_not_in_profile();
  void settle_run_statistics();
  void total_contexts(uint64_t end);
  void settle();
  void rename(const NewNames& names);
  std::vector<Standing> rename_frames(const NewNames& names);
  std::vector<FunctionId> rename_with_frames(const NewNames& names);
  std::vector<FunctionId> rename_functions(const NewNames& names);
  void remember(const std::vector<FunctionId>& ids);
  void replace_functions(std::vector<FunctionId> ids);
  [[nodiscard]] std::vector<bool> used_functions() const;
  void drop_unused_events();
  void sum_contexts();
  void tell_stack_costs();
  void take_stack_totals(std::optional<ContextId> next = std::nullopt);
  void sum_context(const CellOf& cells, const size_t* row, std::span<const EventCost> costs,
                   std::vector<int128>& totals);

  Keep keep_;
  bool adds_declared_ = false;
  std::unique_ptr<Profile> profile_;
  Part part_;                         ///< the open one
  size_t first_part_ = 0;             ///< of the open input
  size_t late_part_ = 0;              ///< whose late contexts come
  SumTable* table_ = nullptr;         ///< its table
  CostRows totals_;                   ///< one row: of the open part
  uint64_t selfs_before_ = 0;         ///< self-cost records before the open part
  Segmented<uint32_t, 12> self_row_;  ///< by function: its row in the table + 1, if of this part
  BlockCalls calls_;
  bool keeps_calls_of_stacks_ = false;
  std::unique_ptr<RunStatistics> run_statistics_;  ///< as recorded; null: none, or not of all
  std::unique_ptr<StackSums> stack_sums_;          ///< where contexts are not kept
  EventIds event_ids_;
  ToldEvents told_;
  /// By event: it vanishes unless a cost of it is met.
  std::vector<uint8_t> may_vanish_;
  std::vector<size_t> cell_of_;    ///< see CellOf
  ContextCosts::Mark untotalled_;  ///< in front of the first context of the open part with costs
  std::unordered_map<std::string, size_t> tables_by_events_;
};

}  // namespace quern
