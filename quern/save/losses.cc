// SPDX-License-Identifier: MIT
#include "quern/save/losses.h"

#include <algorithm>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/events/event_names.h"
#include "quern/base/int128.h"
#include "quern/base/text.h"
#include "quern/model/completeness.h"
#include "quern/model/declared_costs.h"
#include "quern/model/records/record_cursor.h"
#include "quern/model/run_statistics.h"
#include "quern/save/projections.h"

namespace quern {
namespace {

uint64_t units_of_count(const FormatWriter& writer, const Event& event) {
  return writer.units_of_count == nullptr ? 1 : writer.units_of_count(event);
}

/// How many there are of what formats may have no place for.
struct Contents {
  uint64_t objects = 0;  ///< functions that have one
  uint64_t files = 0;    ///< functions that have one
  uint64_t symbols = 0;  ///< contexts at addresses
  uint64_t sites = 0;    ///< contexts that are calls, where nothing else tells of these
  uint64_t peaks = 0;    ///< events that combine by maximum
};

/// What the part of a context is.
class PartOfContext {
 public:
  explicit PartOfContext(const Profile& profile) : parts_(&profile.parts()) {}
  /// Ids have to grow.
  size_t operator()(ContextId id) {
    while (part_ < parts_->size() && id.value >= (*parts_)[part_].end_context) {
      ++part_;
    }
    return part_;
  }

 private:
  const std::deque<Part>* parts_;
  size_t part_ = 0;
};

void count_functions(const Profile& profile, Contents& contents) {
  const FunctionTable& functions = profile.symbols().functions;
  for (size_t at = 0; at < functions.size(); ++at) {
    const FunctionKey& key = functions[FunctionId(at)];
    contents.objects += key.object != kUnknownName ? 1U : 0U;
    contents.files += key.file != kUnknownName ? 1U : 0U;
  }
}

void count_contexts(const Profile& profile, Contents& contents) {
  PartOfContext part_of(profile);
  for (uint64_t at = 0; at < profile.contexts().size(); ++at) {
    const ContextId id(static_cast<uint32_t>(at));
    const Frame& frame = profile.contexts().frame(id);
    const bool has_start = frame.start != 0 && frame.start != Frame::kUnknownStart;
    const bool has_address = has_start || profile.contexts().position(id).value_or(0) != 0;
    const bool is_alone = profile.parts()[part_of(id)].contexts == ContextUse::kAlone;
    contents.sites += is_alone && !frame.is_symbol ? profile.contexts().calls(id) : 0;
    contents.symbols += frame.is_symbol && !frame.is_line && has_address ? 1U : 0U;
  }
}

Contents contents_of(const Profile& profile) {
  Contents contents;
  for (const Event& event : profile.events()) {
    contents.peaks += event.combine == Combine::kMax ? 1U : 0U;
  }
  count_functions(profile, contents);
  count_contexts(profile, contents);
  return contents;
}

/// Events and parts that nothing is written of, as a profile that is projected has them.
struct Unused {
  uint64_t events = 0;
  uint64_t parts = 0;
};

Unused idle_stacks(const Profile& profile) {
  std::vector<bool> has_event(profile.events().size());
  std::vector<bool> has_part(profile.parts().size());
  PartOfContext part_of(profile);
  for (ContextCosts walk(profile.contexts()); walk.next();) {
    for (const EventCost& each : walk.costs()) {
      if (each.cost != 0) {
        has_event[each.event.index()] = has_part[part_of(walk.context())] = true;
      }
    }
  }
  for (const Leak& leak : profile.leaks()) {
    has_event[leak.event.index()] = true;
  }
  // Those of one counter are written together.
  std::map<std::string_view, bool> has_counter;
  const auto counter_of = [&profile](size_t event) {
    const std::string_view name = profile.events()[event].name;
    const std::string_view base = name.substr(0, name.rfind(':'));
    const bool is_beside = name != base && profile.event(std::string(base)).has_value();
    return is_beside ? base : name;
  };
  for (size_t event = 0; event < has_event.size(); ++event) {
    has_counter[counter_of(event)] = has_counter[counter_of(event)] || has_event[event];
  }
  Unused idle;
  for (size_t event = 0; event < has_event.size(); ++event) {
    idle.events += has_counter[counter_of(event)] ? 0U : 1U;
  }
  idle.parts = static_cast<uint64_t>(std::ranges::count(has_part, false));
  return idle;
}

Unused idle_records(const Profile& profile) {
  std::vector<bool> has_part(profile.parts().size());
  RecordCursor cursor(profile.records(), kSelfRecords);
  while (const Record* record = cursor.next()) {
    has_part[record->part] = true;
  }
  return {.parts = static_cast<uint64_t>(std::ranges::count(has_part, false))};
}

/// Names that a format writes otherwise, each once.
uint64_t changed_names(const Profile& profile, const FormatWriter& writer) {
  if (writer.keeps_name == nullptr) {
    return 0;
  }
  const Symbols& symbols = profile.symbols();
  std::vector<bool> is_used(symbols.names.size());
  for (size_t at = 0; at < symbols.functions.size(); ++at) {
    const FunctionKey& key = symbols.functions[FunctionId(at)];
    is_used[key.name.index()] = true;
    is_used[key.file.index()] = is_used[key.file.index()] || writer.holds.files;
    is_used[key.object.index()] = is_used[key.object.index()] || writer.holds.objects;
  }
  if (writer.basis == Basis::kRecords && writer.holds.files) {
    RecordCursor cursor(profile.records(), kSelfRecords);
    while (const Record* record = cursor.next()) {
      is_used[record->file.index()] = true;
    }
  }
  uint64_t changed = 0;
  for (size_t at = 0; at < is_used.size(); ++at) {
    changed += is_used[at] && !writer.keeps_name(symbols.names.text(NameId(at))) ? 1U : 0U;
  }
  return changed;
}

/// By event: what parts declare without rows. Small differences do not count, as in any part with
/// `totals:`, which what is written has.
std::vector<int128> declared_costs(const Profile& profile) {
  std::vector<int128> sums(profile.events().size());
  for (const Part& part : profile.parts()) {
    PartHeader header = part.header;
    header.declared_totals = recorded_totals(profile, part);
    const std::vector<int128> missing =
        costs_without_rows(header, *header.declared_totals, profile.events());
    for (size_t event = 0; event < missing.size(); ++event) {
      sums[header.events[event].index()] += missing[event];
    }
  }
  return sums;
}

class Finder {
 public:
  Finder(const Profile& profile, const WrittenProfile& written, const FormatWriter& writer)
      : profile_(&profile),
        written_(&written),
        shown_(&written.profile),
        writer_(&writer),
        holds_(&writer.holds),
        basis_(writer.basis),
        contents_(contents_of(profile)) {}

