// SPDX-License-Identifier: MIT
#include "quern/output/compare/diff_columns.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/base/text.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/row_text.h"

namespace quern {

std::string total_change(const Event& event, const Amount& was, const Amount& is) {
  const Amount change = change_of(was, is);
  return fmt::format("{} → {}: {} ({} %)", cost_text(event, was), cost_phrase(event, is),
                     change_text(event, change), change_percent(change, lower_of(was)));
}

namespace {

using Ratios = std::vector<std::optional<Fraction>>;

const Amount& cost_of(const DiffChange& change, bool of_self, size_t column) {
  return of_self ? change.self[column] : change.inclusive[column];
}

std::optional<Amount> cost_of(const std::optional<DiffSide>& side, bool of_self, size_t column) {
  return !side     ? std::nullopt
         : of_self ? std::optional(side->self[column])
                   : std::optional(side->inclusive[column]);
}

/// Rows of trees have none.
std::optional<Fraction> known(const Ratios& ratios, size_t ratio) {
  return ratio < ratios.size() ? ratios[ratio] : std::nullopt;
}

/// The columns of a comparison, of which self costs lead where rows are sorted by them.
class ChangeColumns {
 public:
  ChangeColumns(const Selection& selection, ChangesOf what, RowTable<ChangeLine>& table)
      : selection_(selection),
        table_(table),
        self_word_(what.self_word),
        leads_self_(what.has_self && (selection.sort_by == SortBy::kSelf || !what.has_inclusive)),
        has_other_(what.has_self && what.has_inclusive) {}

  /// The change, its share of what was, both sides, and the change of the other kind of cost.
  void add_leading() {
    const size_t column = selection_.sort_column;
    const Event& event = selection_.columns[column].event;
    const std::string name = selection_.columns.size() > 1 ? " " + event_text(event) : "";
    table_.add(fmt::format("{}{} change", kind(leads_self_), name), 0,
               change_cell(event, leads_self_, column));
    table_.add("%", 1, [of_self = leads_self_, column](const ChangeLine& line) {
      const std::optional<Amount> was = cost_of(line.old_side, of_self, column);
      return was ? change_percent(cost_of(line.change, of_self, column), lower_of(*was)) : "new";
    });
    table_.add(fmt::format("old {}", kind(leads_self_)), 4,
               side_cell(event, &ChangeLine::old_side));
    table_.add(fmt::format("new {}", kind(leads_self_)), 3,
               side_cell(event, &ChangeLine::new_side));
    if (has_other_) {
      table_.add(fmt::format("{}{} change", kind(!leads_self_), name), 5,
                 change_cell(event, !leads_self_, column));
    }
  }

  void add_others() {
    for (size_t column = 0; column < selection_.columns.size(); ++column) {
      if (column != selection_.sort_column) {
        const Event& event = selection_.columns[column].event;
        table_.add_named(event_text(event) + " change", 6 + static_cast<unsigned>(column),
                         change_cell(event, leads_self_, column));
      }
    }
  }

  /// The old one, the new one and the change of the kind that leads, and the change of the other.
  /// The change that rows are sorted by is never spared, its sides before names are cut to nothing.
  void add_ratio(size_t ratio) {
    const std::string name = ratio_name(selection_, ratio);
    const bool is_leading = selection_.sort_ratio == selection_.ratios[ratio];
    const unsigned spare =
        6 + static_cast<unsigned>(selection_.columns.size()) + 2 * static_cast<unsigned>(ratio);
    const std::string lead = std::string(kind(leads_self_)) + " " + name;
    table_.add_named("old " + lead, is_leading ? 2 : spare,
                     ratio_cell(&ChangeLine::old_side, ratio));
    table_.add_named("new " + lead, is_leading ? 2 : spare,
                     ratio_cell(&ChangeLine::new_side, ratio));
    table_.add_named(lead + " change", is_leading ? 0 : spare,
                     ratio_change_cell(leads_self_, ratio));
    if (has_other_) {
      table_.add_named(fmt::format("{} {} change", kind(!leads_self_), name), spare + 1,
                       ratio_change_cell(!leads_self_, ratio));
    }
  }

 private:
  using Cell = RowTable<ChangeLine>::Cell;
  using Side = std::optional<DiffSide> ChangeLine::*;

  [[nodiscard]] std::string_view kind(bool is_self) const {
    return is_self ? self_word_ : std::string_view("incl");
  }

