// SPDX-License-Identifier: MIT
#include "quern/output/graph/box_rows.h"

#include <fmt/format.h>

#include <utility>

#include "quern/base/text.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/short_names.h"

namespace quern {
namespace {

constexpr size_t kBoxColumns = 30;
constexpr size_t kMostNameRows = 4;

}  // namespace

std::vector<std::string> name_rows(std::string_view name, size_t columns) {
  const std::string all = shortened(name, kMostNameRows * columns);
  std::vector<std::string> rows;
  std::string_view rest = all;
  while (rows.size() + 1 < kMostNameRows && display_width(rest) > columns) {
    std::string_view row = fitting_start(rest, columns);
    size_t end = row.find_last_of(" ,:(<>/._");
    if (end != std::string_view::npos && row[end] == ':' && rest.substr(end + 1, 1) == ":") {
      end = row.substr(0, end).find_last_of(" ,:(<>/._");  // both colons of "::" stay together
    }
    if (end != std::string_view::npos && 2 * end > row.size()) {
      row = row.substr(0, end + 1);
    }
    rows.emplace_back(row);
    rest.remove_prefix(row.size());
  }
  rows.push_back(shortened(rest, columns));
  return rows;
}

void set_rows(GraphBox& box, BoxSize size, std::string_view name, size_t member_count,
              const RowName& row, std::vector<std::string> costs) {
  const std::string more =
      member_count == 1 ? ""
                        : fmt::format(" + {} more", grouped(static_cast<int128>(member_count - 1)));
  box.label = shortened(name, kBoxColumns - more.size()) + more;
  if (size == BoxSize::kCompact) {
    return;
  }
  if (size == BoxSize::kTall) {
    std::vector<std::string> rows = name_rows(name, kBoxColumns);
    if (!more.empty()) {
      rows.push_back(more.substr(1));
    }
    box.label = rows.front();
    box.lines.assign(rows.begin() + 1, rows.end());
  }
  box.lines.insert(box.lines.end(), costs.begin(), costs.end());
  if (size == BoxSize::kTall && member_count == 1) {
    const std::string place = printable(base_name(row.object.empty() ? row.file : row.object));
    if (!place.empty() && place != base_name(name)) {  // a group may be called like it
      box.lines.push_back(cut_middle(place, kBoxColumns));
    }
  }
}

}  // namespace quern
