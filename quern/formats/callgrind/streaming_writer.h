// SPDX-License-Identifier: MIT
//
// Writes the Callgrind format as a program runs: for profilers, and for whole profiles (writer.h).
// Nothing is kept but names, so that memory does not grow with the records. What it writes reads
// alike under both base rules and in the strictest readers: calls stand at absolute lines, aliases
// are defined where they are used first in each part.
//
// Errors: `wrong-use` (a call out of order, an argument that means nothing), `cannot-hold` (what no
// file of the format can say). What is refused is not written; the writer can go on after it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/byte_sink.h"
#include "quern/base/result.h"
#include "quern/formats/callgrind/rows/written_rows.h"
#include "quern/model/records/event.h"
#include "quern/model/records/part.h"
#include "quern/model/records/sink.h"

namespace quern::callgrind {

/// The code of a call that is not as the writer wants it.
inline constexpr std::string_view kWrongUse = "wrong-use";

/// What the file says of itself.
struct FileHead {
  /// The program that writes: "sampler-1.0". Readers treat some producers' files in their own way,
  /// whose names are refused: `callgrind-…`, `xdebug …`, bare version numbers.
  std::string creator;
  /// Long names of events and formulas over them (`event:` rows), before all costs.
  std::vector<EventDefinition> definitions = {};
};

/// What a part says of itself: one dump of a run, or what one thread or process did.
struct PartHead {
  std::optional<uint64_t> number = {};
  std::optional<uint64_t> pid = {};
  std::optional<uint64_t> thread = {};
  std::optional<std::string> command = {};
  std::vector<std::string> descriptions = {};  ///< "Trigger: end of run", "Timerange: …"
  PositionKinds positions = {};                ///< lines, addresses or both
  std::vector<std::string> events = {};        ///< without blanks; none: it has no records
  /// What the whole run cost, where that is known now; the sums of the records are written anyway.
  std::vector<std::vector<int128>> summaries = {};
};

class StreamingWriter {
 public:
  /// Names come from name() and function(). `out` must outlive the writer.
  StreamingWriter(ByteSink& out, const StreamOptions& options);
  /// Ids are those of `symbols`, whose names are taken as they come: what ends a row is a blank.
  StreamingWriter(ByteSink& out, const StreamOptions& options, const Symbols& symbols);

  /// An id for a file's name; "" and "???" are the unknown one. Error `cannot-hold`: a name with an
  /// end of line or NUL in it, or with a blank in front.
  Result<NameId> name(std::string_view text);
  /// An id for a function: its name, file and object are what it is.
  Result<FunctionId> function(std::string_view name, std::string_view file,
                              std::string_view object);

  Result<void> begin(const FileHead& head);
  Result<void> begin_part(const PartHead& head);
  /// What follows belongs to this function, until another one is entered or the part ends.
  Result<void> enter(FunctionId function);
  /// What the open function itself cost at a place, one number an event of the part; numbers left
  /// out at the end are 0. `file` is another one than the function's where code was inlined. Equal
  /// places add up.
  Result<void> self_cost(NameId file, const Position& at, std::span<const int128> costs);
  /// `inclusive`: what all of these calls together cost. Calls of the same places add up.
  Result<void> call(const WrittenCall& call, std::span<const int128> inclusive);
  Result<void> jump(const WrittenJump& jump);
  /// Writes what the self costs come to, exactly, and what the whole run cost, where `summary` says
  /// that: one number an event, none below that sum.
  Result<void> end_part(std::span<const int128> summary = {});
  /// Everything is written; nothing may follow. An error where nothing was begun, a part is open,
  /// or no part has events.
  Result<void> finish();

  /// What the self costs of the open part, or of the last one, come to.
  [[nodiscard]] const std::vector<int128>& totals() const { return totals_; }
  /// The output took no more bytes: stop early.
  [[nodiscard]] bool failed() const { return has_failed_; }

 private:
  enum class State : uint8_t { kNew, kBetweenParts, kInPart, kFinished };

  [[nodiscard]] Result<void> check_record(NameId file, std::span<const int128> costs) const;
  [[nodiscard]] bool knows(FunctionId function) const {
    return function.index() < symbols_->functions.size();
  }
  [[nodiscard]] bool knows(NameId name) const { return name.index() < symbols_->names.size(); }
  void drain();
  void flush();
  void definitions(const std::vector<EventDefinition>& definitions);
  void header(std::string_view key, std::string_view value);
  void number_header(std::string_view key, const std::optional<uint64_t>& value);
  void costs_header(std::string_view key, std::span<const int128> costs, size_t width);

  ByteSink* out_;
  StreamOptions options_;
  std::unique_ptr<Symbols> own_;
  const Symbols* symbols_;
  WrittenRows rows_;         ///< their text is not yet given to out_
  bool has_failed_ = false;  ///< out_, when it was given some last
  State state_ = State::kNew;
  std::string creator_;
  std::vector<EventDefinition> definitions_;  ///< until the first part begins
  bool is_first_part_ = true;
  bool has_events_ = false;     ///< some part has
  std::vector<int128> totals_;  ///< of the open part
};

}  // namespace quern::callgrind
