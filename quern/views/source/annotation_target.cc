// SPDX-License-Identifier: MIT
#include "quern/views/source/annotation_target.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/query/codes.h"
#include "quern/query/columns.h"
#include "quern/views/lists/name_candidates.h"
#include "quern/views/lists/ranking.h"

namespace quern {

namespace {

constexpr std::string_view kUnknownFunction = "???";

RowName name_of(const Profile& profile, FunctionId id) {
  const Symbols& symbols = profile.symbols();
  return {symbols.name(id), symbols.file(id), symbols.object(id)};
}

std::vector<uint32_t> functions_called(const Profile& profile, std::string_view name) {
  const std::string_view exact = name == kUnknownFunction ? std::string_view() : name;
  std::vector<uint32_t> found;
  for (uint32_t at = 0; at < profile.symbols().functions.size(); ++at) {
    if (profile.is_listed(FunctionId(at)) && profile.symbols().name(FunctionId(at)) == exact) {
      found.push_back(at);
    }
  }
  return found;
}

/// The functions of one name.
AnnotationTarget target_of(const Profile& profile, std::span<const uint32_t> functions) {
  AnnotationTarget target;
  target.kind = TargetKind::kFunction;
  target.name = name_of(profile, FunctionId(functions.front()));
  target.scope.resize(profile.symbols().functions.size());
  for (const uint32_t function : functions) {
    target.scope[function] = true;
    target.files.push_back(profile.symbols().functions[FunctionId(function)].file);
  }
  std::ranges::sort(target.files);
  return target;
}

Diagnostic ambiguous_function(const Profile& profile, const Selection& selection,
                              std::string_view wanted, std::vector<uint32_t> found) {
  const size_t told = std::min(found.size(), kCandidatesTold);
  const CostRows selfs = self_costs(profile, selection.parts, column_sums(selection));
  const auto cost = [&](uint32_t function) {
    return selection.sort_column < selection.columns.size()
               ? selfs.at(function, selection.sort_column)
               : int128{0};
  };
  const auto identity = [&](uint32_t function) {
    const RowName name = name_of(profile, FunctionId(function));
    return std::tuple(name.name, name.file, name.object, function);
  };
  rank(found, told, cost,
       [&](uint32_t left, uint32_t right) { return identity(left) < identity(right); });
  std::vector<RowName> names;
  for (const uint32_t function : std::span(found).first(told)) {
    names.push_back(name_of(profile, FunctionId(function)));
  }
  return ambiguous_name(wanted, {"function"}, names, found.size());
}

/// Functions as find_names() finds them; several only if they share their name.
Result<AnnotationTarget> find_function(const Profile& profile, const Selection& selection,
                                       std::string_view wanted) {
  std::vector<uint32_t> listed;
  std::vector<std::string_view> names;
  for (uint32_t at = 0; at < profile.symbols().functions.size(); ++at) {
    if (profile.is_listed(FunctionId(at))) {
      listed.push_back(at);
      names.push_back(profile.symbols().name(FunctionId(at)));
    }
  }
  Result<std::vector<uint32_t>> found = find_named(wanted, names, listed);
  if (!found) {
    return failure(found.error());
  }
  const auto called = [&profile](uint32_t at) { return profile.symbols().name(FunctionId(at)); };
  const bool share_name = std::ranges::all_of(
      *found, [&](uint32_t at) { return called(at) == called(found->front()); });
  if (!share_name) {
    return failure(ambiguous_function(profile, selection, wanted, std::move(*found)));
  }
  return target_of(profile, *found);
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
    const size_t told = std::min(found.size(), kCandidatesTold);
    rank(
        found, told,
        [&](uint32_t slot) {
          return selection.columns.empty() ? int128{0} : files.self(slot, selection.sort_column);
        },
        [&](uint32_t left, uint32_t right) { return files.name(left) < files.name(right); });
    std::vector<RowName> names;
    for (const uint32_t slot : std::span(found).first(told)) {
      names.push_back({files.name(slot), {}, {}});
    }
    return failure(ambiguous_name(wanted, {"file"}, names, found.size()));
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
  const std::string_view digits = wanted.substr(colon + 1);
  uint64_t line = 0;
  const auto [end, problem] = std::from_chars(digits.data(), digits.data() + digits.size(), line);
  if (problem != std::errc{} || end != digits.data() + digits.size() || line == 0) {
    return std::nullopt;
  }
  return std::pair(wanted.substr(0, colon), line);
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
  if (wanted.empty()) {
    return AnnotationTarget();
  }
  if (const std::vector<uint32_t> exact = functions_called(profile, wanted); !exact.empty()) {
    return target_of(profile, exact);
  }
  Result<std::optional<AnnotationTarget>> file = find_place<AnnotationTarget>(
      wanted, [&](std::string_view name) { return find_file(selection, files, name); });
  if (!file) {
    return failure(file.error());
  }
  return *file ? Result<AnnotationTarget>(std::move(**file))
               : find_function(profile, selection, wanted);
}

}  // namespace quern
