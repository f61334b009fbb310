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
#include <string>
#include <vector>

#include "quern/base/int128.h"
#include "quern/model/records/call_places.h"
#include "quern/model/records/file_marks.h"
#include "quern/model/records/sink.h"

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

  /// What a sink was told, with the ids here; the costs are those of this record.
  [[nodiscard]] WideSelf as_self() const { return {function, file, at, costs, is_estimated}; }
  [[nodiscard]] CallRecord as_call() const;
  [[nodiscard]] JumpRecord as_jump() const;
};

/// Where the callee of a call begins, as far as the input says it.
struct CallTarget {
  std::optional<uint64_t> line, address;
};
[[nodiscard]] CallTarget target_of(const PositionKinds& kinds, const Record& call);

/// The ids of a store that was filled apart, in terms of the store that takes it over.
struct IdMap {
  std::vector<FunctionId> functions;
  std::vector<FunctionId> targets;  ///< of jumps: see Symbols::jump_target
  std::vector<NameId> names;

  [[nodiscard]] FunctionId function(FunctionId id) const;
};

/// What a walk over packed records tells besides.
struct RecordFinds {
  FileMarks files;
  CallPlaces calls;
};

class RecordStore {
 public:
  RecordStore();

  /// To be called first, where records of other kinds will stand between calls: finding calls is
  /// then as fast as if they stood alone.
  void expect_all_kinds() { places_calls_ = true; }

  void begin_part(size_t width);
  void self_costs(const SelfBatch& batch);
  void self_cost(const WideSelf& record);
  void call(const CallRecord& record);
  void jump(const JumpRecord& record);

  /// Takes over the records of `later`, which continue the open part; its ids mean what `ids` says.
  void adopt(RecordStore&& later, const std::shared_ptr<const IdMap>& ids);

  /// Takes over packed records of the open part that check_records() has found sound, and what it
  /// found in them.
  void take(std::unique_ptr<uint8_t[]> bytes, size_t used, RecordFinds&& finds);

  [[nodiscard]] bool empty() const { return segments_.empty(); }
  /// The files of all positions, those of jumps' targets included.
  [[nodiscard]] const FileMarks& files() const { return files_; }
  [[nodiscard]] uint64_t bytes() const;
  /// The packed records; sound on their own where there was one begin_part().
  void append_to(std::string& out) const;

 private:
  friend class RecordCursor;
  friend class CallWalk;
  struct Segment {
    std::unique_ptr<uint8_t[]> bytes;
    size_t used = 0;
    std::shared_ptr<const IdMap> ids{};  ///< null: as they are
    bool continues_part = false;         ///< its part mark repeats the part before
    bool has_places = false;             ///< calls tells where its calls are
    CallPlaces calls{};
  };
  uint8_t* room(size_t bytes);
  void written(const uint8_t* end);
  void place(FunctionId function, NameId file);
  void place_call(const uint8_t* at);
  [[nodiscard]] size_t offset_of(const uint8_t* at) const {
    return static_cast<size_t>(at - segments_.back().bytes.get());
  }
  void wide_costs(std::span<const int128> costs);

  std::vector<Segment> segments_;
  FileMarks files_;
  size_t capacity_ = 0;  ///< of the last segment
  size_t width_ = 1;
  FunctionId function_;
  NameId file_;
  bool in_block_ = false;
  bool places_calls_ = false;
  CallPlacer placer_;
  Position last_;
};

}  // namespace quern
