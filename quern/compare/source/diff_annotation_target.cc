// SPDX-License-Identifier: MIT
#include "quern/compare/source/diff_annotation_target.h"

#include <algorithm>
#include <optional>
#include <span>
#include <tuple>
#include <utility>

#include "quern/query/codes.h"
#include "quern/views/lists/name_candidates.h"
#include "quern/views/source/annotation_target.h"

namespace quern {

namespace {

DiffAnnotationTarget target_of_nodes(const MatchedSides& sides, const DiffFiles& files,
                                     std::span<const uint32_t> nodes) {
  DiffAnnotationTarget target;
  target.kind = TargetKind::kFunction;
  target.name = sides.nodes.name(nodes.front());
  std::vector<bool> is_meant(sides.nodes.size() + 1);
  for (const uint32_t node : nodes) {
    is_meant[node] = true;
  }
  for (size_t run = 0; run < sides.runs.count(); ++run) {
    const Symbols& symbols = sides.runs.run(run).profile->symbols();
    const NodeMap map = sides.nodes.map(run);
    FunctionSet& scope = target.scopes.emplace_back(symbols.functions.size());
    for (uint32_t at = 0; at < scope.size(); ++at) {
      const FunctionId function(at);
      scope[at] = is_meant[map.node(function)];
      const uint32_t file =
          scope[at] ? files.file(run, symbols.functions[function].file) : DiffFiles::kNoFile;
      if (file != DiffFiles::kNoFile) {
        target.files.push_back(file);
      }
    }
  }
  std::ranges::sort(target.files);
  const auto twice = std::ranges::unique(target.files);
  target.files.erase(twice.begin(), twice.end());
  return target;
}

/// In the order of their names.
template <class NameOf>
Diagnostic ambiguous_by_name(std::string_view wanted, std::string_view noun,
                             std::vector<uint32_t> found, const NameOf& name_of) {
  return ambiguous_among(
      wanted, {noun, "by name"}, std::move(found), [](uint32_t) { return int128{0}; },
      [&](uint32_t left, uint32_t right) {
        const auto order = compare(name_of(left), name_of(right));
        return order != 0 ? order < 0 : left < right;
      },
      name_of);
}

/// Whether either side's name of the file fits.
template <class Fits>
bool is_either(const DiffFiles& files, uint32_t file, const Fits& fits) {
  return std::ranges::any_of(std::initializer_list<Version>{Version::kNew, Version::kOld},
                             [&](Version side) {
                               const std::optional<std::string_view> name = files.name(file, side);
                               return name && fits(*name);
                             });
}

DiffAnnotationTarget target_of_diff_file(const DiffFiles& files, uint32_t file) {
  DiffAnnotationTarget target;
  target.kind = TargetKind::kFile;
  target.files = {file};
  target.name.name = files.name(file);
  return target;
}

/// The files of exactly this path, else those that end in it.
std::vector<uint32_t> diff_files_called(const DiffFiles& files, std::string_view wanted) {
  std::vector<uint32_t> exact, ending;
  for (uint32_t file = 0; file < files.size() && !wanted.empty(); ++file) {
    if (is_either(files, file, [&](std::string_view name) { return name == wanted; })) {
      exact.push_back(file);
    } else if (is_either(files, file,
                         [&](std::string_view name) { return is_file_called(name, wanted); })) {
      ending.push_back(file);
    }
  }
  return exact.empty() ? ending : exact;
}

Result<std::optional<DiffAnnotationTarget>> find_file_of(const DiffFiles& files,
                                                         std::string_view wanted) {
  const std::vector<uint32_t> found = diff_files_called(files, wanted);
  if (found.empty()) {
    return std::nullopt;
  }
  if (found.size() > 1) {
    return failure(ambiguous_by_name(wanted, "file", found, [&](uint32_t file) {
      return RowName{.name = files.name(file), .file = {}, .object = {}};
    }));
  }
  return target_of_diff_file(files, found.front());
}

}  // namespace

Result<DiffAnnotationTarget> exact_diff_file(const DiffFiles& files, std::string_view path) {
  for (const Version side : {Version::kNew, Version::kOld}) {
    for (uint32_t file = 0; file < files.size(); ++file) {
      if (files.name(file, side) == path) {
        return target_of_diff_file(files, file);
      }
    }
  }
  return failure(usage_error(kNoSuchFunction.name, "no side has costs in this file"));
}

Result<DiffAnnotationTarget> find_diff_target(const MatchedSides& sides, const DiffFiles& files,
                                              std::string_view wanted) {
  const auto name_of = [&](uint32_t node) { return sides.nodes.name(node); };
  return find_meant<DiffAnnotationTarget>(
      wanted, sides.nodes.named(),
      [&](std::span<const uint32_t> found) { return target_of_nodes(sides, files, found); },
      [&](std::string_view name) { return find_file_of(files, name); }, name_of,
      [&](std::vector<uint32_t> found) {
        return ambiguous_by_name(wanted, "function", std::move(found), name_of);
      });
}

}  // namespace quern
