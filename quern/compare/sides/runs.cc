// SPDX-License-Identifier: MIT
//
// The runs of both sides, of the profiles that were read for them.
#include <utility>

#include "quern/compare/match/run_units.h"
#include "quern/compare/sides/common_events.h"
#include "quern/compare/sides/sides.h"

namespace quern {
namespace {

/// What messages call the runs: by the first file of each.
std::vector<std::string> run_names(const SideFiles& files) {
  std::vector<std::string> names;
  for (const auto* runs : {&files.old_runs, &files.new_runs}) {
    for (const RunFiles& run : *runs) {
      names.push_back(run.front());
    }
  }
  return names;
}

}  // namespace

std::vector<const Profile*> profiles_of(const DiffRuns& runs) {
  std::vector<const Profile*> profiles;
  for (const auto* side : {&runs.old_runs, &runs.new_runs}) {
    for (const DiffRun& run : *side) {
      profiles.push_back(run.profile);
    }
  }
  return profiles;
}

Result<void> select_runs(Sides& sides, const SideFiles& files, const SelectionWords& old_words,
                         const SelectionWords& new_words) {
  const size_t old_runs = files.old_runs.size();
  for (size_t run = 0; run < old_runs + files.new_runs.size(); ++run) {
    const bool is_old = run < old_runs;
    const Opened& opened = sides.opened[files.is_one_file && !is_old ? run - old_runs : run];
    Result<Selection> selection = select(*opened.profile, is_old ? old_words : new_words);
    if (!selection) {
      return failure(selection.error());
    }
    (is_old ? sides.runs.old_runs : sides.runs.new_runs)
        .push_back({opened.profile.get(), std::move(*selection)});
  }
  return check_columns(sides.runs);
}

Result<std::vector<std::string>> settle_units(Sides& sides, const SideFiles& files) {
  return settle_units(sides.runs, run_names(files));
}

Result<void> rename_runs(Sides& sides, std::span<const std::string> rules,
                         const MatchedNames& matched) {
  Result<Renaming> renaming = Renaming::read(rules, matched);
  if (!renaming) {
    return failure(renaming.error());
  }
  sides.renaming = std::move(*renaming);
  if (sides.renaming.empty()) {
    return {};
  }
  std::vector<std::vector<Renaming::Choice>> choices;
  for (const Profile* profile : profiles_of(sides.runs)) {
    choices.push_back(sides.renaming.choose(profile->symbols()));
  }
  auto chosen = choices.begin();
  for (auto* side : {&sides.runs.old_runs, &sides.runs.new_runs}) {
    for (DiffRun& run : *side) {
      for (const Renaming::Choice& choice : *chosen++) {
        const FunctionId function(run.renamed.size());
        run.renamed.push_back(sides.renaming.identity(run.profile->symbols(), function, choice));
      }
    }
  }
  return {};
}

}  // namespace quern
