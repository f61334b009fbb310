// SPDX-License-Identifier: MIT
#include "quern/output/graph/diff_graph_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "quern/base/text.h"
#include "quern/output/compare/diff_columns.h"
#include "quern/output/graph/graph_words.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

bool has_estimated_change(const DiffPicture& picture) {
  const auto is_estimated = [](const ComparedSides& sides) {
    return certainty_of(sides.change.inclusive) != Certainty::kExact ||
           certainty_of(sides.change.self) != Certainty::kExact;
  };
  return std::ranges::any_of(picture.nodes, is_estimated) ||
         std::ranges::any_of(picture.edges, is_estimated);
}

}  // namespace

std::string diff_graph_title(const DiffPicture& picture) {
  return picture.focus
             ? "Call graph of changes around " + printable(picture.nodes.front().name.name)
             : "Call graph of changes";
}

Head diff_graph_head(const DiffPicture& picture) {
  Head head = change_head(picture.focus ? "Call graph of changes around " : "Call graph of changes",
                          picture.selection(), picture.old_totals, picture.new_totals);
  if (picture.focus) {
    head.name = picture.nodes.front().name.name;
  }
  add_where(head.notes, picture.selection());
  return head;
}

std::vector<std::string> diff_graph_notes(const DiffPicture& picture) {
  if (picture.selection().columns.empty()) {
    return {"the profiles have no events: nothing is drawn"};
  }
  std::vector<std::string> notes;
  if (picture.nodes.empty()) {
    notes.push_back(
        why_nothing_is_drawn(picture.selection(), picture.request, picture.cut.functions));
  }
  if (picture.is_peak) {
    notes.emplace_back("the event records peaks, which do not add up");
  }
  if (std::ranges::any_of(picture.nodes,
                          [](const DiffPictureNode& node) { return node.member_count > 1; })) {
    notes.emplace_back(kCycleBoxes);
  }
  if (!picture.dashed_edges.empty()) {
    notes.emplace_back(kDashedArrows);
  }
  if (has_estimated_change(picture)) {
    notes.emplace_back(kEstimateMark);
  }
  const DiffPictureCut& cut = picture.cut;
  if (cut.functions != 0) {
    const Event& event = picture.selection().columns.front().event;
    notes.push_back(fmt::format("not shown: {} with {} {} self change, and {}",
                                counted_rows(cut.functions, picture.selection().group_by),
                                change_text(event, cut.self_change), event_text(event),
                                counted(cut.edges, "call")));
  } else if (cut.edges != 0) {
    notes.push_back("not shown: " + counted(cut.edges, "call"));
  }
  if (cut.dashed_edges != 0) {
    notes.push_back("not shown: " + counted(cut.dashed_edges, "dashed arrow"));
  }
  return notes;
}

}  // namespace quern
