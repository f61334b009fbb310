// SPDX-License-Identifier: MIT
//
// What a user's word means to `annotate`: a function of exactly this name, else FILE:LINE, else a
// file, else functions as find_names() finds them.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/base/result.h"
#include "quern/model/profile.h"
#include "quern/query/rows.h"
#include "quern/query/selection.h"
#include "quern/views/code/file_costs.h"
#include "quern/views/source/annotation.h"

namespace quern {

struct AnnotationTarget {
  TargetKind kind = TargetKind::kAll;
  RowName name;
  uint64_t line = 0;          ///< of kLine
  std::vector<NameId> files;  ///< the one file; of functions their own ones, sorted
  FunctionSet scope;          ///< of kFunction: all functions that share the name
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

/// What a word means: functions of exactly this name, else a file or a line of one, else functions
/// as find_named() finds them, of which several have to share their name. The errors are
/// find_file's, find_named()'s and what `ambiguous(functions)` gives.
template <class Target, class TargetOf, class FindFile, class NameOf, class Ambiguous>
[[nodiscard]] Result<Target> find_meant(std::string_view wanted, const NamedItems& functions,
                                        const TargetOf& target_of, const FindFile& find_file,
                                        const NameOf& name_of, const Ambiguous& ambiguous) {
  if (wanted.empty()) {
    return Target();
  }
  if (const std::vector<uint32_t> exact = find_exactly(wanted, functions); !exact.empty()) {
    return target_of(exact);
  }
  Result<std::optional<Target>> file = find_place<Target>(wanted, find_file);
  if (!file) {
    return failure(file.error());
  }
  if (*file) {
    return std::move(**file);
  }
  Result<std::vector<uint32_t>> found = find_named(wanted, functions);
  if (!found) {
    return failure(found.error());
  }
  const bool share_name = std::ranges::all_of(*found, [&](uint32_t function) {
    return name_of(function).name == name_of(found->front()).name;
  });
  return share_name ? Result<Target>(target_of(*found)) : failure(ambiguous(std::move(*found)));
}

/// `files` are those of all functions. A file's name may leave out folders at its start. Errors
/// (Fault::kUsage): `ambiguous-name`, and those of find_names().
[[nodiscard]] Result<AnnotationTarget> find_target(const Profile& profile,
                                                   const Selection& selection,
                                                   const FileCosts& files, std::string_view wanted);
/// The file of exactly this path. Error `no-such-function`.
[[nodiscard]] Result<AnnotationTarget> exact_file(const FileCosts& files, std::string_view path);

}  // namespace quern
