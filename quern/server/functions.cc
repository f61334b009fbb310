// SPDX-License-Identifier: MIT
//
// Lists: functions, groups, files, calls.
#include <algorithm>
#include <array>

#include "quern/analysis/grouping.h"
#include "quern/output/json_answer.h"
#include "quern/output/json_parts.h"
#include "quern/server/comparing.h"
#include "quern/server/routes.h"
#include "quern/server/rows.h"

namespace quern::server {
namespace {

/// What a list of functions is narrowed to: those of one group.
struct Members {
  std::shared_ptr<const std::vector<bool>> of;
  std::string key;
};

std::expected<Members, Refusal> asked_members(const Question& question,
                                              const ServedProfile& served) {
  Asked& asked = *question.asked;
  if (!asked.has("in")) {
    return Members();
  }
  const GroupBy by =
      parse_group_by(asked.word("by", group_by_words())).value_or(GroupBy::kFunction);
  if (asked.refused()) {
    return std::unexpected(*asked.refused());
  }
  const Nodes groups(served.profile(), by);
  const std::expected<uint32_t, Refusal> group = asked_node(served, groups, asked.text("in"));
  if (!group) {
    return std::unexpected(group.error());
  }
  auto members = std::make_shared<std::vector<bool>>(served.profile().symbols().functions.size());
  for (uint32_t function = 0; function < members->size(); ++function) {
    (*members)[function] = groups.node(FunctionId(function)) == *group;
  }
  return Members{std::move(members), std::string(to_string(by)) + ':' + asked.text("in")};
}

/// The window that holds a row, on whole multiples of its size.
std::expected<Window, Refusal> window_with(const Top& top, uint32_t node, Window window) {
  const size_t rows = top.of() - top.left_out();
  for (size_t rank = 0; rank < rows; ++rank) {
    if (top.node(rank) == node) {
      window.offset = rank / window.limit * window.limit;
      return window;
    }
  }
  return std::unexpected(
      refusal(404, "no-such-function", "no row of this list has this id", {}, "row_of"));
}

void write_top_window(JsonWriter& json, const ServedProfile& served, const Top& top,
                      Window window) {
  const Selection& selection = top.selection();
  begin_document(json, "quern.top/1", selection);
  write_totals(json, selection, top.totals());
  write_ratio_names(json, selection);
  write_ratios(json, "total_ratios", top.total_ratios());
  json.key("group_by").string(to_string(selection.group_by)).key("rows").begin_array();
  const size_t matched = top.of() - top.left_out();
  const size_t end = std::min(matched, window.offset + window.limit);
  for (size_t rank = window.offset; rank < end; ++rank) {
    const TopRow row = top.row(rank);
    json.newline().begin_object();
    write_ids(json, served, selection.group_by, top.node(rank), row.name);
    write_top_row(json, selection, row);
    json.end_object();
  }
  json.end_array();
  write_count(json, "shown", end > window.offset ? end - window.offset : 0);
  write_count(json, "of", top.of());
  write_count(json, "offset", window.offset);
  write_count(json, "matched", matched);
  const std::vector<Amount> covered = top.covered();
  write_costs(json, "covered", covered);
  write_certainty(json, selection, "covered_certainty", covered);
  write_where(json, selection, top.left_out());
  json.end_object().newline();
}

Answer answer_list(const Question& question, const SelectionKind& kind, GroupBy forced) {
  const std::expected<const ServedProfile*, Refusal> served = asked_profile(question);
  if (!served) {
    return std::unexpected(served.error());
  }
  std::expected<Selection, Refusal> selection =
      selection_of((*served)->profile(), *question.asked, kind);
  if (!selection) {
    return std::unexpected(selection.error());
  }
  if (forced != GroupBy::kFunction) {
    selection->group_by = forced;
  }
  Window window = window_of(*question.asked);
  std::expected<Members, Refusal> members = asked_members(question, **served);
  if (!members) {
    return std::unexpected(members.error());
  }
  if (members->of && selection->group_by != GroupBy::kFunction) {
    question.asked->refuse(
        refusal(400, "bad-parameter", "'in' narrows a list of functions", {}, "in"));
  }
  if (question.asked->refused()) {
    return std::unexpected(*question.asked->refused());
  }
  selection->members = members->of;
  const std::shared_ptr<const Top> top = (*served)->top(*selection, members->key);
  if (question.asked->has("row_of")) {
    const Nodes nodes((*served)->profile(), selection->group_by);
    const std::expected<uint32_t, Refusal> node =
        asked_node(**served, nodes, question.asked->text("row_of"));
    if (!node) {
      return std::unexpected(node.error());
    }
    const std::expected<Window, Refusal> found = window_with(*top, *node, window);
    if (!found) {
      return std::unexpected(found.error());
    }
    window = *found;
  }
  std::string text;
  JsonWriter json(text);
  write_top_window(json, **served, *top, window);
  return json_response(std::move(text));
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

Answer answer_functions(const Question& question) {
  if (question.asked->has("base")) {
    return answer_changes(question);
  }
  return answer_list(question, {}, GroupBy::kFunction);
}

Answer answer_files(const Question& question) {
  return answer_list(question, {.is_grouped = false}, GroupBy::kFile);
}

Answer answer_calls(const Question& question) {
  const std::expected<const ServedProfile*, Refusal> served = asked_profile(question);
  if (!served) {
    return std::unexpected(served.error());
  }
  std::expected<Selection, Refusal> selection =
      selection_of((*served)->profile(), *question.asked,
                   {.rows = RowKind::kCalls, .default_sort = SortBy::kInclusive});
  const Window window = window_of(*question.asked);
  if (!selection) {
    return std::unexpected(selection.error());
  }
  if (question.asked->refused()) {
    return std::unexpected(*question.asked->refused());
  }
  constexpr size_t kStep = 4096;  // so many more are ranked at a time
  selection->limit = ((window.offset + window.limit) / kStep + 1) * kStep;
  const std::shared_ptr<const Calls> calls = (*served)->calls(*selection);
  const size_t matched = calls->of() - calls->left_out();
  const size_t end = std::min(matched, window.offset + window.limit);
  std::string text;
  JsonWriter json(text);
  begin_document(json, "quern.calls/1", *selection);
  write_ratio_names(json, *selection);
  json.key("group_by").string(to_string(selection->group_by)).key("rows").begin_array();
  for (size_t rank = window.offset; rank < end; ++rank) {
    const CallRow row = calls->row(rank);
    const auto [caller, callee] = calls->ends(rank);
    json.newline().begin_object();
    write_end(json, **served, selection->group_by, "caller", caller, row.caller);
    write_end(json, **served, selection->group_by, "callee", callee, row.callee);
    write_call_costs(json, *selection, row.count, row.inclusive);
    write_ratios(json, "inclusive_ratios", row.inclusive_ratios);
    json.key("recursive").boolean(row.is_recursive).end_object();
  }
  json.end_array();
  write_count(json, "shown", end > window.offset ? end - window.offset : 0);
  write_count(json, "of", calls->of());
  write_count(json, "offset", window.offset);
  write_count(json, "matched", matched);
  write_where(json, *selection, calls->left_out());
  json.end_object().newline();
  return json_response(std::move(text));
}

}  // namespace quern::server
