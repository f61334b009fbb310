// SPDX-License-Identifier: MIT
#include "quern/output/text/row_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <utility>

#include "quern/base/quoting/shell_words.h"
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

/// Before each place; what a group is, is shown rather than all of its name.
void add_kind(TableName& cell, const RowName& name) {
  const std::string kind = fmt::format("({})", name.kind);
  for (std::string& place : cell.places) {
    place = kind + " " + place;
  }
  if (name.name.empty()) {
    cell.places.emplace_back("(no class, file or object known)");
  }
  cell.places.push_back(kind);
  cell.keeps_place = true;
}

}  // namespace

std::string run_name(std::string_view path) {
  constexpr size_t kColumnsOfRun = 20;
  std::string name = printable(path);
  if (display_width(name) <= kColumnsOfRun) {
    return name;
  }
  size_t start = 0;
  while (display_width(std::string_view(name).substr(start)) >= kColumnsOfRun) {
    do {
      ++start;
    } while ((static_cast<unsigned char>(name[start]) & 0xc0U) == 0x80U);
  }
  return "…" + name.substr(start);
}

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
  if (!name.kind.empty()) {
    add_kind(cell, name);
  }
  return cell;
}

TableName path_cell(const RowName& name, std::span<const RowName> callers, uint64_t depth,
                    const Style& style) {
  constexpr size_t kShownCallers = 8;
  TableName path{shown_name(name.name, style), {}, {}, {}};
  const size_t shown = std::min(callers.size(), kShownCallers);
  for (const RowName& caller : callers.first(shown)) {
    path.callers.push_back(shown_name(caller.name, style));
  }
  if (depth > shown) {
    path.callers.push_back(fmt::format("… {} more", grouped(static_cast<int128>(depth - shown))));
  }
  return path;
}

std::string cycle_mark(const TopRow& row) {
  return row.is_recursive ? " <recursive>"
         : row.cycle      ? fmt::format(" <cycle {}>", *row.cycle)
                          : std::string();
}

std::string counted_rows(uint64_t count, GroupBy by) {
  return fmt::format("{} {}", grouped(static_cast<int128>(count)),
                     count == 1 ? words_of(by).one : words_of(by).many);
}

std::string rows_word(GroupBy by) {
  return std::string(words_of(by).many);
}

std::string ratio_name(const Selection& selection, size_t ratio) {
  const Event& event = selection.computed[selection.ratios[ratio]].event;
  const std::string unit = event.unit.empty() ? "" : fmt::format(" ({})", printable(event.unit));
  return printable(event.name) + unit;
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
  const std::string least =
      selection.asked_least.empty()
          ? ""
          : fmt::format(" or {} below {}", left_out == 1 ? "is" : "are", selection.asked_least);
  return fmt::format("; {} {} not match the query{}", count, left_out == 1 ? "does" : "do", least);
}

std::string fitted_line(std::string_view before, std::string_view name, std::string_view behind,
                        const Style& style) {
  constexpr size_t kLeastShown = 12;
  if (style.width == 0) {
    return fmt::format("{}{}{}\n", before, name, behind);
  }
  const size_t used = display_width(before) + display_width(behind);
  const size_t room = style.width > used + kLeastShown ? style.width - used : kLeastShown;
  return fmt::format("{}{}{}\n", before, shortened(name, room), behind);
}

std::string percent_phrase(const Selection& selection, std::string_view parent) {
  return selection.percent_of == PercentOf::kParent ? fmt::format("100 % is {}", parent)
                                                    : std::string();
}

std::string note_lines(std::string_view words, const Style& style) {
  std::string lines;
  for (const std::string& line : wrapped(words, style.width == 0 ? SIZE_MAX : style.width)) {
    lines += line + "\n";
  }
  return lines;
}

std::string note_lines(const std::vector<std::string>& notes, const Style& style) {
  std::string lines;
  for (const std::string& note : notes) {
    lines += note_lines(note, style);
  }
  return lines;
}

std::string estimate_note(const Selection& selection, const Style& style) {
  const std::string note = estimate_note(selection);
  return note.empty() ? note : note_lines(note.substr(0, note.size() - 1), style);
}

std::string estimate_note(const Selection& selection) {
  return selection.has_estimates
             ? "~ is an estimate: a call graph does not record stacks, so filters split the costs "
               "of some functions in proportion to the costs of their calls\n"
             : "";
}

std::string overlap_note() {
  return "note: inclusive costs of recursive calls overlap: costs below them count more than "
         "once\n";
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
  return fmt::format("columns that do not fit: {} (--width 0 shows all)\n", fmt::join(names, ", "));
}

std::string with_unchanged(std::string line, size_t count, std::string_view rows) {
  if (count != 0) {
    line += line == "no change" ? fmt::format(" in {}", rows)
                                : fmt::format("; {} did not change", rows);
  }
  return line + "\n";
}

}  // namespace quern
