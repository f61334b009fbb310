// SPDX-License-Identifier: MIT
//
// quern.info/1 and quern.check/1 as docs describe them, and
//   quern.summary/1 {"schema","info":{quern.info/1},"top":{quern.top/1}}
//   quern.codes/1   {"schema","codes":[{"code","severity","summary"}]}
// In quern.info/1, derived events that are sums stand behind the input's own. Arrays of costs have
// null for them where only totals are derived.
#include "quern/output/answers/input.h"
#include "quern/output/answers/lists.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/render.h"
#include "quern/output/shared/check_json.h"

namespace quern {
namespace {

class InfoJson {
 public:
  InfoJson(const Info& info, BufferedText& stream)
      : info_(info), stream_(stream), json_(stream.text()) {
    for (const InfoDerived& derived : info.derived) {
      if (derived.value) {
        sums_.push_back(&derived);
      }
    }
  }

  void write() {
    begin_document(json_, "quern.info/1", info_.completeness);
    json_.newline();
    head();
    events();
    totals();
    parts();
    counts();
    if (info_.runs != 0) {
      runs();
    }
    warnings();
    json_.end_object().newline();
  }

 private:
  void text(std::string_view key, const std::optional<std::string>& value) {
    json_.text_or_null(key, value.value_or(""));
  }

  void head() {
    json_.key("files").begin_array();
    for (const std::string& file : info_.files) {
      json_.string(file);
    }
    json_.end_array();
    if (!info_.snapshot_of.empty()) {
      json_.key("snapshot_of").begin_array();
      for (const std::string& file : info_.snapshot_of) {
        json_.string(file);
      }
      json_.end_array();
    }
    text("format", info_.format);
    text("dialect", info_.dialect);
    text("creator", info_.creator);
    text("command", info_.command);
    write_number(json_, "pid", info_.pid);
    json_.newline();
  }

  void event(const Event& event) {
    json_.newline().begin_object().text("name", event.name);
    json_.text_or_null("long_name", event.long_name).text_or_null("unit", event.unit);
    json_.key("scale").integer(static_cast<int128>(event.scale));
    json_.key("combine").string(event.combine == Combine::kMax ? "max" : "sum");
    text("formula", event.formula);
    json_.end_object();
  }

  void events() {
    json_.key("events").begin_array();
    for (const Event& each : info_.events) {
      event(each);
    }
    for (const InfoDerived* const derived : sums_) {
      Event each;
      each.name = derived->event.name;
      each.long_name = derived->event.long_name;
      each.formula = derived->event.formula;
      event(each);
    }
    json_.end_array().newline();
  }

  /// Costs of the input's own events, then of derived ones, which only `is_total` knows.
  void costs(std::string_view key, const std::vector<int128>& own, bool is_total) {
    json_.key(key).begin_array();
    for (const int128 cost : own) {
      json_.integer(cost);
    }
    for (const InfoDerived* const derived : sums_) {
      if (is_total) {
        json_.integer(*derived->value);
      } else {
        json_.null();
      }
    }
    json_.end_array();
  }

  void declared(std::string_view key, const std::optional<std::vector<int128>>& numbers) {
    if (numbers) {
      costs(key, *numbers, false);
    } else {
      json_.key(key).null();
    }
  }

  void totals() {
    costs("totals", info_.totals, true);
    json_.newline().key("declared").begin_object();
    declared("summary", info_.declared_summary);
    declared("totals", info_.declared_totals);
    json_.end_object().newline();
    if (info_.percent_base) {
      costs("percent_base", *info_.percent_base, false);
      json_.newline();
    }
  }

  void parts() {
    json_.key("parts").begin_array();
    for (const InfoPart& part : info_.parts) {
      json_.newline().begin_object();
      write_number(json_, "number", part.number);
      write_number(json_, "pid", part.pid);
      write_number(json_, "thread", part.thread);
      text("command", part.command);
      text("trigger", part.trigger);
      period(part);
      json_.key("descriptions").begin_array();
      for (const std::string& description : part.descriptions) {
        json_.string(description);
      }
      json_.end_array();
      costs("totals", part_totals(info_, part), false);
      json_.end_object();
      if (!stream_.drain()) {
        return;
      }
    }
    json_.end_array().newline();
  }

  void period(const InfoPart& part) {
    json_.key("period");
    if (part.period) {
      json_.number(*part.period);
    } else {
      json_.null();
    }
  }

