// SPDX-License-Identifier: MIT
#include "quern/output/compare/diff_lines.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "quern/base/text.h"
#include "quern/output/answers/diff.h"
#include "quern/output/compare/diff_columns.h"
#include "quern/output/render.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/jump_margin.h"
#include "quern/output/shared/paint.h"
#include "quern/output/shared/wrapped.h"
#include "quern/output/text/annotation_words.h"
#include "quern/output/text/row_text.h"
#include "quern/output/text/table.h"

namespace quern {
namespace {

constexpr size_t kChangeGap = 2;
/// What source text keeps as long as other columns can be spared.
constexpr size_t kLeastSource = 36;
constexpr std::string_view kNoiseMark = "  <noise>";

/// One file: its lines behind columns of numbers.
class DiffLineWriter {
 public:
  DiffLineWriter(const DiffAnnotatedFile& file, const DiffAnnotation& answer, const Style& style)
      : file_(file),
        answer_(answer),
        style_(style),
        columns_(columns_of_changes(answer.selection())),
        margin_(file),
        has_two_numbers_(file.paired == LinesPaired::kByText) {
    measure();
    spare_columns();
  }

  /// False once nobody takes bytes any more.
  bool write(BufferedText& stream) {
    append_head(stream.text());
    const bool is_wanted = file_.each_line([&](const DiffSourceLine& at) {
      append_fold(stream.text(), at.left_out);
      append_line(stream.text(), at);
      return stream.drain();
    });
    append_fold(stream.text(), file_.left_out_behind());
    stream.text() += left_out_line(left_out_);
    return is_wanted;
  }

 private:
  [[nodiscard]] const Selection& selection() const { return answer_.selection(); }

  void measure() {
    file_.each_line([&](const DiffSourceLine& at) {
      if (at.line != nullptr) {
        for (ChangeColumn& column : columns_) {
          column.width = std::max(column.width, display_width(cell(column, *at.line)));
        }
      }
      old_width_ = std::max(old_width_, std::to_string(at.pair.old_line).size());
      new_width_ = std::max(new_width_, std::to_string(at.pair.new_line).size());
      return true;
    });
    if (!has_two_numbers_) {
      new_width_ = std::max({new_width_, old_width_, std::string_view("line").size()});
    }
  }

  [[nodiscard]] std::string cell(const ChangeColumn& column, const DiffLine& line) const {
    return change_cell(selection(), column, line);
  }

  [[nodiscard]] size_t margin_width() const {
    return margin_.width() != 0 ? margin_.width() + 1 : 0;
  }

  [[nodiscard]] size_t places_width() const {
    return margin_width() + (has_two_numbers_ ? old_width_ + 1 : 0) + new_width_ + 2 + kChangeGap;
  }

  [[nodiscard]] size_t numbers_width() const {
    size_t width = places_width();
    for (const ChangeColumn& column : columns_) {
      width += column.width + kChangeGap;
    }
    return width;
  }

  /// What the width leaves to text; 0: any.
  [[nodiscard]] size_t room() const {
    const size_t used = numbers_width();
    return style_.width == 0 ? 0 : style_.width > used ? style_.width - used : 1;
  }

  /// Where the width does not do, further events go first, then the old cost, the new one and the
  /// percentage.
  void spare_columns() {
    while (style_.width != 0 && columns_.size() > 1 &&
           numbers_width() + kLeastSource > style_.width) {
      if (columns_.back().event != selection().sort_column) {
        left_out_.insert(left_out_.begin(), columns_.back().head);
        columns_.pop_back();
      } else {
        const size_t first = columns_.size() > 2 ? 2 : 1;
        columns_.erase(columns_.begin() + static_cast<std::ptrdiff_t>(first));
      }
    }
  }

