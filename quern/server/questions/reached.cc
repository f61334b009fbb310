// SPDX-License-Identifier: MIT
//
// GET /api/fn/ID/all: all functions that call one or that it calls, however far away.
// GET /api/fn/ID/calls: its single calls, where the profile has them.
#include <algorithm>
#include <array>

#include "quern/filters/rules/codes.h"
#include "quern/output/answers/calls.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_pen.h"
#include "quern/server/questions/rows.h"
#include "quern/server/routes.h"
#include "quern/views/calls/invocations.h"
#include "quern/views/calls/reach.h"

namespace quern::server {
namespace {

/// The function that is asked about, and the costs of all, which the server keeps.
struct AskedFunction {
  std::shared_ptr<const NodeCosts> costs;
  uint32_t node;
};

/// Refused if filters have made estimates: neither answer can mark a cost as one.
Asked<void> check_exact(const Profile& profile) {
  if (!profile.has_estimates()) {
    return {};
  }
  return std::unexpected(
      refusal(422, kNeedsExact.name,
              "filters split some costs of this call graph in proportion, and this answer cannot "
              "mark estimates"));
}

Asked<AskedFunction> asked_function(const Question& question) {
  if (const auto wanted = check_wanted(question); !wanted) {
    return std::unexpected(wanted.error());
  }
  if (const auto exact = check_exact(question.served->profile()); !exact) {
    return std::unexpected(exact.error());
  }
  std::shared_ptr<const NodeCosts> costs = question.served->costs(*question.selection);
  const Asked<uint32_t> node = asked_node(*question.served, costs->nodes(), question.id);
  if (!node) {
    return std::unexpected(node.error());
  }
  return AskedFunction{std::move(costs), *node};
}

void write_reached_rows(JsonWriter& json, const Question& question,
                        std::span<const ReachRow> rows) {
  write_rows(json, "rows", rows, [&](const ReachRow& row) {
    write_ids(json, *question.served, question.selection->group_by, row.node, row.name);
    write_row(json, *question.selection, row);
  });
}

/// Refused if another function has the same name. Invocations::find() looks calls up by name, and
/// would mix those of both.
Asked<void> check_own_name(const Nodes& nodes, uint32_t node) {
  const std::string_view name = nodes.name(node).name;
  for (const uint32_t other : nodes.listed()) {
    if (other != node && nodes.name(other).name == name) {
      return std::unexpected(
          refusal(422, "ambiguous-name",
                  "several functions share this name, and single calls belong to one",
                  "`quern calls --each` lists the calls of all"));
    }
  }
  return {};
}

}  // namespace

Answer answer_reach(Question& question) {
  constexpr auto kWays = std::to_array<std::string_view>({"callees", "callers"});
  const bool is_up = question.parameters->word("of", kWays) == "callers";
  const Window window = window_of(*question.parameters);
  const Asked<AskedFunction> asked = asked_function(question);
  if (!asked) {
    return std::unexpected(asked.error());
  }
  if (const auto wanted = check_wanted(question); !wanted) {
    return std::unexpected(wanted.error());
  }
  Selection& selection = *question.selection;
  selection.limit = window.offset + window.limit;  // reach() ranks from the first row on
  const ServedProfile& served = *question.served;
  return json_answer(
      reach(served.profile(), selection, *asked->costs, asked->node,
            is_up ? ReachOf::kCallers : ReachOf::kCallees),
      [&](JsonWriter& json, const Reach& answer) {
        begin_document(json, "quern.reach/1", selection);
        write_totals(json, selection, answer.totals);
        json.key("group_by").string(to_string(selection.group_by));
        json.key("direction").string(is_up ? "callers" : "callees");
        json.key("exact_stacks").boolean(answer.is_exact).key("function").begin_object();
        write_ids(json, served, selection.group_by, asked->node, answer.function.name);
        write_row(json, selection, answer.function);
        json.end_object();
        const size_t first = std::min(window.offset, answer.rows.size());
        write_reached_rows(json, question, std::span(answer.rows).subspan(first));
        write_count(json, "shown", answer.rows.size() - first);
        write_count(json, "of", answer.in_all);
        write_count(json, "offset", window.offset);
        write_count(json, "matched", answer.in_all);
      });
}

Answer answer_invocations(Question& question) {
  constexpr auto kOrders = std::to_array<std::string_view>({"cost", "chronological"});
  const bool is_chronological = question.parameters->word("order", kOrders) == "chronological";
  question.selection->limit = question.parameters->number("limit", 1, kMostRowsAsked, 100);
  const Asked<AskedFunction> asked = asked_function(question);
  if (!asked) {
    return std::unexpected(asked.error());
  }
  const Nodes& nodes = asked->costs->nodes();
  if (const auto is_own = check_own_name(nodes, asked->node); !is_own) {
    return std::unexpected(is_own.error());
  }
  const Result<Invocations> answer = Invocations::find(
      question.served->profile(), *question.selection,
      {.of = std::string(nodes.name(asked->node).name), .chronological = is_chronological});
  if (!answer) {
    return std::unexpected(no_answer(answer.error()));
  }
  Style style;
  style.form = Form::kJson;
  return rendered_answer([&](ByteSink& sink) { render(*answer, style, sink); });
}

}  // namespace quern::server
