// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "quern/base/buffered_text.h"
#include "quern/base/shell_words.h"
#include "quern/base/text.h"
#include "quern/output/answers/source.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/jump_margin.h"
#include "quern/output/shared/paint.h"
#include "quern/output/text/annotation_words.h"
#include "quern/output/text/row_text.h"
#include "quern/output/text/table.h"

namespace quern {
namespace {

constexpr size_t kGap = 2;
/// What source text keeps as long as other columns can be spared.
constexpr size_t kLeastText = 36;

/// A column of numbers in front of the lines.
struct NumberColumn {
  size_t event = 0;
  bool is_percent = false;
  std::string head;
  size_t width = 0;
  std::optional<size_t> ratio = {};  ///< instead of an event
};

/// The columns of numbers: the event that leads, its percentages, the others.
std::vector<NumberColumn> number_columns(const Annotation& answer) {
  const Selection& selection = answer.selection();
  const size_t leading = selection.sort_column;
  std::vector<NumberColumn> columns;
  const auto add = [&](size_t event, bool is_percent, std::string head) {
    const size_t width = display_width(head);
    columns.push_back({event, is_percent, std::move(head), width});
  };
  const auto name = [&](size_t event) {
    return selection.columns.size() > 1 ? " " + printable(selection.columns[event].event.name) : "";
  };
  if (leading < selection.columns.size()) {
    add(leading, false, "self" + name(leading));
    add(leading, true, "self %");
  }
  for (size_t event = 0; event < selection.columns.size(); ++event) {
    if (event != leading) {
      add(event, false, "self" + name(event));
    }
  }
  return columns;
}

/// Likewise those of lines, with ratios; nothing else has such.
std::vector<NumberColumn> line_columns(const Annotation& answer) {
  std::vector<NumberColumn> columns = number_columns(answer);
  for (size_t ratio = 0; ratio < answer.selection().ratios.size(); ++ratio) {
    NumberColumn& column = columns.emplace_back();
    column.head = "self " + ratio_name(answer.selection(), ratio);
    column.width = display_width(column.head);
    column.ratio = ratio;
  }
  return columns;
}

/// One file: its lines behind columns of numbers.
class FileTable {
 public:
  FileTable(const AnnotatedFile& file, const Annotation& answer, const Style& style)
      : file_(file), answer_(answer), style_(style), columns_(line_columns(answer)), margin_(file) {
    for (const AnnotatedLine& line : file.lines) {
      for (NumberColumn& column : columns_) {
        column.width = std::max(column.width, display_width(cell(column, line)));
      }
    }
    const uint64_t last = file.ranges.empty() ? 0 : file.ranges.back().last;
    line_width_ = std::max(line_width_, std::to_string(last).size());
    spare_columns();
  }

  /// False once nobody takes bytes any more.
  bool write(BufferedText& stream) {
    append_head(stream.text());
    bool is_wanted = true;
    uint64_t before = 0;
    file_.each_line([&](uint64_t number, const AnnotatedLine* line, std::string_view text) {
      if (!is_wanted) {
        return;
      }
      append_fold(stream.text(), file_.folded(before, number));
      before = number;
      append_line(stream.text(), number, line, text);
      is_wanted = stream.drain();
    });
    append_fold(stream.text(), file_.folded(before, file_.source_lines + 1));
    if (const std::string further = further_lines_text(file_, answer_); !further.empty()) {
      stream.text() += further + "\n";
    }
    stream.text() += left_out_line(left_out_);
    return is_wanted;
  }

 private:
  [[nodiscard]] std::string cell(const NumberColumn& column, const AnnotatedLine& line) const {
    if (!line.has_self) {
      return ".";
    }
    if (column.ratio) {
      return ratio_text(line.self_ratios[*column.ratio]);
    }
    const Amount& cost = line.self[column.event];
    return column.is_percent ? percent_text(cost, answer_.totals()[column.event])
                             : cost_text(answer_.selection().columns[column.event].event, cost);
  }

  [[nodiscard]] size_t numbers_width() const {
    size_t width = line_width_ + kGap + (margin_.width() != 0 ? margin_.width() + 1 : 0);
    for (const NumberColumn& column : columns_) {
      width += column.width + kGap;
    }
    return width;
  }

  /// What the width leaves to text; 0: any.
  [[nodiscard]] size_t room() const {
    const size_t used = numbers_width();
    return style_.width == 0 ? 0 : style_.width > used ? style_.width - used : 1;
  }