  void append_head(std::string& out) const {
    std::string head;
    for (const ChangeColumn& column : columns_) {
      append_right(head, column.head, display_width(column.head), column.width);
      head.append(kChangeGap, ' ');
    }
    head.append(margin_width(), ' ');
    if (has_two_numbers_) {
      append_right(head, "old", 3, old_width_);
      head += ' ';
    }
    const std::string_view name = has_two_numbers_ ? "new" : "line";
    append_right(head, name, name.size(), new_width_);
    append_painted(out, head, Paint::kDim, style_.color);
    out.push_back('\n');
  }

  /// The text in what is left of the width, without blanks at its end; `mark` is never cut.
  void append_text(std::string& out, std::string_view text, std::string_view mark, Paint paint,
                   bool is_painted) const {
    std::string shown(text);
    const size_t taken = display_width(mark);
    if (style_.width != 0 && display_width(text) + taken > room()) {
      shown = std::string(fitting_start(text, room() > taken + 1 ? room() - taken - 1 : 0)) + "…";
    }
    shown += mark;
    while (shown.ends_with(' ')) {
      shown.pop_back();
    }
    if (shown.empty()) {
      while (out.ends_with(' ')) {
        out.pop_back();
      }
    }
    append_painted(out, shown, paint, is_painted && style_.color);
    out.push_back('\n');
  }

  void append_numbers(std::string& out, const DiffLine* line) const {
    for (const ChangeColumn& column : columns_) {
      const std::string text = line != nullptr ? cell(column, *line) : ".";
      std::string padded;
      append_right(padded, text, display_width(text), column.width);
      const bool leads =
          column.what == ChangeColumn::What::kChange && column.event == selection().sort_column;
      const int128 change = line != nullptr ? lower_of(line->change.self[column.event]) : int128{0};
      const Paint paint = leads && change > 0   ? Paint::kRed
                          : leads && change < 0 ? Paint::kGreen
                                                : Paint::kDim;
      append_painted(out, padded, paint, style_.color && (paint != Paint::kDim || text == "."));
      out.append(kChangeGap, ' ');
    }
  }

  /// "12 14 ~ ": the numbers of a line and whether it is new, gone or another now.
  void append_places(std::string& out, const PairedLine& pair, bool is_unknown) const {
    const auto number = [is_unknown](uint64_t line) {
      return is_unknown ? std::string("?") : line == 0 ? std::string() : std::to_string(line);
    };
    if (has_two_numbers_) {
      const std::string old_number = number(pair.old_line);
      append_right(out, old_number, old_number.size(), old_width_);
      out += ' ';
    }
    const std::string shown =
        number(has_two_numbers_ || pair.new_line != 0 ? pair.new_line : pair.old_line);
    append_right(out, shown, shown.size(), new_width_);
    out += ' ';
    out += pair_mark(pair);
    out.append(kChangeGap, ' ');
  }

  void append_margin(std::string& out, const std::string& margin) const {
    if (margin_.width() != 0) {
      append_painted(out, margin, Paint::kCyan, style_.color);
      out.push_back(' ');
    }
  }

  void append_below(std::string& out, std::string_view text, Paint paint) const {
    out.append(numbers_width() - places_width(), ' ');
    append_margin(out, margin_.below());
    out.append(places_width() - margin_width(), ' ');
    append_text(out, text, {}, paint, true);
  }

  void append_line(std::string& out, const DiffSourceLine& at) {
    const auto& [pair, line, left_out, position] = at;
    const bool is_unknown = pair.old_line == 0 && pair.new_line == 0;
    append_numbers(out, line);
    append_margin(out, margin_.line(position));
    append_places(out, pair, is_unknown);
    const std::string_view mark = line != nullptr && line->is_noise ? kNoiseMark : "";
    if (is_unknown) {
      append_text(out, kUnknownLineText, mark, Paint::kDim, true);
    } else if (file_.is_beyond_end(line)) {
      append_text(out, kBeyondEndText, mark, Paint::kDim, true);
    } else {
      append_text(out, source_text(file_.text(pair)), mark, Paint::kBold, false);
    }
    if (const std::optional<std::string_view> was = file_.old_text(pair)) {
      append_below(out, "was: " + source_text(*was), Paint::kDim);
    }
    if (line != nullptr) {
      append_calls(out, *line);
      for (const DiffJump& jump : listed_jumps(*line, answer_.request())) {
        append_below(out, jump_change_text(jump, line->place, style_), Paint::kCyan);
      }
    }
  }