  [[nodiscard]] static Cell change_cell(const Event& event, bool of_self, size_t column) {
    return [&event, of_self, column](const ChangeLine& line) {
      return change_text(event, cost_of(line.change, of_self, column));
    };
  }
  [[nodiscard]] Cell side_cell(const Event& event, Side side) const {
    return [&event, side, of_self = leads_self_,
            column = selection_.sort_column](const ChangeLine& line) {
      const std::optional<Amount> cost = cost_of(line.*side, of_self, column);
      return cost ? cost_text(event, *cost) : "-";
    };
  }
  [[nodiscard]] Cell ratio_cell(Side side, size_t ratio) const {
    return [side, of_self = leads_self_, ratio](const ChangeLine& line) {
      const std::optional<DiffSide>& of = line.*side;
      return ratio_text(!of       ? std::nullopt
                        : of_self ? known(of->self_ratios, ratio)
                                  : known(of->inclusive_ratios, ratio));
    };
  }
  [[nodiscard]] static Cell ratio_change_cell(bool of_self, size_t ratio) {
    return [of_self, ratio](const ChangeLine& line) {
      return ratio_change_text(
          known(of_self ? line.change.self_ratios : line.change.inclusive_ratios, ratio));
    };
  }

  const Selection& selection_;
  RowTable<ChangeLine>& table_;
  std::string_view self_word_;
  bool leads_self_;
  bool has_other_;
};

}  // namespace

RowTable<ChangeLine> change_columns(const Selection& selection, ChangesOf what,
                                    const Style& style) {
  RowTable<ChangeLine> table(selection, style);
  ChangeColumns columns(selection, what, table);
  if (table.has_costs()) {
    columns.add_leading();
  }
  columns.add_others();
  for (size_t ratio = 0; ratio < selection.ratios.size(); ++ratio) {
    columns.add_ratio(ratio);
  }
  if (what.has_calls) {
    table.add("calls change", selection.sorts_calls ? 0 : table.kSpareFirst,
              [](const ChangeLine& line) { return signed_count(line.change.calls); });
  }
  return table;
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

Head change_head(std::string what, const Selection& selection, const std::vector<Amount>& was,
                 const std::vector<Amount>& is) {
  Head head;
  head.what = std::move(what);
  const size_t leading = selection.sort_column;
  if (leading < was.size()) {
    const Event& event = selection.columns[leading].event;
    head.base = total_change(event, was[leading], is[leading]);
    head.short_base = fmt::format(
        "{} → {} ({} %)", cost_text(event, was[leading]), cost_phrase(event, is[leading]),
        change_percent(change_of(was[leading], is[leading]), lower_of(was[leading])));
    if (std::string evened = evened_phrase(selection); !evened.empty()) {
      head.notes.push_back(std::move(evened));
    }
  }
  return head;
}

std::string change_sorted_by(const Selection& selection, bool has_self) {
  const std::string kind = has_self && selection.sort_by == SortBy::kSelf ? "self" : "inclusive";
  if (selection.sorts_calls) {
    return " by change of calls";
  }
  if (selection.sort_ratio) {
    return fmt::format(" by {} {} change", kind,
                       printable(selection.computed[*selection.sort_ratio].event.name));
  }
  return selection.sort_column < selection.columns.size() ? " by " + kind + " change"
                                                          : std::string();
}

Head list_head(const DiffList& list, std::string_view words, std::string_view rows,
               std::string_view by) {
  const size_t of = list.row_count();
  const std::string changed = of == 0 ? fmt::format("0 changed {}", words) : std::string(rows);
  return change_head(shown_rows(list.shown(), of, changed, by, list.selection()), list.selection(),
                     list.totals(Version::kOld), list.totals(Version::kNew));
}

std::string left_out_phrase(const DiffList& list) {
  std::string phrase = left_out_by_query(list.selection(), list.left_out());
  if (const size_t below = list.below_least(); below != 0) {
    phrase += fmt::format("; {} changed by less than {}", grouped(static_cast<int128>(below)),
                          printable(list.filter().least_change->text));
  }
  return phrase;
}

std::string_view match_word(Match match) {
  return match == Match::kNormalised ? "normalized" : to_string(match);
}

std::string split_words(const Event& event, const DiffSplit& split, size_t column) {
  const Amount& count = split.more_calls[column];
  const Amount& each = split.dearer_calls[column];
  return fmt::format("{} by {} calls, {} by {} calls", change_text(event, count),
                     lower_of(count) < 0 ? "fewer" : "more", change_text(event, each),
                     lower_of(each) < 0 ? "cheaper" : "more expensive");
}

}  // namespace quern
