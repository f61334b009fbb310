// SPDX-License-Identifier: MIT
//
// Writes a profile's records with the streaming writer, in their order: nothing is gathered or
// sorted. Event names and texts are changed where the format has no way to say them: a blank in an
// event name, a line feed in a command.
#include <algorithm>
#include <array>
#include <deque>
#include <optional>
#include <string>
#include <vector>

#include "quern/base/text.h"
#include "quern/formats/callgrind/callgrind.h"
#include "quern/formats/callgrind/grammar/dialects.h"
#include "quern/formats/callgrind/rows/written_names.h"
#include "quern/formats/callgrind/streaming_writer.h"
#include "quern/formats/shared/written_event.h"
#include "quern/model/records/record_cursor.h"

namespace quern::callgrind {

namespace {

/// The records of some kinds, in their order.
class Walk {
 public:
  Walk(const RecordStore& records, RecordKinds kinds) : cursor_(records, kinds) { go_on(); }
  Walk(const Walk&) = delete;  // the record at hand is the cursor's
  Walk& operator=(const Walk&) = delete;
  ~Walk() = default;
  [[nodiscard]] const Record* in_part(size_t part) const {
    return next_ != nullptr && next_->part == part ? next_ : nullptr;
  }
  void go_on() { next_ = cursor_.next(); }

 private:
  RecordCursor cursor_;
  const Record* next_ = nullptr;
};

/// Passes a profile to a StreamingWriter, part by part.
class Writer {
 public:
  explicit Writer(const Writing& writing)
      : profile_(&writing.profile),
        are_calls_uncounted_(writing.are_calls_uncounted),
        creator_(&writing.options.creator),
        stream_(writing.out, {writing.options.plain_names, writing.options.plain_positions, true},
                writing.profile.symbols()) {}

  Result<void> write() {
    if (Result<void> begun = stream_.begin({creator(), definitions()}); !begun) {
      return begun;
    }
    // A walk a kind: how self costs, calls and jumps were interleaved is not kept by everything
    // that a profile may come from, and must not show.
    const RecordCounts& counts = profile_->counts();
    std::deque<Walk> walks;
    walks.emplace_back(profile_->records(), kSelfRecords);
    if (counts.calls != 0) {
      walks.emplace_back(profile_->records(), kCallRecords);
    }
    if (counts.jumps != 0) {
      walks.emplace_back(profile_->records(), kJumpRecords);
    }
    for (size_t at = 0; at < profile_->parts().size() && !stream_.failed(); ++at) {
      if (Result<void> written = part(at, walks); !written) {
        return written;
      }
    }
    return stream_.finish();
  }

 private:
  Result<void> part(size_t at, std::deque<Walk>& walks) {
    if (Result<void> begun = stream_.begin_part(head_of(profile_->parts()[at])); !begun) {
      return begun;
    }
    entered_.reset();
    for (Walk& walk : walks) {
      for (; const Record* const record = walk.in_part(at); walk.go_on()) {
        if (Result<void> written = put(*record); !written) {
          return written;
        }
        if (stream_.failed()) {
          break;
        }
      }
    }
    return stream_.end_part();
  }

  /// Rewritten profiles of Callgrind keep that name at the end of the creator, so that `info` can
  /// still say where the costs come from.
  [[nodiscard]] std::string creator() const {
    const auto is_callgrinds = [](const InputInfo& info) { return info.dialect == "callgrind"; };
    const std::vector<InputInfo>& inputs = profile_->inputs();
    return !inputs.empty() && std::ranges::all_of(inputs, is_callgrinds)
               ? *creator_ + std::string(kOfCallgrind)
               : *creator_;
  }

  [[nodiscard]] std::vector<EventDefinition> definitions() const {
    std::vector<EventDefinition> definitions;
    for (const InputInfo& info : profile_->inputs()) {
      for (EventDefinition event : info.definitions) {
        if (event.name.empty() || event.name.find_first_of(" \t=:\n\r") != std::string::npos) {
          continue;
        }
        for (std::optional<std::string>* text : {&event.formula, &event.long_name}) {
          *text = *text ? std::optional(one_row(**text)) : std::nullopt;
        }
        definitions.push_back(std::move(event));
      }
    }
    return definitions;
  }

