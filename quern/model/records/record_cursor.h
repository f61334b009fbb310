// SPDX-License-Identifier: MIT
//
// Walks over packed records: one by one, or calls in batches.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "quern/base/int128.h"
#include "quern/base/varint.h"
#include "quern/model/records/record_marks.h"
#include "quern/model/records/records.h"

namespace quern {

/// A range of kinds.
struct RecordKinds {
  RecordKind first = RecordKind::kSelf;
  RecordKind last = RecordKind::kConditionalJump;
};
inline constexpr RecordKinds kSelfRecords{RecordKind::kSelf, RecordKind::kSelf};
inline constexpr RecordKinds kCallRecords{RecordKind::kCall, RecordKind::kCall};
inline constexpr RecordKinds kJumpRecords{RecordKind::kJump, RecordKind::kConditionalJump};

/// Calls of one function that follow each other among packed records, up to the next mark or
/// the end of their segment: where they begin.
struct CallRun {
  uint32_t segment = 0;
  uint32_t offset = 0;
  uint32_t next_place = 0;  ///< of a segment that has some: see CallPlaces::Walk
};

/// Calls of one part that follow each other, as columns: what is looked up by their ids can then be
/// looked up for many of them at once, and need not wait for memory each time.
struct CallBatch {
  static constexpr size_t kMost = 128;

  [[nodiscard]] std::span<const int128> costs_of(size_t call) const {
    return std::span(costs).subspan(first_cost[call], first_cost[call + 1] - first_cost[call]);
  }

  size_t part = 0;  ///< as of a Record
  size_t size = 0;
  std::array<FunctionId, kMost> callers, callees;
  std::array<uint64_t, kMost> counts;
  std::array<bool, kMost> is_estimated, is_count_estimated;
  std::array<size_t, kMost + 1> first_cost;  ///< in costs
  std::vector<int128> costs;                 ///< inclusive, as of a Record
};

/// A call of a run, as of a Record.
struct RunCall {
  FunctionId callee;
  uint64_t count = 0;
  std::span<const int128> costs;  ///< valid until the next call is read

 private:
  friend class CallWalk;
  int128 only_ = 0;
  std::vector<int128> all_;
};

/// Goes over the calls of a run.
class CallWalk {
 public:
  CallWalk() = default;
  CallWalk(const RecordStore& store, const CallRun& run)
      : segment_(&store.segments_[run.segment]),
        at_(segment_->bytes.get() + run.offset),
        next_place_(run.next_place) {}

  /// The callee of the next call; `width` are the events of its part. False: the run is over, and
  /// must not be asked again.
  bool next(size_t width, FunctionId& callee);
  /// The same of all that it is.
  bool next(size_t width, RunCall& call) {
    if (width != 1 || segment_->has_places || at_ == segment_->bytes.get() + segment_->used ||
        *at_ != record_marks::kCallMark) [[unlikely]] {
      return next_of_any(width, call);
    }
    uint64_t cost = 0;
    at_ = get_varint(get_varint(get_varint(at_ + 1, call.callee.value), call.count), cost);
    call.only_ = cost;
    call.costs = {&call.only_, 1};
    if (segment_->ids) {
      call.callee = segment_->ids->function(call.callee);
    }
    return true;
  }

 private:
  bool next_of_any(size_t width, RunCall& call);
  template <class TakeRest>
  bool next_of(FunctionId& callee, size_t width, TakeRest take_rest);

  const RecordStore::Segment* segment_ = nullptr;
  const uint8_t* at_ = nullptr;
  uint32_t next_place_ = 0;
};

/// Walks all records of some kinds in order. Others are passed over, which is several times as fast
/// as decoding them.
class RecordCursor {
 public:
  explicit RecordCursor(const RecordStore& store, RecordKinds kinds = {})
      : store_(&store), kinds_(kinds) {
    enter_segment();
  }
  /// The next record; null at the end. Valid until the next call.
  const Record* next();
  /// Where calls alone are walked, and only in batches: the next of them, in place of what `batch`
  /// held. False: the end.
  bool next(CallBatch& batch);
  /// Where calls alone are walked, and only by runs: the next of them, its function and part. What
  /// its calls are is not looked at. False: the end.
  bool next(CallRun& run, FunctionId& caller, size_t& part);

 private:
  /// A record that was found, from behind its position.
  struct Found {
    const uint8_t* at = nullptr;
    uint8_t control = 0;
    uint8_t estimates = 0;
    bool wide = false;
  };
  bool find();
  bool find_call();
  template <bool kHasPlaces>
  bool find_in(const RecordStore::Segment& segment);
  bool find_place(const RecordStore::Segment& segment);
  const uint8_t* take_mark(const uint8_t* at, uint8_t mark);
  void begin_run(const uint8_t* at);
  void leave(const uint8_t* end);
  const uint8_t* move(const uint8_t* at, uint8_t control);
  const uint8_t* read(const uint8_t* at, uint8_t control, bool wide);
  const uint8_t* read_call(CallBatch& batch);
  void read_plain_calls(CallBatch& batch);
  [[nodiscard]] bool is_wanted(uint8_t mark) const;

  void enter_segment();

  const RecordStore* store_;
  RecordKinds kinds_;
  const IdMap* ids_ = nullptr;
  bool continues_part_ = false;
  size_t segment_ = 0;
  size_t at_ = 0;
  CallPlaces::Walk place_;  ///< in the segment, where calls alone are walked
  size_t parts_begun_ = 0;
  size_t width_ = 1;
  FunctionId function_;
  NameId file_;
  Position last_;
  CallRun run_;                ///< that the records at hand are in
  bool is_run_begun_ = false;  ///< no call of it was met yet
  Found found_;
  bool is_found_ = false;  ///< found_ has not been read yet
  Record record_;
};

}  // namespace quern
