// SPDX-License-Identifier: MIT
#include "quern/output/text/table.h"

#include <algorithm>
#include <utility>

#include "quern/output/shared/display_width.h"
#include "quern/output/shared/paint.h"

namespace quern {
namespace {

constexpr size_t kLeastPlace = 10;  // a place cut to less tells nothing
constexpr std::string_view kArrow = " → ";
constexpr size_t kArrowWidth = 3;

size_t name_width(const TableName& name) {
  const size_t second = name.second.empty() ? 0 : kArrowWidth + display_width(name.second);
  return display_width(name.text) + second;
}

void trim_end(std::string& out, size_t start) {
  while (out.size() > start && out.back() == ' ') {
    out.pop_back();
  }
}

}  // namespace

Table::Table(std::vector<TableColumn> columns, bool color)
    : name_head_(columns.back().head),
      numbers_({columns.begin(), columns.end() - 1}),
      color_(color),
      widest_name_(display_width(name_head_)) {}

void Table::measure(std::span<const std::string> cells, const TableName& name) {
  numbers_.measure(cells);
  widest_name_ = std::max(widest_name_, name_width(name) + display_width(name.mark));
}

void Table::fit(size_t width) {
  if (width == 0) {
    return;
  }
  numbers_.fit(width, std::min(widest_name_, kLeastName));
  // Numbers are never cut; what they leave of a very narrow width is the name's, at least one.
  name_width_ = std::max<size_t>(width - std::min(width, numbers_.width()), 1);
}

void Table::head(std::string& out, std::string_view name_head) const {
  std::string text;
  numbers_.append_heads(text);
  text.append(name_head);
  trim_end(text, 0);
  out.append(painted(text, Paint::kBold, color_));
  out.push_back('\n');
}

void Table::line(std::string& out, std::span<const std::string> cells,
                 const TableName& name) const {
  const size_t start = out.size();
  numbers_.append_cells(out, cells);
  append_name(out, name);
  trim_end(out, start);
  out.push_back('\n');
}

std::string Table::cut_name(const TableName& name, size_t room) {
  if (name.second.empty()) {
    return cut_middle(name.text, std::max<size_t>(room, 1));
  }
  // The shorter one leaves to the other what it does not need.
  const size_t both = std::max<size_t>(room - std::min(room, kArrowWidth), 2);
  const size_t first = display_width(name.text);
  const size_t second = display_width(name.second);
  const size_t half = both / 2;
  const size_t for_first = second <= both - half ? both - std::min(second, both) : half;
  const size_t used = std::min(first, std::max(for_first, half));
  std::string cut = cut_middle(name.text, used);
  cut.append(kArrow);
  cut.append(cut_middle(name.second, both - used));
  return cut;
}

void Table::append_name(std::string& out, const TableName& name) const {
  if (name_width_ == 0) {
    append_whole_name(out, name);
    return;
  }
  const size_t mark = display_width(name.mark);
  const std::string cut = cut_name(name, name_width_ - std::min(name_width_, mark));
  out.append(cut).append(name.mark);
  append_place(out, name, display_width(cut) + mark);
}

/// Room is made for all of it at once: a name may be as long as its file.
void Table::append_whole_name(std::string& out, const TableName& name) const {
  constexpr size_t kBesides = 64;  // arrow, gap, colours, the line's end
  const size_t place = name.places.empty() ? 0 : name.places.front().size();
  out.reserve(out.size() + name.text.size() + name.second.size() + name.mark.size() + place +
              kBesides);
  out.append(name.text);
  if (!name.second.empty()) {
    out.append(kArrow).append(name.second);
  }
  out.append(name.mark);
  append_place(out, name, 0);
}

void Table::append_place(std::string& out, const TableName& name, size_t used) const {
  if (name.places.empty()) {
    return;
  }
  const std::string* place = &name.places.front();
  std::string cut;
  if (name_width_ != 0) {
    const size_t room = name_width_ - std::min(name_width_, used + NumberColumns::kGap);
    const auto fits = [room](const std::string& text) { return display_width(text) <= room; };
    const auto found = std::ranges::find_if(name.places, fits);
    if (found == name.places.end() && room < kLeastPlace) {
      return;
    }
    cut = found != name.places.end() ? *found : cut_middle(name.places.back(), room);
    place = &cut;
  }
  if (!place->empty()) {
    out.append(NumberColumns::kGap, ' ');
    append_painted(out, *place, Paint::kDim, color_);
  }
}

}  // namespace quern
