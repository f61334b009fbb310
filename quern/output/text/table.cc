// SPDX-License-Identifier: MIT
#include "quern/output/text/table.h"

#include <algorithm>
#include <utility>

#include "quern/output/shared/display_width.h"
#include "quern/output/shared/paint.h"
#include "quern/output/shared/short_names.h"

namespace quern {
namespace {

constexpr size_t kLeastPlace = 10;  // a place cut to less tells nothing
constexpr std::string_view kArrow = " → ";
constexpr std::string_view kFromArrow = " ← ";
constexpr size_t kArrowWidth = 3;

/// Of all that is shown, where a name takes so many columns as `width_of` says.
template <class WidthOf>
size_t cell_width(const TableName& name, const WidthOf& width_of) {
  const size_t second = name.second.empty() ? 0 : kArrowWidth + width_of(name.second);
  return display_width(name.indent) + width_of(name.text) + second + display_width(name.mark);
}

/// Columns of the place that stays, with the gap before it.
size_t kept_place_width(const TableName& name) {
  return name.keeps_place ? NumberColumns::kGap + display_width(name.places.back()) : 0;
}

size_t callers_width(const TableName& name) {
  size_t width = 0;
  for (const std::string& caller : name.callers) {
    width += kArrowWidth + display_width(caller);
  }
  return width;
}

/// The name and as many of its callers as can keep their last components.
std::string cut_path(const TableName& name, size_t room) {
  constexpr size_t kCutWidth = kArrowWidth + 1;  // " ← …"
  const size_t callers = callers_width(name);
  const size_t rest = std::max(room - std::min(room, callers), room / 2);
  std::string path = shortened(name.text, std::max(rest, std::min(least_width(name.text), room)));
  size_t used = display_width(path);
  for (size_t at = 0; at < name.callers.size(); ++at) {
    const std::string& caller = name.callers[at];
    const size_t kept = at + 1 < name.callers.size() ? kCutWidth : 0;  // to say that there are more
    if (used + kArrowWidth + least_width(caller) + kept > room) {
      return used + kCutWidth > room ? path : path.append(kFromArrow).append("…");
    }
    const std::string shown = shortened(caller, room - used - kArrowWidth - kept);
    path.append(kFromArrow).append(shown);
    used += kArrowWidth + display_width(shown);
  }
  return path;
}

/// The columns that the first of two names gets of `room`. Both get their last components, if that
/// is possible; the shorter one leaves to the other what it does not need.
size_t columns_of_first(const TableName& name, size_t room) {
  const size_t first = display_width(name.text);
  const size_t second = display_width(name.second);
  const size_t half = room / 2;
  if (first <= half) {
    return first;
  }
  if (second <= room - half) {
    return std::min(first, room - second);
  }
  const size_t least_first = least_width(name.text);
  const size_t least_second = least_width(name.second);
  if (least_first + least_second > room) {
    return least_first <= half ? least_first : std::max(half, room - std::min(least_second, room));
  }
  return std::clamp(half, least_first, room - least_second);
}

/// The first words of a head that fit; one word is cut.
std::string fitting_head(std::string_view head, size_t room) {
  if (display_width(head) <= room) {
    return std::string(head);
  }
  const std::string_view start = fitting_start(head, room - 1);
  const size_t blank = start.find_last_of(' ');
  return std::string(start.substr(0, blank)) + "…";
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
  const size_t place = kept_place_width(name);
  const size_t width = cell_width(name, display_width) + callers_width(name) + place;
  widest_name_ = std::max(widest_name_, width);
  rows_of_two_ += name.second.empty() ? size_t{0} : 1;
  if (rows_++ < kRowsLookedAt && width > kLeastName) {
    widest_least_ = std::max(widest_least_, cell_width(name, least_width) + place);
  }
}

void Table::fit(size_t width) {
  if (width == 0) {
    return;
  }
  const size_t eighths = 2 * rows_of_two_ > rows_ ? kEighthsOfTwo : kEighths;
  const size_t least =
      std::clamp(widest_least_, kLeastName, std::max(kLeastName, width * eighths / 8));
  numbers_.fit(width, std::min(widest_name_, least));
  // Numbers are never cut; what they leave of a very narrow width is the name's, at least one.
  name_width_ = std::max<size_t>(width - std::min(width, numbers_.width()), 1);
}

void Table::head(std::string& out, std::string_view name_head) const {
  std::string text;
  numbers_.append_heads(text);
  text.append(name_width_ == 0 ? name_head : fitting_head(name_head, name_width_));
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
  if (!name.callers.empty()) {
    return cut_path(name, std::max<size_t>(room, 1));
  }
  if (name.second.empty()) {
    return shortened(name.text, std::max<size_t>(room, 1));
  }
  const size_t both = std::max<size_t>(room - std::min(room, kArrowWidth), 2);
  const size_t first = std::clamp<size_t>(columns_of_first(name, both), 1, both - 1);
  return shortened(name.text, first) + std::string(kArrow) + shortened(name.second, both - first);
}

void Table::append_name(std::string& out, const TableName& name) const {
  if (name_width_ == 0) {
    append_whole_name(out, name);
    return;
  }
  const size_t kept = display_width(name.mark) + display_width(name.indent);
  const size_t room = name_width_ - std::min(name_width_, kept);
  const std::string cut = cut_name(name, room_beside_place(name, room));
  out.append(name.indent).append(cut).append(name.mark);
  append_place(out, name, display_width(cut) + kept);
}

size_t Table::room_beside_place(const TableName& name, size_t room) {
  constexpr size_t kLeastBeside = 10;  // of a name that is cut in its last component
  const size_t place = kept_place_width(name);
  const size_t least = place == 0 ? 0 : std::min(least_width(name.text), kLeastBeside);
  return place + least <= room ? room - place : room;
}

/// Room is made for all of it at once: a name may be as long as its file.
void Table::append_whole_name(std::string& out, const TableName& name) const {
  constexpr size_t kBesides = 64;  // arrow, gap, colors, the line's end
  const size_t place = name.places.empty() ? 0 : name.places.front().size();
  out.reserve(out.size() + name.text.size() + name.second.size() + name.mark.size() + place +
              name.indent.size() + kBesides);
  out.append(name.indent).append(name.text);
  if (!name.second.empty()) {
    out.append(kArrow).append(name.second);
  }
  for (const std::string& caller : name.callers) {
    out.append(kFromArrow).append(caller);
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
