// SPDX-License-Identifier: MIT
#include "quern/output/text/annotation_words.h"

#include <fmt/format.h>

#include <algorithm>
#include <span>
#include <vector>

#include "quern/base/quoting/shell_words.h"
#include "quern/base/text.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/short_names.h"
#include "quern/output/text/row_text.h"

namespace quern {
namespace {

std::string times(int128 count) {
  return fmt::format("{} {}", grouped(count), count == 1 ? "time" : "times");
}

/// For sampled stacks, calls are not counted.
std::string calls_before(const Amount& count, bool has_costs) {
  if (lower_of(count) == 0 && has_costs) {
    return {};
  }
  return fmt::format("{} {}{}", count_text(count), lower_of(count) == 1 ? "call" : "calls",
                     has_costs ? ", " : "");
}

std::string files(const AccountedCost& account) {
  return counted(account.files.value_or(0), "file");
}

/// ", 200 Ir/calls" for each ratio that has a value.
std::string ratios_text(const AnnotatedCall& call, const Annotation& answer) {
  std::string text;
  for (size_t ratio = 0; ratio < call.inclusive_ratios.size(); ++ratio) {
    if (call.inclusive_ratios[ratio]) {
      text += fmt::format(", {} {}", ratio_text(call.inclusive_ratios[ratio]),
                          ratio_name(answer.selection(), ratio));
    }
  }
  return text;
}

}  // namespace

std::string share_text(uint32_t share) {
  std::string text = fmt::format("{}.{:02}", share / 100, share % 100);
  while (text.ends_with('0')) {
    text.pop_back();
  }
  if (text.ends_with('.')) {
    text.pop_back();
  }
  return text;
}

std::string source_text(std::string_view line) {
  constexpr size_t kTab = 8;
  std::string text;
  size_t column = 0;
  for (;;) {
    const size_t tab = line.find('\t');
    const std::string piece = printable(line.substr(0, tab));
    text += piece;
    if (tab == std::string_view::npos) {
      return text;
    }
    column += display_width(piece);
    const size_t blanks = kTab - column % kTab;
    text.append(blanks, ' ');
    column += blanks;
    line.remove_prefix(tab + 1);
  }
}

namespace {

std::string cost_with_percent(std::span<const Amount> costs, size_t column,
                              const Annotation& answer) {
  return fmt::format("{} ({} %)",
                     cost_phrase(answer.selection().columns[column].event, costs[column]),
                     percent_text(costs[column], answer.totals()[column]));
}

}  // namespace

std::string leading_cost_text(std::span<const Amount> costs, const Annotation& answer) {
  const size_t column = answer.selection().sort_column;
  return column < costs.size() ? cost_with_percent(costs, column, answer) : std::string();
}

std::string costs_text(std::span<const Amount> costs, const Annotation& answer) {
  std::string text;
  for (size_t column = 0; column < costs.size(); ++column) {
    text += text.empty() ? "" : ", ";
    text += cost_with_percent(costs, column, answer);
  }
  return text;
}

namespace {

/// What calls cost, the longest form first; numbers are never cut.
std::vector<std::string> call_sentences(const AnnotatedCall& call, const Annotation& answer) {
  const size_t column = answer.selection().sort_column;
  const std::string calls = calls_before(call.count, !call.inclusive.empty());
  const std::string leading = leading_cost_text(call.inclusive, answer);
  std::vector<std::string> sentences = {
      calls + costs_text(call.inclusive, answer) + ratios_text(call, answer), calls + leading};
  if (!leading.empty()) {
    sentences.push_back(
        calls + cost_phrase(answer.selection().columns[column].event, call.inclusive[column]));
    sentences.push_back(lower_of(call.count) == 0 ? "" : calls_before(call.count, false));
  }
  return sentences;
}

/// The first that fits behind `used` columns, with two blanks before it; else nothing.
std::string fitting_sentence(std::span<const std::string> sentences, size_t used, size_t room) {
  for (const std::string& sentence : sentences) {
    if (!sentence.empty() && (room == 0 || used + 2 + display_width(sentence) <= room)) {
      return "  " + sentence;
    }
  }
  return {};
}

}  // namespace

namespace {

/// Collects the texts of nodes that cost enough, those of one branch below each other.
class InlinedTexts {
 public:
  InlinedTexts(const AnnotatedLine& line, const Annotation& answer, const Style& style, size_t room)
      : answer_(answer), style_(style), room_(room), column_(answer.selection().sort_column) {
    if (column_ < line.with_inlined.size()) {
      const int128 inlined =
          absolute(lower_of(line.with_inlined[column_])) - absolute(lower_of(line.self[column_]));
      const int128 total = absolute(lower_of(answer.totals()[column_]));
      is_worth_it_ = inlined * 100 >= total && inlined > 0;
      least_ = inlined / 10;
      add(line.inlined, 0);
    }
  }
  [[nodiscard]] std::vector<std::string> take() { return std::move(texts_); }

