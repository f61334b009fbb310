// SPDX-License-Identifier: MIT
#include "quern/output/compare/diff_annotation_words.h"

#include <fmt/format.h>

#include "quern/base/text.h"
#include "quern/output/shared/amounts.h"
#include "quern/output/text/annotation_words.h"

namespace quern {

namespace {

/// Of costs by column; a side that is not there has none.
std::string change_of_costs(const std::vector<Amount>& was, const std::vector<Amount>& is,
                            const std::vector<Amount>& changes, const Selection& selection) {
  const auto cost = [](const std::vector<Amount>& side, size_t column) {
    return column < side.size() ? side[column] : Amount(Exact{0});
  };
  std::string text;
  const auto add = [&](size_t column) {
    const Event& event = selection.columns[column].event;
    text += fmt::format("{}{} → {}: {} ({} %)", text.empty() ? "" : ", ",
                        cost_text(event, cost(was, column)), cost_phrase(event, cost(is, column)),
                        change_text(event, changes[column]),
                        change_percent(changes[column], lower_of(cost(was, column))));
  };
  if (selection.sort_column < changes.size()) {
    add(selection.sort_column);
  }
  for (size_t column = 0; column < changes.size(); ++column) {
    if (column != selection.sort_column) {
      add(column);
    }
  }
  return text;
}

}  // namespace

std::string change_phrase(const DiffAnnotatedFile& file, const Selection& selection) {
  static const DiffSide kNothing;
  return change_of_costs(ranked_costs(file.old_side.value_or(kNothing)),
                         ranked_costs(file.new_side.value_or(kNothing)), ranked_costs(file.change),
                         selection);
}

std::string own_lines_phrase(const DiffAnnotatedFile& file, const Selection& selection) {
  static const DiffSide kNothing;
  return file.change.outermost.empty() ? std::string()
                                       : "with code inlined here; its own lines: " +
                                             change_of_costs(file.old_side.value_or(kNothing).self,
                                                             file.new_side.value_or(kNothing).self,
                                                             file.change.self, selection);
}

std::string inlined_advice(const DiffFiles& files) {
  const std::optional<MissingObject>& missing = files.missing_object();
  if (!missing) {
    const bool has_both = !files.code(0).inlined().note().empty();
    return has_both ? files.code(files.runs().range(Version::kNew).first).inlined().note()
                    : std::string();
  }
  const std::string_view side = missing->side == Version::kOld ? "old" : "new";
  if (missing->object.empty()) {
    return fmt::format(
        "inlined code is not compared: the {} profile has no addresses (record with "
        "--dump-instr=yes)",
        side);
  }
  return fmt::format(
      "inlined code of {} {} is not compared: {}; --{}object-path {}=DIR says where it is", side,
      printable(missing->object), missing->problem, missing->side == Version::kOld ? "base-" : "",
      printable(base_name(missing->object)));
}

std::string inlined_note(const DiffFiles& files) {
  const std::string advice = inlined_advice(files);
  return advice.empty() ? advice : fmt::format("note: {}\n", advice);
}

std::string_view pairing_note(LinesPaired paired) {
  switch (paired) {
    case LinesPaired::kByNumberOfOne:
      return "only one source was found: lines are paired by number";
    case LinesPaired::kByNumberOfSame:
      return "both sides have the same source: lines are paired by number";
    case LinesPaired::kByNumberOfNone:
      return "lines are paired by number";
    default:
      return "";
  }
}

std::string match_note(const DiffAnnotatedFile& file) {
  if (file.status == DiffStatus::kRenamed && file.old_name) {
    return fmt::format("was {} (found by {})", printable(*file.old_name),
                       file.match == Match::kNormalised ? "normalized names"
                       : file.match == Match::kGuess    ? "a guess: both sides have one file of "
                                                          "this name"
                                                        : to_string(file.match));
  }
  return {};
}

std::string account_words(const DiffAccountedCost& account, const DiffAnnotation& answer) {
  const std::string files = counted(account.files.value_or(0), "file");
  switch (account.what) {
    case DiffAccounted::kPaired:
      return "lines that both sources have";
    case DiffAccounted::kByNumber:
      return "lines paired by number";
    case DiffAccounted::kRemoved:
      return "lines that only old sources have";
    case DiffAccounted::kAdded:
      return "lines that only new sources have";
    case DiffAccounted::kUnknownLine:
      return "unknown lines";
    case DiffAccounted::kBeyondEnd:
      return "lines after the end of a source";
    case DiffAccounted::kWithoutSource:
      return fmt::format("{} whose source was not found", files);
    case DiffAccounted::kOtherLines:
      return "other lines of the file";
    case DiffAccounted::kUnchanged:
      return fmt::format("{} without a changed line", files);
    case DiffAccounted::kInlinedElsewhere:
      return fmt::format("{} inlined into other files", files);
    case DiffAccounted::kBelowShare:
      return fmt::format("{} changed by less than {} %", files,
                         share_text(answer.request().least_share));
    case DiffAccounted::kBeyondLimit:
      return fmt::format("{} beyond the limit of {}", files, answer.selection().limit);
    case DiffAccounted::kNotAsked:
      return answer.kind() == TargetKind::kFunction ? "other functions" : "other files";
    case DiffAccounted::kUnknownFile:
      return "unknown files";
    case DiffAccounted::kDeclaredOnly:
      return std::string(kNotInProfile);
    case DiffAccounted::kMedians:
      break;
  }
  return "medians of lines do not add up";
}

DiffSide side_of_self(const std::vector<Amount>& self) {
  DiffSide side;
  side.self = self;
  return side;
}

}  // namespace quern
