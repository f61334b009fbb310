// SPDX-License-Identifier: MIT
#include "quern/output/text/head.h"

#include <fmt/format.h>

#include <algorithm>

#include "quern/base/text.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/paint.h"
#include "quern/output/shared/short_names.h"
#include "quern/output/shared/wrapped.h"

namespace quern {
namespace {

constexpr std::string_view kBetween = " · ";
constexpr size_t kGapColumns = 3;
/// With fewer columns, names of files and functions would not be recognized.
constexpr size_t kLeastSource = 12;
constexpr size_t kLeastName = 16;

/// The pieces with " · " between them; a piece that does not fit starts a new line.
std::string in_lines(const std::vector<std::string>& pieces, size_t width) {
  std::string text;
  size_t column = 0;
  for (const std::string& whole : pieces) {
    const std::string piece = width == 0 ? whole : cut_middle(whole, width);
    const size_t columns = display_width(piece);
    const bool fits = width == 0 || column + kGapColumns + columns <= width;
    if (column != 0) {
      text += fits ? kBetween : "\n";
      column = fits ? column + kGapColumns : 0;
    }
    text += piece;
    column += columns;
  }
  return text;
}

/// The name in as many columns as the base leaves; alone on its line if these are too few.
std::string fitted_name(const Head& head, size_t width) {
  const std::string& base = head.short_base.empty() ? head.base : head.short_base;
  const size_t what = display_width(head.what);
  const size_t behind = base.empty() ? 0 : kGapColumns + display_width(base);
  const size_t used = width >= what + behind + kLeastName ? what + behind : what;
  return width <= used ? head.name : shortened(head.name, width - used);
}

/// What is shown, the base, and the files as far as the line has room for them.
std::string first_line(const Head& head, const Style& style) {
  const std::string subject = head.what + fitted_name(head, style.width);
  std::vector<std::string> pieces = {subject};
  const size_t what = display_width(subject);
  const auto fits = [&](const std::string& base) {
    return style.width == 0 || what + kGapColumns + display_width(base) <= style.width;
  };
  size_t used = what;
  if (!head.base.empty()) {
    pieces.push_back(fits(head.base) || head.short_base.empty() ? head.base : head.short_base);
    used = fits(pieces.back()) ? used + kGapColumns + display_width(pieces.back()) : style.width;
  }
  const std::string source = printable(style.source);
  if (!head.meaning.empty() && !head.base.empty()) {
    const std::string meaning = fmt::format(" ({})", printable(head.meaning));
    const size_t wanted =
        used + display_width(meaning) + (source.empty() ? 0 : kGapColumns + display_width(source));
    pieces.back() += style.width == 0 || wanted <= style.width ? meaning : "";
  }
  if (!source.empty()) {
    const size_t left = style.width > used + kGapColumns ? style.width - used - kGapColumns : 0;
    if (style.width == 0 || display_width(source) <= left) {
      pieces.push_back(source);
    } else if (left >= kLeastSource) {
      pieces.push_back(cut_middle(source, left));
    }
  }
  return in_lines(pieces, style.width);
}

/// "D1MissRate", or "calls": what rows are sorted by if that is not a cost.
std::string sorted_ratio_name(const Selection& selection) {
  std::string name = printable(selection.computed[*selection.sort_ratio].event.name);
  if (selection.sorts_calls) {
    return name;
  }
  return fmt::format("{} {}", selection.sort_by == SortBy::kSelf ? "self" : "inclusive", name);
}

}  // namespace

void append_head(std::string& out, const Head& head, const Style& style) {
  append_painted(out, first_line(head, style), Paint::kBold, style.color);
  out.push_back('\n');
  if (!head.notes.empty()) {
    append_painted(out, in_lines(head.notes, style.width), Paint::kBold, style.color);
    out.push_back('\n');
  }
  out.push_back('\n');
}

std::string shown_rows(size_t shown, size_t of, std::string_view rows, std::string_view by,
                       const Selection& selection) {
  if (of == 0) {
    return fmt::format("No {}", rows.substr(rows.find(' ') + 1));
  }
  if (shown < of) {
    const std::string_view which = selection.order == RowOrder::kCost ? "Top" : "First";
    return fmt::format("{} {} of {}{}", which, grouped(static_cast<int128>(shown)), rows, by);
  }
  return of == 1 ? std::string(rows) : fmt::format("All {}{}", rows, by);
}

std::string sorted_by(const Selection& selection) {
  if (selection.order != RowOrder::kCost) {
    return selection.order == RowOrder::kPlace ? " by place" : " by name";
  }
  if (selection.sort_ratio) {
    return " by " + sorted_ratio_name(selection);
  }
  if (selection.sort_column >= selection.columns.size()) {
    return {};
  }
  return fmt::format(" by {} {}", selection.sort_by == SortBy::kSelf ? "self" : "inclusive",
                     event_text(selection.columns[selection.sort_column].event));
}

std::string in_total(const Event& event, const Amount& total) {
  return cost_phrase(event, total) + " in total";
}

std::string in_total(const Event& event, int128 total) {
  return in_total(event, Amount(Exact{total}));
}

void add_scope(std::vector<std::string>& notes, const Selection& selection) {
  if (!selection.is_all_parts) {
    notes.emplace_back("some parts only");
  }
  if (selection.is_selected) {
    notes.emplace_back("some stacks only");
  }
  const size_t column = selection.sort_column;
  if (column < selection.apportioned.size() && selection.apportioned[column] != 0) {
    notes.push_back(fmt::format("{} split in proportion",
                                cost_phrase(selection.columns[column].event,
                                            Amount(Estimated{selection.apportioned[column]}))));
  }
  if (column < selection.not_in_profile.size() && selection.not_in_profile[column] != 0) {
    notes.push_back(fmt::format(
        "{} of the total are not in this profile",
        cost_phrase(selection.columns[column].event, selection.not_in_profile[column])));
  }
}

void add_where(std::vector<std::string>& notes, const Selection& selection) {
  if (!selection.asked_where.empty()) {
    notes.push_back(fmt::format("where {}", printable(selection.asked_where)));
  }
  if (!selection.asked_least.empty()) {
    notes.push_back(selection.asked_least);
  }
}

}  // namespace quern
