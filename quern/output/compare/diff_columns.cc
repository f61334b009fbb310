// SPDX-License-Identifier: MIT
#include "quern/output/compare/diff_columns.h"

#include <fmt/format.h>

#include <algorithm>

#include "quern/base/text.h"
#include "quern/output/text/row_text.h"

namespace quern {

namespace {

constexpr unsigned kSpareFirst = ~0U;

}  // namespace

std::string total_change(const Event& event, const Amount& was, const Amount& is) {
  const Amount change = change_of(was, is);
  return fmt::format("{} → {}: {} ({} %)", cost_text(event, was), cost_phrase(event, is),
                     change_text(event, change), change_percent(change, lower_of(was)));
}

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
  add_ratio_heads(heads);
  if (has_calls_) {
    add("calls change", selection_.sorts_calls ? 0 : kSpareFirst);
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
  add_ratios(cells, old_side, new_side, change_made);
  if (has_calls_) {
    cells.push_back(signed_count(change_made.calls));
  }
  return cells;
}

/// Of each ratio the old one, the new one and the change of the kind that leads, and the change of
/// the other kind.
void ChangeColumns::add_ratio_heads(std::vector<TableColumn>& heads) const {
  const std::string_view kind = leads_self_ ? "self" : "incl";
  const auto events = static_cast<unsigned>(selection_.columns.size());
  for (size_t ratio = 0; ratio < selection_.ratios.size(); ++ratio) {
    const std::string name = ratio_name(selection_, ratio);
    // The change that rows are sorted by is never spared, its sides before names are cut to
    // nothing.
    const bool is_leading = selection_.sort_ratio == selection_.ratios[ratio];
    const unsigned spare = 6 + events + 2 * static_cast<unsigned>(ratio);
    const auto add = [&heads](std::string head, unsigned spared) {
      heads.push_back({std::move(head), TableColumn::Align::kRight, spared});
    };
    add(fmt::format("old {} {}", kind, name), is_leading ? 2 : spare);
    add(fmt::format("new {} {}", kind, name), is_leading ? 2 : spare);
    add(fmt::format("{} {} change", kind, name), is_leading ? 0 : spare);
    if (has_other()) {
      add(fmt::format("{} {} change", leads_self_ ? "incl" : "self", name), spare + 1);
    }
  }
}

void ChangeColumns::add_ratios(std::vector<std::string>& cells,
                               const std::optional<DiffSide>& old_side,
                               const std::optional<DiffSide>& new_side,
                               const DiffChange& change_made) const {
  // Rows of trees have none.
  const auto known = [](const auto& ratios, size_t ratio) {
    return ratio < ratios.size() ? ratios[ratio] : std::nullopt;
  };
  const auto ratio_of = [&](const std::optional<DiffSide>& side, size_t ratio) {
    return ratio_text(!side         ? std::nullopt
                      : leads_self_ ? known(side->self_ratios, ratio)
                                    : known(side->inclusive_ratios, ratio));
  };
  const auto change_in = [&](bool of_self, size_t ratio) {
    return ratio_change_text(
        known(of_self ? change_made.self_ratios : change_made.inclusive_ratios, ratio));
  };
  for (size_t ratio = 0; ratio < selection_.ratios.size(); ++ratio) {
    cells.push_back(ratio_of(old_side, ratio));
    cells.push_back(ratio_of(new_side, ratio));
    cells.push_back(change_in(leads_self_, ratio));
    if (has_other()) {
      cells.push_back(change_in(!leads_self_, ratio));
    }
  }
}

std::vector<std::string> ChangeColumns::without_room(const Table& table,
                                                     std::string_view name_head) const {
  const std::vector<TableColumn> columns = heads(name_head);
  const size_t ratios = selection_.ratios.size() * (has_other() ? 4 : 3);
  const size_t end = columns.size() - 1 - (has_calls_ ? 1 : 0);
  const size_t events = selection_.columns.empty() ? 0 : selection_.columns.size() - 1;
  std::vector<std::string> names;
  for (size_t at = end - ratios - events; at < end; ++at) {
    if (!table.has(at)) {
      names.push_back(columns[at].head);
    }
  }
  return names;
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

namespace {

/// "Ir × 1.25"; of several runs the lowest and the highest factor.
std::string factor_words(const EvenedEvent& event) {
  std::vector<double> factors;
  for (const std::optional<Fraction>& factor : event.factors) {
    factors.push_back(factor ? to_double(*factor) : 1.0);
  }
  const auto [low, high] = std::ranges::minmax(factors);
  const std::string name = printable(event.name);
  return low == high ? fmt::format("{} × {:.6g}", name, low)
                     : fmt::format("{} × {:.6g} to {:.6g}", name, low, high);
}

}  // namespace

std::string evened_phrase(const Selection& selection) {
  std::string scaled;
  std::string left;
  for (const EvenedEvent& event : selection.evened) {
    const bool is_scaled = std::ranges::any_of(
        event.factors, [](const std::optional<Fraction>& factor) { return factor.has_value(); });
    std::string& list = is_scaled ? scaled : left;
    list += (list.empty() ? "" : ", ") + (is_scaled ? factor_words(event) : printable(event.name));
  }
  const std::string_view between = scaled.empty() || left.empty() ? "" : "; ";
  return (scaled.empty() ? "" : "OLD scaled: " + scaled) + std::string(between) +
         (left.empty() ? "" : left + " of OLD not scaled");
}

std::vector<std::string> change_pieces(std::string_view what, bool has_self,
                                       const Selection& selection, const std::vector<Amount>& was,
                                       const std::vector<Amount>& is) {
  std::vector<std::string> pieces = {fmt::format("changes of {}", what)};
  const size_t leading = selection.sort_column;
  if (leading < was.size()) {
    pieces.push_back(total_change(selection.columns[leading].event, was[leading], is[leading]));
    if (std::string evened = evened_phrase(selection); !evened.empty()) {
      pieces.push_back(std::move(evened));
    }
    const std::string_view kind =
        has_self && selection.sort_by == SortBy::kSelf ? "self" : "inclusive";
    const std::string measure =
        !selection.sort_ratio ? "cost"
                              : printable(selection.computed[*selection.sort_ratio].event.name);
    pieces.push_back(selection.sorts_calls
                         ? "sorted by change of calls"
                         : fmt::format("sorted by change of {} {}", kind, measure));
  }
  return pieces;
}

std::string split_words(const Event& event, const DiffSplit& split, size_t column) {
  return fmt::format("{} by more calls, {} by dearer calls",
                     change_text(event, split.more_calls[column]),
                     change_text(event, split.dearer_calls[column]));
}

}  // namespace quern
