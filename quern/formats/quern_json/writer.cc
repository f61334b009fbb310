// SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <string>

#include "quern/base/buffered_text.h"
#include "quern/base/json_writer.h"
#include "quern/base/text.h"
#include "quern/formats/quern_json/quern_json.h"
#include "quern/model/records/record_cursor.h"

namespace quern::quern_json {

namespace {

class Writer {
 public:
  Writer(const Profile& profile, const CostsOfFunction& costs, ByteSink& out)
      : profile_(&profile),
        costs_(&costs),
        events_(profile.events().size()),
        is_dense_(events_ <= kMostDenseEvents),
        stream_(out),
        json_(stream_.text()) {}

  void write() {
    json_.begin_object();
    head();
    events();
    parts();
    functions();
    lines();
    calls();
    jumps();
    contexts();
    leaks();
    warnings();
    json_.end_object().newline();
  }

 private:
  /// What all inputs say alike, else null.
  template <class Field>
  void common(const char* name, Field field) {
    const std::vector<InputInfo>& inputs = profile_->inputs();
    const auto of = [&field](const InputInfo& info) {
      return std::optional<std::string>(field(info));
    };
    const bool same = !inputs.empty() && std::ranges::all_of(inputs, [&](const InputInfo& info) {
      return of(info) == of(inputs.front());
    });
    const std::optional<std::string> value = same ? of(inputs.front()) : std::nullopt;
    json_.text_or_null(name, value.value_or(""));
  }

  void head() {
    json_.key("schema").string("quern.profile/1").newline();
    common("format", [](const InputInfo& info) { return info.format; });
    common("dialect", [](const InputInfo& info) { return info.dialect; });
    common("base_rule", [](const InputInfo& info) { return info.base_rule; });
    common("creator", [](const InputInfo& info) { return info.creator; });
    common("command", [](const InputInfo& info) { return info.command; });
    json_.newline();
  }

  void costs(std::string_view name, const std::vector<int128>& values) {
    json_.key(name).begin_array();
    for (const int128 value : values) {
      json_.integer(value);
    }
    json_.end_array();
  }

  void events() {
    json_.key("events").begin_array();
    for (const Event& event : profile_->events()) {
      json_.begin_object().text("name", event.name).text_or_null("long_name", event.long_name);
      json_.text_or_null("unit", event.unit).key("scale").integer(event.scale);
      json_.key("combine").string(event.combine == Combine::kMax ? "max" : "sum");
      json_.key("formula").null().end_object();
    }
    json_.end_array().newline();
    json_.key("event_definitions").begin_array();
    for (const InputInfo& info : profile_->inputs()) {
      for (const EventDefinition& event : info.definitions) {
        json_.begin_object().text("name", event.name);
        json_.text_or_null("formula", event.formula.value_or(""));
        json_.text_or_null("long_name", event.long_name.value_or("")).end_object();
      }
    }
    json_.end_array().newline();
    std::vector<int128> totals(events_);
    for (const Part& part : profile_->parts()) {
      for (size_t at = 0; at < part.totals.size(); ++at) {
        const size_t event = part.header.events[at].index();
        totals[event] = profile_->events()[event].combine == Combine::kMax
                            ? std::max(totals[event], part.totals[at])
                            : totals[event] + part.totals[at];
      }
    }
    costs("totals", totals);
    json_.newline();
  }

  void number_or_null(const char* name, const std::optional<uint64_t>& value) {
    json_.key(name);
    if (value) {
      json_.integer(*value);
    } else {
      json_.null();
    }
  }

  void parts() {
    json_.key("parts").begin_array();
    for (const Part& part : profile_->parts()) {
      const PartHeader& header = part.header;
      json_.newline().begin_object();
      number_or_null("number", header.number);
      number_or_null("pid", header.pid);
      number_or_null("thread", header.thread);
      json_.text_or_null("command", header.command.value_or(""));
      json_.text_or_null("trigger", header.trigger.value_or("")).key("period");
      if (header.period) {
        json_.number(*header.period);
      } else {
        json_.null();
      }
      part_costs(part);
      json_.key("descriptions").begin_array();
      for (const std::string& description : header.descriptions) {
        json_.string(to_utf8(description));
      }
      json_.end_array().end_object();
      (void)stream_.drain();
    }
    json_.end_array().newline();
  }

