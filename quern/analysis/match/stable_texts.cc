// SPDX-License-Identifier: MIT
#include "quern/analysis/match/stable_texts.h"

#include <algorithm>

#include "quern/analysis/match/stable_names.h"
#include "quern/base/text.h"
#include "quern/base/text_hash.h"

namespace quern {

namespace {

/// A name that is only an address says no more about a function of another build than "unknown".
bool tells_something(std::string_view name) {
  return !name.empty() && name != "0x" && name != "@?0x";
}

/// A text of several that no single one of them can imitate.
std::string joined(std::string_view first, std::string_view second, std::string_view third) {
  std::string text(first);
  text.append(1, '\0').append(second).append(1, '\0').append(third);
  return text;
}

uint32_t mixed(uint32_t first, uint32_t second, uint32_t third) {
  const uint64_t two = folded_product(uint64_t{first} << 32 | second, 0xd6e8feb86659fd93U);
  const uint64_t hash = folded_product(two ^ third, 0x9e3779b97f4a7c15U);
  return std::max(static_cast<uint32_t>(hash >> 32), StableTexts::kTellsNothing + 1);
}

}  // namespace

std::string StableTexts::stable(std::string_view name) const {
  return names_are_paths_ ? stable_path(name) : stable_name(name);
}

std::string StableTexts::text(const Identity& identity, Agreement agreement) const {
  std::string name = stable(identity.name);
  if (agreement == Agreement::kName) {
    if (names_are_paths_) {
      name = base_name(name);
    }
    return tells_something(name) ? name : "";
  }
  if (!tells_something(name)) {
    return "";
  }
  const std::string file = stable_path(identity.file);
  const std::string object = stable_path(identity.object);
  return agreement == Agreement::kPaths ? joined(name, file, object)
                                        : joined(name, base_name(file), base_name(object));
}

uint32_t StableTexts::hash(std::string_view text) const {
  return hash_of_text(text, seed_of(this));
}

StableTexts::PathHashes StableTexts::hashes_of(std::string_view path) {
  const auto [known, is_new] = paths_.try_emplace(path);
  if (is_new) {
    const std::string stable = stable_path(path);
    known->second = {hash(stable), hash(base_name(stable))};
  }
  return known->second;
}

std::array<uint32_t, kAgreements> StableTexts::hashes(const Identity& identity) {
  const std::string name = stable(identity.name);
  const std::string_view own_name = names_are_paths_ ? base_name(name) : std::string_view(name);
  std::array<uint32_t, kAgreements> found = {kTellsNothing, kTellsNothing, kTellsNothing};
  if (tells_something(name)) {
    const auto of = [this](std::string_view path) { return hashes_of(path); };
    const PathHashes file = file_.value(identity.file, of);
    const PathHashes object = object_.value(identity.object, of);
    const uint32_t own = hash(name);
    found[size_t(Agreement::kPaths)] = mixed(own, file.path, object.path);
    found[size_t(Agreement::kFileNames)] = mixed(own, file.own_name, object.own_name);
  }
  if (tells_something(own_name)) {
    found[size_t(Agreement::kName)] = mixed(hash(own_name), 0, 0);
  }
  return found;
}

}  // namespace quern