  /// Where the width does not do, further events go first, then percentages.
  void spare_columns() {
    while (style_.width != 0 && columns_.size() > 1 &&
           numbers_width() + kLeastText > style_.width) {
      if (!columns_.back().is_percent) {
        left_out_.insert(left_out_.begin(), columns_.back().head);
      }
      columns_.pop_back();
    }
  }

  void append_head(std::string& out) const {
    std::string head;
    for (const NumberColumn& column : columns_) {
      append_right(head, column.head, display_width(column.head), column.width);
      head.append(kGap, ' ');
    }
    head.append(margin_.width() != 0 ? margin_.width() + 1 : 0, ' ');
    append_right(head, "line", 4, line_width_);
    append_painted(out, head, Paint::kDim, style_.color);
    out.push_back('\n');
  }

  /// The text in what is left of the width, without blanks at its end.
  void append_text(std::string& out, std::string_view text, Paint paint, bool is_painted) const {
    std::string_view shown = text;
    std::string cut;
    if (style_.width != 0 && display_width(text) > room()) {
      cut = std::string(fitting_start(text, room() - 1)) + "…";
      shown = cut;
    }
    while (shown.ends_with(' ')) {
      shown.remove_suffix(1);
    }
    if (shown.empty()) {
      while (out.ends_with(' ')) {
        out.pop_back();
      }
    }
    append_painted(out, shown, paint, is_painted && style_.color);
    out.push_back('\n');
  }

  void append_margin(std::string& out, const std::string& margin) const {
    if (margin_.width() != 0) {
      append_painted(out, margin, Paint::kCyan, style_.color);
      out.push_back(' ');
    }
  }

  /// Lines that cost much stand out.
  void append_numbers(std::string& out, const AnnotatedLine* line) const {
    for (const NumberColumn& column : columns_) {
      const std::string text = line != nullptr ? cell(column, *line) : ".";
      std::string padded;
      append_right(padded, text, display_width(text), column.width);
      const bool is_hot = line != nullptr && is_dear(*line);
      append_painted(out, padded, is_hot ? Paint::kRed : Paint::kDim,
                     style_.color && (is_hot || text == "."));
      out.append(kGap, ' ');
    }
  }

  [[nodiscard]] bool is_dear(const AnnotatedLine& line) const {
    const size_t leading = answer_.selection().sort_column;
    return leading < line.self.size() &&
           to_double(lower_of(line.self[leading])) * 20 >=
               to_double(lower_of(answer_.totals()[leading])) &&
           lower_of(line.self[leading]) > 0;
  }

  /// What stands before text that belongs to no line of its own.
  void append_blank_numbers(std::string& out, const std::string& margin) const {
    for (const NumberColumn& column : columns_) {
      out.append(column.width + kGap, ' ');
    }
    append_margin(out, margin);
    out.append(line_width_ + kGap, ' ');
  }

  void append_line(std::string& out, uint64_t number, const AnnotatedLine* line,
                   std::string_view text) {
    append_numbers(out, line);
    append_margin(out, margin_.line(number));
    const std::string digits = number == 0 ? "?" : std::to_string(number);
    append_right(out, digits, digits.size(), line_width_);
    out.append(kGap, ' ');
    if (number == 0) {
      append_text(out, kUnknownLineText, Paint::kDim, true);
    } else if (line != nullptr && line->is_beyond_end) {
      append_text(out, kBeyondEndText, Paint::kDim, true);
    } else {
      append_text(out, source_text(text), Paint::kBold, false);
    }
    if (line != nullptr) {
      append_below(out, *line);
    }
  }

  void append_below(std::string& out, const AnnotatedLine& line) const {
    const auto append = [&](const std::string& text) {
      append_blank_numbers(out, margin_.below());
      append_text(out, text, Paint::kGreen, true);
    };
    for (const AnnotatedCall& call : line.calls) {
      append(call_text(call, answer_, style_, room()));
    }
    if (line.more_callees != 0) {
      append(more_calls_text(line, answer_));
    }
    for (const AnnotatedJump& jump : line.jumps) {
      append(jump_text(jump, line.number, style_));
    }
  }

  void append_fold(std::string& out, uint64_t lines) const {
    if (lines != 0) {
      append_blank_numbers(out, margin_.below());
      append_text(out, fmt::format("... {}", counted(lines, "line")), Paint::kDim, true);
    }
  }

