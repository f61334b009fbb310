// SPDX-License-Identifier: MIT
#include "quern/c/told_names.h"

#include <algorithm>

namespace quern::c {

bool ToldNames::Seen::add(uint32_t id) {
  // Ids are dense; those of the targets of jumps are so from a bit on.
  if ((id & Symbols::kTargetBit) != 0) {
    return far_.insert(id).second;
  }
  if (id >= dense_.size()) {
    dense_.resize(std::max<size_t>(size_t{id} + 1, dense_.size() * 2));
  }
  const bool is_new = !dense_[id];
  dense_[id] = true;
  return is_new;
}

bool ToldNames::file(NameId id) {
  if (!files_.add(id.value)) [[likely]] {
    return true;
  }
  const std::optional<std::string_view> name = from_->name_of(id);
  if (!name) {
    late_files_.push_back(id);
    return true;
  }
  return tell_file(id, *name);
}

bool ToldNames::function(FunctionId id) {
  if (!functions_.add(id.value)) [[likely]] {
    return true;
  }
  if (!is_known(id)) {
    late_functions_.push_back(id);
    return true;
  }
  return tell_function(id);
}

bool ToldNames::rest() {
  return std::ranges::all_of(late_files_, [this](NameId id) { return tell_file(id, text(id)); }) &&
         std::ranges::all_of(late_functions_, [this](FunctionId id) { return tell_function(id); });
}

bool ToldNames::is_known(FunctionId id) const {
  const FunctionKey& key = from_->key_of(id);
  return from_->name_of(key.name) && from_->name_of(key.file) && from_->name_of(key.object);
}

bool ToldNames::tell_file(NameId id, std::string_view name) const {
  const Terminated bytes(name);
  const quern_file file{id.value, bytes.get()};
  return sink_->file == nullptr || sink_->file(user_, &file) == 0;
}

bool ToldNames::tell_function(FunctionId id) const {
  const FunctionKey& key = from_->key_of(id);
  const Terminated name(text(key.name));
  const Terminated file(text(key.file));
  const Terminated object(text(key.object));
  const quern_function function{id.value, name.get(), file.get(), object.get()};
  return sink_->function == nullptr || sink_->function(user_, &function) == 0;
}

}  // namespace quern::c
