// SPDX-License-Identifier: MIT
//
// What a reader pushes into. One reader, several sinks: checking, sums per function and call, and a
// full load are the same parse. Readers intern names and functions in the Symbols they are given
// and push blocks of self costs, calls and jumps, in the order of the input; calls of this
// interface happen once a block or an association, not once a byte.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "quern/base/int128.h"
#include "quern/model/records/contexts.h"
#include "quern/model/records/event.h"
#include "quern/model/records/ids.h"
#include "quern/model/records/part.h"
#include "quern/model/records/symbols.h"

namespace quern {

struct CallCosts;
struct InputInfo;
struct RecordCounts;
struct RunStatistics;
class RecordStore;

/// How much to keep of what is read.
enum class Keep : uint8_t {
  kTotals,  ///< findings, parts and totals: whether a profile is sound and complete
  kSums,    ///< also sums per function and per call edge: `top`, `calls`, `peek`
  kAll,     ///< also every record, in packed form: `convert`, `annotate`
};

/// Which costs a filter has split by a guess. Each can be without the other: the pieces of an exact
/// sum are guesses among its records, and a number of calls is a guess with a single record, too.
enum class Estimates : uint8_t { kNone = 0, kOfSums = 1, kOfRecords = 2, kOfBoth = 3 };

[[nodiscard]] constexpr Estimates operator|(Estimates one, Estimates other) {
  return static_cast<Estimates>(static_cast<uint8_t>(one) | static_cast<uint8_t>(other));
}

[[nodiscard]] constexpr bool has_any(Estimates estimates, Estimates of) {
  return (static_cast<uint8_t>(estimates) & static_cast<uint8_t>(of)) != 0;
}

/// What filters did to a profile.
struct SelectionMarks {
  bool is_selected = false;  ///< costs of the inputs are left out
  Estimates estimates = Estimates::kNone;
  void add(const SelectionMarks& more) {
    is_selected = is_selected || more.is_selected;
    estimates = estimates | more.estimates;
  }
};

/// Where a cost arose. What the part's PositionKinds lack is 0 here and null for users.
struct Position {
  uint64_t address = 0;
  uint64_t line = 0;
  bool operator==(const Position&) const = default;
};

/// Its line and its address, where the part has such.
[[nodiscard]] inline std::optional<uint64_t> known_line(const PositionKinds& kinds,
                                                        const Position& at) {
  return kinds.knows(at.line) ? std::optional(at.line) : std::nullopt;
}
[[nodiscard]] inline std::optional<uint64_t> known_address(const PositionKinds& kinds,
                                                           const Position& at) {
  return kinds.instr ? std::optional(at.address) : std::nullopt;
}

/// Self costs of one function in one file.
struct SelfBatch {
  FunctionId function;
  NameId file;  ///< of the positions; need not be the function's own
  std::span<const Position> at;
  const int64_t* costs = nullptr;  ///< at.size() rows of the part's width, zero-filled
  bool is_estimated = false;       ///< a filter split the function's costs by a guess
};

/// One self-cost record of any size: costs beyond 64 bits, or of a part wider than
/// CostRows::kDense. What `costs` is too short for is 0.
struct WideSelf {
  FunctionId function;
  NameId file;
  Position at;
  std::span<const int128> costs;
  bool is_estimated = false;  ///< see SelfBatch
};

struct CallRecord {
  FunctionId caller;
  FunctionId callee;
  NameId file;  ///< of `at`
  Position at;
  Position target;
  bool has_target = false;
  uint64_t count = 0;
  std::span<const int64_t> inclusive;      ///< may be shorter than the part's width
  std::span<const int128> wide_inclusive;  ///< used instead when not empty
  bool is_estimated = false;               ///< a filter split `inclusive` by a guess,
  bool is_count_estimated = false;         ///< or `count`
};

struct JumpRecord {
  bool is_conditional = false;
  FunctionId from;
  NameId from_file;
  Position at;
  FunctionId to;
  NameId to_file;
  Position target;
  uint64_t executed = 0;
  uint64_t followed = 0;
};

/// One node of the call tree: a record of the input.
struct ContextRecord {
  ContextId parent = kNoContext;  ///< the context pushed last or one of its ancestors
  FrameId frame;
  std::optional<int64_t> position;   ///< see Frame
  std::span<const EventCost> costs;  ///< its own, by ascending event
  uint64_t calls = 1;                ///< sites: how many equal ones it stands for
};

/// What contexts are to the records of their part.
enum class ContextUse : uint8_t {
  kNone,    ///< the part has none
  kAlone,   ///< the only records: self costs follow from them
  kBeside,  ///< the same costs come as self costs and calls too
};

/// A counter that a format defines on the way.
struct NewEvent {
  std::string_view name;
  Combine combine = Combine::kSum;
  bool may_vanish = false;  ///< no event of the profile if all its costs are 0
  /// What the input's format knows of it; where empty, analysis looks the name up. Can be told
  /// later, until the first part begins.
  std::string_view long_name = {};
  std::string_view unit = {};
  uint64_t scale = 1;
};

/// Ids of a fork's names and functions in terms of the sink that adopts it.
struct IdMap;

class Sink {
 public:
  virtual ~Sink() = default;
  /// Where names and functions are interned.
  virtual Symbols& symbols() = 0;
  /// The profile's column for an event of this name, new or known.
  virtual EventId event(const NewEvent& event) = 0;
  EventId event(std::string_view name) { return event(NewEvent{name}); }
  /// Records follow that belong to a new part with this list of events. (Of a part whose contexts
  /// stand alone, the header that ends it says the events.)
  virtual void begin_part(const PositionKinds& positions, std::span<const EventId> events) = 0;
  virtual void self_costs(const SelfBatch& batch) = 0;
  virtual void self_cost(const WideSelf& record) = 0;
  virtual void call(const CallRecord& record) = 0;
  virtual void jump(const JumpRecord& record) = 0;
  /// The open part has contexts. Without this call it has none.
  virtual void expect_contexts(ContextUse use) = 0;
  /// For ContextRecord::frame.
  virtual FrameId frame(const Frame& frame) = 0;
  /// Costs of contexts that stand beside records are not added to any sum.
  virtual ContextId context(const ContextRecord& record) = 0;
  virtual void leak(const Leak& leak) = 0;
  /// For readers that know the stacks of a part only later: what context() gets until
  /// end_late_contexts() belongs to part `part` of this input, which has ended. Once a part's
  /// contexts are late, those of all parts behind it are, and each gets these calls in its turn.
  virtual void begin_late_contexts(size_t part) = 0;
  virtual void end_late_contexts() = 0;
  /// Σ self of the open part so far, one number an event of the part.
  [[nodiscard]] virtual std::vector<int128> part_totals() const = 0;
  /// A sink for a later stretch of the open part, with symbols of its own, to be filled by another
  /// thread. Its begin_part() has been called.
  [[nodiscard]] virtual std::unique_ptr<Sink> fork() const = 0;
  /// Takes over what a fork of this sink was given, as if it had come here now.
  virtual void adopt(Sink& fork, std::shared_ptr<const IdMap> ids) = 0;
  /// The part is complete; `header` says what its rows said.
  virtual void end_part(PartHeader header) = 0;
  /// Ends a part whose contexts stand alone; `first` and the contexts after it belong to the part
  /// that begins next.
  virtual void end_part_before(ContextId first, PartHeader header) = 0;

  // For readers of what quern wrote itself, where sums and records stand apart:
  [[nodiscard]] virtual Keep keep() const = 0;
  /// Σ self of a function in the open part, without a position.
  virtual void self_sum(const WideSelf& sum) = 0;
  /// Records of the open part: all of them for Keep::kAll, else its calls. Their costs are in no
  /// sum yet and their number is not counted. `ids` as in adopt(); null: they are this sink's.
  virtual void adopt_records(RecordStore&& records, const std::shared_ptr<const IdMap>& ids) = 0;
  /// In place of the calls of all parts of an only input, or beside them; before the first part.
  virtual void adopt_call_costs(CallCosts&& costs) = 0;
  /// Of an only input; functions and events as recorded. A sink of single records has no use for
  /// it.
  virtual void adopt_run_statistics(RunStatistics&&) {}
  /// The open part has so many records; only selfs, calls and jumps are told.
  virtual void count_records(const RecordCounts& counts) = 0;
  /// All parts so far belong to this input; the reader goes on with the next one.
  virtual void end_input(InputInfo info) = 0;
  virtual void mark_selection(const SelectionMarks& marks) = 0;
};

}  // namespace quern
