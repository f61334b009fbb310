// SPDX-License-Identifier: MIT
#include "quern/output/input/info_text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/text.h"
#include "quern/output/answers/input.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/paint.h"
#include "quern/output/text/diagnostic_text.h"
#include "quern/output/text/row_text.h"
#include "quern/output/text/table.h"

namespace quern {
namespace {

constexpr size_t kKeyWidth = 10;
constexpr size_t kPartNumbers = 3;  // columns of the parts' table before their costs

/// "KEY:      VALUE", broken at blanks to the width, further lines below the value.
std::string fact(std::string_view key, std::string_view value, const Style& style) {
  std::string out;
  append_left(out, fmt::format("{}:", key), key.size() + 1, kKeyWidth);
  size_t column = kKeyWidth;
  while (!value.empty()) {
    const size_t end = std::min(value.find(' ', 1), value.size());
    const std::string_view word = value.substr(0, end);
    const size_t columns = display_width(word);
    if (style.width != 0 && column > kKeyWidth && column + columns > style.width) {
      out.append("\n").append(kKeyWidth, ' ').append(trim(word));
      column = kKeyWidth + display_width(trim(word));
    } else {
      out.append(word);
      column += columns;
    }
    value.remove_prefix(end);
  }
  out.push_back('\n');
  return out;
}

std::string format_text(const Info& info) {
  std::string text = printable(*info.format);
  if (info.dialect && *info.dialect != *info.format) {
    text += fmt::format(", as {} writes it", printable(*info.dialect));
  }
  return text;
}

std::string size_text(const Info& info) {
  if (info.raw_bytes == info.text_bytes) {
    return byte_size(info.text_bytes);
  }
  return fmt::format("{}, {} when decompressed", byte_size(info.raw_bytes),
                     byte_size(info.text_bytes));
}

/// "2 functions, 1 file, …": what there is some of.
std::string counts_text(const Info& info) {
  const Info::Counts& counts = info.counts;
  std::vector<std::string> pieces;
  const auto add = [&pieces](uint64_t count, std::string_view noun) {
    if (count != 0) {
      pieces.push_back(counted(count, noun));
    }
  };
  add(counts.functions, "function");
  if (counts.function_names != counts.functions) {
    pieces.back() += fmt::format(" ({} as recorded)", counted(counts.function_names, "name"));
  }
  add(counts.files, "file");
  add(counts.objects, "object");
  add(counts.calls, "call record");
  add(counts.lines, "line record");
  add(counts.instructions, "instruction record");
  add(counts.jumps, "jump");
  add(counts.contexts, "context");
  return fmt::format("{}", fmt::join(pieces, ", "));
}

/// "2.097 ms from start to end, peak memory 442.7 kB": what is no sum of records.
std::string run_text(const Info& info) {
  std::string text;
  for (size_t at = 0; info.declared_summary && at < info.events.size(); ++at) {
    if (info.declared_as[at] == DeclaredAs::kSum) {
      continue;
    }
    const std::string cost = cost_text(info.events[at], (*info.declared_summary)[at]);
    text += text.empty() ? "" : ", ";
    text += info.declared_as[at] == DeclaredAs::kPeak ? "peak memory " + cost
                                                      : cost + " from start to end";
  }
  return text;
}

/// "1,000 files were merged, 2 are outliers".
std::string runs_text(const Info& info) {
  if (info.runs == 0) {
    return {};
  }
  const size_t outliers = info.outlier_runs.size();
  return fmt::format("{} merged, {}", counted(info.runs, "file"),
                     outliers == 0   ? "none is an outlier"
                     : outliers == 1 ? "1 is an outlier"
                                     : grouped(static_cast<int128>(outliers)) + " are outliers");
}

/// Callgrind describes caches that it did not simulate as `I1 cache: `.
bool has_value(std::string_view description) {
  const size_t colon = description.find(':');
  return colon == std::string_view::npos || !trim(description.substr(colon + 1)).empty();
}

/// What describes every part.
std::string details_text(const Info& info, const Style& style) {
  std::string out;
  for (const std::string& description : info.descriptions) {
    if (has_value(description)) {
      out += fact(out.empty() ? "details" : "and", printable(description), style);
    }
  }
  return out;
}

/// "0.01 s": of all parts that have one.
std::string tick_text(const Info& info) {
  std::optional<double> period;
  for (const InfoPart& part : info.parts) {
    if (part.period && *part.period > 0) {
      if (period && *period != *part.period) {
        return {};
      }
      period = part.period;
    }
  }
  return period ? fmt::format("{} s", *period) : std::string();
}

/// What an input declares where it is not what was read.
std::string declared_notes(const Info& info, std::string_view row,
                           const std::optional<std::vector<int128>>& declared, const Style& style) {
  std::string out;
  for (size_t at = 0; declared && at < declared->size(); ++at) {
    const bool is_sum =
        &declared != &info.declared_summary || info.declared_as[at] == DeclaredAs::kSum;
    if (is_sum && (*declared)[at] != info.totals[at]) {
      // As counts: in another unit both might be rounded to the same.
      out += fmt::format("{} `{}` declares {} for {}, but {} were read\n",
                         painted("note:", Paint::kCyan, style.color), row, grouped((*declared)[at]),
                         printable(info.events[at].name), grouped(info.totals[at]));
    }
  }
  return out;
}

/// What 100 % is in answers where that is more than was read.
std::string base_notes(const Info& info, const Style& style) {
  std::string out;
  for (size_t at = 0; info.percent_base && at < info.events.size(); ++at) {
    const int128 base = (*info.percent_base)[at];
    if (base != info.totals[at]) {
      out += fmt::format(
          "{} percentages are of the {} {} that `summary:` declares; {} of them are the row "
          "`(not in this profile)`\n",
          painted("note:", Paint::kCyan, style.color), grouped(base),
          printable(info.events[at].name), grouped(base - info.totals[at]));
    }
  }
  return out;
}

std::string ratio_text(const Ratio& ratio) {
  if (ratio.denominator == 0) {
    return "-";
  }
  if (ratio.denominator == 1) {
    return grouped(ratio.numerator);
  }
  return fmt::format("{:.4f}", to_double(ratio.numerator) / to_double(ratio.denominator));
}

/// Rows of two cells and a name that are laid out together.
struct NamedRow {
  std::vector<std::string> cells;
  TableName name;
};

std::string table_text(std::vector<TableColumn> columns, const std::vector<NamedRow>& rows,
                       const Style& style) {
  Table table(std::move(columns), style.color);
  for (const NamedRow& row : rows) {
    table.measure(row.cells, row.name);
  }
  table.fit(style.width);
  std::string out;
  table.head(out);
  for (const NamedRow& row : rows) {
    table.line(out, row.cells, row.name);
  }
  return out;
}

TableName plain_name(std::string text) {
  return {std::move(text), {}, {}, {}};
}

std::string derived_text(const Info& info, const Style& style) {
  std::vector<NamedRow> rows;
  for (const InfoDerived& derived : info.derived) {
    Event event;
    event.name = derived.event.name;
    const std::string value = derived.value   ? cost_text(event, *derived.value)
                              : derived.ratio ? ratio_text(*derived.ratio)
                                              : "-";
    TableName name = plain_name(printable(derived.event.formula));
    if (!derived.event.long_name.empty()) {
      name.places = {printable(derived.event.long_name)};
    }
    rows.push_back({{printable(derived.event.name), value}, std::move(name)});
  }
  if (rows.empty()) {
    return {};
  }
  return "\n" + table_text({{"derived event", TableColumn::Align::kLeft},
                            {"total"},
                            {"formula", TableColumn::Align::kLeft}},
                           rows, style);
}

std::string unavailable_text(const Info& info, const Style& style) {
  std::string out;
  for (const UnavailableEvent& event : info.unavailable) {
    std::vector<std::string> missing;
    std::ranges::transform(event.missing, std::back_inserter(missing), printable);
    out += fmt::format("{} {} = {} cannot be computed: {}\n",
                       painted("note:", Paint::kCyan, style.color), printable(event.name),
                       printable(event.formula),
                       missing.empty() ? printable(event.problem)
                                       : fmt::format("{} is missing", fmt::join(missing, ", ")));
  }
  return out;
}

std::string number_text(const std::optional<uint64_t>& number) {
  return number ? std::to_string(*number) : "-";
}

/// What describes this part and is not in `common`; the trigger has its own column.
std::string own_descriptions(const InfoPart& part, const std::set<std::string_view>& common) {
  std::string text;
  for (const std::string& description : part.descriptions) {
    if (has_value(description) && !description.starts_with("Trigger:") &&
        !common.contains(description)) {
      text += (text.empty() ? "" : "; ") + printable(description);
    }
  }
  return text;
}

/// Of ten columns, in eighths: the largest part has all.
std::string part_bar(int128 cost, int128 largest) {
  static constexpr std::string_view kEighths[] = {"", "▏", "▎", "▍", "▌", "▋", "▊", "▉"};
  constexpr double kWidth = 10 * std::size(kEighths);
  if (cost <= 0) {
    return {};
  }
  const auto share = static_cast<double>(cost) / static_cast<double>(largest);
  const auto length = std::max<size_t>(1, static_cast<size_t>(kWidth * share));
  std::string bar;
  for (size_t column = 0; column < length / std::size(kEighths); ++column) {
    bar += "█";
  }
  return bar.append(kEighths[length % std::size(kEighths)]);
}

/// The table of parts: their numbers, each event, and the first one's share and bar.
class PartTable {
 public:
  explicit PartTable(const Info& info)
      : info_(info), events_(has_room_for_parts(info) ? info.events.size() : 0) {
    for (const InfoPart& part : info.parts) {
      if (events_ != 0) {
        largest_ = std::max(largest_, part_totals(info, part).front());
      }
    }
  }

