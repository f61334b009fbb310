// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <utility>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/paths.h"
#include "quern/base/quoting/shell_words.h"
#include "quern/base/text.h"
#include "quern/output/answers/source.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/paint.h"
#include "quern/output/shared/short_names.h"
#include "quern/output/text/annotation_words.h"
#include "quern/output/text/head.h"
#include "quern/output/text/row_table.h"
#include "quern/output/text/source_lines.h"
#include "quern/output/text/tree_indent.h"

namespace quern {
namespace {

using LineTable = RowTable<AnnotatedLine>;

/// The columns of a table of lines. Whatever a line does not have is ".".
class LineColumns {
 public:
  LineColumns(const Annotation& answer, const Style& style)
      : answer_(answer), table_(answer.selection(), style) {}

  /// Of each event the self costs and their percentages; in the same way costs with what was
  /// inlined, where that is known, and with calls, where there are some. The event that leads comes
  /// first.
  LineTable of_lines() && {
    add_all(answer_.knows_inlined(), answer_.has_calls());
    return std::move(table_);
  }
  /// The costs that add up to the total, alone.
  LineTable of_accounts() && {
    self_word_ = answer_.counts_outermost() ? "cost" : "self";
    add_all(false, false);
    return std::move(table_);
  }

 private:
  // Columns that give way to the source text, those with the highest numbers first.
  static constexpr unsigned kSpareCallsPercent = LineTable::kSparePercents - 1;
  static constexpr unsigned kSpareCalls = kSpareCallsPercent - 1;
  static constexpr unsigned kSpareSelfPercent = kSpareCalls - 1;
  static constexpr unsigned kSpareSelf = 2;
  static constexpr unsigned kSpareOthers = 1U << 29;
  static constexpr unsigned kSpareOtherPercents = 1U << 31;

  void add_all(bool has_inlined, bool has_calls) {
    const size_t leading = answer_.selection().sort_column;
    if (table_.has_costs()) {
      add_cost(self_word_, &AnnotatedLine::self, leading, 0);
      add_percent(self_word_ + " %", &AnnotatedLine::self, leading,
                  has_inlined ? kSpareSelfPercent : 1);
      if (has_inlined) {
        add_cost("with inlined", &AnnotatedLine::with_inlined, leading, 0);
        add_percent("%", &AnnotatedLine::with_inlined, leading, 1);
      }
      if (has_calls) {
        add_cost("with calls", &AnnotatedLine::with_calls, leading, kSpareCalls);
        add_percent("%", &AnnotatedLine::with_calls, leading, kSpareCallsPercent);
      }
    }
    for (size_t column = 0; column < answer_.selection().columns.size(); ++column) {
      if (column != leading) {
        add_others(column, has_inlined, has_calls);
      }
    }
  }

  void add_others(size_t column, bool has_inlined, bool has_calls) {
    const auto place = static_cast<unsigned>(column);
    add_cost(self_word_, &AnnotatedLine::self, column, kSpareSelf + place);
    add_percent("%", &AnnotatedLine::self, column, LineTable::kSparePercents + place);
    if (has_inlined) {
      add_cost("with inlined", &AnnotatedLine::with_inlined, column, kSpareOthers + place);
      add_percent("%", &AnnotatedLine::with_inlined, column, kSpareOtherPercents + place);
    }
    if (has_calls) {
      add_cost("with calls", &AnnotatedLine::with_calls, column, 2 * kSpareOthers + place);
      add_percent("%", &AnnotatedLine::with_calls, column, kSpareOtherPercents + place);
    }
  }

  /// Self costs were asked for by the name of their event, and the event that leads has both.
  void add_cost(std::string kind, LineTable::Costs of, size_t column, unsigned spare) {
    const Event& event = answer_.selection().columns[column].event;
    const std::string head =
        answer_.selection().columns.size() > 1 ? kind + " " + event_text(event) : std::move(kind);
    auto cell = cell_of(of, [column, &event](const std::vector<Amount>& costs) {
      return cost_text(event, costs[column]);
    });
    if (of == &AnnotatedLine::self || column == answer_.selection().sort_column) {
      table_.add_named(head, spare, std::move(cell));
    } else {
      table_.add(head, spare, std::move(cell));
    }
  }
  void add_percent(std::string head, LineTable::Costs of, size_t column, unsigned spare) {
    table_.add(
        std::move(head), spare,
        cell_of(of, [column, total = answer_.totals()[column]](const std::vector<Amount>& costs) {
          return percent_text(costs[column], total);
        }));
  }
  template <class Text>
  static LineTable::Cell cell_of(LineTable::Costs of, Text text) {
    return [of, text = std::move(text)](const AnnotatedLine& line) {
      const bool has_costs = of == &AnnotatedLine::self ? line.has_self : !(line.*of).empty();
      return has_costs ? text(line.*of) : std::string(".");
    };
  }

