// SPDX-License-Identifier: MIT
//
// Groups of functions by a text: their file, folder, object, class or namespace. The text of a
// group depends on one name of a function, so each distinct name is looked at once; profiles have
// far fewer files than functions. Groups are numbered as they appear.
#include "quern/analysis/groups/grouping.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

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

namespace {

/// Groups by their texts.
class TextGroups {
 public:
  uint32_t of(std::string_view text) {
    const auto [known, is_new] =
        group_of_text_.try_emplace(text, static_cast<uint32_t>(grouping.texts.size()));
    if (is_new) {
      grouping.texts.emplace_back(text);
    }
    return known->second;
  }

  Grouping grouping;

 private:
  /// Views of names stay good: their arena never moves.
  std::unordered_map<std::string_view, uint32_t> group_of_text_;
};

struct ClassGroup {
  std::string_view text;
  GroupKind kind = GroupKind::kUnknown;
};

/// The group that a function's name shows; an empty text where its file or object decides.
ClassGroup class_group(std::string_view name) {
  if (name == kNotInProfile) {
    return {name, GroupKind::kUnknown};
  }
  if (name.ends_with(kInlinedSuffix)) {
    name.remove_suffix(kInlinedSuffix.size());
  }
  const FunctionScope scope = function_scope(name);
  if (scope.class_name.empty()) {
    return {scope.namespace_name, GroupKind::kNamespace};
  }
  return {scope.class_name,
          scope.class_kind == ScopeKind::kClass ? GroupKind::kClass : GroupKind::kNamespace};
}

ClassGroup group_of_place(const Symbols& symbols, const FunctionKey& function) {
  const auto text = [&symbols](NameId name) {
    return symbols.names.text(symbols.names.canonical(name));
  };
  if (const std::string_view file = text(function.file); !file.empty()) {
    return {file, GroupKind::kFile};
  }
  const std::string_view object = text(function.object);
  return {object, object.empty() ? GroupKind::kUnknown : GroupKind::kObject};
}

Grouping group_by_class(const Symbols& symbols) {
  TextGroups groups;
  Grouping& grouping = groups.grouping;
  const size_t functions = symbols.functions.size();
  grouping.group_of.reserve(functions);
  std::vector<std::optional<ClassGroup>> of_name(symbols.names.size());
  for (size_t at = 0; at < functions; ++at) {
    const FunctionKey& function = symbols.functions[FunctionId(at)];
    std::optional<ClassGroup>& known = of_name[symbols.names.canonical(function.name).index()];
    if (!known) {
      known = class_group(symbols.names.text(function.name));
    }
    const ClassGroup own = known->text.empty() ? group_of_place(symbols, function) : *known;
    const uint32_t group = groups.of(own.text);
    grouping.kinds.resize(grouping.texts.size());
    grouping.kinds[group] = std::max(grouping.kinds[group], own.kind);
    grouping.group_of.push_back(group);
  }
  return std::move(grouping);
}

}  // namespace

std::string_view to_string(GroupKind kind) {
  static constexpr std::string_view kKinds[] = {"unknown", "object", "file", "namespace", "class"};
  return kKinds[static_cast<size_t>(kind)];
}

/// One lookup for each distinct name: of files, objects and namespaces there are far fewer than
/// functions.
Grouping group_functions(const Symbols& symbols, GroupBy by, size_t dir_depth) {
  if (by == GroupBy::kFunction) {
    return each_alone(symbols);
  }
  if (by == GroupBy::kClass) {
    return group_by_class(symbols);
  }
  TextGroups groups;
  const size_t functions = symbols.functions.size();
  groups.grouping.group_of.reserve(functions);
  std::vector<uint32_t> group_of_name(symbols.names.size());  // number + 1; 0: not met yet
  for (size_t at = 0; at < functions; ++at) {
    const NameId key = symbols.names.canonical(key_of(symbols.functions[FunctionId(at)], by));
    uint32_t& group = group_of_name[key.index()];
    if (group == 0) {
      group = groups.of(group_text(symbols.names.text(key), by, dir_depth)) + 1;
    }
    groups.grouping.group_of.push_back(group - 1);
  }
  return std::move(groups.grouping);
}

}  // namespace quern
