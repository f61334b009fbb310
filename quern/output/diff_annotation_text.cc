// SPDX-License-Identifier: MIT
#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "quern/base/drained_text.h"
#include "quern/base/text.h"
#include "quern/output/amounts.h"
#include "quern/output/annotation_words.h"
#include "quern/output/answers.h"
#include "quern/output/change_columns.h"
#include "quern/output/changed_lines.h"
#include "quern/output/display_width.h"
#include "quern/output/paint.h"
#include "quern/output/row_text.h"
#include "quern/output/table.h"
#include "quern/output/wrapped.h"

namespace quern {
namespace {

/// "100 → 250 Ir: +150 (+150.00 %)" of each event, the one that leads first.
std::string change_phrase(const std::optional<DiffSide>& was, const std::optional<DiffSide>& is,
                          const DiffChange& change, const Selection& selection) {
  const auto cost = [](const std::optional<DiffSide>& side, size_t column) {
    return side ? side->self[column] : Amount(Exact{0});
  };
  std::string text;
  const auto add = [&](size_t column) {
    const Event& event = selection.columns[column].event;
    text += fmt::format("{}{} → {}: {} ({} %)", text.empty() ? "" : ", ",
                        cost_text(event, cost(was, column)), cost_phrase(event, cost(is, column)),
                        change_text(event, change.self[column]),
                        change_percent(change.self[column], lower_of(cost(was, column))));
  };
  if (selection.sort_column < change.self.size()) {
    add(selection.sort_column);
  }
  for (size_t column = 0; column < change.self.size(); ++column) {
    if (column != selection.sort_column) {
      add(column);
    }
  }
  return text;
}

void append_source_of(std::string& out, const std::optional<SourceFile>& source,
                      std::string_view name, std::string_view side, const Style& style) {
  constexpr size_t kTold = 5;
  if (!source) {
    return;
  }
  if (!source->is_found()) {
    out += fmt::format("{} source not found; tried:\n", side);
    const std::vector<TriedPath>& tried = source->tried;
    for (size_t at = 0; at < std::min(tried.size(), kTold); ++at) {
      out += fmt::format("  {} ({})\n", printable(tried[at].path), tried[at].problem);
    }
    if (tried.size() > kTold) {
      out += fmt::format("  and {} more\n", grouped(static_cast<int128>(tried.size() - kTold)));
    }
    return;
  }
  if (source->path != name) {
    out += fmt::format("{} source: {}\n", side, printable(source->path));
  }
  if (source->is_newer) {
    out += fmt::format(
        "{} the {} source was changed after the profile was written: costs may "
        "stand beside other lines than theirs\n",
        painted("warning:", Paint::kMagenta, style.color), side);
  }
}

std::string_view pairing_note(LinesPaired paired) {
  switch (paired) {
    case LinesPaired::kByNumberOfOne:
      return "one source alone was found: lines are paired by their numbers\n";
    case LinesPaired::kByNumberOfSame:
      return "the same source was found for both sides: lines are paired by their numbers\n";
    case LinesPaired::kByNumberOfNone:
      return "lines are paired by their numbers\n";
    default:
      return "";
  }
}

/// How a file that is not the same on both sides was found.
std::string match_note(const DiffAnnotatedFile& file) {
  if (file.status == DiffStatus::kRenamed && file.old_name) {
    return fmt::format("was {} (found by {})\n", printable(*file.old_name),
                       file.match == Match::kNormalised ? "normalised names"
                       : file.match == Match::kGuess    ? "a guess: both sides have one file of "
                                                          "this name"
                                                        : to_string(file.match));
  }
  return {};
}

void append_changed_file_head(std::string& out, const DiffAnnotatedFile& file,
                              const DiffAnnotation& answer, const Style& style) {
  append_painted(out, (file.is_inlined ? "inlined from " : "") + printable(file.name), Paint::kBold,
                 style.color);
  out += fmt::format("{}{}  {}\n", status_word(file.status), file.is_noise ? " <noise>" : "",
                     change_phrase(file.old_side, file.new_side, file.change, answer.selection()));
  out += match_note(file);
  append_source_of(out, file.old_source, file.old_name.value_or(file.name), "old", style);
  append_source_of(out, file.new_source, file.name, "new", style);
  out += pairing_note(file.paired);
}

std::string account_words(const DiffAccountedCost& account, const DiffAnnotation& answer) {
  const std::string files = counted(account.files.value_or(0), "file");
  switch (account.what) {
    case DiffAccounted::kPaired:
      return "lines that both sources have";
    case DiffAccounted::kByNumber:
      return "lines paired by their numbers";
    case DiffAccounted::kRemoved:
      return "lines of old sources alone";
    case DiffAccounted::kAdded:
      return "lines of new sources alone";
    case DiffAccounted::kUnknownLine:
      return "lines that are not known";
    case DiffAccounted::kBeyondEnd:
      return "lines beyond the end of a source";
    case DiffAccounted::kWithoutSource:
      return fmt::format("{} whose source was not found", files);
    case DiffAccounted::kOtherLines:
      return "other lines of the file";
    case DiffAccounted::kUnchanged:
      return fmt::format("{} without a changed line", files);
    case DiffAccounted::kBelowShare:
      return fmt::format("{} changed by less than {} %", files,
                         share_text(answer.request().least_share));
    case DiffAccounted::kBeyondLimit:
      return fmt::format("{} beyond the limit of {}", files, answer.selection().limit);
    case DiffAccounted::kNotAsked:
      return answer.kind() == TargetKind::kFunction ? "other functions" : "other files";
    case DiffAccounted::kUnknownFile:
      return "the file not known";
    case DiffAccounted::kMedians:
      break;
  }
  return "medians of lines do not add up";
}

DiffSide side_of_self(const std::vector<int128>& self) {
  DiffSide side;
  for (const int128 cost : self) {
    side.self.emplace_back(Exact{cost});
  }
  return side;
}

/// Where all changes are.
void append_change_accounting(std::string& out, const DiffAnnotation& answer, const Style& style) {
  const ChangeColumns columns(answer.selection(), true, false, false);
  Table table(columns.heads("where"), style.color);
  const auto each = [&](const auto& use) {
    const auto row = [&](const std::vector<int128>& was, const std::vector<int128>& is,
                         std::string words) {
      const DiffSide old_side = side_of_self(was), new_side = side_of_self(is);
      use(columns.cells(old_side, new_side, change_between(old_side, new_side)),
          TableName{std::move(words), {}, {}, {}});
    };
    for (const DiffAccountedCost& account : answer.accounting()) {
      row(account.old_self, account.new_self, account_words(account, answer));
    }
    row(answer.totals(Version::kOld), answer.totals(Version::kNew), "total");
  };
  each([&](const auto& cells, const TableName& name) { table.measure(cells, name); });
  table.fit(style.width);
  table.head(out);
  each([&](const auto& cells, const TableName& name) { table.line(out, cells, name); });
}

std::string changed_title(const DiffAnnotation& answer, const Style& style) {
  switch (answer.kind()) {
    case TargetKind::kAll:
      return "source lines";
    case TargetKind::kFunction:
      return shown_name(answer.target().name, style);
    case TargetKind::kFile:
      return printable(answer.target().name);
    case TargetKind::kLine:
      break;
  }
  return fmt::format("{}:{}", printable(answer.target().name), answer.target_line());
}

/// What would find sources that were not found, or tell two versions apart.
void append_source_notes(std::string& out, bool lacks_source, bool has_same, const Style& style) {
  if (!lacks_source && !has_same) {
    return;
  }
  const std::string_view note =
      lacks_source ? "note: --source-path DIR and --map-path FROM=TO tell where sources are, "
                     "--base-source-path DIR where the old ones are"
                   : "note: --base-source-path DIR tells where the old sources are, if they are "
                     "others";
  for (const std::string& line : wrapped(note, style.width == 0 ? SIZE_MAX : style.width)) {
    out += line + "\n";
  }
}

}  // namespace

void write_text(const DiffAnnotation& answer, const Style& style, ByteSink& out) {
  const Selection& selection = answer.selection();
  std::vector<std::string> pieces =
      change_pieces(changed_title(answer, style), true, selection, answer.totals(Version::kOld),
                    answer.totals(Version::kNew));
  if (!selection.columns.empty()) {
    pieces.pop_back();  // what it is sorted by
  }
  if (!selection.is_all_parts) {
    pieces.emplace_back("some parts only");
  }
  const size_t old_runs = answer.run_count(Version::kOld);
  const size_t new_runs = answer.run_count(Version::kNew);
  if (old_runs + new_runs > 2) {
    pieces.push_back(fmt::format("medians of {} and {} runs", old_runs, new_runs));
  }
  DrainedText stream(out);
  append_head_line(stream.text(), pieces, style);
  bool lacks_source = false;
  bool has_same = false;
  for (size_t rank = 0; rank < answer.shown(); ++rank) {
    const DiffAnnotatedFile file = answer.file(rank);
    append_changed_file_head(stream.text(), file, answer, style);
    if (!write_changed_lines(file, answer, style, stream)) {
      return;
    }
    lacks_source = lacks_source || (file.old_source && !file.old_source->is_found()) ||
                   (file.new_source && !file.new_source->is_found());
    has_same = has_same || file.paired == LinesPaired::kByNumberOfSame;
    stream.text() += "\n";
  }
  if (!answer.differs()) {
    stream.text() += "no change\n";
  }
  append_change_accounting(stream.text(), answer, style);
  append_source_notes(stream.text(), lacks_source, has_same, style);
}

}  // namespace quern
