// SPDX-License-Identifier: MIT
//
// A profile that has been read: symbols, events, parts, the sums of every part and, after a full
// load, all records. Built once by ProfileBuilder, constant from then on. Everything else in quern
// asks this class; it computes nothing beyond adding up rows.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/segmented.h"
#include "quern/model/records/contexts.h"
#include "quern/model/records/cost_rows.h"
#include "quern/model/records/event.h"
#include "quern/model/records/findings.h"
#include "quern/model/records/ids.h"
#include "quern/model/records/part.h"
#include "quern/model/records/records.h"
#include "quern/model/records/sink.h"
#include "quern/model/records/symbols.h"

namespace quern {

struct CallCosts;
struct RunStatistics;
struct StackCosts;

/// What an input records of an object file that it names.
struct RecordedObject {
  std::string name;
  std::string build_id;  ///< in hexadecimal digits; empty: not known
  /// Addresses count from the start of the file, not from where it was loaded.
  bool has_file_offsets = false;
  auto operator<=>(const RecordedObject&) const = default;
};

/// One input file (or standard input) and what its reader found out.
struct InputInfo {
  std::string name;
  /// What a snapshot calls the input that it was made of; nothing where none came between.
  std::optional<std::string> snapshot_of = {};
  std::string format;   ///< "callgrind", "cachegrind", "xdebug", …
  std::string dialect;  ///< the producer's row in the format's dialect table
  /// The name of the reader in the registry of formats. (A JSON document of quern has the format
  /// of the original.)
  std::string_view read_by;
  std::optional<std::string> creator;
  std::optional<std::string> command;        ///< the first one
  std::optional<std::string> base_rule;      ///< "self" or "cost"; Callgrind-like formats only
  std::vector<EventDefinition> definitions;  ///< by name, the last row for each
  std::vector<RecordedObject> objects = {};  ///< those of which it says anything
  uint64_t raw_bytes = 0;                    ///< as stored
  uint64_t text_bytes = 0;                   ///< after decompression
  /// False: nothing that its format writes shows where a whole file ends.
  bool shows_end = true;
  Findings findings;
};

/// Self costs over the parts that declare the same list of events. One function may have several
/// rows: whoever asks adds them up.
struct SumTable {
  explicit SumTable(std::vector<EventId> list) : events(std::move(list)), self(events.size()) {}
  std::vector<EventId> events;     ///< of each cell of `self`
  std::vector<FunctionId> owners;  ///< of each row of `self`
  /// By owner: its function (see SplitFunctions). Empty: it is one.
  std::span<const FunctionId> functions = {};
  CostRows self;
  std::vector<bool> estimated = {};  ///< of the rows of `self`; those behind its end are not
  [[nodiscard]] FunctionId function(size_t row) const {
    return functions.empty() ? owners[row] : functions[owners[row].index()];
  }
  [[nodiscard]] bool is_estimated(size_t row) const {
    return row < estimated.size() && estimated[row];
  }
};

struct Part {
  PartHeader header;
  std::vector<int128> totals;           ///< Σ self, one number an event of the part (header.events)
  size_t table = 0;                     ///< into Profile::tables()
  size_t first_self = 0, end_self = 0;  ///< its rows there
  ContextUse contexts = ContextUse::kNone;
  uint64_t first_context = 0, end_context = 0;  ///< its ids
};

/// How many there are of what.
struct RecordCounts {
  uint64_t selfs = 0;                    ///< self-cost records,
  uint64_t lines = 0, instructions = 0;  ///< those of parts whose positions have such
  uint64_t calls = 0;
  uint64_t jumps = 0;
  uint64_t contexts = 0;
  RecordCounts& operator+=(const RecordCounts& more) {
    selfs += more.selfs;
    lines += more.lines;
    instructions += more.instructions;
    calls += more.calls;
    jumps += more.jumps;
    contexts += more.contexts;
    return *this;
  }
};

/// Functions as the names of the input tell them apart, where new names have made one function of
/// several: Callgrind's f'g and f'h, which are f called by g and f called by h. Numbered from 0.
/// Owners of recorded self costs are such numbers.
struct SplitFunctions {
  std::span<const FunctionId> functions;  ///< by number: which function it is now
  std::vector<uint32_t> recorded;         ///< by id that a record names; empty: the same
  std::vector<FunctionId>
      kept;  ///< what `functions` are, unless they are those of all recorded ids
  [[nodiscard]] uint32_t number(FunctionId id) const {
    return recorded.empty() ? id.value : recorded[id.index()];
  }
};

class Profile {
 public:
  [[nodiscard]] const std::vector<InputInfo>& inputs() const { return inputs_; }
  [[nodiscard]] const Symbols& symbols() const { return *symbols_; }
  /// The union of the parts' events in order of first appearance; long names and units filled in.
  [[nodiscard]] const std::vector<Event>& events() const { return events_; }
  [[nodiscard]] const std::deque<Part>& parts() const { return parts_; }
  [[nodiscard]] const std::vector<SumTable>& tables() const { return tables_; }
  [[nodiscard]] const RecordCounts& counts() const { return counts_; }
  /// True after a full load: records() then tells positions, calls and jumps one by one. Else it
  /// holds calls only, without positions, those of one caller and callee in a row added up.
  [[nodiscard]] bool has_records() const { return has_records_; }
  [[nodiscard]] const RecordStore& records() const { return records_; }
  /// What calls come to by function, where an input told it and it was asked for. It may stand for
  /// calls that were not read: records() is empty then. Null: they were read.
  [[nodiscard]] const CallCosts* call_costs() const { return call_costs_.get(); }
  /// What stands for stacks that were not kept: contexts() has frames alone then, and no part has
  /// contexts, whatever its Part::contexts. The last of those whose contexts stand alone has the
  /// self costs of all of these, in all their events. Null: all were kept, or there are none.
  [[nodiscard]] const StackCosts* stack_costs() const { return stack_costs_.get(); }
  /// How costs are distributed over the runs that the only input was merged from. Null: nobody kept
  /// that, or what the profile is made of changed since: a filter, further inputs.
  [[nodiscard]] const RunStatistics* run_statistics() const { return run_statistics_.get(); }
  /// Empty below Keep::kSums.
  [[nodiscard]] const Contexts& contexts() const { return contexts_; }
  /// After a full load only; in the order of the input, which is that of their contexts.
  [[nodiscard]] const Segmented<Leak, 14>& leaks() const { return leaks_; }
  /// The final id of a function that a record names. (Frames have final ids.)
  [[nodiscard]] FunctionId function(FunctionId recorded) const {
    if ((recorded.value & Symbols::kTargetBit) != 0) [[unlikely]] {
      return ids_.targets[recorded.value & ~Symbols::kTargetBit];
    }
    return ids_.functions.empty() ? recorded : ids_.functions[recorded.index()];
  }
  /// Null where no function was several.
  [[nodiscard]] const SplitFunctions* told_apart() const { return told_apart_.get(); }
  /// False for functions that only a jump's target names: no view lists them.
  [[nodiscard]] bool is_listed(FunctionId id) const { return id.index() < ids_.listed; }
  [[nodiscard]] std::optional<EventId> event(std::string_view name) const;
  /// The function that has the costs which inputs declare without rows for them; see
  /// ProfileBuilder::add_declared_costs(). Nothing where there are none.
  [[nodiscard]] std::optional<FunctionId> not_in_profile() const { return not_in_profile_; }
  /// Whether a filter has left costs of the inputs out: totals are those of what was selected.
  [[nodiscard]] bool is_selected() const { return marks_.is_selected; }
  /// Whether a filter has split costs by a guess: some self costs or calls are then estimates, as
  /// SumTable::is_estimated() and their records say.
  [[nodiscard]] bool has_estimates() const { return has_any(marks_.estimates, Estimates::kOfSums); }
  /// Both, and whether single records are such pieces, even of sums that are exact.
  [[nodiscard]] const SelectionMarks& marks() const { return marks_; }

