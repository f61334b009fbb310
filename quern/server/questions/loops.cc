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
    question.parameters->refuse(refusal(
        422, "needs-option", "loops need costs as recorded",
        "--show, --hide and --inlines function move costs to other functions; --what-if and "
        "--baseline do not change jumps",
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

/// Leaves the document open.
void write_loop_window(JsonWriter& json, const ServedProfile& served, const Loops& loops,
                       Window window) {
  begin_list(json, "quern.loops/1", loops);
  const size_t matched = loops.shown();
  write_rows(json, "rows", window.ranks(matched), [&](size_t rank) {
    write_ids(json, served, GroupBy::kFunction, loops.loop(rank).function.value,
              loops.row(rank).name);
    write_row(json, loops.selection(), loop_row(loops, rank));
  });
  write_window(json, window, loops.row_count(), matched);
  write_where(json, loops.selection(), loops.left_out());
}

}  // namespace

Answer answer_loops(Question& question) {
  refuse_moved_costs(question);
  const Window window = window_of(*question.parameters);
  if (const auto wanted = check_wanted(question); !wanted) {
    return std::unexpected(wanted.error());
  }
  return json_answer(question.served->loops(*question.selection),
                     [&](JsonWriter& json, const std::shared_ptr<const Loops>& loops) {
                       write_loop_window(json, *question.served, *loops, window);
                     });
}

}  // namespace quern::server
