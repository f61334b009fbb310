// SPDX-License-Identifier: MIT
//
// Writes quern.profile/1, record by record; nothing is gathered but one row. Costs are one number
// for each event if events are few, else pairs of an event and a cost, because a profile of many
// parts with different events would consist of zeros.
#include <algorithm>
#include <array>
#include <optional>
#include <ranges>
#include <set>
#include <string>

#include "quern/base/buffered_text.h"
#include "quern/base/json_writer.h"
#include "quern/base/text.h"
#include "quern/formats/quern_json/quern_json.h"
#include "quern/model/records/record_cursor.h"
#include "quern/model/run_statistics.h"

namespace quern::quern_json {

namespace {

class Writer {
 public:
  explicit Writer(const Writing& writing)
      : profile_(&writing.profile),
        costs_(&writing.costs),
        events_(profile_->events().size()),
        is_dense_(events_ <= kMostDenseEvents),
        stream_(writing.out),
        json_(stream_.text()) {}

  Result<void> write() {
    json_.begin_object();
    head();
    events();
    parts();
    functions();
    runs();
    lines();
    calls();
    jumps();
    contexts();
    leaks();
    warnings();
    json_.end_object().newline();
    return {};
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
    recorded_objects();
    costs("totals", event_totals(*profile_));
    json_.newline();
  }

  /// Only if an input says anything of any.
  void recorded_objects() {
    std::set<RecordedObject> told;
    for (const InputInfo& info : profile_->inputs()) {
      told.insert(info.objects.begin(), info.objects.end());
    }
    if (!told.empty()) {
      objects("objects", told, [this](const RecordedObject& object) {
        json_.text("name", object.name).text_or_null("build_id", object.build_id);
        json_.text("addresses", object.has_file_offsets ? "file" : "loaded");
      });
    }
  }

  /// A list of objects, each in a row of its own.
  template <class Items, class Body>
  void objects(std::string_view name, const Items& items, const Body& body) {
    json_.key(name).begin_array();
    for (const auto& item : items) {
      object([&] { body(item); });
    }
    json_.end_array().newline();
  }

  template <class Body>
  void records(std::string_view name, RecordKinds kinds, const Body& body) {
    json_.key(name).begin_array();
    RecordCursor cursor(profile_->records(), kinds);
    while (const Record* record = cursor.next()) {
      object([&] { body(*record); });
    }
    json_.end_array().newline();
  }

  template <class Body>
  void object(const Body& body) {
    json_.newline().begin_object();
    body();
    json_.end_object();
    (void)stream_.drain();
  }

  void texts(std::string_view name, const std::vector<std::string>& texts) {
    json_.key(name).begin_array();
    for (const std::string& text : texts) {
      json_.string(to_utf8(text));
    }
    json_.end_array();
  }

  void parts() {
    objects("parts", profile_->parts(), [this](const Part& part) {
      const PartHeader& header = part.header;
      json_.integer_or_null("number", header.number).integer_or_null("pid", header.pid);
      json_.integer_or_null("thread", header.thread);
      json_.text_or_null("command", header.command.value_or(""));
      json_.text_or_null("trigger", header.trigger.value_or("")).key("period");
      if (header.period) {
        json_.number(*header.period);
      } else {
        json_.null();
      }
      part_costs(part);
      texts("descriptions", header.descriptions);
    });
  }

  /// Rows of `summary:` may be short; they are filled up with zeros where rows of costs are dense.
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
    json_.integer_or_null("calls", function.calls);
  }

  void functions() {
    const Symbols& symbols = profile_->symbols();
    FunctionCosts function;
    objects("functions", std::views::iota(size_t{0}, symbols.functions.size()), [&](size_t at) {
      const FunctionId id(at);
      json_.key("id").integer(at);
      json_.text_or_null("name", symbols.name(id)).text_or_null("file", symbols.file(id));
      json_.text_or_null("object", symbols.object(id));
      (*costs_)(at, function);
      function_costs(function);
    });
  }

  /// Only if the profile was merged with statistics of its runs.
  void runs() {
    const RunStatistics* const statistics = profile_->run_statistics();
    if (statistics == nullptr) {
      return;
    }
    objects("runs", statistics->runs,
            [this](const std::string& name) { json_.text("name", name); });
    const std::optional<uint32_t> none;
    json_.key("run_costs").begin_array();
    run_costs(none, none, statistics->total);
    for (const RunStatistics::Function& each : statistics->functions) {
      run_costs(none, each.function.value, each.costs);
    }
    for (const RunStatistics::Edge& each : statistics->edges) {
      run_costs(each.caller.value, each.callee.value, each.costs);
    }
    json_.end_array().newline();
  }

  void run_costs(std::optional<uint32_t> caller, std::optional<uint32_t> function,
                 const RunCosts& costs) {
    object([&] {
      json_.integer_or_null("caller", caller).integer_or_null("function", function);
      json_.key("runs").integer(costs.runs);
      for (const auto& [name, of] :
           {std::pair{"self", RunCost::kSelf}, std::pair{"inclusive", RunCost::kInclusive}}) {
        json_.key(name).begin_array();
        for (const RunCosts::Cell& cell : costs.cells) {
          if (RunCosts::is_of(cell.column, of)) {
            distribution(RunCosts::event(cell.column), cell.costs);
          }
        }
        json_.end_array();
      }
    });
  }

