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
#include "quern/output/shared/short_names.h"
#include "quern/output/text/annotation_words.h"
#include "quern/output/text/source_lines.h"

namespace quern {
namespace {

constexpr std::string_view kNoiseMark = "  <noise>";

/// One file: its lines behind columns of numbers.
class DiffLineWriter {
 public:
  DiffLineWriter(const DiffAnnotatedFile& file, const DiffAnnotation& answer, const Style& style)
      : file_(file),
        answer_(answer),
        style_(style),
        table_(line_changes(answer.selection(), answer.files().knows_inlined(), style)),
        lines_(table_.columns(), JumpMargin(file), style),
        has_two_numbers_(file.paired == LinesPaired::kByText) {
    file_.each_line([&](const DiffSourceLine& at) {
      if (at.line != nullptr) {
        lines_.measure(table_.cells(*at.line));
      }
      old_width_ = std::max(old_width_, std::to_string(at.pair.old_line).size());
      new_width_ = std::max(new_width_, std::to_string(at.pair.new_line).size());
      return true;
    });
    if (!has_two_numbers_) {
      new_width_ = std::max({new_width_, old_width_, std::string_view("line").size()});
    }
    constexpr size_t kMark = 2;  // behind a blank
    lines_.fit((has_two_numbers_ ? old_width_ + 1 : 0) + new_width_ + kMark + kGap);
  }

  /// False once nobody takes bytes any more.
  bool write(BufferedText& stream) {
    lines_.append_head(stream.text(),
                       has_two_numbers_ ? numbers_text("old", "new") : numbers_text({}, "line"));
    const bool is_wanted = file_.each_line([&](const DiffSourceLine& at) {
      lines_.append_fold(stream.text(), at.left_out);
      append_line(stream.text(), at);
      return stream.drain();
    });
    lines_.append_fold(stream.text(), file_.left_out_behind());
    stream.text() += table_.left_out(lines_.numbers());
    return is_wanted;
  }

 private:
  static constexpr size_t kGap = NumberColumns::kGap;

  /// What stands for the numbers of a line.
  [[nodiscard]] std::string numbers_text(std::string_view old_number,
                                         std::string_view new_number) const {
    std::string text;
    if (has_two_numbers_) {
      append_right(text, old_number, old_number.size(), old_width_);
      text += ' ';
    }
    append_right(text, new_number, new_number.size(), new_width_);
    return text;
  }

  /// More is red and less green, in the column that leads.
  void append_numbers(std::string& out, const DiffLine* line) const {
    static const DiffLine kNothing;
    const std::vector<std::string> cells = table_.cells(line != nullptr ? *line : kNothing);
    const size_t leading = answer_.selection().sort_column;
    for (size_t column = 0; column < cells.size(); ++column) {
      const bool leads = column == leading_column(answer_) && table_.has_costs() && line != nullptr;
      const int128 change = leads ? lower_of(ranked_costs(line->change)[leading]) : 0;
      lines_.append_number(out, column, cells[column],
                           change > 0   ? Paint::kRed
                           : change < 0 ? Paint::kGreen
                                        : Paint::kDim);
    }
  }

  /// "12 14 ~ ": the numbers of a line and whether it is new, gone or another now.
  void append_places(std::string& out, const PairedLine& pair) const {
    const bool is_unknown = pair.old_line == 0 && pair.new_line == 0;
    const auto number = [is_unknown](uint64_t line) {
      return is_unknown ? std::string("?") : line == 0 ? std::string() : std::to_string(line);
    };
    out += numbers_text(
        number(pair.old_line),
        number(has_two_numbers_ || pair.new_line != 0 ? pair.new_line : pair.old_line));
    out += ' ';
    out += pair_mark(pair);
    out.append(kGap, ' ');
  }

  void append_line(std::string& out, const DiffSourceLine& at) {
    const auto& [pair, line, left_out, position] = at;
    append_numbers(out, line);
    lines_.append_arrows(out, position);
    append_places(out, pair);
    const std::string_view mark = line != nullptr && line->is_noise ? kNoiseMark : "";
    if (pair.old_line == 0 && pair.new_line == 0) {
      lines_.append_painted_text(out, kUnknownLineText, Paint::kDim, mark);
    } else if (file_.is_beyond_end(line)) {
      lines_.append_painted_text(out, kBeyondEndText, Paint::kDim, mark);
    } else {
      lines_.append_text(out, source_text(file_.text(pair)), mark);
    }
    if (const std::optional<std::string_view> was = file_.old_text(pair)) {
      lines_.append_below(out, "was: " + source_text(*was), Paint::kDim);
    }
    if (line != nullptr) {
      append_calls(out, *line);
      for (const DiffJump& jump : listed_jumps(*line, answer_.request())) {
        lines_.append_below(out, jump_change_text(jump, line->place, style_), Paint::kCyan);
      }
    }
  }

