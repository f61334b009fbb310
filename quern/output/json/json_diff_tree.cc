// SPDX-License-Identifier: MIT
//
// quern.diff/1 of trees and flame graphs; json_diff.cc tells the keys.
#include "quern/output/answers/diff.h"
#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_parts.h"
#include "quern/output/render.h"

namespace quern {

void write_hidden_changes(JsonWriter& json, const HiddenChanges& hidden) {
  json.key("not_shown");
  if (hidden.count == 0) {
    json.null();
    return;
  }
  json.begin_object();
  write_count(json, "children", hidden.count);
  json.key("old").begin_object();
  write_bounds(json, "inclusive", hidden.old_inclusive);
  json.end_object().key("new").begin_object();
  write_bounds(json, "inclusive", hidden.new_inclusive);
  json.end_object().end_object();
}

void write_diff_tree_head(JsonWriter& json, std::string_view view, const DiffTree& tree) {
  write_diff_head(json, view, tree.selection(), tree.old_totals, tree.new_totals);
  json.key("direction").string(tree.request.bottom_up ? "bottom-up" : "top-down");
  json.key("exact_stacks").boolean(tree.is_exact).newline();
}

namespace {

/// `place`: of a flame graph's frame, or null.
void write_tree_row(JsonWriter& json, const Selection& selection, const DiffTreeRow& row, size_t id,
                    const FlamePlace* place) {
  write_count(json, "id", id);
  write_number(json, "parent", row.parent ? std::optional<int128>(*row.parent) : std::nullopt);
  write_count(json, "depth", row.depth);
  write_diff_branch(json, selection, row);
  if (place != nullptr) {
    json.key("x")
        .integer(place->x)
        .key("width")
        .integer(place->width)
        .key("own")
        .integer(place->own);
  }
  write_hidden_changes(json, row.hidden);
}

void write_tree(const DiffTree& tree, const DiffFlame* flame, ByteSink& out) {
  BufferedText stream(out);
  JsonWriter json(stream.text());
  write_diff_tree_head(json, flame != nullptr ? "flame" : "tree", tree);
  if (flame != nullptr) {
    json.key("widths").string(to_string(flame->widths)).key("width").integer(flame->total);
    json.key("rest").integer(flame->rest);
    if (tree.request.around) {
      json.key("around").boolean(true);
    }
    json.newline();
  }
  if (!write_rows(json, stream, "rows", tree.rows.size(), [&](size_t at) {
        write_tree_row(json, tree.selection(), tree.rows[at], at,
                       flame != nullptr ? &flame->places[at] : nullptr);
      })) {
    return;
  }
  json.newline();
  write_count(json, "shown", tree.rows.size());
  write_hidden_changes(json, tree.hidden);
  write_count(json, "unchanged", tree.unchanged);
  write_where(json, tree.selection(), tree.left_out);
  json.end_object().newline();
}

}  // namespace

void write_json(const DiffTree& tree, ByteSink& out) {
  write_tree(tree, nullptr, out);
}

void write_json(const DiffFlame& flame, ByteSink& out) {
  write_tree(flame.tree, &flame, out);
}

}  // namespace quern
