// SPDX-License-Identifier: MIT
#include "quern/load/names/base_names.h"

#include <array>
#include <bit>
#include <optional>
#include <span>
#include <utility>

#include "quern/base/text_hash.h"

namespace quern {

std::vector<CalledName> called_names(const Symbols& symbols) {
  std::vector<CalledName> found;
  for (size_t at = 0; at < symbols.functions.size(); ++at) {
    if (symbols.names.is_plain(symbols.functions[FunctionId(at)].name)) {
      continue;
    }
    const std::string_view name = symbols.name(FunctionId(at));
    const size_t base = name_without_callers(name).size();
    if (base != name.size()) {
      found.push_back({FunctionId(at), base});
    }
  }
  return found;
}

namespace {

/// All functions, with the bases of those that are called so.
std::vector<CalledName> all_names(const Symbols& symbols, const std::vector<CalledName>& called) {
  std::vector<CalledName> all;
  auto next = called.begin();
  for (size_t at = 0; at < symbols.functions.size(); ++at) {
    const bool is_called = next != called.end() && next->function == FunctionId(at);
    all.push_back(is_called ? *next++
                            : CalledName{FunctionId(at), symbols.name(FunctionId(at)).size()});
  }
  return all;
}

}  // namespace

BaseNames::BaseNames(const Symbols& symbols, std::vector<CalledName> called)
    : symbols_(&symbols),
      names_(symbols.names.is_indexed() ? std::move(called) : all_names(symbols, called)),
      mask_(std::bit_ceil(names_.size() * 4 / 3 + 2) - 1),
      slots_(mask_ + 1) {
  struct Added {
    std::string_view text;
    uint32_t hash;
    size_t number;
  };
  std::array<Added, 32> batch;  // waits for the slots overlap
  for (size_t next = 0; next < names_.size();) {
    size_t count = 0;
    for (; next < names_.size() && count != batch.size(); ++next) {
      const std::string_view text = base_of(names_[next]);
      batch[count] = {text, hash(text), next + 1};
      prefetch(batch[count++].hash);
    }
    for (const Added& added : std::span(batch).first(count)) {
      uint32_t& slot = slots_[slot_of(added.text, added.hash)];
      if (slot == 0 && !added.text.empty()) {
        slot = static_cast<uint32_t>((added.hash & ~mask_) | added.number);
      }
    }
  }
}

uint32_t BaseNames::hash(std::string_view text) const {
  return hash_of_text(text, seed_of(slots_.data()));
}

size_t BaseNames::slot_of(std::string_view text, uint32_t hash) const {
  size_t at = hash & mask_;
  while (slots_[at] != 0 && (((slots_[at] ^ hash) & ~mask_) != 0 ||
                             base_of(names_[(slots_[at] & mask_) - 1]) != text)) {
    at = (at + 1) & mask_;
  }
  return at;
}

bool BaseNames::has(std::string_view text, uint32_t hash) const {
  if (slots_[slot_of(text, hash)] != 0) {
    return true;
  }
  if (!symbols_->names.is_indexed()) {
    return false;
  }
  const std::optional<NameId> name = symbols_->names.find(text);
  return name && symbols_->functions.has_name(*name);
}

}  // namespace quern
