// SPDX-License-Identifier: MIT
//
// quern.graph/1, places in pixels:
//   {"schema","events":[one],"totals":[T],"group_by","around":N|null,"width","height",
//    "nodes":[{"name","file","object","self","inclusive","inclusive_max","certainty",
//              "cycle":N|null,"functions":N,
//              "members":[{"name","file","object","self","inclusive",…}],"cluster":N|null,
//              "hot":bool,"callers_not_shown":N,"callees_not_shown":N,
//              "label","lines":["…"],"facts":["…"],"color","bar":[share,self share],
//              "x","y","width","height"}],
//    "edges":[{"from","to","inclusive","inclusive_max","certainty","calls":N|null,
//              "recursive":bool,"hot":bool,ARROW}],
//    "dashed_edges":[{"from","to","functions":N,"at_most","hot":bool,ARROW}],
//    "clusters":[{"name","x","y","width","height"}],
//    "not_shown":{"functions":N,"self","calls":N,"dashed_edges":N},"where":{…}}
// ARROW: "label","label_at":[x,y]|null,"facts":["…"],"color","share","path":[x,y,…]
// `color` names a class of a style sheet: s0 to s5 of self costs, l1 to l3 of changes to less, m1
// to m3 to more, none; arrows may have an empty one. `bar` and `share` are from 0 to 1: how much of
// a bar is filled, and how wide an arrow is. `from`, `to` and `around` are indices of nodes;
// `cluster` of clusters. A path is a chain of cubic Bézier curves, 1 + 3n points; a label whose
// place is null has no room beside boxes and others. Σ self of nodes + not_shown.self = the total.
// "self_certainty", "at_most_certainty" and "totals_certainty" where these are estimates.
#include "quern/output/json/json_graph.h"

#include <utility>

#include "quern/output/answers/graph.h"
#include "quern/output/json/json_answer.h"

namespace quern {
namespace {

std::span<const Amount> one(const Amount& amount) {
  return {&amount, 1};
}

class GraphJson {
 public:
  GraphJson(JsonWriter& json, const CallPicture& answer, const GraphStyle& how,
            const WriteNodeIds& write_ids)
      : json_(json),
        answer_(answer),
        drawn_(json, graph_picture(answer, {}, how.boxes), how),
        write_ids_(write_ids) {}

  void write() {
    write_totals(json_, answer_.selection, answer_.totals);
    json_.key("group_by").string(to_string(answer_.selection.group_by));
    write_index(json_, "around", answer_.focus);
    drawn_.write_size();
    drawn_.write_all(answer_, *this);
    write_cut();
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
      write_objects(json_, "members", node.members.size(), [&](size_t which) {
        const PictureMember& member = node.members[which];
        write_function(member.name, member.node, member.self, member.inclusive);
      });
    }
    drawn_.write_node_end(node, at);
  }

  void write_edge(size_t at) {
    const PictureEdge& edge = answer_.edges[at];
    drawn_.write_ends(edge);
    write_bounds(json_, "inclusive", one(edge.cost));
    write_number(json_, "calls", edge.count);
    write_certainty(json_, answer_.selection, "calls_certainty", edge.count);
    json_.key("recursive").boolean(edge.is_recursive).key("hot").boolean(edge.is_hot);
    drawn_.write_arrow(at);
  }

  void write_dashed(size_t at) {
    const DashedEdge& edge = answer_.dashed_edges[at];
    drawn_.write_ends(edge);
    write_count(json_, "functions", edge.functions);
    json_.key("at_most").integer(edge.cost.upper);
    write_inexact(json_, answer_.selection, "at_most_certainty",
                  one(amount_of(edge.cost.upper, answer_.selection.has_estimates)));
    json_.key("hot").boolean(edge.is_hot);
    drawn_.write_arrow(answer_.edges.size() + at);
  }

 private:
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
  DrawnGraph drawn_;
  const WriteNodeIds& write_ids_;
};

}  // namespace

void write_index(JsonWriter& json, std::string_view key, const std::optional<uint32_t>& index) {
  write_number(json, key, index ? std::optional<int128>(*index) : std::nullopt);
}

DrawnGraph::DrawnGraph(JsonWriter& json, GraphPicture picture, const GraphStyle& how)
    : json_(json), picture_(std::move(picture)), layout_(graph_layout(picture_, how)) {
  for (const ArrowLabel& label : arrow_labels(picture_, layout_)) {
    labels_.emplace(label.arrow, label);
  }
}

void DrawnGraph::write_size() {
  json_.key("width").number(layout_.width).key("height").number(layout_.height);
}

void DrawnGraph::write_rectangle(const LayerRectangle& place) {
  json_.key("x").number(place.x).key("y").number(place.y);
  json_.key("width").number(place.width).key("height").number(place.height);
}

void DrawnGraph::write_box(size_t at) {
  const GraphBox& box = picture_.boxes[at];
  json_.key("label").string(box.label);
  write_texts(json_, "lines", box.lines);
  write_texts(json_, "facts", box.facts);
  json_.key("color").string(box.color);
  json_.key("bar").begin_array().number(box.share).number(box.self_share).end_array();
  write_rectangle(layout_.boxes[at]);
}

void DrawnGraph::write_arrow(size_t at) {
  const GraphArrow& arrow = picture_.arrows[at];
  json_.key("label").string(arrow.label).key("label_at");
  const auto label = labels_.find(at);
  if (label == labels_.end()) {
    json_.null();
  } else {
    const LayerRectangle& area = label->second.area;
    json_.begin_array().number(area.x + area.width / 2).number(label->second.base_line);
    json_.end_array();
  }
  write_texts(json_, "facts", arrow.facts);
  json_.key("color").string(arrow.color).key("share").number(arrow.share);
  json_.key("path").begin_array();
  for (const LayerPoint& point : layout_.arrows[at]) {
    json_.number(point.x).number(point.y);
  }
  json_.end_array();
}

void DrawnGraph::write_clusters(const std::vector<std::string>& names) {
  write_objects(json_, "clusters", names.size(), [&](size_t at) {
    json_.key("name").string(names[at]);
    write_rectangle(layout_.clusters[at]);
  });
}

void write_graph(JsonWriter& json, const CallPicture& picture, const GraphStyle& how,
                 const WriteNodeIds& write_ids) {
  GraphJson(json, picture, how, write_ids).write();
}

void write_json(const CallPicture& picture, const GraphStyle& how, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  begin_answer(json, "quern.graph/1", picture.selection);
  write_graph(json, picture, how, {});
  json.end_object().newline();
}

void write_json(const CallPicture& picture, ByteSink& out) {
  write_json(picture, GraphStyle(), out);
}

}  // namespace quern
