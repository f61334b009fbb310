// SPDX-License-Identifier: MIT
#include "quern/server/questions/diff_questions.h"

#include <algorithm>
#include <array>

#include "quern/compare/gate/gate.h"
#include "quern/compare/lists/diff.h"
#include "quern/compare/lists/diff_rows.h"
#include "quern/compare/match/run_units.h"
#include "quern/output/answers/diff.h"
#include "quern/output/answers/gate.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_parts.h"
#include "quern/output/render.h"
#include "quern/query/codes.h"
#include "quern/server/questions/rows.h"

namespace quern::server {

std::vector<std::string> shared_events(const ProfilePair& set) {
  std::vector<std::string> names;
  for (const Event& event : set.now->profile().events()) {
    if (set.base->profile().event(event.name)) {
      names.push_back(event.name);
    }
  }
  return names;
}

Asked<DiffRuns> asked_runs(const Question& question, SelectionWords words) {
  const ProfilePair& set = *question.set;
  if (words.events.empty()) {
    words.events = shared_events(set);
    if (words.events.empty() && !set.now->profile().events().empty()) {
      return std::unexpected(refusal(422, kNoCommonEvent.name, "the sides have no common event"));
    }
  }
  words.takes_ratios = false;
  Result<Selection> now = select(set.now->profile(), words);
  if (question.parameters->refused()) {
    return std::unexpected(*question.parameters->refused());
  }
  if (!now) {
    return std::unexpected(no_answer(now.error()));
  }
  Result<Selection> base = select(set.base->profile(), words);
  if (!base) {
    return std::unexpected(no_answer(base.error()));
  }
  DiffRuns runs;
  runs.layers = question.live->facts().layers;
  runs.old_runs.push_back({&set.base->profile(), std::move(*base)});
  runs.new_runs.push_back({&set.now->profile(), std::move(*now)});
  const auto name_of = [](const Profile& profile) { return profile.inputs().front().name; };
  const std::array names = {name_of(set.base->profile()), name_of(set.now->profile())};
  if (const auto settled = settle_units(runs, names); !settled) {
    return std::unexpected(no_answer(settled.error()));
  }
  return runs;
}

void write_diff_ids(JsonWriter& json, GroupBy by, const RowName& name,
                    const std::optional<RowName>& old_name) {
  const auto id_of = [by](const RowName& each) {
    return by == GroupBy::kFunction ? id_of_name(each)
                                    : id_text(hash_of({"group", to_string(by), each.name}));
  };
  json.key("id").string(id_of(name));
  write_file_id(json, name);
  write_shorter_names(json, by, name);
  if (old_name) {
    json.key("old_id").string(id_of(*old_name));
  }
}

std::optional<DiffKinds> asked_kinds(QueryParameters& parameters) {
  if (!parameters.has("kinds")) {
    return std::nullopt;
  }
  const std::optional<DiffKinds> kinds = parse_diff_kinds(parameters.text("kinds"));
  if (!kinds) {
    parameters.refuse(
        bad_parameter("kinds",
                      "'kinds' must be a comma-separated list of added, removed, renamed, changed, "
                      "unchanged"));
  }
  return kinds;
}

std::string runs_key(const ProfilePair& set, const DiffRuns& runs) {
  return rows_key(set.now->profile(), runs.new_runs.front().selection) + '#' +
         costs_key(set.base->profile(), runs.old_runs.front().selection);
}

namespace {

std::shared_ptr<const Diff> asked_diff(const ProfilePair& set, const DiffRuns& runs,
                                       const DiffFilter& filter) {
  const std::string key = runs_key(set, runs);
  std::string diff_key =
      key + (filter.unchanged ? "|all|" : "|changed|") + std::to_string(runs.selection().limit);
  for (size_t kind = 0; filter.kinds && kind < kDiffKinds; ++kind) {
    diff_key += (*filter.kinds)[kind] ? '1' : '0';
  }
  return *set.diffs.get(diff_key, [&] {
    const auto sides =
        set.comparisons.get(key, [&] { return SharedCache<MatchedCosts>::Value(compared(runs)); });
    return SharedCache<Diff>::Value(std::make_shared<const Diff>(*sides, filter));
  });
}

void write_diff_rows(JsonWriter& json, const Diff& diff, Window window) {
  write_rows(json, "rows", window.ranks(diff.row_count()), [&](size_t rank) {
    const DiffRow row = diff.row(rank);
    write_diff_ids(json, diff.selection().group_by, row.name, row.old_name);
    write_diff_row(json, diff.selection(), row);
  });
}

void write_diff_sums(JsonWriter& json, const Diff& diff) {
  write_diff_head(json, "top", diff.selection(), diff.totals(Version::kOld),
                  diff.totals(Version::kNew));
  write_diff_matches(json, diff);
}

void write_end_of_call(JsonWriter& json, std::string_view key, const RowName& name) {
  json.key(key);
  if (name.is_root) {
    json.null();
    return;
  }
  json.begin_object().key("id").string(id_of_name(name));
  write_name(json, name);
  json.end_object();
}

void write_diff_calls(JsonWriter& json, const Selection& selection, std::string_view key,
                      const std::vector<DiffCallRow>& rows) {
  write_rows(json, key, rows, [&](const DiffCallRow& row) {
    write_end_of_call(json, "caller", row.caller);
    write_end_of_call(json, "callee", row.callee);
    write_diff_call(json, selection, row);
  });
}

}  // namespace

std::optional<std::string> name_of_id(const ProfilePair& set, const std::string& id) {
  for (const ServedProfile* side : {set.now.get(), set.base.get()}) {
    if (const std::optional<uint32_t> function = side->identities().find_function(id)) {
      return std::string(side->profile().symbols().name(FunctionId(*function)));
    }
  }
  return std::nullopt;
}

Answer answer_changes(Question& question) {
  QueryParameters& parameters = *question.parameters;
  parameters.refuse_any_of({"match_after", "match_before"}, "a comparison does not mark matches");
  parameters.refuse_any_of({"running", "paths", "stats"},
                           "rows of a comparison have no running total, paths or runs");
  parameters.refuse_any_of({"in", "by", "cycle_of", "row_of"},
                           "a comparison lists the functions of all groups");
  const Window window = window_of(parameters);
  const bool only_changed = parameters.flag("changed");
  const auto kinds = asked_kinds(parameters);
  SelectionWords words = selection_words(question.set->now->profile(), parameters, {});
  words.limit = kMostRowsAsked;
  const Asked<DiffRuns> runs = asked_runs(question, std::move(words));
  if (!runs) {
    return std::unexpected(runs.error());
  }
  const std::shared_ptr<const Diff> diff =
      asked_diff(*question.set, *runs, {.unchanged = !only_changed, .kinds = kinds});
  return json_answer([&](JsonWriter& json) {
    write_diff_sums(json, *diff);
    write_diff_rows(json, *diff, window);
    write_window(json, window, diff->row_count() + diff->left_out(), diff->row_count());
    write_count(json, "unchanged", diff->unchanged());
    write_diff_kinds(json, *diff);
    write_where(json, diff->selection(), diff->left_out());
  });
}

Answer answer_changed_function(Question& question) {
  QueryParameters& parameters = *question.parameters;
  if (parameters.has("group") && parameters.text("group") != "function") {
    return std::unexpected(bad_parameter("group", "a comparison shows one function, not a group"));
  }
  SelectionWords words = selection_words(question.set->now->profile(), parameters,
                                         {.default_sort = SortBy::kInclusive, .is_grouped = false});
  words.limit = parameters.number("limit", 1, kMostRowsAsked, 100);
  const Asked<DiffRuns> runs = asked_runs(question, std::move(words));
  if (!runs) {
    return std::unexpected(runs.error());
  }
  const std::optional<std::string> name = name_of_id(*question.set, question.id);
  if (!name) {
    return std::unexpected(
        refusal(404, "no-such-function", "no function of these profiles has this id"));
  }
  return json_answer(diff_peek(*runs, *name), [](JsonWriter& json, const DiffPeek& answer) {
    write_diff_head(json, "peek", answer.selection, answer.old_totals, answer.new_totals);
    json.key("function").begin_object();
    write_diff_ids(json, GroupBy::kFunction, answer.function.name, answer.function.old_name);
    write_diff_row(json, answer.selection, answer.function);
    json.end_object();
    write_diff_calls(json, answer.selection, "callers", answer.callers);
    write_diff_calls(json, answer.selection, "callees", answer.callees);
    write_count(json, "callers_of", answer.callers_in_all);
    write_count(json, "callees_of", answer.callees_in_all);
  });
}

Answer answer_compare(Question& question) {
  constexpr size_t kRows = 20;
  SelectionWords words = selection_words(question.set->now->profile(), *question.parameters, {});
  words.limit = kRows;
  const auto kinds = asked_kinds(*question.parameters);
  const Asked<DiffRuns> runs = asked_runs(question, std::move(words));
  if (!runs) {
    return std::unexpected(runs.error());
  }
  const bool with_unchanged = kinds && (*kinds)[static_cast<size_t>(DiffKind::kUnchanged)];
  const std::shared_ptr<const Diff> diff =
      asked_diff(*question.set, *runs, {.unchanged = with_unchanged, .kinds = kinds});
  return json_answer([&](JsonWriter& json) {
    write_diff_sums(json, *diff);
    write_diff_rows(json, *diff, {.offset = 0, .limit = diff->shown()});
    write_count(json, "shown", diff->shown());
    write_count(json, "of", diff->row_count());
    write_count(json, "unchanged", diff->unchanged());
    write_diff_kinds(json, *diff);
    json.key("not_shown").begin_object();
    write_costs(json, "self", diff->not_shown());
    write_certainty(json, diff->selection(), "self_certainty", diff->not_shown());
    json.end_object();
    write_blame(json, *diff, id_of_name);
  });
}

Answer answer_gate(Question& question) {
  std::vector<GateRule> rules;
  std::vector<std::string> events;
  for (const std::string& text : question.parameters->all("rules")) {
    Result<GateRule> rule = read_gate_rule(text);
    if (!rule) {
      Refusal refused = no_answer(rule.error());
      refused.field = "rules";
      return std::unexpected(std::move(refused));
    }
    for (std::string& event : rule->events()) {
      if (std::ranges::find(events, event) == events.end()) {
        events.push_back(std::move(event));
      }
    }
    rules.push_back(std::move(*rule));
  }
  if (rules.empty()) {
    return std::unexpected(refusal(400, "bad-parameter", "no rules",
                                   "for example rules=Ir%3D%2B1%25 for Ir=+1%", "rules"));
  }
  const std::vector<std::string> common = shared_events(*question.set);
  if (std::erase(events, "") != 0 && !common.empty()) {
    std::erase(events, common.front());
    events.insert(events.begin(), common.front());
  }
  SelectionWords words = selection_words(question.set->now->profile(), *question.parameters, {});
  words.events = std::move(events);
  words.takes_abbreviations = false;  // as in rules of the command
  const Asked<DiffRuns> runs = asked_runs(question, std::move(words));
  if (!runs) {
    return std::unexpected(runs.error());
  }
  const Result<Gate> answer =
      gate(*runs, rules, GateBase::kGiven, places_of_pair(question, question.live->places().first));
  if (!answer) {
    return std::unexpected(no_answer(answer.error()));
  }
  return rendered_answer([&](ByteSink& sink) { write_json(*answer, sink); });
}

}  // namespace quern::server
