// SPDX-License-Identifier: MIT
//
// One function or group: its numbers, its callers and callees, the heaviest way through it, and
// what it cost in each part.
#include <algorithm>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_parts.h"
#include "quern/query/columns.h"
#include "quern/server/questions/rows.h"
#include "quern/server/routes.h"
#include "quern/views/calls/peek.h"

namespace quern::server {
namespace {

constexpr size_t kLongestPath = 256;

/// The most expensive edge to a node that is not on the path yet.
template <class Edges, class Other>
std::optional<uint32_t> hottest(const CallGraph& graph, const Edges& edges, const Other& other,
                                size_t column, std::span<const uint32_t> way, size_t nodes) {
  std::optional<uint32_t> best;
  for (const uint32_t edge : edges) {
    const uint32_t node = other(edge);
    const bool is_on_way = node >= nodes || std::ranges::find(way, node) != way.end();
    if (!is_on_way && (!best || graph.inclusive(edge, column) > graph.inclusive(*best, column))) {
      best = edge;
    }
  }
  return best;
}

struct HeaviestPath {
  std::vector<uint32_t> nodes;  ///< from a root to a leaf
  size_t at = 0;                ///< where the function stands
};

HeaviestPath heaviest_path(const NodeCosts& costs, uint32_t node, size_t column) {
  const CallGraph& graph = costs.graph();
  if (column >= graph.event_count()) {
    return {{node}, 0};
  }
  std::vector<uint32_t> way = {node};
  const size_t nodes = costs.nodes().size();
  while (way.size() < kLongestPath) {
    const auto edge = hottest(
        graph, graph.calls_to(way.back()), [&](uint32_t e) { return graph.caller(e); }, column, way,
        nodes);
    if (!edge) {
      break;
    }
    way.push_back(graph.caller(*edge));
  }
  std::ranges::reverse(way);
  const size_t at = way.size() - 1;
  while (way.size() < at + kLongestPath) {
    const auto edge = hottest(
        graph, graph.calls_from(way.back()), [&](uint32_t e) { return graph.callee(e); }, column,
        way, nodes);
    if (!edge) {
      break;
    }
    way.push_back(graph.callee(*edge));
  }
  return {std::move(way), at};
}

void write_path(JsonWriter& json, const ServedProfile& served, const Selection& selection,
                const NodeCosts& costs, uint32_t node) {
  const HeaviestPath path = heaviest_path(costs, node, selection.sort_column);
  json.key("path").begin_array();
  for (const uint32_t step : path.nodes) {
    const TopRow row = costs.row(step);
    json.begin_object();
    write_ids(json, served, selection.group_by, step, row.name);
    write_name(json, row.name);
    write_costs(json, "self", row.self);
    write_certainty(json, selection, "self_certainty", row.self);
    write_bounds(json, "inclusive", row.inclusive);
    json.end_object();
  }
  json.end_array();
  write_count(json, "path_at", path.at);
}

/// The self costs of a node in each part where it has some; all marked where `self`, those of all
/// parts, are estimates.
void write_parts(JsonWriter& json, const Profile& profile, const Selection& selection,
                 const Nodes& nodes, uint32_t node, std::span<const Amount> self) {
  const std::vector<EventSum> sums = shown_sums(selection);
  // Two nodes: what is asked, and all else.
  std::vector<uint32_t> is_asked(profile.symbols().functions.size());
  for (uint32_t function = 0; function < is_asked.size(); ++function) {
    is_asked[function] = nodes.node(FunctionId(function)) == node ? 1 : 0;
  }
  json.key("parts").begin_array();
  for (size_t part = 0; part < profile.parts().size(); ++part) {
    if (!selection.parts.contains(part)) {
      continue;
    }
    PartSet one = PartSet::none(profile);
    one.add(PartId(part));
    const CostRows selfs = self_costs(profile, one, sums, NodeMap{is_asked, 2});
    std::vector<int128> costs;
    for (size_t column = 0; column < sums.size(); ++column) {
      costs.push_back(selfs.at(1, column));
    }
    if (std::ranges::any_of(costs, [](int128 cost) { return cost != 0; })) {
      json.begin_object();
      write_count(json, "id", part);
      write_costs(json, "self", costs);
      write_certainty(json, selection, "self_certainty", self);
      json.end_object();
    }
  }
  json.end_array();
}

struct NeighbourKeys {
  std::string_view rows, of, shown, sums, certainty;
};
constexpr NeighbourKeys kCallerKeys{"callers", "callers_of", "callers_shown", "from_callers",
                                    "from_callers_certainty"};
constexpr NeighbourKeys kCalleeKeys{"callees", "callees_of", "callees_shown", "into_callees",
                                    "into_callees_certainty"};

void write_neighbours(JsonWriter& json, const ServedProfile& served, const Selection& selection,
                      const NeighbourKeys& keys, const std::vector<PeekNeighbour>& rows,
                      size_t in_all, const std::vector<Amount>& sums) {
  write_rows(json, keys.rows, rows, [&](const PeekNeighbour& row) {
    write_ids(json, served, selection.group_by, row.node, row.name);
    write_neighbour(json, selection, row);
  });
  write_count(json, keys.shown, rows.size());
  write_count(json, keys.of, in_all);
  write_costs(json, keys.sums, sums);
  write_certainty(json, selection, keys.certainty, sums);
}

}  // namespace

Answer answer_function(Question& question) {
  const ServedProfile& served = *question.served;
  Selection& selection = *question.selection;
  selection.limit = question.parameters->number("limit", 1, kMostRowsAsked, 100);
  if (const auto wanted = check_wanted(question); !wanted) {
    return std::unexpected(wanted.error());
  }
  const std::shared_ptr<const NodeCosts> costs = served.costs(selection);
  const Asked<uint32_t> node = asked_node(served, costs->nodes(), question.id);
  if (!node) {
    return std::unexpected(node.error());
  }
  selection.shows_runs = check_runs(served.profile(), selection).has_value();
  const Peek answer = Peeks(served.profile(), selection, *costs).of(*node);
  return json_answer([&](JsonWriter& json) {
    begin_document(json, "quern.peek/1", selection);
    write_totals(json, selection, answer.totals);
    write_ratio_names(json, selection);
    json.key("group_by").string(to_string(selection.group_by)).key("function").begin_object();
    write_ids(json, served, selection.group_by, *node, answer.function.name);
    write_row(json, selection, answer.function);
    json.end_object();
    write_neighbours(json, served, selection, kCallerKeys, answer.callers, answer.callers_in_all,
                     answer.from_callers);
    write_neighbours(json, served, selection, kCalleeKeys, answer.callees, answer.callees_in_all,
                     answer.into_callees);
    if (answer.books) {
      write_books(json, selection, *answer.books);
    }
    write_path(json, served, selection, *costs, *node);
    write_parts(json, served.profile(), selection, costs->nodes(), *node, answer.function.self);
    write_where(json, selection, answer.callers_left_out + answer.callees_left_out);
  });
}

}  // namespace quern::server
