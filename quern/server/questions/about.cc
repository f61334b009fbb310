// SPDX-License-Identifier: MIT
//
// What is served: /api/meta, /api/info, /api/check.
#include <algorithm>
#include <iterator>

#include "quern/analysis/costs/context_walk.h"
#include "quern/analysis/events/derived.h"
#include "quern/analysis/groups/grouping.h"
#include "quern/output/answers/input.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/render.h"
#include "quern/output/shared/incomplete_words.h"
#include "quern/query/events.h"
#include "quern/query/part_choice.h"
#include "quern/server/routes.h"
#include "quern/views/input/check.h"
#include "quern/views/input/info.h"

namespace quern::server {
namespace {

void write_event(JsonWriter& json, const Event& event, std::string_view kind) {
  json.begin_object().text("name", event.name).text_or_null("long_name", event.long_name);
  json.text_or_null("unit", event.unit).key("scale").integer(event.scale);
  json.key("combine").string(event.combine == Combine::kMax ? "max" : "sum");
  json.text_or_null("formula", event.formula.value_or("")).key("kind").string(kind).end_object();
}

void write_events(JsonWriter& json, const Profile& profile) {
  const ProfileEvents events = profile_events(profile);
  json.key("events").begin_array();
  for (const Event& event : events.stored) {
    write_event(json, event, "stored");
  }
  for (size_t at = 0; at < events.derived.events().size(); ++at) {
    const DerivedEvent& derived = events.derived.events()[at];
    if (!derived.is_ratio) {
      write_event(json, derived_event(events, at), "derived");
      continue;
    }
    Event ratio;
    ratio.name = derived.name;
    ratio.long_name = derived.long_name;
    ratio.formula = derived.formula;
    write_event(json, ratio, "ratio");
  }
  json.end_array();
}

std::string label_of(uint64_t number, std::optional<uint64_t> pid, std::optional<uint64_t> thread) {
  std::string label = "part " + std::to_string(number);
  if (pid) {
    label += ", pid " + std::to_string(*pid);
  }
  if (thread) {
    label += ", thread " + std::to_string(*thread);
  }
  return label;
}

void write_known(JsonWriter& json, std::string_view key, const std::optional<uint64_t>& number) {
  write_number(json, key, number ? std::optional<int128>(*number) : std::nullopt);
}

template <class Words>
void write_words(JsonWriter& json, std::string_view key, const Words& words) {
  json.key(key).begin_array();
  for (const auto& word : words) {
    json.string(word);
  }
  json.end_array();
}

void write_part_list(JsonWriter& json, const Profile& profile, const Info& info) {
  json.key("parts").begin_array();
  const std::vector<uint64_t> numbers = part_numbers(profile);
  const std::vector<std::optional<uint64_t>> processes = part_processes(profile);
  for (size_t at = 0; at < profile.parts().size(); ++at) {
    const PartHeader& header = profile.parts()[at].header;
    json.newline().begin_object();
    write_count(json, "id", at);
    write_known(json, "number", info.parts[at].number);
    write_known(json, "pid", processes[at]);
    write_known(json, "thread", header.thread);
    json.text("label", label_of(numbers[at], processes[at], header.thread));
    std::vector<int128> totals(profile.events().size());
    for (const auto& [event, total] : info.parts[at].totals) {
      totals[event.index()] = total;
    }
    write_costs(json, "totals", totals);
    write_words(json, "descriptions", info.parts[at].descriptions);
    json.end_object();
  }
  json.end_array();
}

void write_has(JsonWriter& json, const Profile& profile, const Info& info) {
  const bool has_stacks = has_contexts(profile, PartSet::all(profile));
  json.key("has").begin_object();
  json.key("calls").boolean(counts_calls(profile, PartSet::all(profile)));
  json.key("inclusive").boolean(has_stacks || info.counts.calls != 0);
  json.key("lines").boolean(info.counts.lines != 0);
  json.key("instructions").boolean(info.counts.instructions != 0);
  json.key("jumps").boolean(info.counts.jumps != 0);
  json.key("stacks").boolean(has_stacks);
  json.key("paths").boolean(!lacks_contexts(profile, PartSet::all(profile)));
  json.key("invocations").boolean(knows_invocations(profile, PartSet::all(profile)));
  json.key("runs").boolean(profile.run_statistics() != nullptr);
  if (profile.has_records()) {
    json.key("leaks").boolean(!profile.leaks().empty());
  }
  json.key("estimates").boolean(profile.has_estimates()).end_object();
}

void write_counts(JsonWriter& json, const Info::Counts& counts) {
  json.key("counts").begin_object().key("functions").integer(counts.functions);
  json.key("files").integer(counts.files).key("objects").integer(counts.objects);
  json.key("calls").integer(counts.calls).key("lines").integer(counts.lines);
  json.key("instructions").integer(counts.instructions).key("jumps").integer(counts.jumps);
  json.key("contexts").integer(counts.contexts).end_object();
}

void write_files(JsonWriter& json, std::string_view id, std::span<const std::string> files) {
  json.begin_object().key("id").string(id);
  write_words(json, "files", files);
}

/// The keys that a profile has once it is read, within braces.
std::string described(const ServedProfile& served) {
  const Profile& profile = served.profile();
  std::string text;
  JsonWriter json(text);
  json.begin_object();
  const Findings none;  // finding them takes as long as the first list, which waits for this answer
  const Findings& contradictions = profile.has_records() ? served.contradictions() : none;
  const Info info = info_of(profile, contradictions);
  json.text_or_null("format", info.format.value_or(""));
  json.text_or_null("dialect", info.dialect.value_or(""));
  json.text_or_null("creator", info.creator.value_or(""));
  json.text_or_null("command", info.command.value_or(""));
  write_known(json, "pid", info.pid);
  write_events(json, profile);
  write_part_list(json, profile, info);
  write_costs(json, "totals", info.totals);
  if (info.percent_base) {
    write_costs(json, "percent_base", *info.percent_base);
  }
  write_has(json, profile, info);
  write_counts(json, info.counts);
  const Check check = check_of(profile, contradictions, false);
  write_words(json, "incomplete", incomplete_lines(check.completeness));
  json.key("warnings").integer(check.warnings).key("errors").integer(check.errors);
  write_words(json, "notes", served.notes());
  json.end_object();
  return text;
}

std::string_view state_word(const LiveProfiles::State& state) {
  return state.set ? "ready" : state.error ? "failed" : "loading";
}

/// A profile's keys; those that take time are worked out once.
void write_profiles(std::string& text, const LiveProfiles& live, const LiveProfiles::State& state) {
  const auto write_one = [&](std::string_view id, const std::vector<std::string>& files,
                             const ServedProfile* served) {
    JsonWriter json(text);
    std::vector<std::string> names;
    std::ranges::transform(files, std::back_inserter(names),
                           [&](const std::string& file) { return live.name_of(file); });
    write_files(json, id, names);
    json.key("state").string(state_word(state));
    if (served != nullptr) {
      const std::string_view keys = served->description(described);
      text += ',';
      text += keys.substr(1, keys.size() - 2);
    }
    text += '}';
  };
  // What was chosen counts once it has been read.
  const Sides files = state.set ? state.set->files : live.files();
  write_one("new", files.now, state.set ? state.set->now.get() : nullptr);
  if (!files.base.empty()) {
    text += ',';
    write_one("base", files.base, state.set ? state.set->base.get() : nullptr);
  }
}

void write_limits(JsonWriter& json) {
  json.key("limits").begin_object().key("window").integer(kMostRowsAsked);
  json.key("flame_rows").integer(20'000).key("query").integer(1000);
  json.key("body")
      .integer(kMostBody)
      .key("file")
      .integer(kMostFile)
      .key("target")
      .integer(kMostTarget)
      .end_object();
}

}  // namespace

Answer answer_meta(Question& question) {
  const LiveProfiles::State state = question.live->state();
  std::string text;
  JsonWriter json(text);
  json.begin_object().key("schema").string("quern.meta/1");
  json.key("version").string(question.live->facts().version);
  json.key("state").string(state_word(state));
  json.key("records").boolean(state.set && state.set->has_records());
  json.text_or_null("hash", state.set ? state.set->hash : "");
  json.key("error");
  if (state.error) {
    json.begin_object().text("code", state.error->code).text("message", state.error->message);
    json.text_or_null("hint", state.error->hint).text_or_null("file", state.error->input);
    write_place(json, state.error->place);
    json.end_object();
  } else {
    json.null();
  }
  json.key("profiles").begin_array();
  write_profiles(text, *question.live, state);
  json.end_array();
  write_words(json, "options", question.live->facts().options);
  write_words(json, "source_options", question.live->facts().source_options);
  write_words(json, "group_by", group_by_words());
  write_limits(json);
  json.end_object().newline();
  return json_response(std::move(text));
}

Answer answer_info(Question& question) {
  return rendered_answer([&](ByteSink& sink) {
    write_json(info_of(question.served->profile(), question.served->contradictions()), sink);
  });
}

Answer answer_check(Question& question) {
  return rendered_answer([&](ByteSink& sink) {
    write_json(check_of(question.served->profile(), question.served->contradictions(), false),
               sink);
  });
}

}  // namespace quern::server
