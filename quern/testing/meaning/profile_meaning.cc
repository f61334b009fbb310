// SPDX-License-Identifier: MIT
#include "quern/testing/meaning/profile_meaning.h"

#include <algorithm>
#include <string>
#include <utility>

#include "quern/bytes/reading/source.h"
#include "quern/formats/registry.h"
#include "quern/load/open.h"
#include "quern/model/records/record_cursor.h"

namespace quern::testing {

namespace {

class Translator {
 public:
  Translator(const Profile& profile, Meaning& meaning) : profile_(&profile), meaning_(&meaning) {}

  void run() {
    const InputInfo& info = profile_->inputs().front();
    for (const Finding& finding : info.findings.sorted()) {
      meaning_->lints.push_back(
          {std::string(finding.code->name), finding.place.line, finding.place.column});
    }
    for (const Event& event : profile_->events()) {
      meaning_->events.push_back(event.name);
    }
    meaning_->totals.resize(meaning_->events.size());
    meaning_->creator = info.creator;
    meaning_->cmd = info.command;
    meaning_->base_rule = info.base_rule.value_or("");
    for (const EventDefinition& event : info.definitions) {
      meaning_->event_definitions.push_back({event.name, event.formula, event.long_name});
    }
    for (const Part& part : profile_->parts()) {
      add_part(part);
    }
    add_functions();
    RecordCursor cursor(profile_->records());
    while (const Record* record = cursor.next()) {
      add(*record);
    }
    add_contexts();
  }

 private:
  void add_part(const Part& part) {
    Meaning::Part& added = meaning_->parts.emplace_back();
    const PartHeader& header = part.header;
    added.number = header.number;
    added.pid = header.pid;
    added.thread = header.thread;
    added.cmd = header.command;
    added.trigger = header.trigger;
    added.positions.clear();
    for (const auto& [used, name] :
         {std::pair{header.positions.instr, "instr"}, std::pair{header.positions.bb, "bb"},
          std::pair{header.positions.line, "line"}}) {
      if (used) {
        added.positions.emplace_back(name);
      }
    }
    for (size_t at = 0; at < header.events.size(); ++at) {
      added.events.push_back(profile_->events()[header.events[at].index()].name);
      meaning_->totals[header.events[at].index()] += part.totals[at];
    }
    added.summaries = header.summaries;
    for (std::vector<int128>& summary : added.summaries) {
      summary.resize(header.events.size());
    }
    added.declared_totals = header.declared_totals;
    added.descriptions = header.descriptions;
  }

  void add_functions() {
    for (size_t at = 0; at < profile_->symbols().functions.size(); ++at) {
      if (profile_->is_listed(FunctionId(at))) {
        meaning_->function_order.push_back(function(FunctionId(at)));
        meaning_->functions[meaning_->function_order.back()].resize(meaning_->events.size());
      }
    }
    for (const SumTable& table : profile_->tables()) {
      for (size_t row = 0; row < table.self.size(); ++row) {
        std::vector<int128>& self = meaning_->functions[function(table.function(row))];
        for (size_t at = 0; at < table.events.size(); ++at) {
          self[table.events[at].index()] += table.self.at(row, at);
        }
      }
    }
  }

  [[nodiscard]] Meaning::Function function(FunctionId id) const {
    const Symbols& symbols = profile_->symbols();
    return {std::string(symbols.name(id)), std::string(symbols.file(id)),
            std::string(symbols.object(id))};
  }

  [[nodiscard]] Meaning::Position position(const Record& record, const Position& at) const {
    const PositionKinds& kinds = profile_->parts()[record.part].header.positions;
    Meaning::Position position;
    if (kinds.knows(at.line)) {
      position.line = at.line;
    }
    if (kinds.instr) {
      position.address = at.address;
    }
    return position;
  }

  [[nodiscard]] std::vector<int128> costs(const Record& record) const {
    std::vector<int128> all(meaning_->events.size());
    const std::vector<EventId>& events = profile_->parts()[record.part].header.events;
    for (size_t at = 0; at < record.costs.size(); ++at) {
      all[events[at].index()] = record.costs[at];
    }
    return all;
  }

  void add(const Record& record) {
    const Meaning::Function own = function(profile_->function(record.function));
    const std::string file(profile_->symbols().names.text(record.file));
    if (record.kind == RecordKind::kSelf) {
      meaning_->lines.push_back(
          {own, file, position(record, record.at), record.part, costs(record)});
      return;
    }
    const Meaning::Function other = function(profile_->function(record.other));
    const Meaning::Position target =
        record.target ? position(record, *record.target) : Meaning::Position{};
    if (record.kind == RecordKind::kCall) {
      meaning_->calls.push_back({own, other, file, position(record, record.at), target, record.part,
                                 record.count, costs(record)});
      return;
    }
    meaning_->jumps.push_back({record.kind == RecordKind::kConditionalJump, own, file,
                               position(record, record.at), other,
                               std::string(profile_->symbols().names.text(record.target_file)),
                               target, record.part, record.count, record.followed});
  }

  void add_contexts() {
    const Contexts& contexts = profile_->contexts();
    for (size_t part = 0; part < profile_->parts().size(); ++part) {
      const Part& of = profile_->parts()[part];
      for (uint64_t at = of.first_context; at < of.end_context; ++at) {
        const ContextId id(static_cast<uint32_t>(at));
        Meaning::Context& added = meaning_->contexts.emplace_back();
        if (contexts.parent(id) != kNoContext) {
          added.parent = contexts.parent(id).value;
        }
        added.function = function(contexts.frame(id).function);
        added.file = profile_->symbols().names.text(contexts.frame(id).file);
        added.line = contexts.position(id);
        added.part = part;
        added.self.resize(meaning_->events.size());
      }
    }
    ContextCosts walk(contexts);
    while (walk.next()) {
      for (const EventCost& each : walk.costs()) {
        meaning_->contexts[walk.context().index()].self[each.event.index()] += each.cost;
      }
    }
  }

  const Profile* profile_;
  Meaning* meaning_;
};

}  // namespace

Meaning meaning_of(const Profile& profile) {
  Meaning meaning;
  Translator(profile, meaning).run();
  return meaning;
}

Meaning read_meaning(std::string_view bytes, OpenOptions options) {
  options.keep = Keep::kAll;
  options.dialect = options.dialect.value_or("callgrind");
  const Result<Opened> opened = open_bytes("input", std::string(bytes), options);
  if (opened) {
    return meaning_of(*opened->profile);
  }
  Meaning meaning;
  meaning.valid = false;
  const Diagnostic& error = opened.error();
  meaning.error = {error.place.line, error.place.column, error.code, error.message};
  return meaning;
}

}  // namespace quern::testing