 private:
  friend class ProfileBuilder;
  Profile() = default;

  std::vector<InputInfo> inputs_;
  std::unique_ptr<Symbols> symbols_;
  std::vector<Event> events_;
  std::deque<Part> parts_;  ///< up to one for 25 bytes of input: adding one moves no other
  std::vector<SumTable> tables_;
  RecordCounts counts_;
  RecordStore records_;
  std::shared_ptr<const CallCosts> call_costs_;
  std::shared_ptr<const StackCosts> stack_costs_;
  std::shared_ptr<const RunStatistics> run_statistics_;
  bool has_records_ = false;
  Contexts contexts_;
  Segmented<Leak, 14> leaks_;
  SettledIds ids_;
  std::unique_ptr<SplitFunctions> told_apart_;
  std::optional<FunctionId> not_in_profile_;
  SelectionMarks marks_;
};

/// A profile with the notes of the code that read or filtered it.
struct Opened {
  std::unique_ptr<const Profile> profile;
  /// What the user should know, one sentence each: which other files of the run were read, that an
  /// empty thread base was skipped, which share of the costs a filter kept.
  std::vector<std::string> notes = {};
};

/// What each event of the profile comes to over all parts, as it combines.
[[nodiscard]] std::vector<int128> event_totals(const Profile& profile);
/// The totals of a part's rows, without the costs of Profile::not_in_profile().
[[nodiscard]] std::vector<int128> recorded_totals(const Profile& profile, const Part& part);

}  // namespace quern