  void distribution(EventId event, const Distribution& costs) {
    const Distribution::Exactly& exactly = costs.exactly();
    json_.begin_object().key("event").integer(event.value).key("count").integer(exactly.count);
    json_.key("sum").integer(exactly.sum).key("min").integer(exactly.min);
    json_.key("max").integer(exactly.max).key("run").integer(exactly.run);
    json_.key("buckets").begin_array();
    for (const Distribution::Bucket& bucket : costs.buckets()) {
      json_.begin_array().integer(bucket.index).integer(bucket.count).end_array();
    }
    json_.end_array().end_object();
  }

  void position(size_t part, NameId file, const Position& at) {
    const PositionKinds& kinds = profile_->parts()[part].header.positions;
    json_.text_or_null("file", profile_->symbols().names.text(file));
    json_.integer_or_null("line", known_line(kinds, at));
    json_.integer_or_null("address", known_address(kinds, at));
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

  void lines() {
    records("lines", kSelfRecords, [this](const Record& record) {
      json_.key("function").integer(profile_->function(record.function).value);
      position(record.part, record.file, record.at);
      json_.key("part").integer(record.part);
      record_costs("self", record);
    });
  }

  void calls() {
    records("calls", kCallRecords, [this](const Record& record) {
      json_.key("caller").integer(profile_->function(record.function).value);
      json_.key("callee").integer(profile_->function(record.other).value);
      position(record.part, record.file, record.at);
      const CallTarget target = target_of(profile_->parts()[record.part].header.positions, record);
      json_.key("target").begin_object().integer_or_null("line", target.line);
      json_.integer_or_null("address", target.address).end_object();
      json_.key("part").integer(record.part).key("count").integer(record.count);
      record_costs("inclusive", record);
    });
  }

  void jump_end(const char* name, size_t part, FunctionId function, NameId file,
                const Position& at) {
    json_.key(name).begin_object().key("function").integer(profile_->function(function).value);
    position(part, file, at);
    json_.end_object();
  }

  void jumps() {
    records("jumps", kJumpRecords, [this](const Record& record) {
      json_.key("kind").string(record.kind == RecordKind::kJump ? "jump" : "jcnd");
      json_.key("part").integer(record.part);
      jump_end("from", record.part, record.function, record.file, record.at);
      jump_end("to", record.part, record.other, record.target_file, *record.target);
      json_.key("executed").integer(record.count).key("followed").integer(record.followed);
    });
  }

  /// Where a context was entered, or where it was: an offset into a symbol, or a line.
  void place(const Frame& frame, const std::optional<int64_t>& position) {
    const std::optional<int128> at = position ? std::optional<int128>(*position) : std::nullopt;
    const std::optional<int128> none;
    const bool has_offset = frame.is_symbol && !frame.is_line;
    json_.integer_or_null("offset", has_offset ? at : none);
    const bool has_address = has_offset && at && frame.start != Frame::kUnknownStart;
    json_.integer_or_null("address", has_address ? int128{frame.start} + *at : none);
    json_.text_or_null("file", profile_->symbols().names.text(frame.file));
    json_.integer_or_null("line", has_offset ? none : at);
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
    const Contexts& contexts = profile_->contexts();
    ContextCosts costs(contexts);
    size_t part = 0;
    objects("contexts", std::views::iota(uint64_t{0}, contexts.size()), [&](uint64_t at) {
      const ContextId id(static_cast<uint32_t>(at));
      while (at >= profile_->parts()[part].end_context) {
        ++part;
      }
      const Frame& frame = contexts.frame(id);
      const ContextId parent = contexts.parent(id);
      json_.key("id").integer(at);
      json_.integer_or_null("parent",
                            parent == kNoContext ? std::nullopt : std::optional(parent.value));
      json_.key("function").integer(frame.function.value);
      place(frame, contexts.position(id));
      json_.key("part").integer(part);
      context_costs(costs.of(id));
      json_.integer_or_null("calls",
                            frame.is_symbol ? std::nullopt : std::optional(contexts.calls(id)));
    });
  }

  void leaks() {
    objects("leaks", profile_->leaks(), [this](const Leak& leak) {
      json_.key("context").integer(leak.context.value);
      json_.key("event").string(to_utf8(profile_->events()[leak.event.index()].name));
      json_.key("address").integer(leak.address).key("size").integer(leak.size);
    });
  }

  void warnings() {
    json_.key("warnings").begin_array();
    for (const InputInfo& info : profile_->inputs()) {
      for (const Findings::Kind& kind : info.findings.kinds()) {
        if (kind.code->severity == Severity::kNote) {
          continue;
        }
        const Finding& first = kind.first();
        object([&] {
          json_.key("code").string(kind.code->name).key("count").integer(kind.count);
          json_.key("line").integer(first.place.line).key("column").integer(first.place.column);
          json_.key("message").string(first.message);
        });
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

constexpr std::array<std::string_view, 1> kSuffixes = {".json"};

}  // namespace

constexpr FormatWriter kWriter{.name = "json",
                               .summary = "quern.profile/1, complete",
                               .suffixes = kSuffixes,
                               .basis = Basis::kEverything,
                               .holds = kHoldsEverything,
                               .needs_costs = true,
                               .write = write_by<Writer>};

}  // namespace quern::quern_json
