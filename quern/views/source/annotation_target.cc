// SPDX-License-Identifier: MIT
//
// What the word of `annotate` means: a function, a file, or a line of a file. A path matches files
// that end in it, from a slash on; an exact path is preferred to any ending. If several match, the
// error lists them by cost.
#include "quern/views/source/annotation_target.h"

#include <algorithm>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/base/text.h"
#include "quern/query/codes.h"
#include "quern/query/columns.h"
#include "quern/views/lists/name_candidates.h"
#include "quern/views/lists/nodes.h"
#include "quern/views/lists/ranking.h"

namespace quern {

namespace {

/// The functions of one name.
AnnotationTarget target_of(const Profile& profile, std::span<const uint32_t> functions) {
  AnnotationTarget target;
  target.kind = TargetKind::kFunction;
  target.name = name_of_function(profile.symbols(), FunctionId(functions.front()));
  target.scope.resize(profile.symbols().functions.size());
  for (const uint32_t function : functions) {
    target.scope[function] = true;
    target.files.push_back(profile.symbols().functions[FunctionId(function)].file);
  }
  std::ranges::sort(target.files);
  return target;
}

Diagnostic ambiguous_function(const Profile& profile, const Selection& selection,
                              const Nodes& functions, std::string_view wanted,
                              std::vector<uint32_t> found) {
  const CostRows selfs = self_costs(profile, selection.parts, column_sums(selection));
  return ambiguous_among(
      wanted, {"function"}, std::move(found),
      [&](uint32_t function) {
        return selection.sort_column < selection.columns.size()
                   ? selfs.at(function, selection.sort_column)
                   : int128{0};
      },
      [&](uint32_t left, uint32_t right) { return functions.is_before(left, right); },
      [&](uint32_t function) { return functions.name(function); });
}

/// The files of exactly this path, else those that end in it.
std::vector<uint32_t> files_called(const FileCosts& files, std::string_view wanted) {
  std::vector<uint32_t> ending;
  for (uint32_t slot = 0; slot < files.size() && !wanted.empty(); ++slot) {
    if (files.name(slot) == wanted) {
      return {slot};
    }
    if (is_file_called(files.name(slot), wanted)) {
      ending.push_back(slot);
    }
  }
  return ending;
}

AnnotationTarget target_of_file(const FileCosts& files, uint32_t slot) {
  AnnotationTarget target;
  target.kind = TargetKind::kFile;
  target.files = {files.file(slot)};
  target.name.name = files.name(slot);
  return target;
}

Result<std::optional<AnnotationTarget>> find_file(const Selection& selection,
                                                  const FileCosts& files, std::string_view wanted) {
  std::vector<uint32_t> found = files_called(files, wanted);
  if (found.empty()) {
    return std::nullopt;
  }
  if (found.size() > 1) {
    return failure(ambiguous_among(
        wanted, {"file"}, std::move(found),
        [&](uint32_t slot) {
          return selection.columns.empty() ? int128{0} : files.self(slot, selection.sort_column);
        },
        [&](uint32_t left, uint32_t right) { return files.name(left) < files.name(right); },
        [&](uint32_t slot) {
          return RowName{.name = files.name(slot), .file = {}, .object = {}};
        }));
  }
  return target_of_file(files, found.front());
}

}  // namespace

bool is_file_called(std::string_view path, std::string_view wanted) {
  return path.ends_with(wanted) &&
         (path.size() == wanted.size() || path[path.size() - wanted.size() - 1] == '/');
}

std::optional<std::pair<std::string_view, uint64_t>> place_in(std::string_view wanted) {
  const size_t colon = wanted.rfind(':');
  if (colon == std::string_view::npos) {
    return std::nullopt;
  }
  const std::optional<uint64_t> line = whole_number(wanted.substr(colon + 1));
  return line.value_or(0) == 0 ? std::nullopt
                               : std::optional(std::pair(wanted.substr(0, colon), *line));
}

Result<AnnotationTarget> exact_file(const FileCosts& files, std::string_view path) {
  for (uint32_t slot = 0; slot < files.size(); ++slot) {
    if (files.name(slot) == path) {
      return target_of_file(files, slot);
    }
  }
  return failure(usage_error(kNoSuchFunction.name, "nothing was recorded in this file"));
}

Result<AnnotationTarget> find_target(const Profile& profile, const Selection& selection,
                                     const FileCosts& files, std::string_view wanted) {
  const Nodes functions(profile, GroupBy::kFunction);
  return find_meant<AnnotationTarget>(
      wanted, functions.named(),
      [&](std::span<const uint32_t> found) { return target_of(profile, found); },
      [&](std::string_view name) { return find_file(selection, files, name); },
      [&](uint32_t function) { return functions.name(function); },
      [&](std::vector<uint32_t> found) {
        return ambiguous_function(profile, selection, functions, wanted, std::move(found));
      });
}

}  // namespace quern
