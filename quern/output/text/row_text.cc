// SPDX-License-Identifier: MIT
#include "quern/output/text/row_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "quern/base/shell_words.h"
#include "quern/base/text.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/paint.h"
#include "quern/output/shared/short_names.h"
#include "quern/output/shared/wrapped.h"

namespace quern {
namespace {

struct RowWords {
  std::string_view one;
  std::string_view many;
};

/// By GroupBy.
constexpr std::array<RowWords, 10> kRowWords = {{{"function", "functions"},
                                                 {"name", "names"},
                                                 {"file", "files"},
                                                 {"folder", "folders"},
                                                 {"object", "objects"},
                                                 {"class", "classes"},
                                                 {"namespace", "namespaces"},
                                                 {"line", "lines"},
                                                 {"loop", "loops"},
                                                 {"group", "groups"}}};

const RowWords& words_of(GroupBy by) {
  return kRowWords[static_cast<size_t>(by)];
}

std::string_view last_component(std::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == std::string_view::npos || slash + 1 == path.size() ? path
                                                                     : path.substr(slash + 1);
}

/// "self D1MissRate", "calls": what rows are sorted by where that is no cost.
std::string sorted_ratio_name(const Selection& selection) {
  std::string name = printable(selection.computed[*selection.sort_ratio].event.name);
  if (selection.sorts_calls) {
    return name;
  }
  return fmt::format("{} {}", selection.sort_by == SortBy::kSelf ? "self" : "inclusive", name);
}

}  // namespace

std::string shown_name(std::string_view name, const Style& style) {
  if (name.empty()) {
    return "???";
  }
  return style.short_names ? printable(short_name(name)) : printable(name);
}

TableName name_cell(const RowName& name, std::string mark, const Style& style) {
  TableName cell{name.is_root ? "(root)" : shown_name(name.name, style), {}, std::move(mark), {}};
  const std::string line = name.line != 0 ? fmt::format(":{}", name.line) : std::string();
  const std::string file = name.file == name.name ? "" : printable(name.file) + line;
  const std::string object = name.object == name.name ? "" : printable(name.object);
  if (!object.empty()) {
    const std::string_view between = file.empty() ? "" : ":";
    cell.places.push_back(fmt::format("{}{}{}", file, between, object));
    cell.places.push_back(fmt::format("{}{}{}", file, between, last_component(object)));
  }
  if (!file.empty()) {
    cell.places.push_back(file);
    cell.places.emplace_back(last_component(file));
  }
  return cell;
}

std::string path_text(const RowName& name, std::span<const RowName> callers, uint64_t depth,
                      const Style& style) {
  constexpr size_t kShownCallers = 8;
  std::string path = shown_name(name.name, style);
  const size_t shown = std::min(callers.size(), kShownCallers);
  for (const RowName& caller : callers.first(shown)) {
    path += " ← " + shown_name(caller.name, style);
  }
  if (depth > shown) {
    path += fmt::format(" ← … {} more", grouped(static_cast<int128>(depth - shown)));
  }
  return path;
}

std::string cycle_mark(std::optional<uint32_t> cycle) {
  return cycle ? fmt::format(" <cycle {}>", *cycle) : std::string();
}

std::string counted_rows(uint64_t count, GroupBy by) {
  return fmt::format("{} {}", grouped(static_cast<int128>(count)),
                     count == 1 ? words_of(by).one : words_of(by).many);
}

std::string rows_word(GroupBy by) {
  return std::string(words_of(by).many);
}

std::string total_phrase(const Event& event, const Amount& total) {
  std::string text = fmt::format("total {}", cost_phrase(event, total));
  if (!event.long_name.empty()) {
    text += fmt::format(" ({})", printable(event.long_name));
  }
  return text;
}

std::string total_phrase(const Event& event, int128 total) {
  return total_phrase(event, Amount(Exact{total}));
}

std::string sort_phrase(const Selection& selection) {
  if (selection.order != RowOrder::kCost) {
    return selection.order == RowOrder::kPlace ? "sorted by place" : "sorted by name";
  }
  const std::string_view kind = selection.sort_by == SortBy::kSelf ? "self" : "inclusive";
  if (selection.sort_ratio) {
    return "sorted by " + sorted_ratio_name(selection);
  }
  if (selection.columns.size() < 2) {
    return fmt::format("sorted by {} cost", kind);
  }
  return fmt::format("sorted by {} {}", kind,
                     printable(selection.columns[selection.sort_column].event.name));
}

std::string ratio_name(const Selection& selection, size_t ratio) {
  const Event& event = selection.computed[selection.ratios[ratio]].event;
  const std::string unit = event.unit.empty() ? "" : fmt::format(" ({})", printable(event.unit));
  return printable(event.name) + unit;
}

namespace {

/// What 100 % is where `summary:` declares more than the rows have.
std::string base_phrase(const Selection& selection, size_t column) {
  const Event& event = selection.columns[column].event;
  const std::string missing = cost_text(event, selection.not_in_profile[column]);
  if (selection.is_selected) {  // filters have left some of the declared cost out
    return missing + " of them not in this profile";
  }
  return fmt::format("percentages of {} declared by summary:, {} of them not in this profile",
                     cost_phrase(event, selection.declared[column]), missing);
}

}  // namespace

void add_scope(std::vector<std::string>& pieces, const Selection& selection) {
  if (!selection.is_all_parts) {
    pieces.emplace_back("some parts only");
  }
  if (selection.is_selected) {
    pieces.emplace_back("some stacks only");
  }
  const size_t column = selection.sort_column;
  if (column < selection.apportioned.size() && selection.apportioned[column] != 0) {
    pieces.push_back(fmt::format("{} apportioned",
                                 cost_phrase(selection.columns[column].event,
                                             Amount(Estimated{selection.apportioned[column]}))));
  }
  if (column < selection.not_in_profile.size() && selection.not_in_profile[column] != 0) {
    pieces.push_back(base_phrase(selection, column));
  }
}

void add_where(std::vector<std::string>& pieces, const Selection& selection) {
  if (!selection.asked_where.empty()) {
    pieces.push_back(fmt::format("where {}", printable(selection.asked_where)));
  }
  if (!selection.asked_least.empty()) {
    pieces.push_back(selection.asked_least);
  }
}

std::string left_out_by_query(const Selection& selection, size_t left_out) {
  if (left_out == 0) {
    return {};
  }
  const std::string count = grouped(static_cast<int128>(left_out));
  if (selection.asked_where.empty() && !selection.asked_least.empty()) {
    return fmt::format("; {} {} below {}", count, left_out == 1 ? "is" : "are",
                       selection.asked_least);
  }
  return fmt::format("; {} {} not match the query", count, left_out == 1 ? "does" : "do");
}

void append_head_line(std::string& out, std::span<const std::string> pieces, const Style& style) {
  size_t column = 0;
  for (const std::string& whole : pieces) {
    const std::string cut = style.width == 0 ? std::string() : cut_middle(whole, style.width);
    const std::string_view piece = style.width == 0 ? whole : cut;
    const size_t columns = display_width(piece);
    const bool fits = style.width == 0 || column + 3 + columns <= style.width;
    if (column != 0) {
      out.append(fits ? " · " : "\n");
      column = fits ? column + 3 : 0;
    }
    append_painted(out, piece, Paint::kBold, style.color);
    column += columns;
  }
  out.append("\n\n");
}

std::string fitted_line(std::string_view before, std::string_view name, std::string_view behind,
                        const Style& style) {
  constexpr size_t kLeastName = 12;
  if (style.width == 0) {
    return fmt::format("{}{}{}\n", before, name, behind);
  }
  const size_t used = display_width(before) + display_width(behind);
  const size_t room = style.width > used + kLeastName ? style.width - used : kLeastName;
  return fmt::format("{}{}{}\n", before, cut_middle(name, room), behind);
}

std::string percent_phrase(const Selection& selection, std::string_view parent) {
  return selection.percent_of == PercentOf::kParent ? fmt::format("100 % is {}", parent)
                                                    : std::string();
}

std::string group_words(GroupBy by, const Style& style) {
  return by == GroupBy::kRules      ? " --groups " + style.groups
         : by == GroupBy::kFunction ? std::string()
                                    : fmt::format(" --group-by {}", to_string(by));
}

std::string next_line(std::string_view words, const Style& style) {
  if (style.input.empty() || !style.can_read_again) {
    return {};
  }
  return fmt::format("{} quern {} {}{}{}\n", painted("next:", Paint::kDim, style.color), words,
                     style.choice, style.choice.empty() ? "" : " ", style.input);
}

namespace {

/// Functions of one name are told apart nowhere but in a list: what names them takes them together.
std::string group_words_for(const RowName& name, GroupBy by, const Style& style) {
  const bool is_shared =
      by == GroupBy::kFunction && style.is_shared_name && style.is_shared_name(name.name);
  return group_words(is_shared ? GroupBy::kName : by, style);
}

}  // namespace

bool can_be_typed(std::string_view name) {
  constexpr size_t kLongest = 4096;
  return !name.empty() && name.size() <= kLongest && printable(name) == name &&
         name.find('\t') == std::string_view::npos;
}

std::string next_peek(const RowName& name, GroupBy by, const Style& style) {
  const bool ends_options = name.name.starts_with('-');
  const bool has_options = !style.choice.empty() || style.input.starts_with("--");
  if (!can_be_typed(name.name) || name.name == kNotInProfile || (ends_options && has_options)) {
    return {};
  }
  std::string words = "peek" + group_words_for(name, by, style) + " ";
  words += ends_options ? "-- " : "";
  return next_line(words + single_quoted(name.name), style);
}

std::string next_annotate(const RowName& line, const Style& style) {
  // What begins with a hyphen would be taken for an option.
  return can_be_typed(line.name) && !line.name.starts_with('-') && line.name != kNotInProfile
             ? next_line("annotate " + single_quoted(line.name), style)
             : "";
}

std::string next_diff_peek(const RowName& name, const Style& style) {
  // What begins with a hyphen would be taken for an option.
  return can_be_typed(name.name) && !name.name.starts_with('-') && name.name != kNotInProfile
             ? next_line("diff --view peek" + group_words_for(name, GroupBy::kFunction, style) +
                             " --of " + single_quoted(name.name),
                         style)
             : "";
}

std::string note_lines(std::string_view words, const Style& style) {
  std::string lines;
  for (const std::string& line : wrapped(words, style.width == 0 ? SIZE_MAX : style.width)) {
    lines += line + "\n";
  }
  return lines;
}

std::string estimate_note(const Selection& selection, const Style& style) {
  const std::string note = estimate_note(selection);
  return note.empty() ? note : note_lines(note.substr(0, note.size() - 1), style);
}

std::string estimate_note(const Selection& selection) {
  return selection.has_estimates
             ? "~ is an estimate: a call graph does not tell stacks, so costs of a function that "
               "is called from inside and outside the choice are split as those of its calls are\n"
             : "";
}

std::string overlap_note() {
  return "note: inclusive costs of recursive calls overlap: what ran below counts more than once\n";
}

std::string neighbours_not_shown(size_t callers, size_t callees) {
  std::string line;
  for (const auto& [count, word] : {std::pair(callers, "caller"), std::pair(callees, "callee")}) {
    if (count != 0) {
      line += (line.empty() ? "not shown: " : ", ") + counted(count, word);
    }
  }
  return line.empty() ? line : line + "\n";
}

std::string left_out_line(std::span<const std::string> names) {
  if (names.empty()) {
    return {};
  }
  return fmt::format("no room for: {} (--width 0 shows all)\n", fmt::join(names, ", "));
}

}  // namespace quern
