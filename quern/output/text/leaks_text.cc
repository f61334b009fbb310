// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <string>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/output/answers/held.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/row_text.h"
#include "quern/output/text/table.h"

namespace quern {
namespace {

std::string grouped_number(uint64_t number) {
  return grouped(static_cast<int128>(number));
}

/// How many times as many pages as these bytes would fill: 1.0 is the densest.
std::string spread_text(const Held& held) {
  if (held.pages == 0) {
    return "-";
  }
  const int128 filled = (held.placed + Leaks::kPageSize - 1) / Leaks::kPageSize;
  return fmt::format(
      "{:.1f}", static_cast<double>(held.pages) / static_cast<double>(std::max(int128{1}, filled)));
}

std::string address_text(uint64_t address) {
  return address == 0 ? "-" : fmt::format("{:#x}", address);
}

class LeakTable {
 public:
  LeakTable(const Leaks& leaks, const Style& style)
      : leaks_(leaks), by_(leaks.request.by), style_(style), table_(heads(), style.color) {
    for (size_t rank = 0; rank < leaks.shown(); ++rank) {
      const LeakRow row = leaks.row(rank);
      table_.measure(cells(row), name(row));
    }
    table_.fit(style.width);
  }

  bool write(BufferedText& stream) const {
    table_.head(stream.text());
    for (size_t rank = 0; rank < leaks_.shown(); ++rank) {
      const LeakRow row = leaks_.row(rank);
      table_.line(stream.text(), cells(row), name(row));
      if (!stream.drain()) {
        return false;
      }
    }
    stream.text() += left_out_line(without_room());
    return true;
  }

 private:
  [[nodiscard]] bool is_block() const { return by_ == LeaksBy::kBlock; }

  /// The ratios that have no room.
  [[nodiscard]] std::vector<std::string> without_room() const {
    const std::vector<TableColumn> columns = heads();
    std::vector<std::string> names;
    for (size_t at = columns.size() - 1 - leaks_.selection.ratios.size(); at + 1 < columns.size();
         ++at) {
      if (!table_.has(at)) {
        names.push_back(columns[at].head);
      }
    }
    return names;
  }

  [[nodiscard]] std::vector<TableColumn> heads() const {
    std::vector<TableColumn> heads;
    const auto add = [&heads](std::string head, unsigned spare) {
      heads.push_back({std::move(head), TableColumn::Align::kRight, spare});
    };
    add("held", 0);
    add("held %", 1);
    if (is_block()) {
      add("address", 0);
    } else {
      add("blocks", 0);
      add("largest", 3);
    }
    if (leaks_.has_pages && !is_block()) {
      add("pages", 2);
      add("spread", 4);
    }
    for (size_t ratio = 0; ratio < leaks_.selection.ratios.size(); ++ratio) {
      add(ratio_name(leaks_.selection, ratio), 5 + static_cast<unsigned>(ratio));
    }
    const std::string group(to_string(leaks_.selection.group_by));
    const std::string last = by_ == LeaksBy::kFunction ? group
                             : by_ == LeaksBy::kSize   ? "size of a block"
                             : by_ == LeaksBy::kPage   ? "addresses"
                                                       : group + " ← its callers";
    heads.push_back({last, TableColumn::Align::kLeft, 0});
    return heads;
  }

  [[nodiscard]] std::vector<std::string> cells(const LeakRow& row) const {
    std::vector<std::string> cells = {cost_text(leaks_.event, row.held.size),
                                      percent_text(row.held.size, leaks_.total.size)};
    if (is_block()) {
      cells.push_back(address_text(row.first));
    } else {
      cells.push_back(grouped_number(row.held.blocks));
      cells.push_back(cost_text(leaks_.event, static_cast<int128>(row.held.largest)));
    }
    if (leaks_.has_pages && !is_block()) {
      cells.push_back(grouped_number(row.held.pages));
      cells.push_back(spread_text(row.held));
    }
    for (const std::optional<Fraction>& ratio : row.ratios) {
      cells.push_back(ratio_text(ratio));
    }
    return cells;
  }

