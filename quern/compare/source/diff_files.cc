// SPDX-License-Identifier: MIT
#include "quern/compare/source/diff_files.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/base/median.h"
#include "quern/base/parallel.h"
#include "quern/compare/match/diff_costs.h"
#include "quern/query/codes.h"

namespace quern {

namespace {

std::vector<CodeCosts> code_costs(const DiffRuns& runs, const PlacesOfSides& places) {
  return made_by_threads<CodeCosts>(runs.count(), threads_for(runs.threads), [&](size_t at) {
    const DiffRun& run = runs.run(at);
    return CodeCosts(*run.profile, run.selection,
                     runs.side_of(at) == Version::kOld ? places.old_places : places.new_places);
  });
}

std::vector<FileCosts> file_costs(const DiffRuns& runs, const std::vector<CodeCosts>& code) {
  std::vector<FileCosts> costs;
  for (size_t run = 0; run < code.size(); ++run) {
    costs.emplace_back(code[run], runs.run(run).selection, FunctionSet());
  }
  return costs;
}

/// Files are known by their names alone.
std::vector<AlignedInput> aligned_files(const DiffRuns& runs, const std::vector<FileCosts>& costs) {
  std::vector<AlignedInput> inputs;
  for (size_t run = 0; run < costs.size(); ++run) {
    AlignedInput input{.side = runs.side_of(run),
                       .identities = {},
                       .is_listed = std::vector<bool>(costs[run].size(), true),
                       .renamed = {}};
    for (uint32_t slot = 0; slot < costs[run].size(); ++slot) {
      input.identities.push_back({costs[run].name(slot), {}, {}});
    }
    inputs.push_back(std::move(input));
  }
  return inputs;
}

MatchLayers layers_of_files(const DiffRuns& runs) {
  MatchLayers layers = runs.layers;
  layers.names_are_paths = true;
  return layers;
}

}  // namespace

DiffFiles::DiffFiles(const DiffRuns& runs, const PlacesOfSides& places)
    : runs_(&runs),
      code_(code_costs(runs, places)),
      missing_(forget_unpaired(code_, runs)),
      costs_(file_costs(runs, code_)),
      alignment_(aligned_files(runs, costs_), layers_of_files(runs)) {}

std::optional<std::string_view> DiffFiles::name(uint32_t file, Version side) const {
  const std::optional<Alignment::Carrier> carrier = alignment_.carrier(file, side);
  return carrier ? std::optional(costs_[carrier->input].name(carrier->own)) : std::nullopt;
}

std::string_view DiffFiles::name(uint32_t file) const {
  const std::optional<std::string_view> is = name(file, Version::kNew);
  return is ? *is : name(file, Version::kOld).value_or(std::string_view());
}

DiffStatus DiffFiles::status(uint32_t file) const {
  const std::optional<std::string_view> was = name(file, Version::kOld);
  const std::optional<std::string_view> is = name(file, Version::kNew);
  if (!was || !is) {
    return status_of(was.has_value(), is.has_value());
  }
  return *was == *is ? DiffStatus::kBoth : DiffStatus::kRenamed;
}

Result<void> DiffFiles::check_lines(std::string_view otherwise) const {
  if (std::ranges::any_of(code_, &CodeCosts::has_lines)) {
    return {};
  }
  return failure(usage_error(
      kNoLines.name, "neither side has source lines",
      fmt::format("Callgrind and Cachegrind record lines of programs with debug information (-g){}",
                  otherwise)));
}

bool DiffFiles::knows_inlined() const {
  return std::ranges::any_of(code_, [](const CodeCosts& own) { return own.inlined().is_known(); });
}

uint32_t DiffFiles::file(size_t run, NameId name) const {
  const NameTable& names = runs_->run(run).profile->symbols().names;
  // Names of debug information follow those of the profile.
  const bool is_recorded = name.index() < names.size();
  const uint32_t slot = costs_[run].slot(is_recorded ? names.canonical(name) : name);
  return slot == FileCosts::kNoFile ? kNoFile : alignment_.node(run, slot);
}

std::vector<std::string> DiffFiles::objects(uint32_t file, Version side) const {
  const std::optional<Alignment::Carrier> carrier = alignment_.carrier(file, side);
  return carrier ? costs_[carrier->input].objects(carrier->own) : std::vector<std::string>();
}

DiffFileCosts::DiffFileCosts(const DiffFiles& files, const DiffScopes& scopes, Of of)
    : files_(&files), of_(of), scopes_(scopes) {
  if (!scopes.empty()) {
    for (size_t run = 0; run < scopes.size(); ++run) {
      scoped_.emplace_back(files.code(run), files.runs().run(run).selection, scopes[run]);
    }
  }
  for (size_t run = 0; run < files.runs().count(); ++run) {
    std::vector<uint32_t>& slots = slots_.emplace_back(files.size(), FileCosts::kNoFile);
    for (uint32_t slot = 0; slot < file_costs(run).size(); ++slot) {
      const uint32_t file = files.file(run, file_costs(run).file(slot));
      if (file != DiffFiles::kNoFile) {
        slots[file] = slot;
      }
    }
  }
}

const FileCosts& DiffFileCosts::file_costs(size_t run) const {
  return scoped_.empty() ? files_->costs(run) : scoped_[run];
}

uint32_t DiffFileCosts::slot(size_t run, uint32_t file) const {
  return slots_[run][file];
}

bool DiffFileCosts::has(uint32_t file) const {
  return std::ranges::any_of(slots_, [file](const std::vector<uint32_t>& slots) {
    return slots[file] != FileCosts::kNoFile;
  });
}

/// By column, of `costs_of(run)`; what is shorter has 0.
template <class Costs>
std::vector<Amount> DiffFileCosts::medians(Version side, const Costs& costs_of) const {
  const RunRange runs = files_->runs().range(side);
  std::vector<std::vector<Amount>> by_run;
  for (size_t run = runs.first; run < runs.end; ++run) {
    by_run.push_back(costs_of(run));
  }
  std::vector<Amount> medians;
  for (size_t column = 0; column < files_->runs().selection().columns.size(); ++column) {
    std::vector<Amount> values;
    for (const std::vector<Amount>& own : by_run) {
      values.push_back(column < own.size() ? own[column] : Amount(Exact{0}));
    }
    medians.push_back(median_amount(values));
  }
  return medians;
}

std::vector<Amount> DiffFileCosts::costs(uint32_t file, Version side) const {
  return medians(side, [&](size_t run) { return costs_of(run, file, of_); });
}

/// By column; empty where the run has no record.
std::vector<Amount> DiffFileCosts::costs_of(size_t run, uint32_t file, Of of) const {
  const uint32_t own = slot(run, file);
  return own == FileCosts::kNoFile ? std::vector<Amount>()
         : of == Of::kSelf         ? file_costs(run).self(own)
                                   : file_costs(run).outermost(own);
}

std::vector<Amount> DiffFileCosts::without_file(Version side) const {
  return medians(side, [&](size_t run) { return file_costs(run).without_file(); });
}

std::vector<Amount> DiffFileCosts::of_others(Version side) const {
  return medians(side, [&](size_t run) { return file_costs(run).of_others(); });
}

std::optional<DiffSide> DiffFileCosts::side(uint32_t file, Version which) const {
  const RunRange runs = files_->runs().range(which);
  bool is_there = false;
  for (size_t run = runs.first; run < runs.end; ++run) {
    is_there = is_there || slot(run, file) != FileCosts::kNoFile;
  }
  if (!is_there) {
    return std::nullopt;
  }
  DiffSide side;
  side.self = medians(which, [&](size_t run) { return costs_of(run, file, Of::kSelf); });
  if (of_ == Of::kOutermost) {
    side.outermost = costs(file, which);
  }
  for (size_t column = 0; column < side.self.size() && runs.size() > 1; ++column) {
    std::vector<Amount> values;
    for (size_t run = runs.first; run < runs.end; ++run) {
      const std::vector<Amount> own = costs_of(run, file, of_);
      values.push_back(own.empty() ? Amount(Exact{0}) : own[column]);
    }
    side.ranges.push_back(cost_range(values));
  }
  return side;
}

std::vector<LineCosts> DiffFileCosts::lines(const std::vector<bool>& wanted) const {
  const DiffRuns& runs = files_->runs();
  return made_by_threads<LineCosts>(runs.count(), threads_for(runs.threads), [&](size_t at) {
    const DiffRun& run = runs.run(at);
    std::vector<uint32_t> slots(files_->code(at).file_count(), FileCosts::kNoFile);
    for (uint32_t own = 0; own < file_costs(at).size(); ++own) {
      const uint32_t file = files_->file(at, file_costs(at).file(own));
      if (file != DiffFiles::kNoFile && wanted[file]) {
        slots[file_costs(at).file(own).index()] = file;
      }
    }
    return LineCosts(files_->code(at), run.selection, scopes_.empty() ? FunctionSet() : scopes_[at],
                     std::move(slots), files_->size(), RecursiveCalls::kIgnored);
  });
}

}  // namespace quern
