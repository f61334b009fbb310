// SPDX-License-Identifier: MIT
#include "quern/workspace/fold_names.h"

#include <algorithm>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "quern/base/text.h"

namespace quern {

namespace {

/// What stands before the first apostrophe that is not the first byte.
std::string_view base_of(std::string_view name) {
  return name.substr(0, name.find('\'', 1));
}

/// "2" and above.
bool is_level(std::string_view text) {
  return !text.empty() && text.front() != '0' && text != "1" && std::ranges::all_of(text, is_digit);
}

/// Calls use(part) for what stands behind each apostrophe of the name but a level of recursion.
template <class Use>
void each_caller(std::string_view name, Use use) {
  size_t at = base_of(name).size();
  while (at != name.size()) {
    const size_t begin = at + 1;
    at = std::min(name.find('\'', begin), name.size());
    const std::string_view part = name.substr(begin, at - begin);
    if (!is_level(part)) {
      use(part);
    }
  }
}

using Names = std::unordered_set<std::string_view>;

/// Which of these are names of functions, each up to its first apostrophe.
Names names_among(const Names& wanted, const Symbols& symbols) {
  Names known;
  for (size_t at = 0; !wanted.empty() && at < symbols.functions.size(); ++at) {
    const std::string_view base = base_of(symbols.name(FunctionId(at)));
    if (!base.empty() && wanted.contains(base)) {
      known.insert(base);
    }
  }
  return known;
}

bool is_callgrinds(const Profile& profile) {
  return std::ranges::all_of(profile.inputs(),
                             [](const InputInfo& input) { return input.dialect == "callgrind"; });
}

/// The functions whose names have an apostrophe.
std::vector<FunctionId> candidates(const Symbols& symbols) {
  std::vector<FunctionId> found;
  for (size_t at = 0; at < symbols.functions.size(); ++at) {
    const std::string_view name = symbols.name(FunctionId(at));
    if (base_of(name).size() != name.size()) {
      found.emplace_back(at);
    }
  }
  return found;
}

}  // namespace

NewNames folded_names(const Profile& profile) {
  NewNames names;
  const Symbols& symbols = profile.symbols();
  const std::vector<FunctionId> found =
      is_callgrinds(profile) ? candidates(symbols) : std::vector<FunctionId>();
  if (found.empty()) {
    return names;
  }
  Names callers;
  for (const FunctionId function : found) {
    each_caller(symbols.name(function), [&](std::string_view part) { callers.insert(part); });
  }
  const Names known = names_among(callers, symbols);
  names.functions.resize(symbols.functions.size());
  for (const FunctionId function : found) {
    const std::string_view name = symbols.name(function);
    bool can_fold = true;
    each_caller(name, [&](std::string_view part) { can_fold = can_fold && known.contains(part); });
    if (can_fold) {
      names.functions[function.index()] = std::string(base_of(name));
    }
  }
  return names;
}

}  // namespace quern
