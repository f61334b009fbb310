// SPDX-License-Identifier: MIT
//
// Which functions belong together: by name, file, folder, object, class or namespace. Groups are
// numbered in order of first appearance; functions that have no such thing share the unknown group,
// whose text is empty.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/model/records/ids.h"
#include "quern/model/records/symbols.h"

namespace quern {

enum class GroupBy : uint8_t {
  kFunction,
  kName,
  kFile,
  kDir,
  kObject,
  kClass,
  kNamespace,
  kLine,
  kLoop,
  kRules
};

/// The words for groups of functions, in the order of GroupBy. kRules comes with a file of its own;
/// by kLine and kLoop costs are added up, not functions: only answers about these have them.
[[nodiscard]] std::span<const std::string_view> group_by_words();
[[nodiscard]] std::string_view to_string(GroupBy by);
[[nodiscard]] std::optional<GroupBy> parse_group_by(std::string_view word);

/// What a group of kClass is. Functions without a class are grouped by namespace, those without
/// one by file, and by object where the file is not known either.
enum class GroupKind : uint8_t { kUnknown, kObject, kFile, kNamespace, kClass };
[[nodiscard]] std::string_view to_string(GroupKind kind);

struct Grouping {
  std::vector<uint32_t> group_of;  ///< by function
  std::vector<std::string> texts;  ///< by group
  /// By group, of kClass; else empty. Where members disagree, the last in the order of GroupKind.
  std::vector<GroupKind> kinds = {};

  [[nodiscard]] size_t size() const { return texts.size(); }
  [[nodiscard]] uint32_t operator[](FunctionId function) const {
    return group_of[function.index()];
  }
};

/// Costs without rows (kNotInProfile) are a group of their own. Not by kRules, which only their
/// reader knows, nor by kLine or kLoop. By kFunction each function is a group of its own, under its
/// name. By kDir `dir_depth` folders from the start of a path count, 0: all.
[[nodiscard]] Grouping group_functions(const Symbols& symbols, GroupBy by, size_t dir_depth = 0);

/// The folder part of a file's path: "." where it has none, empty where the file is unknown.
[[nodiscard]] std::string_view folder_of(std::string_view file);

/// The first `depth` components of a folder, 0: all of it. "/usr" has one, "/" and "." none.
[[nodiscard]] std::string_view first_folders(std::string_view folder, size_t depth);

}  // namespace quern