 private:
  static constexpr size_t kMost = 6;

  void add(std::span<const InlinedNode> nodes, size_t depth) {
    for (const InlinedNode& node : nodes) {
      if (is_worth_it_ && texts_.size() < kMost &&
          absolute(lower_of(node.with_inlined[column_])) >= least_) {
        texts_.push_back(text(node, depth));
        add(node.inlined, depth + 1);
      }
    }
  }

  [[nodiscard]] std::string text(const InlinedNode& node, size_t depth) const {
    constexpr size_t kLeastName = 12;
    const std::string indent(2 * depth, ' ');
    const std::string costs = "  " + cost_with_percent(node.with_inlined, column_, answer_);
    std::string place;
    if (!node.lines.empty()) {
      const InlinedLine& line = node.lines.front();
      place = fmt::format(" ({}:{})", printable(base_name(line.file)),
                          line.line == 0 ? "?" : std::to_string(line.line));
    }
    const std::string name = node.function.empty() ? "?" : shown_name(node.function, style_);
    const auto used = [&] { return indent.size() + 2 + display_width(costs + place); };
    if (room_ != 0 && used() + kLeastName > room_) {
      place.clear();
    }
    const size_t left = room_ > used() + kLeastName ? room_ - used() : kLeastName;
    return fmt::format("{}⤷ {}{}{}", indent, room_ == 0 ? name : shortened(name, left), place,
                       costs);
  }

