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

constexpr std::string_view kNoNameText = "???";

void make_unique(std::vector<uint32_t>& numbers) {
  std::ranges::sort(numbers);
  const auto twice = std::ranges::unique(numbers);
  numbers.erase(twice.begin(), twice.end());
}

/// Functions that either side calls so.
std::vector<uint32_t> nodes_called(const DiffNodes::Names& all, std::string_view wanted) {
  const std::string_view exact = wanted == kNoNameText ? std::string_view() : wanted;
  std::vector<uint32_t> found;
  for (size_t at = 0; at < all.texts.size(); ++at) {
    if (all.texts[at] == exact) {
      found.push_back(all.nodes[at]);
    }
  }
  make_unique(found);
  return found;
}

DiffAnnotationTarget target_of_nodes(const MatchedSides& sides, const DiffFiles& files,
                                     std::span<const uint32_t> nodes) {
  DiffAnnotationTarget target;
  target.kind = TargetKind::kFunction;
  target.name = sides.nodes.name(nodes.front());
  std::vector<bool> is_meant(sides.nodes.size() + 1);
  for (const uint32_t node : nodes) {
    is_meant[node] = true;
  }
  const size_t runs = sides.runs.old_runs.size() + sides.runs.new_runs.size();
  for (size_t run = 0; run < runs; ++run) {
    const Symbols& symbols = run_at(sides.runs, run).profile->symbols();
    const NodeMap map = sides.nodes.map(run);
    FunctionScope& scope = target.scopes.emplace_back(symbols.functions.size());
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
  make_unique(target.files);
  return target;
}

Diagnostic ambiguous_of(std::string_view wanted, std::string_view noun,
                        std::vector<RowName> names) {
  std::ranges::sort(names, [](const RowName& left, const RowName& right) {
    return std::tie(left.name, left.file, left.object) <
           std::tie(right.name, right.file, right.object);
  });
  const size_t in_all = names.size();
  names.resize(std::min(in_all, kCandidatesTold));
  return ambiguous_name(wanted, {noun, "by name"}, names, in_all);
}

/// Functions as find_names() finds them; several only if they share their name.
Result<DiffAnnotationTarget> find_functions(const MatchedSides& sides, const DiffFiles& files,
                                            const DiffNodes::Names& all, std::string_view wanted) {
  Result<std::vector<uint32_t>> found = find_named(wanted, all.texts, all.nodes);
  if (!found) {
    return failure(found.error());
  }
  make_unique(*found);
  std::vector<RowName> names;
  for (const uint32_t node : *found) {
    names.push_back(sides.nodes.name(node));
  }
  const bool share_name = std::ranges::all_of(
      names, [&](const RowName& name) { return name.name == names.front().name; });
  if (!share_name) {
    return failure(ambiguous_of(wanted, "function", std::move(names)));
  }
  return target_of_nodes(sides, files, *found);
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
    std::vector<RowName> names;
    for (const uint32_t file : found) {
      names.push_back({files.name(file), {}, {}});
    }
    return failure(ambiguous_of(wanted, "file", std::move(names)));
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
  return failure(
      usage_error(kNoSuchFunction.name, "neither side has anything recorded in this file"));
}

Result<DiffAnnotationTarget> find_diff_target(const MatchedSides& sides, const DiffFiles& files,
                                              std::string_view wanted) {
  if (wanted.empty()) {
    return DiffAnnotationTarget();
  }
  const DiffNodes::Names all = sides.nodes.all_names();
  if (const std::vector<uint32_t> exact = nodes_called(all, wanted); !exact.empty()) {
    return target_of_nodes(sides, files, exact);
  }
  Result<std::optional<DiffAnnotationTarget>> file = find_place<DiffAnnotationTarget>(
      wanted, [&](std::string_view name) { return find_file_of(files, name); });
  if (!file) {
    return failure(file.error());
  }
  return *file ? Result<DiffAnnotationTarget>(std::move(**file))
               : find_functions(sides, files, all, wanted);
}

}  // namespace quern
