// SPDX-License-Identifier: MIT
#include "quern/compare/sides/renamed_names.h"

#include <utility>

#include "quern/filters/rules/rename.h"

namespace quern {

RenamedNames::RenamedNames() = default;
RenamedNames::RenamedNames(RenamedNames&&) noexcept = default;
RenamedNames& RenamedNames::operator=(RenamedNames&&) noexcept = default;
RenamedNames::~RenamedNames() = default;

Result<RenamedNames> RenamedNames::read(std::span<const std::string> rules,
                                        std::span<const Profile* const> profiles,
                                        const MatchedNames& matched) {
  Result<Renaming> renaming = Renaming::read(rules, matched);
  if (!renaming) {
    return failure(renaming.error());
  }
  RenamedNames names;
  names.renaming_ = std::make_unique<Renaming>(std::move(*renaming));
  names.names_.resize(profiles.size());
  if (names.renaming_->empty()) {
    return names;
  }
  std::vector<std::vector<Renaming::Choice>> choices;
  for (const Profile* profile : profiles) {
    choices.push_back(names.renaming_->choose(profile->symbols()));
  }
  for (size_t at = 0; at < profiles.size(); ++at) {
    const Symbols& symbols = profiles[at]->symbols();
    for (size_t function = 0; function < choices[at].size(); ++function) {
      const Identity is =
          names.renaming_->identity(symbols, FunctionId(function), choices[at][function]);
      names.names_[at].push_back({is.name, is.file, is.object});
    }
  }
  return names;
}

}  // namespace quern
