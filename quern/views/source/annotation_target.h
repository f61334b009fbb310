// SPDX-License-Identifier: MIT
//
// What a user's word means to `annotate`: a function of exactly this name, else FILE:LINE, else a
// file, else functions as find_names() finds them.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/base/result.h"
#include "quern/model/profile.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"
#include "quern/views/lists/file_costs.h"
#include "quern/views/source/annotation.h"

namespace quern {

struct AnnotationTarget {
  TargetKind kind = TargetKind::kAll;
  RowName name;
  uint64_t line = 0;          ///< of kLine
  std::vector<NameId> files;  ///< the one file; of functions their own ones, sorted
  FunctionScope scope;        ///< of kFunction: all functions that share the name
};

/// Whether `path` is `wanted` or ends in "/WANTED".
[[nodiscard]] bool is_file_called(std::string_view path, std::string_view wanted);
/// FILE and LINE of "FILE:LINE".
[[nodiscard]] std::optional<std::pair<std::string_view, uint64_t>> place_in(
    std::string_view wanted);

/// The file, or the line in a file, that `find_file(name)` finds; nothing where it finds none.
template <class Target, class FindFile>
[[nodiscard]] Result<std::optional<Target>> find_place(std::string_view wanted,
                                                       const FindFile& find_file) {
  if (const auto place = place_in(wanted)) {
    Result<std::optional<Target>> file = find_file(place->first);
    if (!file || *file) {
      if (file) {
        (*file)->kind = TargetKind::kLine;
        (*file)->line = place->second;
      }
      return file;
    }
  }
  return find_file(wanted);
}

/// `files` are those of all functions. A file's name may leave out folders at its start. Errors
/// (Fault::kUsage): `ambiguous-name`, and those of find_names().
[[nodiscard]] Result<AnnotationTarget> find_target(const Profile& profile,
                                                   const Selection& selection,
                                                   const FileCosts& files, std::string_view wanted);
/// The file of exactly this path. Error `no-such-function`.
[[nodiscard]] Result<AnnotationTarget> exact_file(const FileCosts& files, std::string_view path);

}  // namespace quern