  void append_calls(std::string& out, const DiffLine& line) const {
    for (const DiffCallRow& call : listed_calls(line, answer_.request())) {
      constexpr size_t kLeastCallee = 16;
      const std::string phrase = "  " + call_change_phrase(call, selection());
      const size_t used = display_width(phrase) + 2;
      std::string name = shown_name(call.callee.name, style_);
      if (style_.width != 0) {
        name = cut_middle(name, std::max(kLeastCallee, room() > used ? room() - used : 0));
      }
      append_below(out, fmt::format("→ {}{}", name, phrase), Paint::kCyan);
    }
    if (const std::string more = calls_not_listed(line, answer_.request()); !more.empty()) {
      append_below(out, more, Paint::kCyan);
    }
  }

  void append_fold(std::string& out, uint64_t lines) const {
    if (lines != 0) {
      append_below(out, fmt::format("... {}", counted(lines, "line")), Paint::kDim);
    }
  }

  const DiffAnnotatedFile& file_;
  const DiffAnnotation& answer_;
  const Style& style_;
  std::vector<ChangeColumn> columns_;
  std::vector<std::string> left_out_;
  JumpMargin margin_;
  bool has_two_numbers_;
  size_t old_width_ = 3, new_width_ = 3;
};
/// The numbers of the line that a jump leads to, those of the sides that have the jump.
std::string target_line(const DiffJump& jump) {
  const PairedLine& to = jump.target;
  if (to == PairedLine()) {
    return "a line that is not known";
  }
  if (to.old_line == to.new_line || to.old_line == 0 || !jump.old_side) {
    return std::to_string(to.new_line);
  }
  return to.new_line == 0 || !jump.new_side ? fmt::format("old {}", to.old_line)
                                            : fmt::format("{} (old {})", to.new_line, to.old_line);
}

/// "3 of 10": a conditional jump that was followed 3 times.
std::string jump_count(const DiffJump& jump, const JumpCount& count) {
  return jump.is_conditional
             ? fmt::format("{} of {}", grouped(count.followed), grouped(count.executed))
             : grouped(count.executed);
}

}  // namespace

std::vector<ChangeColumn> columns_of_changes(const Selection& selection) {
  using What = ChangeColumn::What;
  std::vector<ChangeColumn> columns;
  const auto add = [&columns](What what, size_t event, std::string head) {
    const size_t width = display_width(head);
    columns.push_back({what, event, std::move(head), width});
  };
  const auto name = [&](size_t event) { return printable(selection.columns[event].event.name); };
  const size_t leading = selection.sort_column;
  if (leading < selection.columns.size()) {
    add(What::kChange, leading,
        selection.columns.size() > 1 ? fmt::format("self {} change", name(leading))
                                     : "self change");
    add(What::kPercent, leading, "%");
    add(What::kOld, leading, "old self");
    add(What::kNew, leading, "new self");
  }
  for (size_t event = 0; event < selection.columns.size(); ++event) {
    if (event != leading) {
      add(What::kChange, event, name(event) + " change");
    }
  }
  return columns;
}

std::string call_change_phrase(const DiffCallRow& call, const Selection& selection) {
  const bool is_both = call.old_side && call.new_side;
  const DiffSide& side = call.new_side ? *call.new_side : *call.old_side;
  const Amount count = (is_both ? call.change.calls : side.calls).value_or(Exact{0});
  std::string text;
  if (!is_both || lower_of(count) != 0) {
    text = fmt::format("{} {}", is_both ? signed_count(count) : count_text(count),
                       absolute(lower_of(count)) == 1 ? "call" : "calls");
  }
  const size_t column = selection.sort_column;
  if (column < side.inclusive.size()) {
    const Event& event = selection.columns[column].event;
    const Amount& change = call.change.inclusive[column];
    text += text.empty() ? "" : ", ";
    text += is_both
                ? fmt::format("{} {} ({} %)", change_text(event, change), printable(event.name),
                              change_percent(change, lower_of(call.old_side->inclusive[column])))
                : cost_phrase(event, side.inclusive[column]);
  }
  return text + std::string(status_word(call.status)) + (call.is_noise ? " <noise>" : "");
}

std::string change_cell(const Selection& selection, const ChangeColumn& column,
                        const DiffLine& line) {
  using What = ChangeColumn::What;
  const Event& event = selection.columns[column.event].event;
  const auto side = [&](const std::optional<DiffSide>& own) {
    return own ? cost_text(event, own->self[column.event]) : std::string(".");
  };
  if (!line.old_side && !line.new_side) {
    return ".";
  }
  const Amount& change = line.change.self[column.event];
  switch (column.what) {
    case What::kOld:
      return side(line.old_side);
    case What::kNew:
      return side(line.new_side);
    case What::kPercent:
      return change_percent(change,
                            line.old_side ? lower_of(line.old_side->self[column.event]) : 0);
    default:
      return change_text(event, change);
  }
}

std::span<const DiffCallRow> listed_calls(const DiffLine& line,
                                          const DiffAnnotationRequest& request) {
  const size_t told = request.unchanged ? line.calls.size() : line.changed_calls;
  const size_t most = request.most_calls;
  // A single one more is listed: a count would hide its name for nothing.
  return std::span(line.calls).first(most == 0 || told <= most + 1 ? told : most);
}

std::string calls_not_listed(const DiffLine& line, const DiffAnnotationRequest& request) {
  const size_t told = request.unchanged ? line.calls.size() : line.changed_calls;
  const size_t listed = listed_calls(line, request).size();
  return listed < told
             ? fmt::format("→ {} more functions", grouped(static_cast<int128>(told - listed)))
             : std::string();
}

std::span<const DiffJump> listed_jumps(const DiffLine& line, const DiffAnnotationRequest& request) {
  return std::span(line.jumps).first(request.unchanged ? line.jumps.size() : line.changed_jumps);
}

std::string jump_change_text(const DiffJump& jump, const LinePlace& place, const Style& style) {
  std::string line = target_line(jump);
  if (!jump.file.empty()) {
    line =
        fmt::format("to {}:{} in {}", printable(jump.file), line,
                    jump.is_into_several ? "several functions" : shown_name(jump.function, style));
  } else {
    const bool is_within = jump.target_place == place && place.kind != LinePlace::Kind::kUnknown;
    line = is_within ? "within the line" : "to " + line;
  }
  const JumpCount last = jump.new_side ? *jump.new_side : *jump.old_side;
  const bool has_both = jump.old_side && jump.new_side && jump.is_changed();
  return fmt::format("jump {}, {}{} {}{}{}", line,
                     has_both ? jump_count(jump, *jump.old_side) + " → " : std::string(),
                     jump_count(jump, last), last.executed == 1 ? "time" : "times",
                     status_word(jump.status()), jump.is_noise ? kNoiseMark.substr(1) : "");
}

std::string_view pair_mark(const PairedLine& pair) {
  return pair == PairedLine()                ? " "
         : pair.match == LineMatch::kSimilar ? "~"
         : pair.old_line == 0                ? "+"
         : pair.new_line == 0                ? "-"
                                             : " ";
}

bool write_changed_lines(const DiffAnnotatedFile& file, const DiffAnnotation& answer,
                         const Style& style, BufferedText& stream) {
  return DiffLineWriter(file, answer, style).write(stream);
}

}  // namespace quern