  /// Without that of names. The last ones are spared first.
  [[nodiscard]] std::vector<TableColumn> columns() const {
    using enum TableColumn::Align;
    std::vector<TableColumn> columns = {{"part"}, {"pid"}, {"thread"}};
    for (size_t at = 0; at < events_; ++at) {
      columns.push_back({printable(info_.events[at].name), kRight, static_cast<unsigned>(at)});
    }
    if (events_ != 0) {
      const auto spare = static_cast<unsigned>(events_);
      columns.push_back({printable(info_.events.front().name) + " %", kRight, spare});
      columns.push_back({"", kLeft, spare + 1});
    }
    return columns;
  }

  [[nodiscard]] std::vector<std::string> cells(const InfoPart& part) const {
    std::vector<std::string> texts = {number_text(part.number), number_text(part.pid),
                                      number_text(part.thread)};
    if (events_ == 0) {
      return texts;
    }
    const std::vector<int128> totals = part_totals(info_, part);
    for (size_t at = 0; at < events_; ++at) {
      texts.push_back(
          cost_text(info_.events[at], amount_of(totals[at], part.has_estimated_totals)));
    }
    texts.push_back(percent_text(amount_of(totals.front(), part.has_estimated_totals),
                                 info_.percent_base.value_or(info_.totals).front()));
    texts.push_back(part_bar(totals.front(), largest_));
    return texts;
  }