  [[nodiscard]] std::vector<Loss> find() {
    const RecordCounts& counts = profile_->counts();
    const bool makes_stacks = basis_ != Basis::kRecords;
    // Stacks that are made from a call graph have no positions.
    const bool has_positions = !makes_stacks || counts.contexts != 0;
    add(holds_->lines && has_positions, "lines", counts.lines, "costs are kept by function");
    // Those of records stay with records, those of stacks with stacks.
    const bool keeps_instructions = holds_->addresses && !makes_stacks;
    const bool keeps_symbols = holds_->addresses && makes_stacks;
    add(false, "addresses",
        (keeps_instructions ? 0 : counts.instructions) + (keeps_symbols ? 0 : contents_.symbols),
        "left out");
    add(holds_->files, "files of functions", contents_.files,
        "functions with the same name are merged");
    add(holds_->objects, "objects of functions", contents_.objects,
        "functions with the same name and file are merged");
    find_calls();
    add(holds_->jumps, "jumps", counts.jumps, "left out");
    if (holds_->calls) {
      add(holds_->stacks, "stacks", counts.contexts, "converted to calls between functions",
          LossKind::kChanged, "stacks into calls");
    } else {
      add(holds_->stacks, "stacks", counts.contexts, "left out");
    }
    const size_t parts = profile_->parts().size();
    add(holds_->parts || parts < 2, "parts", parts, "added up", LossKind::kAddedUp);
    find_events();
    find_declared();
    find_idle();
    add(holds_->leaks, "resources still held", profile_->leaks().size(), "left out");
    if (makes_stacks && !holds_->negative) {
      add(false, "costs below 0", costs_below_0(), "left out");
    }
    add(holds_->incompleteness, "marks of an incomplete profile",
        Completeness(*profile_).shortfalls().size(), "left out: the file seems complete");
    const RunStatistics* const runs = profile_->run_statistics();
    add(holds_->run_statistics, "statistics of runs", runs != nullptr ? runs->runs.size() : 0,
        "left out");
    find_names();
    find_units();
    find_changed_units();
    return std::move(losses_);
  }

