// SPDX-License-Identifier: MIT
//
// Lists: functions, groups, files, calls.
#include <algorithm>
#include <array>

#include "quern/analysis/groups/grouping.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_parts.h"
#include "quern/server/questions/rows.h"
#include "quern/server/routes.h"

namespace quern::server {
namespace {

/// What a list is narrowed to: functions of one group, or the members of one cycle.
struct Members {
  std::shared_ptr<const std::vector<bool>> of;
  std::string key;
};

Asked<Members> asked_members(const Question& question, const ServedProfile& served) {
  QueryParameters& parameters = *question.parameters;
  if (!parameters.has("in")) {
    return Members();
  }
  const GroupBy by =
      parse_group_by(parameters.word("by", group_by_words())).value_or(GroupBy::kFunction);
  if (const auto wanted = check_wanted(question); !wanted) {
    return std::unexpected(wanted.error());
  }
  const Nodes groups(served.profile(), by);
  const Asked<uint32_t> group = asked_node(served, groups, parameters.text("in"));
  if (!group) {
    return std::unexpected(group.error());
  }
  auto members = std::make_shared<std::vector<bool>>(served.profile().symbols().functions.size());
  for (uint32_t function = 0; function < members->size(); ++function) {
    (*members)[function] = groups.node(FunctionId(function)) == *group;
  }
  return Members{std::move(members), std::string(to_string(by)) + ':' + parameters.text("in")};
}

/// The nodes of the list that are on the cycle of one of them; none if that is on no cycle.
Asked<Members> asked_cycle(const Question& question, const ServedProfile& served) {
  QueryParameters& parameters = *question.parameters;
  parameters.refuse_any_of({"in", "by"}, "a list is narrowed to a group or to a cycle");
  if (const auto wanted = check_wanted(question); !wanted) {
    return std::unexpected(wanted.error());
  }
  const std::shared_ptr<const NodeCosts> costs = served.costs_of_rows(*question.selection);
  const std::string id = parameters.text("cycle_of");
  const Asked<uint32_t> node = asked_node(served, costs->nodes(), id);
  if (!node) {
    return std::unexpected(node.error());
  }
  const std::optional<uint32_t> cycle = costs->cycle(*node);
  auto members = std::make_shared<std::vector<bool>>(costs->nodes().size());
  for (const uint32_t other : costs->nodes().listed()) {
    (*members)[other] = cycle && costs->cycle(other) == cycle;
  }
  return Members{std::move(members), "cycle:" + id};
}

/// The window that holds a row, on whole multiples of its size.
Asked<Window> window_with(const Top& top, uint32_t node, Window window) {
  if (const std::optional<size_t> rank = top.rank_of(node)) {
    window.offset = *rank / window.limit * window.limit;
    return window;
  }
  return std::unexpected(
      refusal(404, "no-such-function", "no row of this list has this id", {}, "row_of"));
}

/// The rank of the nearest row behind another, or before it, that fits.
std::optional<size_t> nearest_fit(const Top& top, const NodeSet& fitting, size_t from,
                                  bool is_before) {
  const size_t rows = top.row_count() - top.left_out();
  const size_t step = is_before ? SIZE_MAX : 1;  // below 0 is beyond the rows
  for (size_t rank = std::min(from, is_before ? rows : rows - 1) + step; rank < rows;
       rank += step) {
    if (fitting.contains(top.node(rank))) {
      return rank;
    }
  }
  return std::nullopt;
}

/// What is asked for by its distance to a row, not by its own: the next match, or the one before.
struct AskedMatch {
  size_t from = 0;
  bool is_before = false;
};

std::optional<AskedMatch> asked_match(QueryParameters& parameters, bool highlights) {
  if (!highlights) {
    parameters.refuse_any_of({"match_after", "match_before"}, "it needs highlight");
  }
  if (parameters.has("match_after")) {
    parameters.refuse_any_of({"match_before", "row_of", "offset"},
                             "only one of these can choose the window");
    return AskedMatch{parameters.number("match_after", 0, UINT32_MAX, 0), false};
  }
  if (parameters.has("match_before")) {
    parameters.refuse_any_of({"row_of", "offset"}, "only one of these can choose the window");
    return AskedMatch{parameters.number("match_before", 0, UINT32_MAX, 0), true};
  }
  return std::nullopt;
}

/// Leaves the document open.
void write_top_window(JsonWriter& json, const ServedProfile& served, const Top& top, Window window,
                      const NodeSet* fitting) {
  const Selection& selection = top.selection();
  begin_list(json, "quern.top/1", top);
  write_running_of(json, selection);
  json.key("group_by").string(to_string(selection.group_by));
  const size_t matched = top.row_count() - top.left_out();
  write_rows(json, "rows", window.ranks(matched), [&](size_t rank) {
    const TopRow row = top.row(rank);
    write_ids(json, served, selection.group_by, top.node(rank), row.name);
    write_row(json, selection, row);
    if (fitting != nullptr) {
      json.key("fits").boolean(fitting->contains(top.node(rank)));
    }
  });
  if (fitting != nullptr) {
    write_count(json, "fitting", fitting->count);
  }
  write_window(json, window, top.row_count(), matched);
  const std::vector<Amount> covered = top.covered();
  write_costs(json, "covered", covered);
  write_certainty(json, selection, "covered_certainty", covered);
  write_where(json, selection, top.left_out());
}

Answer answer_list(Question& question) {
  QueryParameters& parameters = *question.parameters;
  const ServedProfile& served = *question.served;
  Selection& selection = *question.selection;
  Window window = window_of(parameters);
  const bool is_of_cycle = parameters.has("cycle_of");
  const Asked<Members> members =
      is_of_cycle ? asked_cycle(question, served) : asked_members(question, served);
  if (!members) {
    return std::unexpected(members.error());
  }
  if (members->of && !is_of_cycle && selection.group_by != GroupBy::kFunction) {
    parameters.refuse(bad_parameter("in", "'in' is only for lists of functions"));
  }
  selection.members = members->of;
  if (selection.running) {
    selection.limit = 0;  // a window needs the sum of all rows above it
  }
  const bool highlights = parameters.flag("highlight") && selection.where.query;
  const std::optional<AskedMatch> asked_for = asked_match(parameters, highlights);
  if (parameters.refused()) {
    return std::unexpected(*parameters.refused());
  }
  const std::shared_ptr<const NodeSet> fitting =
      highlights ? served.fitting(selection, members->key) : nullptr;
  if (highlights) {
    selection.where.query = nullptr;
  }
  if (const auto wanted = check_wanted(question); !wanted) {
    return std::unexpected(wanted.error());
  }
  const std::shared_ptr<const Top> top = served.top(selection, members->key);
  if (parameters.has("row_of")) {
    const Nodes nodes(served.profile(), selection.group_by);
    const Asked<uint32_t> node = asked_node(served, nodes, parameters.text("row_of"));
    if (!node) {
      return std::unexpected(node.error());
    }
    const Asked<Window> found = window_with(*top, *node, window);
    if (!found) {
      return std::unexpected(found.error());
    }
    window = *found;
  }
  std::optional<size_t> match;
  if (asked_for) {
    match = nearest_fit(*top, *fitting, asked_for->from, asked_for->is_before);
    window.offset = match.value_or(0) / window.limit * window.limit;
  }
  return json_answer([&](JsonWriter& json) {
    write_top_window(json, served, *top, window, fitting.get());
    if (asked_for) {
      write_number(json, "match", match ? std::optional<int128>(*match) : std::nullopt);
    }
  });
}

/// Leaves the document open.
void write_file_window(JsonWriter& json, const ServedProfile& served, const Lines& files,
                       Window window) {
  const Selection& selection = files.selection();
  begin_list(json, "quern.files/1", files);
  json.key("group_by").string(to_string(GroupBy::kFile));
  const size_t matched = files.shown();
  write_rows(json, "rows", window.ranks(matched), [&](size_t rank) {
    const TopRow row = files.row(rank);
    if (served.files_of_functions().contains(row.name.name)) {
      write_ids(json, served, GroupBy::kFile, 0, row.name);
    } else {
      json.key("id").null();
      write_file_id(json, row.name);
    }
    JsonPen pen(json, selection);
    pen.text("name", row.name.name);
    describe_self(pen, row);
    pen.ratios("self", row.self_ratios);
  });
  write_window(json, window, files.row_count(), matched);
  const std::vector<Amount> covered = files.covered();
  write_costs(json, "covered", covered);
  write_certainty(json, selection, "covered_certainty", covered);
  write_where(json, selection, files.left_out());
}

void write_end(JsonWriter& json, const ServedProfile& served, GroupBy by, std::string_view key,
               uint32_t node, const RowName& name) {
  json.key(key);
  if (name.is_root) {
    json.null();
    return;
  }
  json.begin_object();
  write_ids(json, served, by, node, name);
  write_name(json, name);
  json.end_object();
}

}  // namespace

Answer answer_functions(Question& question) {
  return answer_list(question);
}

/// Where no lines are known, files are those of functions.
Answer answer_files(Question& question) {
  const Profile& profile = question.served->profile();
  const bool has_lines = profile.counts().lines != 0;
  Asked<Selection> selection =
      selection_of(profile, *question.parameters,
                   {.is_grouped = false,
                    .takes_order = true,
                    .group_by = has_lines ? GroupBy::kLine : GroupBy::kFile,
                    .has_all_rows = has_lines});
  if (!selection) {
    return std::unexpected(selection.error());
  }
  question.selection = *std::move(selection);
  if (!has_lines) {
    return answer_list(question);
  }
  const Window window = window_of(*question.parameters);
  if (const auto wanted = check_wanted(question); !wanted) {
    return std::unexpected(wanted.error());
  }
  return json_answer(question.served->files_by_lines(*question.selection),
                     [&](JsonWriter& json, const std::shared_ptr<const Lines>& files) {
                       write_file_window(json, *question.served, *files, window);
                     });
}

Answer answer_calls(Question& question) {
  const Window window = window_of(*question.parameters);
  if (const auto wanted = check_wanted(question); !wanted) {
    return std::unexpected(wanted.error());
  }
  constexpr size_t kStep = 4096;  // so many more are ranked at a time
  Selection& selection = *question.selection;
  selection.limit = ((window.offset + window.limit) / kStep + 1) * kStep;
  const ServedProfile& served = *question.served;
  const std::shared_ptr<const Calls> calls = served.calls(selection);
  const size_t matched = calls->row_count() - calls->left_out();
  return json_answer([&](JsonWriter& json) {
    begin_document(json, "quern.calls/1", selection);
    write_ratio_names(json, selection);
    json.key("group_by").string(to_string(selection.group_by));
    write_rows(json, "rows", window.ranks(matched), [&](size_t rank) {
      const CallRow row = calls->row(rank);
      const auto [caller, callee] = calls->ends(rank);
      write_end(json, served, selection.group_by, "caller", caller, row.caller);
      write_end(json, served, selection.group_by, "callee", callee, row.callee);
      JsonPen(json, selection).calls(row.count, row.inclusive);
      write_ratios(json, "inclusive_ratios", row.inclusive_ratios);
      json.key("recursive").boolean(row.is_recursive);
    });
    write_window(json, window, calls->row_count(), matched);
    write_where(json, selection, calls->left_out());
  });
}

}  // namespace quern::server
