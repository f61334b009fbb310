// SPDX-License-Identifier: MIT
//
// quern.graph/1, places in pixels:
//   {"schema","events":[one],"totals":[T],"group_by","around":N|null,"width","height",
//    "nodes":[{"name","file","object","self","inclusive","inclusive_max","certainty",
//              "cycle":N|null,"functions":N,
//              "members":[{"name","file","object","self","inclusive",…}],
//              "cluster":N|null,"hot":bool,"callers_not_shown":N,"callees_not_shown":N,
//              "label","lines":["…"],"x","y","width","height"}],
//    "edges":[{"from","to","inclusive","inclusive_max","certainty","calls":N|null,
//              "recursive":bool,"hot":bool,"label","label_at":[x,y]|null,"path":[x,y,…]}],
//    "dashed_edges":[{"from","to","functions":N,"at_most","hot":bool,"label","label_at","path"}],
//    "clusters":[{"name","x","y","width","height"}],
//    "not_shown":{"functions":N,"self","calls":N,"dashed_edges":N},"where":{…}}
// `from`, `to` and `around` are indices of nodes; `cluster` of clusters. A path is a chain of cubic
// Bézier curves, 1 + 3n points; a label whose place is null has no room beside boxes and others. Σ
// self of nodes + not_shown.self = the total. "self_certainty" and "totals_certainty" where self
// costs are estimates.
#include "quern/output/json/json_graph.h"

#include <unordered_map>

#include "quern/output/answers/graph.h"
#include "quern/output/graph/arrow_labels.h"
#include "quern/output/graph/graph_picture.h"
#include "quern/output/json/json_answer.h"

namespace quern {
namespace {

std::span<const Amount> one(const Amount& amount) {
  return {&amount, 1};
}

/// Quarters of a pixel, which are exact.
void write_pixels(JsonWriter& json, std::string_view key, double pixels) {
  json.key(key).number(pixels);
}

void write_rectangle(JsonWriter& json, const LayerRectangle& place) {
  write_pixels(json, "x", place.x);
  write_pixels(json, "y", place.y);
  write_pixels(json, "width", place.width);
  write_pixels(json, "height", place.height);
}

void write_index(JsonWriter& json, std::string_view key, const std::optional<uint32_t>& index) {
  write_number(json, key, index ? std::optional<int128>(*index) : std::nullopt);
}

class GraphJson {
 public:
  GraphJson(JsonWriter& json, const CallPicture& answer, const WriteNodeIds& write_ids)
      : json_(json),
        answer_(answer),
        drawn_(graph_picture(answer, {})),
        layout_(graph_layout(drawn_, {})),
        write_ids_(write_ids) {
    for (const ArrowLabel& label : arrow_labels(drawn_, layout_)) {
      labels_.emplace(label.arrow, label);
    }
  }

  void write() {
    write_totals(json_, answer_.selection, answer_.totals);
    json_.key("group_by").string(to_string(answer_.selection.group_by));
    write_index(json_, "around", answer_.focus);
    write_pixels(json_, "width", layout_.width);
    write_pixels(json_, "height", layout_.height);
    write_each("nodes", answer_.nodes.size(), [this](size_t at) { write_node(at); });
    write_each("edges", answer_.edges.size(), [this](size_t at) { write_edge(at); });
    write_each("dashed_edges", answer_.dashed_edges.size(),
               [this](size_t at) { write_dashed(at); });
    write_each("clusters", answer_.clusters.size(), [this](size_t at) {
      json_.key("name").string(answer_.clusters[at]);
      write_rectangle(json_, layout_.clusters[at]);
    });
    write_cut();
  }

 private:
  template <class Write>
  void write_each(std::string_view key, size_t count, const Write& write) {
    json_.newline().key(key).begin_array();
    for (size_t at = 0; at < count; ++at) {
      json_.newline().begin_object();
      write(at);
      json_.end_object();
    }
    json_.end_array();
  }

