// SPDX-License-Identifier: MIT
//
// Loops of machine code by cost, over all functions.
#include "quern/views/loops.h"

#include <algorithm>

#include "quern/output/json_answer.h"
#include "quern/output/json_parts.h"
#include "quern/server/routes.h"
#include "quern/server/rows.h"

namespace quern::server {
namespace {

/// How often instructions ran tells where loops are: jumps are not what these options make of
/// costs.
void refuse_moved_costs(const Question& question) {
  const auto refuse = [&question](std::string_view field) {
    question.asked->refuse(
        refusal(422, "needs-option", "loops need costs as they were recorded",
                "--show and --hide move costs to callers, --scale and --baseline leave jumps alone",
                std::string(field)));
  };
  for (const std::string_view moving : {"show", "hide"}) {
    if (question.asked->has(moving)) {
      refuse(moving);
    }
  }
  if (!question.serving->facts().has_recorded_costs) {
    refuse("");
  }
}

void write_loop_window(JsonWriter& json, const ServedProfile& served, const Loops& loops,
                       Window window) {
  const Selection& selection = loops.selection();
  begin_document(json, "quern.loops/1", selection);
  write_totals(json, selection, loops.totals());
  write_ratio_names(json, selection);
  write_ratios(json, "total_ratios", loops.total_ratios());
  json.key("rows").begin_array();
  const size_t matched = loops.shown();
  const size_t end = std::min(matched, window.offset + window.limit);
  for (size_t rank = window.offset; rank < end; ++rank) {
    json.newline().begin_object();
    write_ids(json, served, GroupBy::kFunction, loops.loop(rank).function.value,
              loops.row(rank).name);
    write_loop(json, loops, rank);
    json.end_object();
  }
  json.end_array();
  write_count(json, "shown", end > window.offset ? end - window.offset : 0);
  write_count(json, "of", loops.of());
  write_count(json, "offset", window.offset);
  write_count(json, "matched", matched);
  write_where(json, selection, loops.left_out());
  json.end_object().newline();
}

}  // namespace

Answer answer_loops(const Question& question) {
  const std::expected<const ServedProfile*, Refusal> served = asked_profile(question);
  if (!served) {
    return std::unexpected(served.error());
  }
  refuse_moved_costs(question);
  const Profile& profile = (*served)->profile();
  SelectionWords words =
      selection_words(profile, *question.asked, {.is_grouped = false, .takes_order = true});
  words.group_by = GroupBy::kLoop;
  words.limit = 0;
  const Window window = window_of(*question.asked);
  const Result<Selection> selection = select(profile, words);
  if (question.asked->refused()) {
    return std::unexpected(*question.asked->refused());
  }
  if (!selection) {
    return std::unexpected(no_answer(selection.error()));
  }
  const Result<std::shared_ptr<const Loops>> loops = (*served)->loops(*selection);
  if (!loops) {
    return std::unexpected(no_answer(loops.error()));
  }
  std::string text;
  JsonWriter json(text);
  write_loop_window(json, **served, **loops, window);
  return json_response(std::move(text));
}

}  // namespace quern::server
