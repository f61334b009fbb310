// SPDX-License-Identifier: MIT
#include "quern/analysis/groups/grouping.h"

#include <algorithm>
#include <unordered_map>

#include "quern/analysis/match/function_scope.h"
#include "quern/model/declared_costs.h"

namespace quern {

namespace {

constexpr std::string_view kWords[] = {"function", "name",      "file", "dir",  "object",
                                       "class",    "namespace", "line", "loop", "group"};

/// The one name of a function that its group depends on.
NameId key_of(const FunctionKey& function, GroupBy by) {
  switch (by) {
    case GroupBy::kFile:
    case GroupBy::kDir:
      return function.file;
    case GroupBy::kObject:
      return function.object;
    default:
      return function.name;
  }
}

std::string_view group_text(std::string_view key, GroupBy by, size_t dir_depth) {
  if (key == kNotInProfile) {  // as a function, and as its file and object
    return key;
  }
  switch (by) {
    case GroupBy::kDir:
      return first_folders(folder_of(key), dir_depth);
    case GroupBy::kClass:
      return function_scope(key).class_name;
    case GroupBy::kNamespace:
      return function_scope(key).namespace_name;
    default:
      return key;
  }
}

Grouping each_alone(const Symbols& symbols) {
  Grouping grouping;
  const size_t functions = symbols.functions.size();
  grouping.group_of.reserve(functions);
  grouping.texts.reserve(functions);
  for (size_t at = 0; at < functions; ++at) {
    grouping.group_of.push_back(static_cast<uint32_t>(at));
    grouping.texts.emplace_back(symbols.name(FunctionId(at)));
  }
  return grouping;
}

}  // namespace

std::span<const std::string_view> group_by_words() {
  return std::span(kWords).first(static_cast<size_t>(GroupBy::kLine));
}

std::string_view to_string(GroupBy by) {
  return kWords[static_cast<size_t>(by)];
}

std::optional<GroupBy> parse_group_by(std::string_view word) {
  const std::span<const std::string_view> words = group_by_words();
  const auto found = std::ranges::find(words, word);
  if (found == words.end()) {
    return std::nullopt;
  }
  return static_cast<GroupBy>(found - words.begin());
}

std::string_view folder_of(std::string_view file) {
  if (file.empty()) {
    return {};
  }
  const size_t forward = file.rfind('/');
  const size_t slash = forward == std::string_view::npos ? file.rfind('\\') : forward;
  if (slash == std::string_view::npos) {
    return ".";
  }
  return file.substr(0, std::max<size_t>(slash, 1));
}

std::string_view first_folders(std::string_view folder, size_t depth) {
  const auto is_slash = [](char letter) { return letter == '/' || letter == '\\'; };
  size_t at = 0;
  size_t components = 0;
  while (depth != 0 && at < folder.size() && components < depth) {
    while (at < folder.size() && is_slash(folder[at])) {
      ++at;
    }
    const size_t first = at;
    while (at < folder.size() && !is_slash(folder[at])) {
      ++at;
    }
    components += folder.substr(first, at - first) == "." ? 0U : 1U;
  }
  return depth == 0 ? folder : folder.substr(0, at);
}

Grouping group_functions(const Symbols& symbols, GroupBy by, size_t dir_depth) {
  if (by == GroupBy::kFunction) {
    return each_alone(symbols);
  }
  Grouping grouping;
  const size_t functions = symbols.functions.size();
  grouping.group_of.reserve(functions);
  std::vector<uint32_t> group_of_name(symbols.names.size());  // number + 1; 0: not met yet
  std::unordered_map<std::string_view, uint32_t> group_of_text;
  for (size_t at = 0; at < functions; ++at) {
    const NameId key = symbols.names.canonical(key_of(symbols.functions[FunctionId(at)], by));
    uint32_t& group = group_of_name[key.index()];
    if (group == 0) {
      // Views of names stay good: their arena never moves.
      const std::string_view text = group_text(symbols.names.text(key), by, dir_depth);
      const auto [known, is_new] =
          group_of_text.try_emplace(text, static_cast<uint32_t>(grouping.texts.size()));
      if (is_new) {
        grouping.texts.emplace_back(text);
      }
      group = known->second + 1;
    }
    grouping.group_of.push_back(group - 1);
  }
  return grouping;
}

}  // namespace quern
