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
    : columns_(std::move(columns)), is_there_(columns_.size(), true), color_(color) {
  for (const TableColumn& column : columns_) {
    widths_.push_back(display_width(column.head));
  }
}

void Table::measure(std::span<const std::string> cells, const TableName& name) {
  for (size_t at = 0; at < cells.size(); ++at) {
    widths_[at] = std::max(widths_[at], display_width(cells[at]));
  }
  widths_.back() = std::max(widths_.back(), name_width(name) + display_width(name.mark));
}

size_t Table::numbers_width() const {
  size_t width = 0;
  for (size_t at = 0; at + 1 < columns_.size(); ++at) {
    width += is_there_[at] ? widths_[at] + kGap : 0;
  }
  return width;
}

void Table::fit(size_t width) {
  if (width == 0) {
    return;
  }
  const size_t least = std::min(widths_.back(), kLeastName);
  while (numbers_width() + least > width) {
    size_t spared = columns_.size();
    for (size_t at = 0; at + 1 < columns_.size(); ++at) {
      const bool is_next =
          is_there_[at] && columns_[at].spare != 0 &&
          (spared == columns_.size() || columns_[at].spare > columns_[spared].spare);
      spared = is_next ? at : spared;
    }
    if (spared == columns_.size()) {
      break;
    }
    is_there_[spared] = false;
  }
  // Numbers are never cut; what they leave of a very narrow width is the name's, at least one.
  name_width_ = std::max<size_t>(width - std::min(width, numbers_width()), 1);
}

void Table::append_cell(std::string& out, size_t column, std::string_view text) const {
  if (!is_there_[column]) {
    return;
  }
  if (columns_[column].align == TableColumn::Align::kRight) {
    append_right(out, text, display_width(text), widths_[column]);
  } else {
    append_left(out, text, display_width(text), widths_[column]);
  }
  out.append(kGap, ' ');
}

void Table::head(std::string& out, std::string_view name_head) const {
  std::string text;
  for (size_t at = 0; at + 1 < columns_.size(); ++at) {
    append_cell(text, at, columns_[at].head);
  }
  text.append(name_head);
  trim_end(text, 0);
  out.append(painted(text, Paint::kBold, color_));
  out.push_back('\n');
}

void Table::line(std::string& out, std::span<const std::string> cells,
                 const TableName& name) const {
  const size_t start = out.size();
  for (size_t at = 0; at < cells.size(); ++at) {
    append_cell(out, at, cells[at]);
  }
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
    const size_t room = name_width_ - std::min(name_width_, used + kGap);
    const auto fits = [room](const std::string& text) { return display_width(text) <= room; };
    const auto found = std::ranges::find_if(name.places, fits);
    if (found == name.places.end() && room < kLeastPlace) {
      return;
    }
    cut = found != name.places.end() ? *found : cut_middle(name.places.back(), room);
    place = &cut;
  }
  if (!place->empty()) {
    out.append(kGap, ' ');
    append_painted(out, *place, Paint::kDim, color_);
  }
}

}  // namespace quern