 private:
  void find_calls() {
    const RecordCounts& counts = profile_->counts();
    const bool makes_stacks = basis_ != Basis::kRecords;
    add(holds_->calls || makes_stacks, "calls", counts.calls, "left out");
    const bool is_marked = holds_->estimates;
    if (makes_stacks && counts.calls != 0 && counts.contexts == 0) {
      add(false, "exact calls", counts.calls,
          is_marked ? "converted to stacks, which are estimates"
                    : "converted to stacks, which are estimates; the file cannot say so",
          LossKind::kEstimated, is_marked ? "stacks" : "stacks (the file cannot say so)");
    } else if (makes_stacks && written_->are_stacks_estimated) {
      add(is_marked, "marks of estimated stacks", 1, "left out: the stacks seem exact");
    }
    add(holds_->call_counts, "counts of calls", counts.calls + contents_.sites, "left out");
    add(!written_->are_calls_uncounted, "calls without a count", shown_->counts().calls,
        "written as one call each", LossKind::kEstimated, "counts of calls");
  }

  void find_events() {
    const size_t events = profile_->events().size();
    const bool is_peak = !holds_->events && is_peak_written();
    if (!holds_->events && events > 1) {
      const std::string& name = shown_->events()[written_->event.index()].name;
      add(false, "events", events, "all but " + name + " are left out", LossKind::kDropped,
          "events other than " + name);
    }
    // The user asked for this one.
    add(!is_peak, "peaks", 1, "converted to costs that add up", LossKind::kChanged,
        "a peak into costs that add up");
    if (holds_->events) {
      add(holds_->peaks, "peaks", contents_.peaks,
          "left out: readers of the format would add them up");
    }
  }

  /// Costs that make up the total and have no row.
  void find_declared() {
    uint64_t events = 0;
    const std::vector<int128> missing = declared_costs(*profile_);
    for (size_t at = 0; at < missing.size(); ++at) {
      const std::optional<EventId> event = shown_->event(profile_->events()[at].name);
      events += missing[at] != 0 && event && is_written(*event) ? 1U : 0U;
    }
    add(holds_->declared, "events with costs that are not in the profile", events,
        "these costs are left out: the totals are smaller");
  }

  /// Of stacks, and of events that are written.
  [[nodiscard]] uint64_t costs_below_0() const {
    uint64_t found = 0;
    for (ContextCosts walk(shown_->contexts()); walk.next();) {
      found +=
          static_cast<uint64_t>(std::ranges::count_if(walk.costs(), [&](const EventCost& each) {
            return each.cost < 0 && is_written(each.event);
          }));
    }
    return found;
  }

  /// An event of what is shown.
  [[nodiscard]] bool is_written(EventId event) const {
    return holds_->events || event == written_->event;
  }

  [[nodiscard]] bool is_peak_written() const {
    return !shown_->events().empty() &&
           shown_->events()[written_->event.index()].combine == Combine::kMax;
  }

  void find_idle() {
    if ((holds_->idle_events || !holds_->events) && (holds_->idle_parts || !holds_->parts)) {
      return;
    }
    const Unused idle = basis_ == Basis::kRecords ? idle_records(*shown_) : idle_stacks(*shown_);
    add(holds_->idle_events || !holds_->events, "events without costs", idle.events, "left out");
    const bool has_several = profile_->parts().size() > 1;
    add(holds_->idle_parts || !holds_->parts || !has_several, "parts without costs", idle.parts,
        "left out");
  }

