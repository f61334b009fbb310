// SPDX-License-Identifier: MIT
#include "quern/output/table/table_pen.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/base/text.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/shares.h"

namespace quern {
namespace {

constexpr std::pair<std::string_view, int128 Quantiles::*> kQuantiles[] = {
    {"min", &Quantiles::min},
    {"median", &Quantiles::median},
    {"p95", &Quantiles::p95},
    {"max", &Quantiles::max}};

constexpr std::pair<std::string_view, int128 RunSummary::*> kOfRuns[] = {
    {"min", &RunSummary::min},
    {"median", &RunSummary::median},
    {"p95", &RunSummary::p95},
    {"max", &RunSummary::max}};

std::string raw_cell(const Amount& amount, FlatForm form) {
  return form == FlatForm::kMarkdown ? raw_text(amount) : to_decimal(lower_of(amount));
}

std::string cost_cell(const Event& event, const Amount& amount, FlatForm form) {
  return form == FlatForm::kMarkdown && !event.shown_unit.empty() ? cost_text(event, amount)
                                                                  : raw_cell(amount, form);
}

/// Whole numbers exactly, others as the nearest double.
std::string ratio_cell(const std::optional<Fraction>& ratio) {
  return !ratio                    ? std::string()
         : ratio->denominator == 1 ? to_decimal(ratio->numerator)
                                   : fmt::format("{}", to_double(*ratio));
}

}  // namespace

void TablePen::head(std::string name, bool is_number) {
  heads_.push_back({std::move(name), is_number});
}

void TablePen::cell(std::string_view key, bool is_number, std::string text) {
  if (is_head_) {
    head(std::string(key), is_number);
  } else {
    cells_.push_back(std::move(text));
  }
}

template <class CellOf>
void TablePen::by_event(std::string_view key, size_t count, const CellOf& cell_of) {
  for (size_t column = 0; column < selection().columns.size(); ++column) {
    if (is_head_) {
      head(fmt::format("{}:{}", key, event(column).name), true);
    } else {
      cells_.push_back(column < count ? cell_of(column) : std::string());
    }
  }
}

bool TablePen::end_row() {
  if (is_head_) {
    append_flat_head(stream_.text(), form_, heads_);
  } else {
    if (certainty_cell_) {
      cells_[*certainty_cell_] = to_string(certainty_);
    }
    append_flat_row(stream_.text(), form_, cells_);
  }
  is_head_ = false;
  cells_.clear();
  certainty_ = Certainty::kExact;
  return stream_.drain();
}

void TablePen::name(std::string_view role, const RowName& name) {
  const std::string before = role.empty() ? "" : std::string(role) + "_";
  text(role.empty() ? "name" : role, name.name);
  text(before + "file", name.file);
  text(before + "object", name.object);
  if (groups_by_class()) {
    text(before + "kind", name.kind);
  }
}

void TablePen::placed_name(std::string_view role, const RowName& of) {
  name(role, of);
  if (selection().order == RowOrder::kPlace) {
    number(role.empty() ? "line" : std::string(role) + "_line", unless_zero(of.line));
  }
}

void TablePen::text(std::string_view key, std::string_view text) {
  cell(key, false, std::string(text));
}

void TablePen::number(std::string_view key, const std::optional<int128>& number) {
  cell(key, true, number ? to_decimal(*number) : std::string());
}

void TablePen::address(std::string_view key, uint64_t address) {
  cell(key, true, fmt::format("{:#x}", address));
}

void TablePen::flag(std::string_view key, bool is_set) {
  cell(key, false, is_set ? "yes" : "");
}

void TablePen::costs(std::string_view key, std::span<const Amount> costs) {
  by_event(key, costs.size(),
           [&](size_t column) { return cost_cell(event(column), costs[column], form_); });
  sure(costs);
}

void TablePen::costs(std::string_view key, std::span<const int128> costs) {
  by_event(key, costs.size(),
           [&](size_t column) { return cost_cell(event(column), Exact{costs[column]}, form_); });
}

void TablePen::lower_costs(std::string_view key, std::span<const Amount> costs) {
  by_event(key, costs.size(), [&](size_t column) {
    return cost_cell(event(column), Exact{lower_of(costs[column])}, form_);
  });
}

void TablePen::upper_costs(std::string_view key, std::span<const Amount> costs) {
  by_event(key, costs.size(), [&](size_t column) { return to_decimal(upper_of(costs[column])); });
}

void TablePen::cost(std::string_view key, const Event& event, const std::optional<Amount>& cost) {
  if (is_head_) {
    head(fmt::format("{}:{}", key, event.name), true);
  } else {
    cells_.push_back(cost ? cost_cell(event, *cost, form_) : std::string());
  }
  sure(cost);
}

void TablePen::count(std::string_view key, const std::optional<Amount>& count) {
  cell(key, true, count ? raw_cell(*count, form_) : std::string());
  sure(count);
}

void TablePen::inclusive(std::span<const Amount> amounts) {
  costs("inclusive", amounts);
  if (!is_markdown()) {
    upper_costs("inclusive_max", amounts);
    certainty_column();
  }
}

void TablePen::calls(const std::optional<Amount>& made, std::span<const Amount> inclusive) {
  count("count", made);
  costs("inclusive", inclusive);
}

void TablePen::certainty() {
  if (selection().has_estimates && !is_markdown()) {
    certainty_column();
  }
}

void TablePen::certainty_column() {
  certainty_cell_ = cells_.size();
  cell("certainty", false, {});
}

void TablePen::sure(std::span<const Amount> amounts) {
  for (const Amount& amount : amounts) {
    certainty_ = std::max(certainty_, certainty_of(amount));
  }
}

void TablePen::sure(const std::optional<Amount>& amount) {
  certainty_ = std::max(certainty_, amount ? certainty_of(*amount) : Certainty::kExact);
}

void TablePen::value(std::string_view key, const std::optional<Fraction>& value) {
  cell(key, true, ratio_cell(value));
}

void TablePen::ratios(std::string_view kind, std::span<const std::optional<Fraction>> ratios) {
  for (size_t at = 0; at < selection().ratios.size(); ++at) {
    if (is_head_) {
      head(fmt::format("{}:{}", kind, selection().computed[selection().ratios[at]].event.name),
           true);
    } else {
      cells_.push_back(at < ratios.size() ? ratio_cell(ratios[at]) : std::string());
    }
  }
}

void TablePen::quantiles(std::string_view kind, std::span<const Quantiles> costs) {
  for (const auto& [word, quantile] : kQuantiles) {
    const std::string key = is_head_ ? fmt::format("{}_{}", kind, word) : std::string();
    by_event(key, costs.size(), [&, of = quantile](size_t column) {
      return cost_cell(event(column), Exact{costs[column].*of}, form_);
    });
  }
}

void TablePen::runs(std::string_view kind, std::span<const std::optional<RowRuns::Costs>> costs) {
  const auto of_runs = [&](std::string_view word, const auto& cell_of) {
    by_event(is_head_ ? fmt::format("{}_{}", kind, word) : std::string(), costs.size(),
             [&](size_t column) {
               return costs[column] ? cell_of(*costs[column], event(column)) : std::string();
             });
  };
  of_runs("mean", [](const RowRuns::Costs& each, const Event&) {
    return fmt::format("{}", each.summary.mean());
  });
  for (const auto& [word, number] : kOfRuns) {
    of_runs(word, [this, of = number](const RowRuns::Costs& each, const Event& event) {
      return cost_cell(event, Exact{each.summary.*of}, form_);
    });
  }
  of_runs("run", [](const RowRuns::Costs& each, const Event&) { return std::string(each.run); });
}

void TablePen::runs(const std::optional<RowRuns>& known) {
  const RowRuns runs_of_row = known.value_or(RowRuns());
  number("runs", known ? std::optional<int128>(known->runs) : std::nullopt);
  runs("runs_self", runs_of_row.self);
  runs("runs_inclusive", runs_of_row.inclusive);
}

void TablePen::callers(std::span<const RowName> callers, uint64_t depth) {
  number("depth", depth);
  std::string path;
  for (const RowName& caller : callers) {
    path += (path.empty() ? "" : " < ") + std::string(caller.name);
  }
  text("callers", path + (callers.size() < depth ? " < …" : ""));
}

void TablePen::percents(std::span<const Amount> parts, std::span<const Amount> wholes) {
  if (!is_of_parent(selection())) {
    return;
  }
  by_event("percent", parts.size(), [&](size_t column) {
    const std::optional<double> percent = share_in_percent(parts[column], wholes[column]);
    return is_markdown() ? percent_text(parts[column], wholes[column])
           : percent     ? fmt::format("{}", *percent)
                         : std::string();
  });
  if (!is_markdown()) {
    text("percent_certainty", to_string(certainty_of_shares(parts, wholes)));
  }
}

}  // namespace quern
