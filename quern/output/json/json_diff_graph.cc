// SPDX-License-Identifier: MIT
//
// quern.diff/1, view "graph": keys of "totals", SIDE and delta as in json_diff.cc, places as in
// json_graph.cc:
//   {"schema","view":"graph","events":[one],"group_by","totals","around":N|null,"width","height",
//    "nodes":[{"name","file","object","status","match","old_name","old":SIDE|null,"new",
//              "delta","split","noise","functions":N,"members":[…],"cluster","hot",
//              "callers_not_shown","callees_not_shown","label",…,"height"}],
//    "edges":[{"from","to","status","old","new","delta","split","noise","recursive","hot",
//              ARROW}],
//    "dashed_edges":[{"from","to","functions","old_at_most","new_at_most",ARROW}],
//    "clusters",
//    "not_shown":{"functions","old_self","new_self","self_change","calls","dashed_edges"}}
// "hot": on the path of the largest change.
#include "quern/output/answers/graph.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_graph.h"
#include "quern/output/json/json_parts.h"

namespace quern {
namespace {

class DiffGraphJson {
 public:
  DiffGraphJson(JsonWriter& json, const DiffPicture& answer, const GraphStyle& how,
                const WriteDiffIds& write_ids)
      : json_(json),
        answer_(answer),
        drawn_(json, graph_picture(answer, {}, how.boxes), how),
        write_ids_(write_ids) {}

  void write() {
    write_index(json_, "around", answer_.focus);
    drawn_.write_size();
    drawn_.write_all(answer_, *this);
    write_cut();
  }

  void write_row(const DiffRow& row, uint32_t node) {
    if (write_ids_) {
      write_ids_(json_, row, node);
    }
    write_diff_row(json_, answer_.selection(), row);
  }

  void write_node(size_t at) {
    const DiffPictureNode& node = answer_.nodes[at];
    write_row(node, node.node);
    write_count(json_, "functions", node.member_count);
    if (!node.members.empty()) {
      write_objects(json_, "members", node.members.size(), [&](size_t which) {
        write_diff_row(json_, answer_.selection(), node.members[which]);
      });
    }
    drawn_.write_node_end(node, at);
  }

  void write_edge(size_t at) {
    const DiffPictureEdge& edge = answer_.edges[at];
    drawn_.write_ends(edge);
    DiffCallRow row;
    static_cast<ComparedSides&>(row) = edge;
    row.status = edge.status_of_sides();
    row.is_recursive = edge.is_recursive;
    write_diff_call(json_, answer_.selection(), row);
    json_.key("hot").boolean(edge.is_hot);
    drawn_.write_arrow(at);
  }

  void write_dashed(size_t at) {
    const DiffDashedEdge& edge = answer_.dashed_edges[at];
    drawn_.write_ends(edge);
    write_count(json_, "functions", edge.functions);
    json_.key("old_at_most").integer(edge.old_cost.upper);
    json_.key("new_at_most").integer(edge.new_cost.upper);
    write_certainty(
        json_, answer_.selection(), "at_most_certainty",
        std::optional(amount_of(edge.new_cost.upper, answer_.selection().has_estimates)));
    drawn_.write_arrow(answer_.edges.size() + at);
  }

 private:
  void write_cut() {
    const DiffPictureCut& cut = answer_.cut;
    json_.newline().key("not_shown").begin_object();
    write_count(json_, "functions", cut.functions);
    json_.key("old_self").integer(lower_of(cut.old_self));
    json_.key("new_self").integer(lower_of(cut.new_self));
    json_.key("self_change").integer(lower_of(cut.self_change));
    json_.key("certainty").string(to_string(certainty_of(cut.self_change)));
    write_count(json_, "calls", cut.edges);
    write_count(json_, "dashed_edges", cut.dashed_edges);
    json_.end_object();
  }

  JsonWriter& json_;
  const DiffPicture& answer_;
  DrawnGraph drawn_;
  const WriteDiffIds& write_ids_;
};

}  // namespace

void write_diff_graph(JsonWriter& json, const DiffPicture& picture, const GraphStyle& how,
                      const WriteDiffIds& write_ids) {
  DiffGraphJson(json, picture, how, write_ids).write();
}

void write_json(const DiffPicture& picture, const GraphStyle& how, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  write_diff_head(json, "graph", picture.selection(), picture.old_totals, picture.new_totals);
  write_diff_graph(json, picture, how, {});
  write_where(json, picture.selection(), 0);
  json.end_object().newline();
}

void write_json(const DiffPicture& picture, ByteSink& out) {
  write_json(picture, GraphStyle(), out);
}

}  // namespace quern
