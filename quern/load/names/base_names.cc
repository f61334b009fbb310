// SPDX-License-Identifier: MIT
#include "quern/load/names/base_names.h"

#include <array>
#include <bit>
#include <span>

#include "quern/base/text_hash.h"

namespace quern {

std::vector<CalledName> called_names(const Symbols& symbols) {
  std::vector<CalledName> found;
  for (size_t at = 0; at < symbols.functions.size(); ++at) {
    const std::string_view name = symbols.name(FunctionId(at));
    const size_t base = name_without_callers(name).size();
    if (base != name.size()) {
      found.push_back({FunctionId(at), base});
    }
  }
  return found;
}

BaseNames::BaseNames(const Symbols& symbols, const std::vector<CalledName>& called)
    : symbols_(&symbols),
      mask_(std::bit_ceil(symbols.functions.size() * 4 / 3 + 2) - 1),
      slots_(mask_ + 1) {
  struct Added {
    std::string_view text;
    uint32_t hash;
    uint32_t function;
  };
  std::array<Added, 32> batch;  // waits for the slots overlap
  size_t next_called = 0;
  for (uint32_t function = 0; function < symbols.functions.size();) {
    size_t count = 0;
    for (; function < symbols.functions.size() && count != batch.size(); ++function) {
      std::string_view text = symbols.name(FunctionId(function));
      if (next_called != called.size() && called[next_called].function.value == function) {
        text = text.substr(0, called[next_called++].base);
      }
      batch[count] = {text, hash(text), function};
      prefetch(batch[count++].hash);
    }
    for (const Added& added : std::span(batch).first(count)) {
      uint32_t& slot = slots_[slot_of(added.text, added.hash)];
      if (slot == 0 && !added.text.empty()) {
        slot = static_cast<uint32_t>((added.hash & ~mask_) | (added.function + 1));
      }
    }
  }
}

uint32_t BaseNames::hash(std::string_view text) const {
  return hash_of_text(text, seed_of(slots_.data()));
}

bool BaseNames::is_base_of(std::string_view text, FunctionId function) const {
  const std::string_view name = symbols_->name(function);
  return name.starts_with(text) && (name.size() == text.size() || name[text.size()] == '\'');
}

size_t BaseNames::slot_of(std::string_view text, uint32_t hash) const {
  size_t at = hash & mask_;
  while (slots_[at] != 0 && (((slots_[at] ^ hash) & ~mask_) != 0 ||
                             !is_base_of(text, FunctionId((slots_[at] & mask_) - 1)))) {
    at = (at + 1) & mask_;
  }
  return at;
}

bool BaseNames::has(std::string_view text, uint32_t hash) const {
  return slots_[slot_of(text, hash)] != 0;
}

}  // namespace quern
