// SPDX-License-Identifier: MIT
#include "quern/output/graph/graph_words.h"

#include <fmt/format.h>

#include <algorithm>

#include "quern/base/text.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

std::string shown_share(uint32_t hundredths) {
  return fmt::format("{} %", hundredths / 100.0);
}

/// "not shown: 12 functions with 1,234 Ir (0.5 %) self cost, and 30 calls".
void add_cut(std::vector<std::string>& notes, const CallPicture& picture) {
  const PictureCut& cut = picture.cut;
  std::string words;
  if (cut.functions != 0) {
    const Event& event = picture.selection.columns.front().event;
    words = fmt::format(
        "{} with {} self cost ({} %)", counted_rows(cut.functions, picture.selection.group_by),
        cost_phrase(event, cut.self), percent_text(cut.self, picture.totals.front()));
  }
  if (cut.edges != 0) {
    words += (words.empty() ? "" : ", and ") + counted(cut.edges, "call");
  }
  if (cut.dashed_edges != 0) {
    words += (words.empty() ? "" : ", and ") + counted(cut.dashed_edges, "dashed arrow");
  }
  if (!words.empty()) {
    notes.push_back("not shown: " + words);
  }
}

bool has_cycle_box(const CallPicture& picture) {
  return std::ranges::any_of(picture.nodes,
                             [](const PictureNode& node) { return node.member_count > 1; });
}

bool has(const CallPicture& picture, Certainty certainty) {
  return std::ranges::any_of(picture.nodes,
                             [&](const PictureNode& node) {
                               return certainty_of(node.inclusive) == certainty ||
                                      certainty_of(node.self) == certainty;
                             }) ||
         std::ranges::any_of(picture.edges, [&](const PictureEdge& edge) {
           return certainty_of(edge.cost) == certainty;
         });
}

}  // namespace

/// With what helps.
std::string why_nothing_is_drawn(const Selection& selection, const PictureRequest& request,
                                 size_t functions) {
  if (selection.where.query) {
    return "nothing is drawn: nothing matches the query and reaches the least share";
  }
  const std::string rows = rows_word(selection.group_by);
  return request.least_node_share == 0 || functions == 0
             ? fmt::format("nothing is drawn: there are no {} with cost", rows)
             : fmt::format("nothing is drawn: no {} reach {}; --min 0 draws all", rows,
                           shown_share(request.least_node_share));
}

std::string graph_title(const CallPicture& picture) {
  return picture.focus ? "Call graph around " + printable(picture.nodes.front().name.name)
                       : "Call graph";
}

Head graph_head(const CallPicture& picture) {
  Head head;
  head.what = picture.focus ? "Call graph around " : "Call graph";
  if (picture.focus) {
    head.name = picture.nodes.front().name.name;
  }
  if (!picture.selection.columns.empty()) {
    const Event& event = picture.selection.columns.front().event;
    if (picture.focus) {
      const Amount& inclusive = picture.nodes.front().inclusive;
      head.base = fmt::format("{} inclusive, {} % of the total", cost_phrase(event, inclusive),
                              percent_text(inclusive, picture.totals.front()));
    } else {
      head.base = in_total(event, picture.totals.front());
    }
  }
  add_where(head.notes, picture.selection);
  add_scope(head.notes, picture.selection);
  return head;
}

std::vector<std::string> graph_notes(const CallPicture& picture) {
  if (picture.selection.columns.empty()) {
    return {"the profile has no events: nothing is drawn"};
  }
  std::vector<std::string> notes;
  if (picture.nodes.empty()) {
    notes.push_back(
        why_nothing_is_drawn(picture.selection, picture.request, picture.cut.functions));
  }
  if (picture.is_peak) {
    notes.emplace_back("the event records peaks, which do not add up");
  }
  if (has_cycle_box(picture)) {
    notes.emplace_back(kCycleBoxes);
  }
  if (!picture.dashed_edges.empty()) {
    notes.emplace_back(kDashedArrows);
  }
  if (has(picture, Certainty::kBounded)) {
    notes.emplace_back("≥ marks a lower bound: the function is on a cycle of calls");
  }
  if (has(picture, Certainty::kEstimated)) {
    notes.emplace_back(kEstimateMark);
  }
  if (std::ranges::any_of(picture.edges, [&picture](const PictureEdge& edge) {
        return edge.is_recursive && lower_of(edge.cost) > lower_of(picture.totals.front());
      })) {
    notes.emplace_back(
        "inclusive costs of recursive calls overlap: costs below them count more than once");
  }
  add_cut(notes, picture);
  return notes;
}

}  // namespace quern