  void write_function(const RowName& name, uint32_t node, const Amount& self,
                      const Amount& inclusive) {
    if (write_ids_) {
      write_ids_(json_, node, name);
    }
    write_name(json_, name);
    write_costs(json_, "self", one(self));
    write_inexact(json_, answer_.selection, "self_certainty", one(self));
    write_bounds(json_, "inclusive", one(inclusive));
  }

  void write_node(size_t at) {
    const PictureNode& node = answer_.nodes[at];
    write_function(node.name, node.node, node.self, node.inclusive);
    write_index(json_, "cycle", node.cycle);
    write_count(json_, "functions", node.member_count);
    if (!node.members.empty()) {
      write_each("members", node.members.size(), [&](size_t which) {
        const PictureMember& member = node.members[which];
        write_function(member.name, member.node, member.self, member.inclusive);
      });
    }
    write_index(json_, "cluster", node.cluster);
    json_.key("hot").boolean(node.is_hot);
    write_count(json_, "callers_not_shown", node.callers_cut);
    write_count(json_, "callees_not_shown", node.callees_cut);
    json_.key("label").string(drawn_.boxes[at].label);
    json_.key("lines").begin_array();
    for (const std::string& line : drawn_.boxes[at].lines) {
      json_.string(line);
    }
    json_.end_array();
    write_rectangle(json_, layout_.boxes[at]);
  }

  /// The words of an arrow, the middle of their place, and its curves.
  void write_drawn(size_t arrow) {
    json_.key("label").string(drawn_.arrows[arrow].label).key("label_at");
    const auto label = labels_.find(arrow);
    if (label == labels_.end()) {
      json_.null();
    } else {
      const LayerRectangle& area = label->second.area;
      json_.begin_array().number(area.x + area.width / 2).number(label->second.base_line);
      json_.end_array();
    }
    json_.key("path").begin_array();
    for (const LayerPoint& point : layout_.arrows[arrow]) {
      json_.number(point.x).number(point.y);
    }
    json_.end_array();
  }

  void write_edge(size_t at) {
    const PictureEdge& edge = answer_.edges[at];
    write_count(json_, "from", edge.from);
    write_count(json_, "to", edge.to);
    write_bounds(json_, "inclusive", one(edge.cost));
    write_number(json_, "calls", edge.count);
    write_certainty(json_, answer_.selection, "calls_certainty", edge.count);
    json_.key("recursive").boolean(edge.is_recursive).key("hot").boolean(edge.is_hot);
    write_drawn(at);
  }

  void write_dashed(size_t at) {
    const DashedEdge& edge = answer_.dashed_edges[at];
    write_count(json_, "from", edge.from);
    write_count(json_, "to", edge.to);
    write_count(json_, "functions", edge.functions);
    json_.key("at_most").integer(edge.cost.upper).key("hot").boolean(edge.is_hot);
    write_drawn(answer_.edges.size() + at);
  }

  void write_cut() {
    json_.newline().key("not_shown").begin_object();
    write_count(json_, "functions", answer_.cut.functions);
    json_.key("self").integer(lower_of(answer_.cut.self));
    write_inexact(json_, answer_.selection, "self_certainty", one(answer_.cut.self));
    write_count(json_, "calls", answer_.cut.edges);
    write_count(json_, "dashed_edges", answer_.cut.dashed_edges);
    json_.end_object();
    write_where(json_, answer_.selection, 0);
  }

  JsonWriter& json_;
  const CallPicture& answer_;
  GraphPicture drawn_;
  LayerLayout layout_;
  std::unordered_map<size_t, ArrowLabel> labels_;  ///< by arrow, where they have room
  const WriteNodeIds& write_ids_;
};

}  // namespace

void write_graph(JsonWriter& json, const CallPicture& picture, const WriteNodeIds& write_ids) {
  GraphJson(json, picture, write_ids).write();
}

void write_json(const CallPicture& picture, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_answer(json, "quern.graph/1", picture.selection);
  write_graph(json, picture, {});
  json.end_object().newline();
}

}  // namespace quern