  const Annotation& answer_;
  LineTable table_;
  std::string self_word_ = "self";
};

/// Those of lines, with ratios; nothing else has such.
LineTable line_columns(const Annotation& answer, const Style& style) {
  const Selection& selection = answer.selection();
  LineTable table = LineColumns(answer, style).of_lines();
  for (size_t ratio = 0; ratio < selection.ratios.size(); ++ratio) {
    table.add_named("self " + ratio_name(selection, ratio),
                    3 + static_cast<unsigned>(selection.columns.size() + ratio),
                    [ratio](const AnnotatedLine& line) {
                      return line.has_self ? ratio_text(line.self_ratios[ratio]) : ".";
                    });
  }
  return table;
}

/// One file: its lines behind columns of numbers.
class FileTable {
 public:
  FileTable(const AnnotatedFile& file, const Annotation& answer, const Style& style)
      : file_(file),
        answer_(answer),
        style_(style),
        table_(line_columns(answer, style)),
        lines_(table_.columns(), JumpMargin(file), style) {
    for (const AnnotatedLine& line : file.lines) {
      lines_.measure(table_.cells(line));
    }
    const uint64_t last = file.ranges.empty() ? 0 : file.ranges.back().last;
    line_width_ = std::max(line_width_, std::to_string(last).size());
    lines_.fit(line_width_ + kGap);
  }

  /// False once nobody takes bytes any more.
  bool write(BufferedText& stream) {
    std::string head;
    append_right(head, "line", 4, line_width_);
    lines_.append_head(stream.text(), head);
    bool is_wanted = true;
    uint64_t before = 0;
    file_.each_line([&](uint64_t number, const AnnotatedLine* line, std::string_view text) {
      if (!is_wanted) {
        return;
      }
      lines_.append_fold(stream.text(), file_.folded(before, number));
      before = number;
      append_line(stream.text(), number, line, text);
      is_wanted = stream.drain();
    });
    lines_.append_fold(stream.text(), file_.folded(before, file_.source_lines + 1));
    if (const std::string further = further_lines_text(file_, answer_); !further.empty()) {
      stream.text() += further + "\n";
    }
    stream.text() += table_.left_out(lines_.numbers());
    return is_wanted;
  }

 private:
  static constexpr size_t kGap = NumberColumns::kGap;

  /// Lines that cost much stand out.
  void append_numbers(std::string& out, const AnnotatedLine* line) const {
    static const AnnotatedLine kNothing;
    const std::vector<std::string> cells = table_.cells(line != nullptr ? *line : kNothing);
    const Paint paint = line != nullptr && is_hot(*line) ? Paint::kRed : Paint::kDim;
    for (size_t column = 0; column < cells.size(); ++column) {
      lines_.append_number(out, column, cells[column], paint);
    }
  }

  [[nodiscard]] bool is_hot(const AnnotatedLine& line) const {
    const size_t leading = answer_.selection().sort_column;
    const std::vector<Amount>& costs = line.with_inlined.empty() ? line.self : line.with_inlined;
    return leading < costs.size() &&
           to_double(lower_of(costs[leading])) * 20 >=
               to_double(lower_of(answer_.totals()[leading])) &&
           lower_of(costs[leading]) > 0;
  }

  void append_line(std::string& out, uint64_t number, const AnnotatedLine* line,
                   std::string_view text) {
    append_numbers(out, line);
    lines_.append_arrows(out, number);
    const std::string digits = number == 0 ? "?" : std::to_string(number);
    append_right(out, digits, digits.size(), line_width_);
    out.append(kGap, ' ');
    if (number == 0) {
      lines_.append_painted_text(out, kUnknownLineText, Paint::kDim);
    } else if (line != nullptr && line->is_beyond_end) {
      lines_.append_painted_text(out, kBeyondEndText, Paint::kDim);
    } else {
      lines_.append_text(out, source_text(text));
    }
    if (line != nullptr) {
      append_below(out, *line);
    }
  }

  void append_below(std::string& out, const AnnotatedLine& line) const {
    for (const AnnotatedInstruction& instruction : line.instructions) {
      lines_.append_below(out, instruction_text(instruction, answer_, style_, lines_.room()),
                          Paint::kGreen);
    }
    for (const std::string& inlined : inlined_texts(line, answer_, style_, lines_.room())) {
      lines_.append_below(out, inlined, Paint::kGreen);
    }
    for (const AnnotatedCall& call : line.calls) {
      lines_.append_below(out, call_text(call, answer_, style_, lines_.room()), Paint::kGreen);
    }
    if (line.more_callees != 0) {
      lines_.append_below(out, more_calls_text(line, answer_, lines_.room()), Paint::kGreen);
    }
    for (const AnnotatedJump& jump : line.jumps) {
      lines_.append_below(out, jump_text(jump, line.number, style_), Paint::kGreen);
    }
  }