  const AnnotatedFile& file_;
  const Annotation& answer_;
  const Style& style_;
  std::vector<NumberColumn> columns_;
  std::vector<std::string> left_out_;
  JumpMargin margin_;
  size_t line_width_ = 4;
};

void append_file_head(std::string& out, const AnnotatedFile& file, const Annotation& answer,
                      const Style& style) {
  append_painted(out, (file.is_inlined ? "inlined from " : "") + printable(file.name), Paint::kBold,
                 style.color);
  out += fmt::format("  {}\n", costs_text(file.self, answer));
  const bool has_inlined =
      std::ranges::any_of(file.inlined, [](const Amount& cost) { return lower_of(cost) != 0; });
  if (answer.kind() != TargetKind::kFunction && has_inlined) {
    out += fmt::format("inlined into functions of other files: {}\n",
                       costs_text(file.inlined, answer));
  }
  if (!file.source.is_found()) {
    out += "source not found; tried:\n" + tried_text(file.source);
    return;
  }
  if (file.source.path != file.name) {
    out += fmt::format("source: {}\n", printable(file.source.path));
  }
  if (file.source.is_newer) {
    out += fmt::format(
        "{} the source was changed after the profile was written: costs may stand "
        "beside other lines than theirs\n",
        painted("warning:", Paint::kMagenta, style.color));
  }
}

/// What would find sources that were not found.
std::string source_note(const Annotation& answer) {
  const std::string refused = refused_text(answer.folder_to_propose());
  return (refused.empty() ? "note: --source-path DIR and --map-path FROM=TO tell where sources are"
                          : refused) +
         "\n";
}

/// Where all costs are.
void append_accounting(std::string& out, const Annotation& answer, const Style& style) {
  const Selection& selection = answer.selection();
  std::vector<NumberColumn> columns = number_columns(answer);
  std::vector<TableColumn> heads;
  for (size_t at = 0; at < columns.size(); ++at) {
    heads.push_back(
        {columns[at].head, TableColumn::Align::kRight, at == 0 ? 0U : static_cast<unsigned>(at)});
  }
  heads.push_back({"where", TableColumn::Align::kLeft, 0});
  const auto cells = [&](std::span<const Amount> costs) {
    std::vector<std::string> texts;
    for (const NumberColumn& column : columns) {
      const Amount& cost = costs[column.event];
      texts.push_back(column.is_percent ? percent_text(cost, answer.totals()[column.event])
                                        : cost_text(selection.columns[column.event].event, cost));
    }
    return texts;
  };
  Table table(heads, style.color);
  for (const AccountedCost& account : answer.accounting()) {
    table.measure(cells(account.self), {account_text(account, answer), {}, {}, {}});
  }
  table.measure(cells(answer.totals()), {"total", {}, {}, {}});
  table.fit(style.width);
  table.head(out);
  for (const AccountedCost& account : answer.accounting()) {
    table.line(out, cells(account.self), {account_text(account, answer), {}, {}, {}});
  }
  table.line(out, cells(answer.totals()), {"total", {}, {}, {}});
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
  lines += lacks_source ? source_note(answer) : "";
  return lines;
}

void write_text(const Annotation& answer, const Style& style, ByteSink& out) {
  const Selection& selection = answer.selection();
  std::vector<std::string> pieces = {
      target_text(answer.kind(), answer.target(), answer.target_line(), "source", style)};
  if (selection.sort_column < selection.columns.size()) {
    pieces.push_back(total_phrase(selection.columns[selection.sort_column].event,
                                  answer.totals()[selection.sort_column]));
  }
  add_scope(pieces, selection);
  BufferedText stream(out);
  append_head_line(stream.text(), pieces, style);
  std::string_view not_found;
  for (size_t rank = 0; rank < answer.shown(); ++rank) {
    const AnnotatedFile file = answer.file(rank);
    append_file_head(stream.text(), file, answer, style);
    if (file.lists_lines && !FileTable(file, answer, style).write(stream)) {
      return;
    }
    if (!file.source.is_found() && not_found.empty()) {
      not_found = file.name;
    }
    stream.text() += "\n";
  }
  append_accounting(stream.text(), answer, style);
  stream.text() += estimate_note(selection, style);
  if (!not_found.empty()) {
    stream.text() += source_note(answer);
    // What begins with a hyphen would be taken for an option.
    if (!answer.request().lists_without_source && can_be_typed(not_found) &&
        !not_found.starts_with('-')) {
      stream.text() += next_line("annotate " + single_quoted(not_found), style);
    }
  }
}

}  // namespace quern
