// SPDX-License-Identifier: MIT
//
// Builds a Profile from what readers push. One builder takes several inputs after each other; their
// parts stay apart, their symbols and events are shared.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "quern/model/profile.h"
#include "quern/model/sink.h"

namespace quern {

/// How much to keep of what is read.
enum class Keep : uint8_t {
  kTotals,  ///< findings, parts and totals: `check`, `info`
  kSums,    ///< also sums per function and per call edge: `top`, `calls`, `peek`
  kAll,     ///< also every record, in packed form: `convert`, `annotate`
};

class ProfileBuilder final : public Sink {
 public:
  explicit ProfileBuilder(Keep keep);
  ~ProfileBuilder() override;

  Symbols& symbols() override { return *profile_->symbols_; }
  EventId event(std::string_view name) override;

  void begin_part(const PositionKinds& positions, std::span<const EventId> events) override;
  void self_costs(const SelfBatch& batch) override;
  void self_cost(const WideSelf& record) override;
  void call(const CallRecord& record) override;
  void jump(const JumpRecord& record) override;
  [[nodiscard]] std::vector<int128> part_totals() const override;
  void end_part(PartHeader header) override;

  /// Closes an input. Must follow its last part.
  void end_input(InputInfo info);
  /// The finished profile; the builder is used up.
  [[nodiscard]] std::unique_ptr<const Profile> finish();

 private:
  struct Stamp {
    uint32_t epoch = 0;
    uint32_t edge = 0;
  };
  size_t table_for(std::span<const EventId> events);
  size_t self_row(FunctionId function);
  size_t edge_row(FunctionId caller, FunctionId callee);
  void begin_block(FunctionId caller);
  void list(FunctionId function);
  void settle();

  Keep keep_;
  std::unique_ptr<Profile> profile_;
  Part part_;                     ///< the open one
  SumTable* table_ = nullptr;     ///< its table
  CostRows totals_;               ///< one row: the open part's
  std::vector<uint32_t> self_rows_;   ///< by function: row + 1 in the table, if of this part
  std::vector<Stamp> stamps_;         ///< by callee: its edge from the block's caller
  std::vector<uint32_t> last_block_;  ///< by caller: epoch of its last block
  uint32_t epoch_ = 0, part_epoch_ = 0;
  FunctionId block_caller_;
  bool block_recurs_ = false;
  /// (caller, callee) -> edge, of callers with several blocks in the part.
  std::unordered_map<uint64_t, uint32_t> recurring_edges_;
  std::unordered_map<std::string, EventId> event_ids_;
  std::unordered_map<std::string, size_t> tables_by_events_;
};

}  // namespace quern