  void find_names() {
    constexpr std::string_view kEffect =
        "changed: the format cannot represent some of their characters";
    add(false, "names", changed_names(*shown_, *writer_), std::string(kEffect), LossKind::kChanged);
    uint64_t events = 0;
    for (const Event& event : shown_->events()) {
      const bool is_kept =
          writer_->keeps_event_name == nullptr || writer_->keeps_event_name(event.name);
      events += is_kept ? 0U : 1U;
    }
    add(false, "names of events", events, std::string(kEffect), LossKind::kChanged);
  }

  /// Costs that the format counts in smaller units: of ticks, nanoseconds.
  void find_changed_units() {
    std::string names, effect;
    uint64_t changed = 0;
    for (size_t at = 0; at < shown_->events().size(); ++at) {
      const Event& event = shown_->events()[at];
      const uint64_t units = units_of_count(*writer_, event);
      if (units != 1 && is_written(EventId(at))) {
        names += (changed == 0 ? "unit of " : ", unit of ") + event.name;
        effect += (changed++ == 0 ? "changed: one " : ", one ") + event.name + " becomes " +
                  grouped(int128{units});
      }
    }
    add(false, "smaller units", changed, std::move(effect), LossKind::kChanged, std::move(names));
  }

  /// Units that neither the format nor the event's name says.
  void find_units() {
    uint64_t lost = 0;
    const std::vector<Event> events = named_events(shown_->events(), {});
    for (size_t at = 0; at < events.size(); ++at) {
      const Event& event = events[at];
      const EventName named = holds_->events ? describe_event(event.name) : EventName{};
      const bool is_named = named.unit == event.unit && named.scale == event.scale;
      const bool is_kept = writer_->keeps_unit != nullptr && writer_->keeps_unit(event);
      lost += is_written(EventId(at)) && !event.unit.empty() && !is_named && !is_kept ? 1U : 0U;
    }
    add(false, "units of events", lost, "left out: costs are plain numbers");
  }

  void add(bool is_held, std::string what, uint64_t count, std::string effect,
           LossKind kind = LossKind::kDropped, std::string result = {}) {
    if (!is_held && count != 0) {
      losses_.push_back({std::move(what), count, std::move(effect), kind, std::move(result)});
    }
  }

  const Profile* profile_;
  const WrittenProfile* written_;
  const Profile* shown_;  ///< as the writer gets it
  const FormatWriter* writer_;
  const Capabilities* holds_;
  Basis basis_;
  Contents contents_;
  std::vector<Loss> losses_;
};

std::vector<int128> totals_of(const Profile& profile) {
  return totals(profile, PartSet::all(profile), event_sums(all_events(profile)));
}

/// What stacks come to in formats that add up all there is, and have nothing below 0 if the writer
/// leaves that out.
std::vector<int128> stack_sums(const Profile& profile, bool has_negative) {
  std::vector<int128> sums(profile.events().size());
  for (ContextCosts walk(profile.contexts()); walk.next();) {
    for (const EventCost& each : walk.costs()) {
      sums[each.event.index()] += has_negative || each.cost > 0 ? each.cost : int128{0};
    }
  }
  return sums;
}

}  // namespace

std::vector<Loss> losses_of(const Profile& profile, const WrittenProfile& written,
                            const FormatWriter& writer) {
  return writer.basis == Basis::kEverything ? std::vector<Loss>()
                                            : Finder(profile, written, writer).find();
}

std::vector<ConvertedTotal> converted_totals(const Profile& profile, const WrittenProfile& written,
                                             const FormatWriter& writer) {
  const std::vector<int128> before = totals_of(profile);
  const std::vector<int128> declared = declared_costs(profile);
  const bool adds_stacks = writer.basis != Basis::kRecords && !writer.holds.peaks;
  const std::vector<int128> after =
      adds_stacks ? stack_sums(written.profile, writer.holds.negative) : totals_of(written.profile);
  std::vector<ConvertedTotal> totals;
  for (size_t at = 0; at < before.size(); ++at) {
    const std::string& name = profile.events()[at].name;
    const std::optional<EventId> event = written.profile.event(name);
    const bool is_written = event && (writer.holds.events || *event == written.event);
    const int128 kept = writer.holds.declared ? declared[at] : 0;
    totals.push_back(
        {name, before[at] + declared[at], is_written ? after[event->index()] + kept : int128{0}});
  }
  return totals;
}

}  // namespace quern
