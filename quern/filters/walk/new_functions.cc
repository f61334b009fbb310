// SPDX-License-Identifier: MIT
#include "quern/filters/walk/new_functions.h"

#include <utility>

namespace quern {

NewFunctions::NewFunctions(const Profile& from, const Renaming& renaming,
                           std::vector<Renaming::Choice> choices, ProfileBuilder& to)
    : from_(&from), renaming_(&renaming), choices_(std::move(choices)), symbols_(&to.symbols()) {}

FunctionId NewFunctions::function(FunctionId old) {
  const auto ask = [&] {
    FunctionKey key = from_->symbols().functions[old];
    if (choices_.empty() || choices_[old.index()].group == 0) {
      key = {name(key.name), name(key.file), name(key.object)};
    } else {
      const Identity is = identity(old);
      NameTable& names = symbols_->names;
      key = {names.intern(is.name), names.intern(is.file), names.intern(is.object)};
    }
    return (from_->is_listed(old) ? symbols_->functions.intern(key) : symbols_->jump_target(key))
        .value;
  };
  return FunctionId(functions_.of(old.index(), ask));
}

Identity NewFunctions::identity(FunctionId old) const {
  return renaming_->identity(from_->symbols(), old,
                             choices_.empty() ? Renaming::Choice() : choices_[old.index()]);
}

NameId NewFunctions::name(NameId old) {
  const auto ask = [&] { return symbols_->names.intern(from_->symbols().names.text(old)).value; };
  return NameId(names_.of(old.index(), ask));
}

void NewFunctions::take_all() {
  for (size_t at = 0; at < from_->symbols().functions.size(); ++at) {
    static_cast<void>(function(FunctionId(at)));
  }
}

}  // namespace quern