  [[nodiscard]] size_t events() const { return events_; }

 private:
  const Info& info_;
  size_t events_;
  int128 largest_ = 0;
};

/// The first runs with functions that cost far more than in other runs; of each the first one.
std::string outliers_text(const Info& info, const Style& style) {
  constexpr size_t kMostShown = 5;
  std::vector<NamedRow> rows;
  const size_t shown = std::min(info.outlier_runs.size(), kMostShown);
  for (const OutlierRun& run : std::span(info.outlier_runs).first(shown)) {
    const Event& event = info.events.front();
    TableName name = plain_name(printable(run.run));
    name.places = {printable(run.function)};
    name.keeps_place = true;
    rows.push_back(
        {{cost_text(event, amount_of(run.above, run.is_close())), cost_text(event, run.max),
          cost_text(event, amount_of(run.median, run.is_close()))},
         std::move(name)});
  }
  if (rows.empty()) {
    return {};
  }
  const size_t more = info.outlier_runs.size() - shown;
  return "\n" +
         table_text({{"above median"},
                     {"max"},
                     {"median"},
                     {"outlier run, function", TableColumn::Align::kLeft}},
                    rows, style) +
         (more == 0 ? "" : fmt::format("not shown: {}\n", counted(more, "outlier run")));
}

/// A row a part.
void write_parts(const Info& info, const Style& style, BufferedText& stream) {
  const PartTable parts(info);
  const size_t events = parts.events();
  std::vector<TableColumn> columns = parts.columns();
  columns.push_back({"trigger", TableColumn::Align::kLeft});
  Table table(columns, style.color);
  const std::set<std::string_view> common(info.descriptions.begin(), info.descriptions.end());
  const auto name = [&common](const InfoPart& part) {
    TableName named = plain_name(printable(part.trigger.value_or("")));
    if (std::string others = own_descriptions(part, common); !others.empty()) {
      named.places = {std::move(others)};
    }
    return named;
  };
  for (const InfoPart& part : info.parts) {
    table.measure(parts.cells(part), name(part));
  }
  table.fit(style.width);
  table.head(stream.text());
  for (const InfoPart& part : info.parts) {
    table.line(stream.text(), parts.cells(part), name(part));
    if (!stream.drain()) {
      return;
    }
  }
  if (events != info.events.size()) {
    stream.text() += fmt::format("the costs of parts are not shown: {} do not fit\n",
                                 counted(info.events.size(), "event"));
  }
  std::vector<std::string> left_out;
  for (size_t at = 0; at < events; ++at) {
    if (!table.numbers().has(kPartNumbers + at)) {
      left_out.push_back(columns[kPartNumbers + at].head);
    }
  }
  stream.text() += left_out_line(left_out);
}

}  // namespace

std::string facts_text(const Info& info, const Style& style) {
  std::string out;
  for (const std::string& file : info.files) {
    out += fact(&file == &info.files.front() ? "input" : "and", printable(file), style);
  }
  const auto add = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) {
      out += fact(key, value, style);
    }
  };
  std::vector<std::string> originals;
  for (const std::string& file : info.snapshot_of) {
    originals.push_back(printable(file));
  }
  add("snapshot", originals.empty() ? "" : fmt::format("of {}", fmt::join(originals, ", ")));
  add("format", info.format ? format_text(info) : "");
  add("producer", printable(info.creator.value_or("")));
  add("command", printable(info.command.value_or("")));
  add("process", info.pid ? std::to_string(*info.pid) : "");
  add("parts", info.parts.size() > 1 ? grouped(static_cast<int128>(info.parts.size())) : "");
  add("tick", tick_text(info));
  add("holds", counts_text(info));
  add("run", run_text(info));
  add("runs", runs_text(info));
  add("size", size_text(info));
  return out;
}

