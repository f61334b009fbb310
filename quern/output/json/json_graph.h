// SPDX-License-Identifier: MIT
//
// Drawn call graphs as JSON, for the command and for the page.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "quern/base/json_writer.h"
#include "quern/compare/graph/diff_picture.h"
#include "quern/drawing/layers/layered_layout.h"
#include "quern/output/graph/arrow_labels.h"
#include "quern/output/graph/graph_picture.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/shared/graph_style.h"
#include "quern/query/rows.h"
#include "quern/views/graph/call_picture.h"

namespace quern {

/// KEY: an array of objects, of which write(at) writes the keys.
template <class Write>
void write_objects(JsonWriter& json, std::string_view key, size_t count, const Write& write) {
  json.newline().key(key).begin_array();
  for (size_t at = 0; at < count; ++at) {
    json.newline().begin_object();
    write(at);
    json.end_object();
  }
  json.end_array();
}

/// Null where there is none.
void write_index(JsonWriter& json, std::string_view key, const std::optional<uint32_t>& index);

/// The places of a drawn graph, and the words in it, into objects that are open.
class DrawnGraph {
 public:
  DrawnGraph(JsonWriter& json, GraphPicture picture, const GraphStyle& how);
  void write_size();            ///< "width", "height"
  void write_box(size_t at);    ///< "label" to "height"
  void write_arrow(size_t at);  ///< "label" to "path"
  void write_clusters(const std::vector<std::string>& names);
  /// "nodes" to "clusters" of an answer, of which `rows` writes the rows.
  template <class Answer, class Rows>
  void write_all(const Answer& answer, Rows& rows) {
    write_objects(json_, "nodes", answer.nodes.size(), [&](size_t at) { rows.write_node(at); });
    write_objects(json_, "edges", answer.edges.size(), [&](size_t at) { rows.write_edge(at); });
    write_objects(json_, "dashed_edges", answer.dashed_edges.size(),
                  [&](size_t at) { rows.write_dashed(at); });
    write_clusters(answer.clusters);
  }
  /// "cluster" to "height" of a node.
  template <class Node>
  void write_node_end(const Node& node, size_t at) {
    write_index(json_, "cluster", node.cluster);
    json_.key("hot").boolean(node.is_hot);
    write_count(json_, "callers_not_shown", node.callers_cut);
    write_count(json_, "callees_not_shown", node.callees_cut);
    write_box(at);
  }
  /// "from" and "to".
  template <class Edge>
  void write_ends(const Edge& edge) {
    write_count(json_, "from", edge.from);
    write_count(json_, "to", edge.to);
  }

 private:
  void write_rectangle(const LayerRectangle& place);

  JsonWriter& json_;
  GraphPicture picture_;
  LayerLayout layout_;
  std::unordered_map<size_t, ArrowLabel> labels_;  ///< by arrow, where they have room
};

/// The ids that an answer of the server has next to names.
using WriteNodeIds = std::function<void(JsonWriter& json, uint32_t node, const RowName& name)>;
/// The keys of quern.graph/1 behind "events", into an object that is open.
void write_graph(JsonWriter& json, const CallPicture& picture, const GraphStyle& how,
                 const WriteNodeIds& write_ids);
/// The same of quern.diff/1, view "graph"; without the head.
using WriteDiffIds = std::function<void(JsonWriter& json, const DiffRow& row, uint32_t node)>;
void write_diff_graph(JsonWriter& json, const DiffPicture& picture, const GraphStyle& how,
                      const WriteDiffIds& write_ids);

}  // namespace quern