  [[nodiscard]] TableName name(const LeakRow& row) const {
    TableName name;
    if (by_ == LeaksBy::kFunction) {
      return name_cell(row.name, "", style_);
    }
    if (by_ == LeaksBy::kSize) {
      name.text = row.first == row.last
                      ? grouped_number(row.first)
                      : grouped_number(row.first) + " to " + grouped_number(row.last);
    } else if (by_ == LeaksBy::kPage) {
      name.text = address_text(row.first) + " to " + address_text(row.last);
    } else {
      name.text = path_text(row.name, row.callers, row.depth, style_);
    }
    return name;
  }

  const Leaks& leaks_;
  LeaksBy by_;
  const Style& style_;
  Table table_;
};

std::string held_phrase(const Leaks& leaks, const Held& held) {
  return fmt::format("{} in {}", cost_phrase(leaks.event, held.size),
                     counted(held.blocks, "block"));
}

/// What the rows are, in the plural.
std::string rows_of(const Leaks& leaks, uint64_t count) {
  switch (leaks.request.by) {
    case LeaksBy::kFunction:
      return counted_rows(count, leaks.selection.group_by);
    case LeaksBy::kStack:
      return counted(count, "stack");
    case LeaksBy::kSize:
      return counted(count, "size range");
    case LeaksBy::kPage:
      return counted(count, "range");
    case LeaksBy::kBlock:
      break;
  }
  return counted(count, "block");
}

/// Blocks that are in no range of pages.
std::string unplaced_line(const Leaks& leaks) {
  if (leaks.request.by != LeaksBy::kPage || leaks.unplaced.blocks == 0) {
    return {};
  }
  return fmt::format("without an address: {}\n", held_phrase(leaks, leaks.unplaced));
}

}  // namespace

std::string rest_line(const Leaks& leaks) {
  if (leaks.shown() == leaks.of) {
    return fmt::format("all {} shown\n", rows_of(leaks, leaks.of));
  }
  Held rest = leaks.total;
  if (leaks.request.by == LeaksBy::kPage) {
    rest.blocks -= leaks.unplaced.blocks;
    rest.size -= leaks.unplaced.size;
  }
  for (size_t rank = 0; rank < leaks.shown(); ++rank) {
    rest.blocks -= leaks.held(rank).blocks;
    rest.size -= leaks.held(rank).size;
  }
  const std::string rows = rows_of(leaks, leaks.of - leaks.shown());
  const std::string what = leaks.request.by == LeaksBy::kBlock ? cost_phrase(leaks.event, rest.size)
                                                               : held_phrase(leaks, rest);
  return fmt::format("not shown: {}, {}{}\n", rows, what, left_out_by_query(leaks.left_out));
}

namespace {

/// Where counters and lists do not agree, both are told.
std::string counted_line(const Leaks& leaks) {
  const bool agrees =
      leaks.counted == leaks.total.size &&
      (!leaks.acquired || *leaks.acquired == static_cast<int128>(leaks.total.blocks));
  if (agrees) {
    return {};
  }
  return fmt::format("counters and list differ: {}{} are counted\n",
                     cost_phrase(leaks.event, leaks.counted),
                     leaks.acquired ? " in " + grouped(*leaks.acquired) + " blocks" : "");
}

}  // namespace

void write_text(const Leaks& leaks, const Style& style, ByteSink& out) {
  std::vector<std::string> pieces = {"still held", held_phrase(leaks, leaks.total)};
  if (leaks.has_pages) {
    pieces.push_back(fmt::format("on {} of 4 KiB, {} times as many as needed",
                                 counted(leaks.total.pages, "page"), spread_text(leaks.total)));
  }
  const std::vector<std::optional<Fraction>> of_all = leaks.ratios(leaks.total);
  for (size_t ratio = 0; ratio < of_all.size(); ++ratio) {
    if (of_all[ratio]) {
      pieces.push_back(fmt::format("{} of all {}", ratio_name(leaks.selection, ratio),
                                   ratio_text(of_all[ratio])));
    }
  }
  add_where(pieces, leaks.selection);
  add_scope(pieces, leaks.selection);
  BufferedText stream(out);
  append_head_line(stream.text(), pieces, style);
  if (leaks.shown() != 0 && !LeakTable(leaks, style).write(stream)) {
    return;
  }
  stream.text() += rest_line(leaks);
  stream.text() += unplaced_line(leaks);
  stream.text() += counted_line(leaks);
  for (const std::string& other : leaks.other_events) {
    stream.text() += fmt::format("there are resources of {0} too: --event {0}\n", printable(other));
  }
}

}  // namespace quern
