// SPDX-License-Identifier: MIT
#include "quern/output/text/next_lines.h"

#include <fmt/format.h>

#include <functional>

#include "quern/base/quoting/shell_words.h"
#include "quern/base/text.h"
#include "quern/output/shared/display_width.h"
#include "quern/output/shared/paint.h"
#include "quern/output/shared/short_names.h"
#include "quern/query/selection.h"

namespace quern {
namespace {

/// What a terminal has, where it is not known.
constexpr size_t kUsualColumns = 80;
constexpr std::string_view kPhpInternal = "php:internal";

bool can_be_typed(std::string_view name) {
  constexpr size_t kLongest = 4096;
  return !name.empty() && name.size() <= kLongest && printable(name) == name &&
         name.find('\t') == std::string_view::npos;
}

/// Functions that are part of PHP, and costs without rows: nobody can look into them.
bool has_no_code(const RowName& name) {
  return name.name == kNotInProfile || name.name == kPhpInternal || name.file == kPhpInternal ||
         name.name.starts_with("php::");
}

}  // namespace

std::string group_words(GroupBy by, const Style& style) {
  return by == GroupBy::kRules      ? " --groups " + style.groups
         : by == GroupBy::kFunction ? std::string()
                                    : fmt::format(" --group-by {}", to_string(by));
}

std::string next_line(std::string_view words, const Style& style) {
  if (style.input.empty() || !style.can_read_again) {
    return {};
  }
  const std::string command = fmt::format("quern {} {}{}{}", words, style.choice,
                                          style.choice.empty() ? "" : " ", style.input);
  constexpr std::string_view kNext = "next:";
  const size_t columns = style.width == 0 ? kUsualColumns : style.width;
  if (kNext.size() + 1 + display_width(command) >= columns) {
    return {};
  }
  return fmt::format("{} {}\n", painted(kNext, Paint::kDim, style.color), command);
}

std::string next_about(const RowName& name, GroupBy by, const Style& style,
                       const std::function<std::string(std::string_view, GroupBy)>& line_of) {
  if (!can_be_typed(name.name)) {
    return {};
  }
  if (by != GroupBy::kFunction || !style.meaning) {
    return line_of(name.name, by);
  }
  for (const std::string_view part : naming_parts(name.name)) {
    if (line_of(part, by).empty()) {
      continue;  // too long
    }
    const NameMeaning meaning = style.meaning(part);
    return meaning.name != name.name ? std::string()
                                     : line_of(part, meaning.is_shared ? GroupBy::kName : by);
  }
  return {};
}

std::string next_peek(const RowName& name, GroupBy by, const Style& style) {
  if (!style.has_calls || has_no_code(name)) {
    return {};
  }
  const bool has_options = !style.choice.empty() || style.input.starts_with("--");
  return next_about(name, by, style, [&](std::string_view part, GroupBy group) -> std::string {
    const bool ends_options = part.starts_with('-');
    if (ends_options && has_options) {
      return {};
    }
    return next_line(fmt::format("peek{} {}{}", group_words(group, style),
                                 ends_options ? "-- " : "", single_quoted(part)),
                     style);
  });
}

std::string next_annotate(const RowName& name, GroupBy by, const Style& style) {
  const bool is_place = by == GroupBy::kFile || by == GroupBy::kLine;
  RowName place = name;
  place.file = by == GroupBy::kFile ? name.name : name.file;
  if ((by != GroupBy::kFunction && !is_place) || has_no_code(place) || !style.has_source ||
      !style.has_source(place)) {
    return {};
  }
  // What begins with a hyphen would be taken for an option.
  return next_about(name, by, style, [&](std::string_view part, GroupBy) {
    return part.starts_with('-') ? std::string()
                                 : next_line("annotate " + single_quoted(part), style);
  });
}

std::string next_diff_peek(const RowName& name, const Style& style) {
  if (has_no_code(name)) {
    return {};
  }
  return next_about(name, GroupBy::kFunction, style, [&](std::string_view part, GroupBy group) {
    return part.starts_with('-')
               ? std::string()
               : next_line(fmt::format("diff --view peek{} --of {}", group_words(group, style),
                                       single_quoted(part)),
                           style);
  });
}

std::string first_two(std::initializer_list<std::string> lines) {
  std::string shown;
  int count = 0;
  for (const std::string& line : lines) {
    if (!line.empty() && count++ < 2) {
      shown += line;
    }
  }
  return shown;
}

}  // namespace quern