  void part_costs(const Part& part) {
    const PartHeader& header = part.header;
    json_.key("positions").begin_array();
    for (const auto& [used, name] :
         {std::pair{header.positions.instr, "instr"}, std::pair{header.positions.bb, "bb"},
          std::pair{header.positions.line, "line"}}) {
      if (used) {
        json_.string(name);
      }
    }
    json_.end_array().key("events").begin_array();
    for (const EventId event : header.events) {
      json_.string(to_utf8(profile_->events()[event.index()].name));
    }
    json_.end_array();
    costs("totals", part.totals);
    json_.key("summaries").begin_array();
    for (const std::vector<int128>& summary : header.summaries) {
      json_.begin_array();
      const size_t numbers = is_dense_ ? header.events.size() : summary.size();
      for (size_t at = 0; at < numbers; ++at) {
        json_.integer(at < summary.size() ? summary[at] : 0);
      }
      json_.end_array();
      (void)stream_.drain();
    }
    json_.end_array();
    if (header.declared_totals) {
      costs("declared_totals", *header.declared_totals);
    } else {
      json_.key("declared_totals").null();
    }
  }

  void function_costs(const FunctionCosts& function) {
    if (is_dense_) {
      costs("self", function.self);
      costs("inclusive", function.inclusive);
    } else {
      json_.key("self").null().key("inclusive").null();
    }
    json_.key("calls");
    if (function.calls) {
      json_.integer(*function.calls);
    } else {
      json_.null();
    }
  }

  void functions() {
    json_.key("functions").begin_array();
    const Symbols& symbols = profile_->symbols();
    FunctionCosts function;
    for (size_t at = 0; at < symbols.functions.size(); ++at) {
      const FunctionId id(at);
      json_.newline().begin_object().key("id").integer(at);
      json_.text_or_null("name", symbols.name(id)).text_or_null("file", symbols.file(id));
      json_.text_or_null("object", symbols.object(id));
      (*costs_)(at, function);
      function_costs(function);
      json_.end_object();
      (void)stream_.drain();
    }
    json_.end_array().newline();
  }

  void position(size_t part, NameId file, const Position& at) {
    const PositionKinds& kinds = profile_->parts()[part].header.positions;
    json_.text_or_null("file", profile_->symbols().names.text(file));
    number_or_null("line", kinds.knows(at.line) ? std::optional(at.line) : std::nullopt);
    number_or_null("address", kinds.instr ? std::optional(at.address) : std::nullopt);
  }

  /// A record's costs in the order of the profile's events.
  void record_costs(const std::string& name, const Record& record) {
    const std::vector<EventId>& events = profile_->parts()[record.part].header.events;
    if (!is_dense_) {
      json_.key(name + "_pairs").begin_array();
      for (size_t at = 0; at < record.costs.size(); ++at) {
        if (record.costs[at] != 0) {
          json_.begin_array().integer(events[at].value).integer(record.costs[at]).end_array();
        }
      }
      json_.end_array();
      return;
    }
    row_.assign(events_, 0);
    for (size_t at = 0; at < record.costs.size(); ++at) {
      row_[events[at].index()] = record.costs[at];
    }
    costs(name, row_);
  }

  template <class Body>
  void each(RecordKinds kinds, Body body) {
    RecordCursor cursor(profile_->records(), kinds);
    while (const Record* record = cursor.next()) {
      json_.newline().begin_object();
      body(*record);
      json_.end_object();
      (void)stream_.drain();
    }
  }

  void lines() {
    json_.key("lines").begin_array();
    each(kSelfRecords, [this](const Record& record) {
      json_.key("function").integer(profile_->function(record.function).value);
      position(record.part, record.file, record.at);
      json_.key("part").integer(record.part);
      record_costs("self", record);
    });
    json_.end_array().newline();
  }

  void calls() {
    json_.key("calls").begin_array();
    each(kCallRecords, [this](const Record& record) {
      json_.key("caller").integer(profile_->function(record.function).value);
      json_.key("callee").integer(profile_->function(record.other).value);
      position(record.part, record.file, record.at);
      const PositionKinds& kinds = profile_->parts()[record.part].header.positions;
      json_.key("target").begin_object();
      const bool has_target = record.target.has_value();
      number_or_null("line",
                     has_target && kinds.line ? std::optional(record.target->line) : std::nullopt);
      number_or_null("address", has_target && kinds.instr ? std::optional(record.target->address)
                                                          : std::nullopt);
      json_.end_object().key("part").integer(record.part).key("count").integer(record.count);
      record_costs("inclusive", record);
    });
    json_.end_array().newline();
  }

  void jump_end(const char* name, size_t part, FunctionId function, NameId file,
                const Position& at) {
    json_.key(name).begin_object().key("function").integer(profile_->function(function).value);
    position(part, file, at);
    json_.end_object();
  }