  const AnnotatedFile& file_;
  const Annotation& answer_;
  const Style& style_;
  LineTable table_;
  SourceLines lines_;
  size_t line_width_ = 4;
};

/// `is_first`: no file before it was newer than the profile.
void append_file_head(std::string& out, const AnnotatedFile& file, const Annotation& answer,
                      const Style& style, bool is_first) {
  constexpr size_t kLeastName = 12;
  const std::string costs =
      "  " + costs_text(answer.counts_outermost() ? file.outermost : file.self, answer) + "\n";
  std::string name = printable(file.name);
  const std::string_view before = file.is_inlined ? "inlined from " : "";
  if (style.width != 0) {
    const size_t used = before.size() + display_width(costs);
    name = shortened(name, style.width > used + kLeastName ? style.width - used : kLeastName);
  }
  append_painted(out, std::string(before) + name, Paint::kBold, style.color);
  out += costs;
  const bool has_inlined =
      std::ranges::any_of(file.inlined, [](const Amount& cost) { return lower_of(cost) != 0; });
  if (answer.counts_outermost()) {
    out +=
        fmt::format("with code inlined here; its own lines: {}\n", costs_text(file.self, answer));
  }
  if (answer.kind() != TargetKind::kFunction && has_inlined) {
    out += fmt::format("inlined into functions of other files: {}\n",
                       costs_text(file.inlined, answer));
  }
  if (!file.source.is_found()) {
    out += "source not found; tried:\n" + tried_text(file.source);
    return;
  }
  if (file.source.path != without_dot_folders(file.name)) {
    out += fmt::format("source: {}\n", printable(file.source.path));
  }
  if (file.source.is_newer) {
    out += is_first ? fmt::format("{} {}\n", painted("warning:", Paint::kMagenta, style.color),
                                  kNewerText)
                    : "newer than the profile too\n";
  }
}

/// What would find sources that were not found.
std::string source_note(const Annotation& answer) {
  const std::string refused = refused_text(answer.folder_to_propose());
  return (refused.empty() ? "note: --source-path DIR and --map-path FROM=TO say where sources are"
                          : refused) +
         "\n";
}

/// Where all costs are.
void write_accounting(BufferedText& stream, const Annotation& answer, const Style& style) {
  const auto line_of = [](const std::vector<Amount>& costs) {
    AnnotatedLine line;
    line.has_self = true;
    line.self = costs;
    return line;
  };
  const LineTable columns = LineColumns(answer, style).of_accounts();
  Table table = columns.table("where");
  write_measured(table, style.width, stream, [&](const auto& line) {
    for (const AccountedCost& account : answer.accounting()) {
      (void)line(columns.cells(line_of(account.self)),
                 TableName{account_text(account, answer), {}, {}, {}});
    }
    (void)line(columns.cells(line_of(answer.totals())), TableName{"total", {}, {}, {}});
  });
}

}  // namespace

std::string rest_line(const Annotation& answer) {
  std::string lines;
  bool lacks_source = false;
  for (size_t rank = 0; rank < answer.shown(); ++rank) {
    const AnnotatedFile file = answer.file(rank);
    const std::string name = printable(file.name);
    if (!file.source.is_found()) {
      lacks_source = true;
      lines += name + ": source not found\n";
    } else if (file.source.is_newer) {
      lines += fmt::format("{}: {}\n", name, kNewerText);
    }
    if (const std::string further = further_lines_text(file, answer);
        file.lists_lines && !further.empty()) {
      lines += fmt::format("{}: {}\n", name, further);
    }
  }
  lines += estimate_note(answer.selection());
  lines += missing_lines_text(answer) + inlined_note(answer.inlined()) +
           (lacks_source ? source_note(answer) : "");
  return lines;
}

void write_text(const Annotation& answer, const Style& style, ByteSink& out) {
  const Selection& selection = answer.selection();
  const std::string target =
      target_text(answer.kind(), answer.target(), answer.target_line(), "", style);
  Head head;
  head.what = target.empty() ? "Annotated source" : "Annotated source of ";
  head.name = target;
  set_base(head, selection, answer.totals());
  add_scope(head.notes, selection);
  BufferedText stream(out);
  append_head(stream.text(), head, style);
  bool lacks_source = false;
  bool has_newer = false;
  for (size_t rank = 0; rank < answer.shown(); ++rank) {
    const AnnotatedFile file = answer.file(rank);
    append_file_head(stream.text(), file, answer, style, !has_newer);
    has_newer = has_newer || file.source.is_newer;
    if (file.lists_lines && !FileTable(file, answer, style).write(stream)) {
      return;
    }
    lacks_source = lacks_source || !file.source.is_found();
    stream.text() += "\n";
  }
  write_accounting(stream, answer, style);
  stream.text() +=
      estimate_note(selection, style) + missing_lines_text(answer) + inlined_note(answer.inlined());
  if (lacks_source) {
    stream.text() += source_note(answer);
  }
}

}  // namespace quern