std::string totals_text(const Info& info, const Style& style) {
  std::vector<NamedRow> rows;
  for (size_t at = 0; at < info.events.size(); ++at) {
    const Event& event = info.events[at];
    const std::string_view peak = event.combine == Combine::kMax ? " (a peak)" : "";
    rows.push_back({{printable(event.name), cost_text(event, info.totals[at])},
                    plain_name(printable(event.long_name) + std::string(peak))});
  }
  if (rows.empty()) {
    return "no events\n";
  }
  return table_text({{"event", TableColumn::Align::kLeft},
                     {"total"},
                     {"meaning", TableColumn::Align::kLeft}},
                    rows, style) +
         declared_notes(info, "summary:", info.declared_summary, style) +
         declared_notes(info, "totals:", info.declared_totals, style) + base_notes(info, style);
}

std::string warnings_text(const Info& info, const Style& style) {
  std::string out;
  for (const InfoWarning& warning : info.warnings) {
    out += heading_text({warning.input, warning.place, std::nullopt, warning.code->severity,
                         warning.message, warning.code->name},
                        style.color);
    if (warning.count > 1) {
      out += fmt::format(" (and {} more)", grouped(static_cast<int128>(warning.count) - 1));
    }
    out.push_back('\n');
  }
  return out;
}

void write_contents(const Info& info, const Style& style, BufferedText& stream) {
  std::string& text = stream.text();
  text += facts_text(info, style) + details_text(info, style) + "\n" + totals_text(info, style);
  text += derived_text(info, style) + unavailable_text(info, style);
  text += outliers_text(info, style);
  if (info.parts.size() > 1) {
    text += "\n";
    write_parts(info, style, stream);
  }
}

void write_text(const Info& info, const Style& style, ByteSink& out) {
  BufferedText stream(out);
  write_contents(info, style, stream);
  std::string& text = stream.text();
  if (!info.warnings.empty()) {
    text += "\n" + warnings_text(info, style);
  }
}

}  // namespace quern