  void number(std::string_view key, uint64_t value) {
    json_.key(key).integer(static_cast<int128>(value));
  }

  void counts() {
    json_.key("counts").begin_object();
    number("functions", info_.counts.functions);
    number("function_names", info_.counts.function_names);
    number("files", info_.counts.files);
    number("objects", info_.counts.objects);
    number("calls", info_.counts.calls);
    number("lines", info_.counts.lines);
    number("instructions", info_.counts.instructions);
    number("jumps", info_.counts.jumps);
    number("contexts", info_.counts.contexts);
    json_.end_object().newline().key("bytes").begin_object();
    number("compressed", info_.raw_bytes);
    number("text", info_.text_bytes);
    json_.end_object().newline();
  }

  /// Only of a profile with statistics of the runs that it was merged from.
  void runs() {
    json_.key("runs").begin_object();
    number("count", info_.runs);
    json_.key("outliers").begin_array();
    for (const OutlierRun& run : info_.outlier_runs) {
      json_.newline().begin_object().text("run", run.run).key("above_median").integer(run.above);
      number("functions", run.functions);
      json_.text("function", run.function).key("max").integer(run.max);
      json_.key("median").integer(run.median).end_object();
    }
    json_.end_array().end_object().newline();
  }

  void warnings() {
    json_.key("warnings").begin_array();
    for (const InfoWarning& warning : info_.warnings) {
      json_.newline().begin_object().key("code").string(warning.code->name);
      number("count", warning.count);
      write_place(json_, warning.place);
      json_.text("message", warning.message).end_object();
    }
    json_.end_array();
  }

  const Info& info_;
  BufferedText& stream_;
  JsonWriter json_;
  std::vector<const InfoDerived*> sums_;
};

void write_finding(JsonWriter& json, const CheckFinding& finding, bool with_file) {
  json.newline().begin_object().key("severity").string(to_string(finding.severity));
  json.key("code").string(finding.code);
  write_place(json, finding.place);
  json.text("message", finding.message).text_or_null("hint", finding.hint);
  if (with_file) {
    json.text_or_null("file", finding.input);
  }
  json.end_object();
}

}  // namespace

void write_json(const Info& info, ByteSink& out) {
  BufferedText stream(out);
  InfoJson(info, stream).write();
}

void write_json(const Summary& summary, ByteSink& out) {
  // The line end behind each inner document is a blank in this one.
  out.write("{\"schema\":\"quern.summary/1\",\n\"info\":");
  write_json(summary.info, out);
  out.write(",\"top\":");
  write_json(summary.top, out);
  out.write("}\n");
}

bool begin_check_json(const Check& check, JsonWriter& json, BufferedText& stream) {
  const bool has_many = check.files.size() > 1;
  begin_document(json, "quern.check/1", check.completeness);
  json.text_or_null("file", has_many || check.files.empty() ? "" : check.files.front());
  json.key("sound").boolean(check.is_sound).newline().key("findings").begin_array();
  for (const CheckFinding& finding : check.findings) {
    write_finding(json, finding, has_many);
    if (!stream.drain()) {
      return false;
    }
  }
  json.end_array();
  if (!check.more.empty()) {
    json.newline().key("not_listed").begin_array();
    for (const CheckMore& more : check.more) {
      json.newline().begin_object().text_or_null("file", more.input);
      json.key("code").string(more.code).key("count").integer(static_cast<int128>(more.not_listed));
      json.end_object();
    }
    json.end_array();
  }
  return true;
}

void write_json(const Check& check, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  if (begin_check_json(check, json, stream)) {
    json.end_object().newline();
  }
}

void write_json(const Check& check, const Info& info, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  if (!begin_check_json(check, json, stream)) {
    return;
  }
  json.newline().key("info");
  if (has_room_for_parts(info)) {
    InfoJson(info, stream).write();
  } else {
    json.null();
  }
  json.end_object().newline();
}

void write_json(std::span<const CodeInfo* const> codes, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  json.begin_object().key("schema").string("quern.codes/1").newline();
  json.key("codes").begin_array();
  for (const CodeInfo* const code : codes) {
    json.newline().begin_object().key("code").string(code->name);
    json.key("severity").string(to_string(code->severity)).key("summary").string(code->summary);
    json.end_object();
  }
  json.end_array().end_object().newline();
}

}  // namespace quern
