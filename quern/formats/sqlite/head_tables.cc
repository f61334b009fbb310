// SPDX-License-Identifier: MIT
//
// Tables of what the profile says of itself: inputs, definitions of events, findings, events, parts
// with their totals.
#include <algorithm>
#include <array>
#include <optional>

#include "quern/formats/sqlite/tables.h"

namespace quern::sqlite {

namespace {

void write_inputs(const Profile& profile, Database& database) {
  Insert inputs(database, "inputs", 10);
  Insert definitions(database, "event_definitions", 4);
  Insert warnings(database, "warnings", 7);
  int64_t id = 0;
  for (const InputInfo& info : profile.inputs()) {
    inputs.small(id).name(info.name).text(info.format).text(info.dialect);
    inputs.text(info.creator.value_or("")).text(info.command.value_or(""));
    inputs.text(info.base_rule.value_or("")).integer(info.raw_bytes).integer(info.text_bytes);
    inputs.done();
    for (const EventDefinition& event : info.definitions) {
      definitions.small(id).text(event.name).text(event.formula.value_or(""));
      definitions.text(event.long_name.value_or("")).done();
    }
    for (const Findings::Kind& kind : info.findings.kinds()) {
      const Finding& first = kind.first();
      warnings.small(id).text(kind.code->name).text(to_string(kind.code->severity));
      warnings.integer(kind.count).integer(first.place.line).integer(first.place.column);
      warnings.text(first.message).done();
    }
    ++id;
  }
}

void write_events(const Profile& profile, Database& database) {
  Insert events(database, "events", 8);
  const std::vector<int128> totals = event_totals(profile);
  for (size_t id = 0; id < totals.size(); ++id) {
    const Event& event = profile.events()[id];
    events.small(static_cast<int64_t>(id)).name(event.name).text(event.long_name);
    events.text(event.unit).integer(event.scale);
    events.text(event.combine == Combine::kMax ? "max" : "sum").integer(totals[id]).done();
  }
}

/// By ContextUse.
constexpr std::array<std::string_view, 3> kUses = {"none", "alone", "beside"};

class PartTables {
 public:
  explicit PartTables(Database& database)
      : parts_(database, "parts", 11),
        totals_(database, "part_totals", 4),
        summaries_(database, "summaries", 4),
        descriptions_(database, "descriptions", 2) {}

  void write(int64_t id, const Part& part) {
    const PartHeader& header = part.header;
    parts_.small(id).small(static_cast<int64_t>(header.input)).integer(header.number);
    parts_.integer(header.pid).integer(header.thread);
    parts_.text(header.command.value_or("")).text(header.trigger.value_or(""));
    parts_.real(header.period).small(header.positions.line ? 1 : 0);
    parts_.small(header.positions.instr ? 1 : 0)
        .text(kUses[static_cast<size_t>(part.contexts)])
        .done();
    write_totals(id, part);
    for (size_t number = 0; number < header.summaries.size(); ++number) {
      write_summary(id, static_cast<int64_t>(number), header);
    }
    for (const std::string& description : header.descriptions) {
      descriptions_.small(id).text(description).done();
    }
  }

 private:
  void write_totals(int64_t id, const Part& part) {
    const std::optional<std::vector<int128>>& declared = part.header.declared_totals;
    for (size_t at = 0; at < part.totals.size(); ++at) {
      totals_.small(id).small(part.header.events[at].value).integer(part.totals[at]);
      totals_.integer(declared && at < declared->size() ? std::optional((*declared)[at])
                                                        : std::nullopt);
      totals_.done();
    }
  }

  void write_summary(int64_t id, int64_t number, const PartHeader& header) {
    const std::vector<int128>& summary = header.summaries[static_cast<size_t>(number)];
    const size_t count = std::min(summary.size(), header.events.size());
    for (size_t at = 0; at < count; ++at) {
      summaries_.small(id).small(number).small(header.events[at].value).integer(summary[at]).done();
    }
  }

  Insert parts_, totals_, summaries_, descriptions_;
};

}  // namespace

void write_head(const Profile& profile, std::string_view program, Database& database) {
  Insert(database, "quern", 2).small(kSchemaVersion).text(program).done();
  write_inputs(profile, database);
  write_events(profile, database);
  PartTables tables(database);
  int64_t id = 0;
  for (const Part& part : profile.parts()) {
    tables.write(id++, part);
  }
}

}  // namespace quern::sqlite
