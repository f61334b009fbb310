// SPDX-License-Identifier: MIT
//
// Memory is in proportion to the functions that have blocks and to the pairs of a callee and a
// caller's file, not to the calls: a pair gets one provisional name, however often it is called.
#include "quern/formats/callgrind/names/callee_files.h"

#include <optional>
#include <unordered_set>

namespace quern::callgrind {

namespace {

uint64_t key_of_pair(NameId name, NameId file) {
  return uint64_t{name.value} << 32 | file.value;
}

}  // namespace

void CalleeFiles::add_block(FunctionId function) {
  if (function.index() >= has_block_.size()) {
    has_block_.resize(function.index() + 1 + has_block_.size() / 2);
  }
  if (!has_block_[function.index()]) {
    has_block_[function.index()] = true;
    blocks_.push_back(function);
  }
}

NameId CalleeFiles::provisional(NameId name, NameId caller_file) {
  const auto [found, is_new] = waiting_.try_emplace(key_of_pair(name, caller_file));
  if (is_new) {
    found->second = symbols_->names.provisional();
  }
  return found->second;
}

/// Blocks of all functions are known now. A name with blocks in several files stays in the caller's
/// file, as nothing says which one is meant.
void CalleeFiles::settle() {
  const NameTable& names = symbols_->names;
  std::unordered_set<uint64_t> blocks;
  std::unordered_map<uint32_t, std::optional<NameId>> only_file;  // by name; nothing: several
  if (!are_named_ && are_waiting()) {
    for (const FunctionId function : blocks_) {
      const FunctionKey& key = symbols_->functions[function];
      const NameId name = names.canonical(key.name);
      const NameId file = names.canonical(key.file);
      blocks.insert(key_of_pair(name, file));
      const auto [known, is_new] = only_file.try_emplace(name.value, file);
      if (!is_new && known->second != file) {
        known->second.reset();
      }
    }
  }
  for (const auto& [key, provisional] : waiting_) {
    const NameId name = names.canonical(NameId(key >> 32));
    const NameId own = names.canonical(NameId(key & 0xffffffffU));
    const auto other = only_file.find(name.value);
    const bool is_elsewhere =
        !blocks.contains(key_of_pair(name, own)) && other != only_file.end() && other->second;
    symbols_->names.bind(provisional, is_elsewhere ? *other->second : own);
  }
  waiting_.clear();
}

}  // namespace quern::callgrind
