// SPDX-License-Identifier: MIT
//
// A sink for what wants the records of an input one by one and no profile: it keeps names, events
// and the totals of the open part, so that memory does not grow with the records. Override what is
// of interest; everything else is dropped.
//
// Ids are those of symbols(). Some names are known only later (a forward alias, the file of a
// callee): name_of() and key_of() say whether they are yet, and all that will ever be are once the
// input has ended. Two functions may then turn out to be one: equal in name, file and object.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/model/event_ids.h"
#include "quern/model/records/sink.h"

namespace quern {

/// A context as it comes.
struct StreamedContext {
  ContextId id;
  ContextId parent;  ///< or kNoContext
  const Frame& frame;
  std::optional<int64_t> position;   ///< see Frame
  std::span<const EventCost> costs;  ///< its own
  uint64_t calls = 1;                ///< sites: how many equal ones it stands for
  bool is_beside = false;            ///< its costs come as self costs and calls too
  /// The part that it belongs to, where that has ended already.
  std::optional<size_t> late_part = {};
};

struct Record;

class StreamingSink : public Sink {
 public:
  Symbols& symbols() final { return symbols_; }
  using Sink::event;
  EventId event(const NewEvent& event) final { return event_ids_.add(event, parts_ == 0, events_); }
  /// All that are known so far, by id.
  [[nodiscard]] const std::vector<Event>& events() const { return events_; }

  /// The text of a name; nothing: not known yet.
  [[nodiscard]] std::optional<std::string_view> name_of(NameId id) const;
  /// What a function is, targets of jumps included. Its names may not be known yet.
  [[nodiscard]] const FunctionKey& key_of(FunctionId id) const;

  void begin_part(const PositionKinds& positions, std::span<const EventId> events) final;
  void self_costs(const SelfBatch& batch) final;
  void self_cost(const WideSelf& record) final;
  void call(const CallRecord& record) final;
  void jump(const JumpRecord& record) final { on_jump(record); }
  void expect_contexts(ContextUse use) final { contexts_are_ = use; }
  FrameId frame(const Frame& frame) final { return frames_.frame(frame); }
  ContextId context(const ContextRecord& record) final;
  void leak(const Leak& leak) final { on_leak(leak); }
  void begin_late_contexts(size_t part) final { late_part_ = part; }
  void end_late_contexts() final { late_part_.reset(); }
  [[nodiscard]] std::vector<int128> part_totals() const final { return totals_; }
  /// One thread pushes: there are none.
  [[nodiscard]] std::unique_ptr<Sink> fork() const final { return nullptr; }
  void adopt(Sink&, std::shared_ptr<const IdMap>) final {}
  [[nodiscard]] Keep keep() const final { return Keep::kAll; }
  /// Sums follow from the records.
  void self_sum(const WideSelf&) final {}
  void adopt_call_costs(CallCosts&&) final {}  // of calls that it asks for one by one
  void adopt_records(RecordStore&& records, const std::shared_ptr<const IdMap>& ids) final;
  void count_records(const RecordCounts&) final {}
  void end_input(InputInfo) final;
  void mark_selection(const SelectionMarks&) final {}
  void end_part(PartHeader header) final { end(std::move(header), std::nullopt); }
  void end_part_before(ContextId first, PartHeader header) final { end(std::move(header), first); }

 protected:
  virtual void on_begin_part(const PositionKinds&, std::span<const EventId>) {}
  virtual void on_self_cost(const WideSelf&) {}
  /// `inclusive` is empty, `wide_inclusive` has the costs.
  virtual void on_call(const CallRecord&) {}
  virtual void on_jump(const JumpRecord&) {}
  virtual void on_context(const StreamedContext&) {}
  virtual void on_leak(const Leak&) {}
  /// `first`: that context and those after it belong to the part that begins next.
  virtual void on_end_part(const PartHeader&, std::optional<ContextId> /*first*/) {}

 private:
  void stream(const Record& record);
  void end(PartHeader header, std::optional<ContextId> first);

  Symbols symbols_;
  std::vector<Event> events_;
  EventIds event_ids_;
  Contexts frames_;  ///< without one context
  uint32_t contexts_ = 0;
  size_t parts_ = 0;
  ContextUse contexts_are_ = ContextUse::kNone;  ///< of the open part
  std::optional<size_t> late_part_;
  PositionKinds positions_;           ///< of the open part
  std::vector<EventId> part_events_;  ///< of the records of the open part
  std::vector<int128> totals_;        ///< of the open part
  std::vector<int128> row_;
};

}  // namespace quern
