// SPDX-License-Identifier: MIT
#include "quern/workspace/losses.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "quern/analysis/profile_graph.h"
#include "quern/model/record_cursor.h"

namespace quern {
namespace {

/// How many there are of what formats may have no place for.
struct Contents {
  uint64_t objects = 0;            ///< functions that have one
  uint64_t files = 0;              ///< likewise
  uint64_t symbols = 0;            ///< contexts at addresses
  uint64_t peaks = 0;              ///< events that combine by maximum
  std::vector<int128> below_zero;  ///< by event: Σ of the negative costs that would be written
  uint64_t negative = 0;           ///< how many costs that are
};

void count_functions(const Profile& profile, Contents& contents) {
  const FunctionTable& functions = profile.symbols().functions;
  for (size_t at = 0; at < functions.size(); ++at) {
    const FunctionKey& key = functions[FunctionId(at)];
    contents.objects += key.object != kUnknownName ? 1U : 0U;
    contents.files += key.file != kUnknownName ? 1U : 0U;
  }
}

/// Of stacks alone: formats that hold records hold costs below 0 too.
void count_contexts(const Profile& profile, Contents& contents) {
  for (uint64_t at = 0; at < profile.contexts().size(); ++at) {
    const ContextId id(static_cast<uint32_t>(at));
    const Frame& frame = profile.contexts().frame(id);
    const bool has_address = frame.start != 0 || profile.contexts().position(id).value_or(0) != 0;
    contents.symbols += frame.is_symbol && !frame.is_line && has_address ? 1U : 0U;
  }
  for (ContextCosts walk(profile.contexts()); walk.next();) {
    for (const EventCost& each : walk.costs()) {
      if (each.cost < 0) {
        ++contents.negative;
        contents.below_zero[each.event.index()] += each.cost;
      }
    }
  }
}

Contents contents_of(const Profile& profile) {
  Contents contents;
  contents.below_zero.resize(profile.events().size());
  for (const Event& event : profile.events()) {
    contents.peaks += event.combine == Combine::kMax ? 1U : 0U;
  }
  count_functions(profile, contents);
  count_contexts(profile, contents);
  return contents;
}

class Finder {
 public:
  Finder(const Profile& profile, const Profile& projected, const FormatWriter& writer)
      : profile_(&profile),
        holds_(&writer.holds),
        basis_(writer.basis),
        contents_(contents_of(profile)),
        projected_(contents_of(projected)) {}

  void find(std::vector<Loss>& losses, std::string_view event) {
    losses_ = &losses;
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
    add(holds_->files, "files of functions", contents_.files, "functions of one name are one");
    add(holds_->objects, "objects of functions", contents_.objects,
        "functions of one name and file are one");
    add(holds_->calls || makes_stacks, "calls", counts.calls, "left out");
    if (makes_stacks && counts.calls != 0 && counts.contexts == 0) {
      add(false, "exact calls", counts.calls, "become stacks, which are an estimate");
    }
    add(holds_->call_counts, "counts of calls", counts.calls, "left out");
    add(holds_->jumps, "jumps", counts.jumps, "left out");
    add(holds_->stacks, "stacks", counts.contexts,
        holds_->calls ? "become calls between functions" : "left out");
    const size_t parts = profile_->parts().size();
    add(holds_->parts || parts < 2, "parts", parts, "added up");
    const size_t events = profile_->events().size();
    add(holds_->events || events < 2, "events", events,
        "all but " + std::string(event) + " are left out");
    add(holds_->leaks, "resources still held", profile_->leaks().size(), "left out");
    add(holds_->peaks, "peaks", contents_.peaks, "become costs that add up");
    if (makes_stacks) {
      add(holds_->negative, "costs below 0", projected_.negative, "left out");
    }
  }

  /// What is lost of the total of an event that is written.
  [[nodiscard]] int128 lost(size_t event) const {
    return holds_->negative || basis_ == Basis::kRecords ? int128{0} : projected_.below_zero[event];
  }

 private:
  void add(bool is_held, std::string_view what, uint64_t count, std::string effect) {
    if (!is_held && count != 0) {
      losses_->push_back({what, count, std::move(effect)});
    }
  }

  const Profile* profile_;
  const Holds* holds_;
  Basis basis_;
  Contents contents_;
  Contents projected_;
  std::vector<Loss>* losses_ = nullptr;
};

std::vector<int128> totals_of(const Profile& profile) {
  std::vector<EventId> events;
  for (size_t at = 0; at < profile.events().size(); ++at) {
    events.emplace_back(at);
  }
  return totals(profile, PartSet::all(profile), event_sums(events));
}

/// Σ of all self costs, of peaks too: what formats make of them that only know sums.
std::vector<int128> record_sums(const Profile& profile) {
  std::vector<int128> sums(profile.events().size());
  RecordCursor cursor(profile.records(), kSelfRecords);
  while (const Record* record = cursor.next()) {
    const std::vector<EventId>& events = profile.parts()[record->part].header.events;
    for (size_t at = 0; at < record->costs.size(); ++at) {
      sums[events[at].index()] += record->costs[at];
    }
  }
  return sums;
}

/// What stacks come to in formats that add up all there is, peaks too.
std::vector<int128> stack_sums(const Profile& profile) {
  std::vector<int128> sums(profile.events().size());
  for (ContextCosts walk(profile.contexts()); walk.next();) {
    for (const EventCost& each : walk.costs()) {
      sums[each.event.index()] += each.cost;
    }
  }
  return sums;
}

std::vector<int128> written_totals(const Profile& projected, const FormatWriter& writer) {
  if (writer.basis == Basis::kRecords) {
    return record_sums(projected);
  }
  return writer.holds.peaks ? totals_of(projected) : stack_sums(projected);
}

}  // namespace

Conversion losses_of(const Profile& profile, const Profile& projected, const FormatWriter& writer,
                     EventId event) {
  Conversion conversion;
  conversion.format = writer.name;
  Finder finder(profile, projected, writer);
  finder.find(conversion.losses, profile.events()[event.index()].name);
  const std::vector<int128> before = totals_of(profile);
  const std::vector<int128> after = written_totals(projected, writer);
  for (size_t at = 0; at < before.size(); ++at) {
    const bool is_written = writer.holds.events || at == event.index();
    conversion.totals.push_back({profile.events()[at].name, before[at],
                                 is_written ? after[at] - finder.lost(at) : int128{0}});
  }
  return conversion;
}

}  // namespace quern
