// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <string>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/output/answers/held.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/head.h"
#include "quern/output/text/row_table.h"

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

std::string names_head(const Leaks& leaks) {
  std::string group(to_string(leaks.selection.group_by));
  switch (leaks.request.by) {
    case LeaksBy::kFunction:
      return group;
    case LeaksBy::kSize:
      return "block size";
    case LeaksBy::kPage:
      return "addresses";
    case LeaksBy::kStack:
    case LeaksBy::kBlock:
      break;
  }
  return group + " ← its callers";
}

RowTable<LeakRow> leak_columns(const Leaks& leaks, const Style& style) {
  const Selection& selection = leaks.selection;
  const Event& event = leaks.event;
  const bool is_block = leaks.request.by == LeaksBy::kBlock;
  RowTable<LeakRow> table(selection, style);
  table.add("held", 0, [&event](const LeakRow& row) { return cost_text(event, row.held.size); });
  table.add("held %", 1, [total = leaks.total.size](const LeakRow& row) {
    return percent_text(row.held.size, total);
  });
  if (is_block) {
    table.add("address", 0, [](const LeakRow& row) { return address_text(row.first); });
  } else {
    table.add("blocks", 0, [](const LeakRow& row) { return grouped_number(row.held.blocks); });
    table.add("largest", 3, [&event](const LeakRow& row) {
      return cost_text(event, static_cast<int128>(row.held.largest));
    });
  }
  if (leaks.has_pages && !is_block) {
    table.add("pages", 2, [](const LeakRow& row) { return grouped_number(row.held.pages); });
    table.add("spread", 4, [](const LeakRow& row) { return spread_text(row.held); });
  }
  for (size_t ratio = 0; ratio < selection.ratios.size(); ++ratio) {
    table.add_named(ratio_name(selection, ratio), 5 + static_cast<unsigned>(ratio),
                    [ratio](const LeakRow& row) { return ratio_text(row.ratios[ratio]); });
  }
  return table;
}

TableName leak_name(const Leaks& leaks, const LeakRow& row, const Style& style) {
  TableName name;
  switch (leaks.request.by) {
    case LeaksBy::kFunction:
      return name_cell(row.name, "", style);
    case LeaksBy::kSize:
      name.text = row.first == row.last
                      ? grouped_number(row.first)
                      : grouped_number(row.first) + " to " + grouped_number(row.last);
      break;
    case LeaksBy::kPage:
      name.text = address_text(row.first) + " to " + address_text(row.last);
      break;
    case LeaksBy::kStack:
    case LeaksBy::kBlock:
      name = path_cell(row.name, row.callers, row.depth, style);
  }
  return name;
}

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
  return fmt::format("not shown: {}, {}{}\n", rows, what,
                     left_out_by_query(leaks.selection, leaks.left_out));
}

namespace {

/// If counters and blocks do not agree, both are shown.
std::string counted_line(const Leaks& leaks, const Style& style) {
  const bool agrees =
      leaks.counted == leaks.total.size &&
      (!leaks.acquired || *leaks.acquired == static_cast<int128>(leaks.total.blocks));
  if (agrees) {
    return {};
  }
  return note_lines(
      fmt::format("counters and blocks differ: the counters say {}{}",
                  cost_phrase(leaks.event, leaks.counted),
                  leaks.acquired ? " in " + grouped(*leaks.acquired) + " blocks" : ""),
      style);
}

}  // namespace

void write_text(const Leaks& leaks, const Style& style, ByteSink& out) {
  Head head;
  head.what = shown_rows(leaks.shown(), leaks.of, rows_of(leaks, leaks.of), " by size held",
                         leaks.selection);
  head.base = held_phrase(leaks, leaks.total);
  if (leaks.has_pages) {
    head.notes.push_back(fmt::format("on {} of 4 KiB ({} times the minimum)",
                                     counted(leaks.total.pages, "page"), spread_text(leaks.total)));
  }
  const std::vector<std::optional<Fraction>> of_all = leaks.ratios(leaks.total);
  for (size_t ratio = 0; ratio < of_all.size(); ++ratio) {
    if (of_all[ratio]) {
      head.notes.push_back(fmt::format("overall {}: {}", ratio_name(leaks.selection, ratio),
                                       ratio_text(of_all[ratio])));
    }
  }
  add_where(head.notes, leaks.selection);
  add_scope(head.notes, leaks.selection);
  BufferedText stream(out);
  append_head(stream.text(), head, style);
  if (leaks.shown() != 0 &&
      !leak_columns(leaks, style)
           .write(
               stream, names_head(leaks), leaks.shown(),
               [&](size_t rank) { return leaks.row(rank); },
               [&](const LeakRow& row) { return leak_name(leaks, row, style); })) {
    return;
  }
  stream.text() += rest_line(leaks);
  stream.text() += unplaced_line(leaks);
  stream.text() += counted_line(leaks, style);
  for (const std::string& other : leaks.other_events) {
    stream.text() +=
        fmt::format("the profile also has resources of {0}: --event {0}\n", printable(other));
  }
}

}  // namespace quern