  void jumps() {
    json_.key("jumps").begin_array();
    each(kJumpRecords, [this](const Record& record) {
      json_.key("kind").string(record.kind == RecordKind::kJump ? "jump" : "jcnd");
      json_.key("part").integer(record.part);
      jump_end("from", record.part, record.function, record.file, record.at);
      jump_end("to", record.part, record.other, record.target_file, *record.target);
      json_.key("executed").integer(record.count).key("followed").integer(record.followed);
    });
    json_.end_array().newline();
  }

  /// Where a context was entered, or where it was: an offset into a symbol, or a line.
  void place(const Frame& frame, const std::optional<int64_t>& position) {
    const auto signed_or_null = [this](const char* name, std::optional<int128> value) {
      json_.key(name);
      if (value) {
        json_.integer(*value);
      } else {
        json_.null();
      }
    };
    const std::optional<int128> at = position ? std::optional<int128>(*position) : std::nullopt;
    const std::optional<int128> none;
    const bool has_offset = frame.is_symbol && !frame.is_line;
    signed_or_null("offset", has_offset ? at : none);
    const bool has_address = has_offset && at && frame.start != Frame::kUnknownStart;
    signed_or_null("address", has_address ? int128{frame.start} + *at : none);
    json_.text_or_null("file", profile_->symbols().names.text(frame.file));
    signed_or_null("line", has_offset ? none : at);
  }

  void context_costs(std::span<const EventCost> costs) {
    if (!is_dense_) {
      json_.key("self_pairs").begin_array();
      for (const EventCost& each : costs) {
        json_.begin_array().integer(each.event.value).integer(each.cost).end_array();
      }
      json_.end_array();
      return;
    }
    json_.key("self").begin_array();
    if (!costs.empty()) {
      row_.assign(events_, 0);
      for (const EventCost& each : costs) {
        row_[each.event.index()] = each.cost;
      }
      for (const int128 value : row_) {
        json_.integer(value);
      }
    }
    json_.end_array();
  }

  void contexts() {
    json_.key("contexts").begin_array();
    const Contexts& contexts = profile_->contexts();
    ContextCosts walk(contexts);
    size_t part = 0;
    for (uint64_t at = 0; at < contexts.size(); ++at) {
      const ContextId id(static_cast<uint32_t>(at));
      while (at >= profile_->parts()[part].end_context) {
        ++part;
      }
      const Frame& frame = contexts.frame(id);
      const bool is_root = contexts.parent(id) == kNoContext;
      json_.newline().begin_object().key("id").integer(at).key("parent");
      if (is_root) {
        json_.null();
      } else {
        json_.integer(contexts.parent(id).value);
      }
      json_.key("function").integer(frame.function.value);
      place(frame, contexts.position(id));
      json_.key("part").integer(part);
      context_costs(walk.of(id));
      json_.key("calls");
      if (frame.is_symbol) {
        json_.null();
      } else {
        json_.integer(contexts.calls(id));
      }
      json_.end_object();
      (void)stream_.drain();
    }
    json_.end_array().newline();
  }

  void leaks() {
    json_.key("leaks").begin_array();
    for (const Leak& leak : profile_->leaks()) {
      json_.newline().begin_object().key("context").integer(leak.context.value);
      json_.key("event").string(to_utf8(profile_->events()[leak.event.index()].name));
      json_.key("address").integer(leak.address).key("size").integer(leak.size).end_object();
      (void)stream_.drain();
    }
    json_.end_array().newline();
  }

  void warnings() {
    json_.key("warnings").begin_array();
    for (const InputInfo& info : profile_->inputs()) {
      for (const Findings::Kind& kind : info.findings.kinds()) {
        if (kind.code->severity == Severity::kNote) {
          continue;
        }
        const Finding& first = kind.first();
        json_.newline().begin_object().key("code").string(kind.code->name);
        json_.key("count").integer(kind.count).key("line").integer(first.place.line);
        json_.key("column").integer(first.place.column).key("message").string(first.message);
        json_.end_object();
      }
    }
    json_.end_array().newline();
  }

  const Profile* profile_;
  const CostsOfFunction* costs_;
  size_t events_;
  bool is_dense_;  ///< each row of costs has a number for each event
  BufferedText stream_;
  JsonWriter json_;
  std::vector<int128> row_;
};

Result<void> write(const Writing& writing) {
  Writer(writing.profile, writing.costs, writing.out).write();
  return {};
}

constexpr std::array<std::string_view, 1> kSuffixes = {".json"};

}  // namespace

constexpr FormatWriter kWriter{.name = "json",
                               .summary = "quern.profile/1, complete",
                               .suffixes = kSuffixes,
                               .basis = Basis::kEverything,
                               .holds = kHoldsEverything,
                               .needs_costs = true,
                               .write = write};

}  // namespace quern::quern_json
