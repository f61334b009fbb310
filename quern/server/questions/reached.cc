// SPDX-License-Identifier: MIT
//
// All that calls a function or that it calls, however far; and its single calls.
#include <algorithm>
#include <array>

#include "quern/output/answers/calls.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_pen.h"
#include "quern/server/questions/rows.h"
#include "quern/server/routes.h"
#include "quern/views/calls/invocations.h"
#include "quern/views/calls/reach.h"
#include "quern/workspace/filters/codes.h"

namespace quern::server {
namespace {

struct AskedFunction {
  const ServedProfile* served;
  Selection selection;
  std::shared_ptr<const NodeCosts> costs;
  uint32_t node;
};

/// Refused where filters made estimates of what such an answer shows as exact.
std::expected<void, Refusal> check_exact(const Profile& profile) {
  if (!profile.has_estimates()) {
    return {};
  }
  return std::unexpected(
      refusal(422, kNeedsExact.name,
              "what the filters leave of this call graph is in part estimated, which this answer "
              "has no marks for"));
}

std::expected<AskedFunction, Refusal> asked_function(const Question& question, bool is_grouped) {
  const std::expected<const ServedProfile*, Refusal> served = asked_profile(question);
  if (!served) {
    return std::unexpected(served.error());
  }
  std::expected<Selection, Refusal> selection =
      selection_of((*served)->profile(), *question.parameters,
                   {.rows = RowKind::kCalls,
                    .default_sort = SortBy::kInclusive,
                    .takes_ratios = false,
                    .is_grouped = is_grouped});
  if (!selection) {
    return std::unexpected(selection.error());
  }
  if (const auto exact = check_exact((*served)->profile()); !exact) {
    return std::unexpected(exact.error());
  }
  std::shared_ptr<const NodeCosts> costs = (*served)->costs(*selection);
  const std::expected<uint32_t, Refusal> node = asked_node(**served, costs->nodes(), question.id);
  if (!node) {
    return std::unexpected(node.error());
  }
  return AskedFunction{*served, *std::move(selection), std::move(costs), *node};
}

void write_reached_rows(JsonWriter& json, const AskedFunction& parameters,
                        std::span<const ReachRow> rows) {
  json.key("rows").begin_array();
  for (const ReachRow& row : rows) {
    json.newline().begin_object();
    write_ids(json, *parameters.served, parameters.selection.group_by, row.node, row.name);
    write_row(json, parameters.selection, row);
    json.end_object();
  }
  json.end_array();
}

/// Calls are found by name; one that several functions share means none of them.
std::expected<void, Refusal> check_own_name(const Nodes& nodes, uint32_t node) {
  const std::string_view name = nodes.name(node).name;
  for (const uint32_t other : nodes.listed()) {
    if (other != node && nodes.name(other).name == name) {
      return std::unexpected(refusal(422, "ambiguous-name",
                                     "several functions share this name, and calls are of one",
                                     "`quern calls --each` lists those of all"));
    }
  }
  return {};
}

}  // namespace

Answer answer_reach(const Question& question) {
  constexpr auto kWays = std::to_array<std::string_view>({"callees", "callers"});
  const bool is_up = question.parameters->word("of", kWays) == "callers";
  const Window window = window_of(*question.parameters);
  std::expected<AskedFunction, Refusal> parameters = asked_function(question, true);
  if (question.parameters->refused()) {
    return std::unexpected(*question.parameters->refused());
  }
  if (!parameters) {
    return std::unexpected(parameters.error());
  }
  if (const auto wanted = check_wanted(question); !wanted) {
    return std::unexpected(wanted.error());
  }
  parameters->selection.limit = window.offset + window.limit;
  const Result<Reach> answer =
      reach(parameters->served->profile(), parameters->selection, *parameters->costs,
            parameters->node, is_up ? ReachOf::kCallers : ReachOf::kCallees);
  if (!answer) {
    return std::unexpected(no_answer(answer.error()));
  }
  const size_t first = std::min(window.offset, answer->rows.size());
  const std::span<const ReachRow> rows = std::span(answer->rows).subspan(first);
  std::string text;
  JsonWriter json(text);
  begin_document(json, "quern.reach/1", parameters->selection);
  write_totals(json, parameters->selection, answer->totals);
  json.key("group_by").string(to_string(parameters->selection.group_by));
  json.key("direction").string(is_up ? "callers" : "callees");
  json.key("exact_stacks").boolean(answer->is_exact).key("function").begin_object();
  write_ids(json, *parameters->served, parameters->selection.group_by, parameters->node,
            answer->function.name);
  write_row(json, parameters->selection, answer->function);
  json.end_object();
  write_reached_rows(json, *parameters, rows);
  write_count(json, "shown", rows.size());
  write_count(json, "of", answer->in_all);
  write_count(json, "offset", window.offset);
  write_count(json, "matched", answer->in_all);
  json.end_object().newline();
  return json_response(std::move(text));
}

Answer answer_invocations(const Question& question) {
  constexpr auto kOrders = std::to_array<std::string_view>({"cost", "chronological"});
  const bool is_chronological = question.parameters->word("order", kOrders) == "chronological";
  const uint64_t limit = question.parameters->number("limit", 1, kMostRowsAsked, 100);
  std::expected<AskedFunction, Refusal> parameters = asked_function(question, false);
  if (question.parameters->refused()) {
    return std::unexpected(*question.parameters->refused());
  }
  if (!parameters) {
    return std::unexpected(parameters.error());
  }
  const Nodes& nodes = parameters->costs->nodes();
  if (const auto is_own = check_own_name(nodes, parameters->node); !is_own) {
    return std::unexpected(is_own.error());
  }
  parameters->selection.limit = limit;
  const Result<Invocations> answer = Invocations::find(
      parameters->served->profile(), parameters->selection,
      {.of = std::string(nodes.name(parameters->node).name), .chronological = is_chronological});
  if (!answer) {
    return std::unexpected(no_answer(answer.error()));
  }
  Style style;
  style.form = Form::kJson;
  StringSink sink;
  render(*answer, style, sink);
  return json_response(std::move(sink.text()));
}

}  // namespace quern::server
