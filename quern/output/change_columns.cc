// SPDX-License-Identifier: MIT
#include "quern/output/change_columns.h"

#include <fmt/format.h>

#include "quern/base/text.h"

namespace quern {

namespace {

constexpr unsigned kSpareFirst = ~0U;

/// "1,234 → 1,300 Ir: +66 (+5.35 %)"
std::string total_change(const Event& event, int128 was, int128 is) {
  return fmt::format("{} → {}: {} ({} %)", cost_text(event, was), cost_phrase(event, is),
                     change_text(event, Exact{is - was}), change_percent(Exact{is - was}, was));
}

}  // namespace

std::vector<TableColumn> ChangeColumns::heads(std::string_view name_head) const {
  std::vector<TableColumn> heads;
  const auto add = [&heads](std::string head, unsigned spare) {
    heads.push_back({std::move(head), TableColumn::Align::kRight, spare});
  };
  const size_t leading = selection_.sort_column;
  if (leading < selection_.columns.size()) {
    const std::string event = selection_.columns.size() > 1 ? " " + event_name(leading) : "";
    const std::string_view kind = leads_self_ ? "self" : "incl";
    add(fmt::format("{}{} change", kind, event), 0);
    add("%", 1);
    add(fmt::format("old {}", kind), 4);
    add(fmt::format("new {}", kind), 3);
    if (has_other()) {
      add(fmt::format("{}{} change", leads_self_ ? "incl" : "self", event), 5);
    }
  }
  for (size_t column = 0; column < selection_.columns.size(); ++column) {
    if (column != leading) {
      add(fmt::format("{} change", event_name(column)), 6 + static_cast<unsigned>(column));
    }
  }
  if (has_calls_) {
    add("calls change", kSpareFirst);
  }
  heads.push_back({std::string(name_head), TableColumn::Align::kLeft, 0});
  return heads;
}

std::vector<std::string> ChangeColumns::cells(const std::optional<DiffSide>& old_side,
                                              const std::optional<DiffSide>& new_side,
                                              const DiffChange& change_made) const {
  std::vector<std::string> cells;
  const size_t leading = selection_.sort_column;
  if (leading < selection_.columns.size()) {
    const Event& event = selection_.columns[leading].event;
    const Amount change = change_of(change_made, leading, leads_self_);
    cells.push_back(change_text(event, change));
    const std::optional<Amount> was = side_of(old_side, leading);
    cells.push_back(was ? change_percent(change, lower_of(*was)) : "new");
    cells.push_back(was ? cost_text(event, *was) : "-");
    const std::optional<Amount> is = side_of(new_side, leading);
    cells.push_back(is ? cost_text(event, *is) : "-");
    if (has_other()) {
      cells.push_back(change_text(event, change_of(change_made, leading, !leads_self_)));
    }
  }
  for (size_t column = 0; column < selection_.columns.size(); ++column) {
    if (column != leading) {
      cells.push_back(change_text(selection_.columns[column].event,
                                  change_of(change_made, column, leads_self_)));
    }
  }
  if (has_calls_) {
    cells.push_back(change_made.calls ? signed_count(*change_made.calls) : "-");
  }
  return cells;
}

std::string ChangeColumns::event_name(size_t column) const {
  return printable(selection_.columns[column].event.name);
}

std::optional<Amount> ChangeColumns::side_of(const std::optional<DiffSide>& side,
                                             size_t column) const {
  if (!side) {
    return std::nullopt;
  }
  return leads_self_ ? side->self[column] : side->inclusive[column];
}

std::string_view status_word(DiffStatus status) {
  return status == DiffStatus::kAdded ? " <new>" : status == DiffStatus::kRemoved ? " <gone>" : "";
}

std::vector<std::string> change_pieces(std::string_view what, bool has_self,
                                       const Selection& selection, const std::vector<int128>& was,
                                       const std::vector<int128>& is) {
  std::vector<std::string> pieces = {fmt::format("changes of {}", what)};
  const size_t leading = selection.sort_column;
  if (leading < was.size()) {
    pieces.push_back(total_change(selection.columns[leading].event, was[leading], is[leading]));
    const std::string_view kind =
        has_self && selection.sort_by == SortBy::kSelf ? "self" : "inclusive";
    pieces.push_back(fmt::format("sorted by change of {} cost", kind));
  }
  return pieces;
}

}  // namespace quern
