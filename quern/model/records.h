// SPDX-License-Identifier: MIT
//
// All records of a profile in the order of the input, packed: about a third of their text. Deltas
// start anew in each block, ids are those given while reading. Written once, then only read.
//
// A record is a control byte (kind, lengths of the address and line deltas) and what it says;
// blocks (function and file), files and parts are marks in the same stream.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "quern/base/int128.h"
#include "quern/model/sink.h"

namespace quern {

enum class RecordKind : uint8_t { kSelf, kCall, kJump, kConditionalJump };

/// One decoded record. Function ids are as written; see Profile::function.
struct Record {
  RecordKind kind = RecordKind::kSelf;
  size_t part = 0;  ///< how many parts began before this record's own
  FunctionId function;
  NameId file;
  Position at;
  std::vector<int128> costs;  ///< self or inclusive; may be shorter than the part's width
  // calls and jumps
  FunctionId other;  ///< callee or the jump's target function
  std::optional<Position> target;
  NameId target_file;     ///< of jumps
  uint64_t count = 0;     ///< of calls, or executions of a jump
  uint64_t followed = 0;  ///< of jumps
  // of calls: see CallRecord
  bool is_estimated = false;
  bool is_count_estimated = false;
};

/// The ids of a store that was filled apart, in terms of the store that takes it over.
struct IdMap {
  std::vector<FunctionId> functions;
  std::vector<FunctionId> targets;  ///< of jumps: see Symbols::jump_target
  std::vector<NameId> names;

  [[nodiscard]] FunctionId function(FunctionId id) const;
};

class RecordStore {
 public:
  RecordStore();

  void begin_part(size_t width);
  void self_costs(const SelfBatch& batch);
  void self_cost(const WideSelf& record);
  void call(const CallRecord& record);
  void jump(const JumpRecord& record);

  /// Takes over the records of `later`, which continue the open part; its ids mean what `ids` says.
  void adopt(RecordStore&& later, const std::shared_ptr<const IdMap>& ids);

  [[nodiscard]] bool empty() const { return segments_.empty(); }
  [[nodiscard]] uint64_t bytes() const;

 private:
  friend class RecordCursor;
  struct Segment {
    std::unique_ptr<uint8_t[]> bytes;
    size_t used = 0;
    std::shared_ptr<const IdMap> ids{};  ///< null: as they are
    bool continues_part = false;         ///< its part mark repeats the part before
  };
  uint8_t* room(size_t bytes);
  void written(const uint8_t* end);
  void place(FunctionId function, NameId file);
  void wide_costs(std::span<const int128> costs);

  std::vector<Segment> segments_;
  size_t capacity_ = 0;  ///< of the last segment
  size_t width_ = 1;
  FunctionId function_;
  NameId file_;
  bool in_block_ = false;
  Position last_;
};

/// Walks all records in order.
class RecordCursor {
 public:
  explicit RecordCursor(const RecordStore& store) : store_(&store) { enter_segment(); }
  /// The next record; null at the end. Valid until the next call.
  const Record* next();

 private:
  const uint8_t* read(const uint8_t* at, uint8_t control, bool wide);
  const uint8_t* read_costs(const uint8_t* at, bool wide);

  void enter_segment();

  const RecordStore* store_;
  const IdMap* ids_ = nullptr;
  bool continues_part_ = false;
  size_t segment_ = 0;
  size_t at_ = 0;
  size_t parts_begun_ = 0;
  size_t width_ = 1;
  FunctionId function_;
  NameId file_;
  Position last_;
  Record record_;
};

}  // namespace quern