  const Annotation& answer_;
  const Style& style_;
  size_t room_;
  size_t column_;
  bool is_worth_it_ = false;
  int128 least_ = 0;
  std::vector<std::string> texts_;
};

}  // namespace

std::vector<std::string> inlined_texts(const AnnotatedLine& line, const Annotation& answer,
                                       const Style& style, size_t room) {
  return InlinedTexts(line, answer, style, room).take();
}

std::string instruction_text(const AnnotatedInstruction& instruction, const Annotation& answer,
                             const Style& style, size_t room) {
  constexpr size_t kNameRoom = 24;  // several names stand in a row
  std::string text = fmt::format("{:#x}", instruction.address);
  if (const std::string cost = leading_cost_text(instruction.self, answer); !cost.empty()) {
    text += "  " + cost;
  }
  for (const InlinedCall& call : instruction.calls) {
    const std::string name = call.function.empty() ? "?" : shown_name(call.function, style);
    text += fmt::format("{} {} at {}:{}", &call == instruction.calls.data() ? " " : ",",
                        room == 0 ? name : shortened(name, kNameRoom),
                        printable(base_name(call.file)), call.line);
  }
  return text;
}

std::string inlined_note(const InlinedCode& code) {
  const std::string note = code.note();
  return note.empty() ? note : fmt::format("note: {}\n", note);
}

std::string call_text(const AnnotatedCall& call, const Annotation& answer, const Style& style,
                      size_t room) {
  constexpr size_t kLeastName = 16;
  constexpr size_t kArrowRoom = 2;
  const std::string name = shown_name(call.callee.name, style);
  const std::string mark =
      std::string(call.is_inlined ? " <inlined>" : "") + (call.is_recursive ? " <recursive>" : "");
  const size_t least = kArrowRoom + std::min(display_width(name), kLeastName) + mark.size();
  const std::string costs = fitting_sentence(call_sentences(call, answer), least, room);
  if (room == 0) {
    return fmt::format("→ {}{}{}", name, mark, costs);
  }
  const size_t used = kArrowRoom + mark.size() + display_width(costs);
  const size_t left = std::max<size_t>(room - std::min(room, used), 1);
  return fmt::format("→ {}{}{}", shortened(name, left), mark, costs);
}

std::string more_calls_text(const AnnotatedLine& line, const Annotation& answer, size_t room) {
  if (line.more_callees == 0) {
    return {};
  }
  const std::string more =
      fmt::format("→ {} more functions", grouped(static_cast<int128>(line.more_callees)));
  return more + fitting_sentence(call_sentences(line.more, answer), display_width(more), room);
}

std::string further_lines_text(const AnnotatedFile& file, const Annotation& answer) {
  if (file.more_lines == 0) {
    return {};
  }
  return fmt::format("{} more {}{}{}: --lines N shows more, 0 all",
                     grouped(static_cast<int128>(file.more_lines)),
                     file.more_lines == 1 ? "line" : "lines",
                     file.more_self.empty() ? "" : " with ", costs_text(file.more_self, answer));
}

std::string jump_text(const AnnotatedJump& jump, uint64_t number, const Style& style) {
  const std::string line =
      jump.line != 0 ? fmt::format("{}", jump.line) : std::string("an unknown line");
  std::string place = "to " + line;
  if (!jump.file.empty()) {
    place =
        fmt::format("to {}:{} in {}", printable(jump.file), line,
                    jump.is_into_several ? "several functions" : shown_name(jump.function, style));
  } else if (jump.line == number && number != 0) {
    place = "within the line";
  }
  return jump.is_conditional
             ? fmt::format("jump {}, {} of {}", place, grouped(jump.followed), times(jump.executed))
             : fmt::format("jump {}, {}", place, times(jump.executed));
}

std::string target_text(TargetKind kind, const RowName& name, uint64_t line, std::string_view all,
                        const Style& style) {
  switch (kind) {
    case TargetKind::kAll:
      return std::string(all);
    case TargetKind::kFunction:
      return shown_name(name.name, style);
    case TargetKind::kFile:
      return printable(name.name);
    case TargetKind::kLine:
      break;
  }
  return fmt::format("{}:{}", printable(name.name), line);
}

std::string account_text(const AccountedCost& account, const Annotation& answer) {
  switch (account.what) {
    case Accounted::kAnnotated:
      return fmt::format("annotated lines of {}", files(account));
    case Accounted::kUnknownLine:
      return "unknown lines of these files";
    case Accounted::kBeyondEnd:
      return "lines after the end of these files";
    case Accounted::kWithoutSource:
      return fmt::format("{} whose source was not found", files(account));
    case Accounted::kOtherLines:
      return "other lines of the file";
    case Accounted::kFurtherLines:
      return fmt::format("lines of these files beyond {} each",
                         grouped(static_cast<int128>(answer.request().most_lines)));
    case Accounted::kBelowShare:
      return fmt::format("{} below {} % of the total", files(account),
                         share_text(answer.request().least_share));
    case Accounted::kBeyondLimit:
      return fmt::format("{} beyond the limit of {}", files(account), answer.selection().limit);
    case Accounted::kNotAsked:
      return answer.kind() == TargetKind::kFunction ? "other functions" : "other files";
    case Accounted::kDeclaredOnly:
      return std::string(kNotInProfile);
    case Accounted::kUnknownFile:
      break;
  }
  return "unknown files";
}

std::string map_option(const PathMap& map) {
  return "--map-path " + shell_quoted(map.from + "=" + map.to);
}

std::string refused_text(const std::string& folder) {
  if (folder.empty()) {
    return {};
  }
  return fmt::format(
      "hint: add --source-path {} to read the sources there, or set source-path in .quern.toml",
      printable(shell_quoted(folder)));
}

std::string missing_lines_text(const Annotation& answer) {
  const std::string object = printable(answer.target().object);
  switch (answer.missing_lines()) {
    case MissingLines::kNone:
      return {};
    case MissingLines::kObjectUnknown:
      break;
    case MissingLines::kNoDebugInfo:
      return fmt::format("hint: {} has no debug information: compile it with -g and record again\n",
                         object);
    case MissingLines::kNotRecorded:
      return fmt::format(
          "hint: the profile has no lines of this function, but {} has debug information: if it "
          "was compiled since then, record again\n",
          object);
  }
  return "hint: to get lines, compile the program with -g and record again\n";
}

std::string tried_text(const SourceFile& source) {
  constexpr size_t kTold = 5;
  std::string out;
  const std::vector<TriedPath>& tried = source.tried;
  for (size_t at = 0; at < std::min(tried.size(), kTold); ++at) {
    out += fmt::format("  {} ({})\n", printable(tried[at].path), tried[at].problem);
  }
  if (tried.size() > kTold) {
    out += fmt::format("  and {} more\n", grouped(static_cast<int128>(tried.size() - kTold)));
  }
  for (const PathMap& map : source.proposals) {
    out +=
        fmt::format("  a file of this name would be found with {}\n", printable(map_option(map)));
  }
  return out;
}

}  // namespace quern