  /// Texts on one row each, whatever they were elsewhere; empty or blank event names become names
  /// that can be read.
  [[nodiscard]] PartHead head_of(const Part& part) const {
    const PartHeader& header = part.header;
    PartHead head;
    head.number = header.number;
    head.pid = header.pid;
    head.thread = header.thread;
    if (header.command) {
      head.command = one_row(*header.command);
    }
    for (const std::string& description : header.descriptions) {
      head.descriptions.push_back(one_row(description));
    }
    if (are_calls_uncounted_) {
      head.descriptions.emplace_back("Calls: not counted, each written as 1");
    }
    head.positions = header.positions;
    for (const EventId event : header.events) {
      std::string name = one_row(profile_->events()[event.index()].name);
      std::ranges::replace_if(name, is_blank, '_');
      head.events.push_back(name.empty() ? "???" : std::move(name));
    }
    if (header.has_summary_as_base) {  // whoever reads the file takes it for the base
      head.summaries = header.summaries;
    }
    return head;
  }

  /// A change of the function begins a block. Records of a function need not come together.
  Result<void> put(const Record& record) {
    if (entered_ != record.function) {
      if (Result<void> entered = stream_.enter(profile_->function(record.function)); !entered) {
        return entered;
      }
      entered_ = record.function;
    }
    switch (record.kind) {
      case RecordKind::kSelf:
        return stream_.self_cost(record.file, record.at, record.costs);
      case RecordKind::kCall:
        return stream_.call(
            {profile_->function(record.other), record.file, record.at, record.target, record.count},
            record.costs);
      case RecordKind::kJump:
      case RecordKind::kConditionalJump:
        break;
    }
    return stream_.jump({record.kind == RecordKind::kConditionalJump, record.file, record.at,
                         profile_->function(record.other), record.target_file, *record.target,
                         record.count, record.followed});
  }

  const Profile* profile_;
  bool are_calls_uncounted_;
  const std::string* creator_;
  StreamingWriter stream_;
  std::optional<FunctionId> entered_;  ///< in the open part, as records name it
};

Result<void> write(const Writing& writing) {
  const std::deque<Part>& parts = writing.profile.parts();
  if (std::ranges::all_of(parts, [](const Part& part) { return part.header.events.empty(); })) {
    return failure(cannot_hold("the profile has no events, which the Callgrind format needs"));
  }
  return Writer(writing).write();
}

/// Stacks become calls, and positions that the format has no word for others.
bool keeps(const Profile& profile) {
  return profile.contexts().empty() && std::ranges::all_of(profile.parts(), [](const Part& part) {
           const PositionKinds& kinds = part.header.positions;
           return (kinds.line || kinds.instr) && !kinds.bb && !kinds.may_lack_lines;
         });
}

bool keeps_event_name(std::string_view name) {
  return is_one_row(name) && std::ranges::none_of(name, is_blank);
}

constexpr std::array<std::string_view, 2> kSuffixes = {".callgrind", ".cg"};

}  // namespace

constexpr FormatWriter kWriter{.name = "callgrind",
                               .summary = "Callgrind's, with parts, jumps and instructions",
                               .suffixes = kSuffixes,
                               .basis = Basis::kRecords,
                               .holds = {.lines = true,
                                         .addresses = true,
                                         .objects = true,
                                         .files = true,
                                         .calls = true,
                                         .call_counts = true,
                                         .jumps = true,
                                         .parts = true,
                                         .events = true,
                                         .declared = true,
                                         .negative = true,
                                         .idle_events = true,
                                         .idle_parts = true,
                                         .incompleteness = true},
                               .keeps = keeps,
                               .keeps_name = is_one_row,
                               .keeps_event_name = keeps_event_name,
                               .write = write};

}  // namespace quern::callgrind
