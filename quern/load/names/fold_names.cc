// SPDX-License-Identifier: MIT
#include "quern/load/names/fold_names.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "quern/base/text.h"
#include "quern/load/names/base_names.h"

namespace quern {

namespace {

bool are_all(const Profile& profile, std::string_view dialect) {
  return std::ranges::all_of(
      profile.inputs(), [dialect](const InputInfo& input) { return input.dialect == dialect; });
}

/// Which of them have callers in their names that are not functions: their apostrophe means
/// something else.
std::vector<bool> with_unknown_callers(const Symbols& symbols,
                                       const std::vector<CalledName>& called) {
  struct Asked {
    std::string_view text;
    uint32_t hash;
    size_t name;
  };
  constexpr size_t kBatch = 64;  // waits for what is looked up overlap
  const BaseNames known(symbols, called);
  std::vector<bool> is_unknown(called.size());
  std::vector<Asked> asked;
  const auto answer = [&] {
    for (const Asked& each : asked) {
      if (!known.has(each.text, each.hash)) {
        is_unknown[each.name] = true;
      }
    }
    asked.clear();
  };
  for (size_t at = 0; at < called.size(); ++at) {
    each_caller_name(symbols.name(called[at].function), called[at].base,
                     [&](std::string_view text) {
                       asked.push_back({text, known.hash(text), at});
                       known.prefetch(asked.back().hash);
                       if (asked.size() == kBatch) {
                         answer();
                       }
                     });
  }
  answer();
  return is_unknown;
}

Identity identity_of(const Symbols& symbols, FunctionId function, std::string_view name) {
  return {name, symbols.file(function), symbols.object(function)};
}

/// "0x55d0:fib'2": the address of the profiler's record, which is another one in each run and at
/// each level of recursion, the name and the level.
struct Subroutine {
  std::string_view name;
  std::string_view level;
  std::string_view bare;  ///< name and level
};

bool is_hex_digit(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'f');
}

std::optional<Subroutine> subroutine_of(std::string_view text) {
  const size_t colon = text.find(':');
  if (!text.starts_with("0x") || colon == std::string_view::npos || colon < 3 ||
      !std::ranges::all_of(text.substr(2, colon - 2), is_hex_digit)) {
    return std::nullopt;
  }
  const std::string_view bare = text.substr(colon + 1);
  std::string_view name = bare;
  size_t digits = name.size();
  while (digits != 0 && is_digit(name[digits - 1])) {
    --digits;
  }
  if (digits < 2 || digits == name.size() || name[digits - 1] != '\'') {
    return name.empty() ? std::nullopt : std::optional(Subroutine{name, {}, bare});
  }
  const std::string_view level = name.substr(digits);
  name = name.substr(0, digits - 1);
  return Subroutine{name, level, bare};
}

/// Which are called alike in the one run there is: only their addresses tell them apart.
std::vector<bool> marks_of_alike(const Symbols& symbols) {
  using Known = std::tuple<std::string_view, NameId, NameId>;
  const auto known_as = [&symbols](FunctionId function, std::optional<Subroutine> found) {
    const FunctionKey& key = symbols.functions[function];
    return Known{found ? found->name : symbols.name(function), key.file, key.object};
  };
  std::map<Known, std::set<std::string_view>> levels;
  std::set<Known> alike;
  const size_t count = symbols.functions.size();
  for (size_t at = 0; at < count; ++at) {
    const std::optional<Subroutine> found = subroutine_of(symbols.name(FunctionId(at)));
    const Known known = known_as(FunctionId(at), found);
    if (!levels[known].insert(found ? found->level : std::string_view()).second) {
      alike.insert(known);
    }
  }
  std::vector<bool> marks(count);
  for (size_t at = 0; at < count; ++at) {
    marks[at] =
        alike.contains(known_as(FunctionId(at), subroutine_of(symbols.name(FunctionId(at)))));
  }
  return marks;
}

/// The names of subroutines without address. Where two of one file are called alike in one run,
/// only the addresses tell them apart, and they keep them. Beside another run none does: there the
/// same subroutine has another address, and another one may have the same.
void add_subroutines(const Profile& profile, const FunctionRules& unfolded, RunsBeside beside,
                     NewNames& names) {
  const Symbols& symbols = profile.symbols();
  const bool is_one_run = beside == RunsBeside::kNone && profile.inputs().size() == 1;
  const std::vector<bool> stays =
      is_one_run ? marks_of_alike(symbols) : std::vector<bool>(symbols.functions.size());
  for (size_t at = 0; at < stays.size(); ++at) {
    const std::optional<Subroutine> found = subroutine_of(symbols.name(FunctionId(at)));
    if (found && !stays[at] && !unfolded.fits(identity_of(symbols, FunctionId(at), found->name))) {
      names.functions.push_back({FunctionId(at), {}, found->bare});
    }
  }
}

/// Callgrind's names without callers and levels.
void add_without_callers(const Symbols& symbols, const FunctionRules& unfolded, NewNames& names) {
  const std::vector<CalledName> found = called_names(symbols);
  names.remembers = !found.empty();
  const std::vector<bool> stays =
      found.empty() ? std::vector<bool>() : with_unknown_callers(symbols, found);
  for (size_t at = 0; at < found.size(); ++at) {
    const FunctionId function = found[at].function;
    const std::string_view base = symbols.name(function).substr(0, found[at].base);
    if (!stays[at] && (unfolded.empty() || !unfolded.fits(identity_of(symbols, function, base)))) {
      names.functions.push_back({function, {}, base});
    }
  }
}

/// Whether what an input says of folded names is about these very functions.
bool is_about(const FoldedNames& folded, const Profile& profile) {
  const size_t all = profile.symbols().functions.size();
  return folded.functions + folded.targets == all &&
         (folded.functions == 0 || profile.is_listed(FunctionId(folded.functions - 1))) &&
         (folded.targets == 0 || !profile.is_listed(FunctionId(folded.functions)));
}

NewNames names_as_told(const FoldedNames& folded, const Symbols& symbols,
                       const FunctionRules& unfolded) {
  NewNames names;
  names.remembers = true;
  names.functions.reserve(folded.items.size());
  for (const auto& [function, name] : folded.items) {
    if (unfolded.empty() ||
        !unfolded.fits(identity_of(symbols, function, symbols.names.text(name)))) {
      names.functions.push_back({function, name});
    }
  }
  return names;
}

}  // namespace

NewNames names_without_addresses(const Profile& profile, const FunctionRules& unfolded,
                                 RunsBeside beside) {
  NewNames names;
  if (are_all(profile, "parrot-subprof")) {
    add_subroutines(profile, unfolded, beside, names);
  }
  return names;
}

NewNames folded_names(const Profile& profile, const FunctionRules& unfolded, RunsBeside beside) {
  NewNames names = names_without_addresses(profile, unfolded, beside);
  const Symbols& symbols = profile.symbols();
  const bool is_callgrinds = are_all(profile, "callgrind");
  if (is_callgrinds && symbols.folded && is_about(*symbols.folded, profile)) {
    return names_as_told(*symbols.folded, symbols, unfolded);
  }
  if (is_callgrinds) {
    add_without_callers(symbols, unfolded, names);
  }
  return names;
}

std::vector<FunctionName> names_to_tell(const Profile& profile) {
  NewNames names;
  if (are_all(profile, "callgrind")) {
    add_without_callers(profile.symbols(), {}, names);
  }
  const bool has_unknown = std::ranges::any_of(
      names.functions, [](const FunctionName& each) { return NameTable::is_unknown(each.name); });
  return has_unknown ? std::vector<FunctionName>() : std::move(names.functions);
}

}  // namespace quern
