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

/// The names of all functions of Callgrind's, each up to its first apostrophe.
class KnownNames {
 public:
  explicit KnownNames(const Symbols& symbols) {
    for (size_t at = 0; at < symbols.functions.size(); ++at) {
      bases_.insert(base_of(symbols.name(FunctionId(at))));
    }
  }

  /// Whether nothing but levels and callers stands behind the base of `name`.
  [[nodiscard]] bool can_fold(std::string_view name) const {
    size_t at = base_of(name).size();
    while (at != name.size()) {
      const size_t begin = at + 1;
      at = std::min(name.find('\'', begin), name.size());
      const std::string_view part = name.substr(begin, at - begin);
      if (!is_level(part) && (part.empty() || !bases_.contains(part))) {
        return false;
      }
    }
    return true;
  }

 private:
  std::unordered_set<std::string_view> bases_;
};

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
  const KnownNames known(symbols);
  names.functions.resize(symbols.functions.size());
  for (const FunctionId function : found) {
    const std::string_view name = symbols.name(function);
    if (known.can_fold(name)) {
      names.functions[function.index()] = std::string(base_of(name));
    }
  }
  return names;
}

}  // namespace quern
