// SPDX-License-Identifier: MIT
//
// Loops of machine code by cost, over all functions.
#include "quern/views/lists/loops.h"

#include <algorithm>

#include "quern/output/json/json_answer.h"
#include "quern/output/json/json_parts.h"
#include "quern/server/questions/rows.h"
#include "quern/server/routes.h"

namespace quern::server {
namespace {

/// How often instructions ran tells where loops are: jumps are not what these options make of
/// costs.
void refuse_moved_costs(const Question& question) {
  const auto refuse = [&question](std::string_view field) {
    question.parameters->refuse(
        refusal(422, "needs-option", "loops need costs as they were recorded",
                "--show and --hide move costs to callers, --scale and --baseline leave jumps alone",
                std::string(field)));
  };
  for (const std::string_view moving : {"show", "hide"}) {
    if (question.parameters->has(moving)) {
      refuse(moving);
    }
  }
  if (!question.live->facts().has_recorded_costs) {
    refuse("");
  }
}

void write_loop_window(JsonWriter& json, const ServedProfile& served, const Loops& loops,
                       Window window) {
  const Selection& selection = loops.selection();
  begin_document(json, "quern.loops/1", selection);
  write_sums(json, loops);
  json.key("rows").begin_array();
  const size_t matched = loops.shown();
  for (size_t rank = window.offset; rank < window.end(matched); ++rank) {
    json.newline().begin_object();
    write_ids(json, served, GroupBy::kFunction, loops.loop(rank).function.value,
              loops.row(rank).name);
    write_row(json, selection, loop_row(loops, rank));
    json.end_object();
  }
  json.end_array();
  write_window(json, window, loops.row_count(), matched);
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
  const std::expected<Selection, Refusal> selection = selection_of(
      (*served)->profile(), *question.parameters,
      {.is_grouped = false, .takes_order = true, .group_by = GroupBy::kLoop, .has_all_rows = true});
  if (!selection) {
    return std::unexpected(selection.error());
  }
  const Window window = window_of(*question.parameters);
  if (question.parameters->refused()) {
    return std::unexpected(*question.parameters->refused());
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