  void append_calls(std::string& out, const DiffLine& line) const {
    for (const DiffCallRow& call : listed_calls(line, answer_.request())) {
      constexpr size_t kLeastCallee = 16;
      const std::string phrase =
          fmt::format("{}  {}", inlined_mark(call), call_change_phrase(call, answer_.selection()));
      const size_t used = display_width(phrase) + 2;
      std::string name = shown_name(call.callee.name, style_);
      if (style_.width != 0) {
        const size_t room = lines_.room();
        name = shortened(name, std::max(kLeastCallee, room > used ? room - used : 0));
      }
      lines_.append_below(out, fmt::format("→ {}{}", name, phrase), Paint::kCyan);
    }
    if (const std::string more = calls_not_listed(line, answer_.request()); !more.empty()) {
      lines_.append_below(out, more, Paint::kCyan);
    }
  }

  const DiffAnnotatedFile& file_;
  const DiffAnnotation& answer_;
  const Style& style_;
  RowTable<DiffLine> table_;
  SourceLines lines_;
  bool has_two_numbers_;
  size_t old_width_ = 3, new_width_ = 3;
};
/// The numbers of the line that a jump leads to, those of the sides that have the jump.
std::string target_line(const DiffJump& jump) {
  const PairedLine& to = jump.target;
  if (to == PairedLine()) {
    return "an unknown line";
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

namespace {

using Cell = RowTable<DiffLine>::Cell;

Cell self_change_cell(const Event& event, size_t column) {
  return [&event, column](const DiffLine& line) {
    return line.has_self ? change_text(event, line.change.self[column]) : std::string(".");
  };
}

Cell change_cell(const Event& event, size_t column) {
  return [&event, column](const DiffLine& line) {
    return line.old_side || line.new_side ? change_text(event, ranked_costs(line.change)[column])
                                          : std::string(".");
  };
}

Cell side_cell(const Event& event, size_t column, std::optional<DiffSide> DiffLine::* which) {
  return [&event, column, which](const DiffLine& line) {
    const std::optional<DiffSide>& side = line.*which;
    return side ? cost_text(event, ranked_costs(*side)[column]) : std::string(".");
  };
}

}  // namespace

RowTable<DiffLine> line_changes(const Selection& selection, bool knows_inlined,
                                const Style& style) {
  RowTable<DiffLine> table(selection, style);
  const auto event = [&](size_t column) -> const Event& { return selection.columns[column].event; };
  const size_t leading = selection.sort_column;
  const std::string_view kind = knows_inlined ? "with inlined" : "self";
  if (table.has_costs()) {
    const std::string name =
        selection.columns.size() > 1 ? " " + printable(event(leading).name) : "";
    if (knows_inlined) {
      table.add(fmt::format("self{} change", name), 0, self_change_cell(event(leading), leading));
    }
    table.add(fmt::format("{}{} change", kind, name), 0, change_cell(event(leading), leading));
    table.add("%", 1, [leading](const DiffLine& line) {
      return line.old_side || line.new_side
                 ? change_percent(
                       ranked_costs(line.change)[leading],
                       line.old_side ? lower_of(ranked_costs(*line.old_side)[leading]) : 0)
                 : std::string(".");
    });
    table.add(fmt::format("old {}", kind), 3,
              side_cell(event(leading), leading, &DiffLine::old_side));
    table.add(fmt::format("new {}", kind), 2,
              side_cell(event(leading), leading, &DiffLine::new_side));
  }
  for (size_t column = 0; column < selection.columns.size(); ++column) {
    if (column != leading) {
      table.add_named(printable(event(column).name) + " change", 4 + static_cast<unsigned>(column),
                      change_cell(event(column), column));
    }
  }
  return table;
}

RowTable<ChangeLine> account_columns(const DiffAnnotation& answer, const Style& style) {
  return change_columns(answer.selection(),
                        {.has_inclusive = false,
                         .has_calls = false,
                         .self_word = answer.counts_outermost() ? "cost" : "self"},
                        style);
}

std::string_view inlined_mark(const DiffCallRow& call) {
  return call.is_inlined ? " <inlined>" : "";
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
                ? fmt::format("{} {} ({} %)", change_text(event, change), event_text(event),
                              change_percent(change, lower_of(call.old_side->inclusive[column])))
                : cost_phrase(event, side.inclusive[column]);
  }
  return text + std::string(status_word(call.status)) + (call.is_noise ? " <noise>" : "");
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
