// SPDX-License-Identifier: MIT
//
// The names and functions of one profile, or fold, in terms of another's symbols.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "quern/model/records/symbols.h"

namespace quern::merge {

/// Translates each id once, when it is asked for.
class Interned {
 public:
  Interned(const Symbols& from, Symbols& to) : from_(&from), to_(&to) {
    names_.resize(from.names.size());
    functions_.resize(from.functions.size());
  }

  NameId name(NameId old) {
    uint32_t& known = names_[old.index()];
    if (known == 0) {
      known = found(from_->names.text(old)).value + 1;
    }
    return NameId(known - 1);
  }
  FunctionId function(FunctionId old) {
    uint32_t& known = functions_[old.index()];
    if (known == 0) {
      const FunctionKey& key = from_->functions[old];
      known = to_->functions.intern({name(key.name), name(key.file), name(key.object)}).value + 1;
    }
    return FunctionId(known - 1);
  }

 private:
  /// Profiles of one program have their names in much the same order: the one behind the last is
  /// tried first, and only what differs from it is looked up by hash.
  NameId found(std::string_view text) {
    const NameId next(size_t{last_.value} + 1);
    const bool is_next = next.index() < to_->names.size() && to_->names.text(next) == text;
    return last_ = is_next ? next : to_->names.intern(text);
  }

  const Symbols* from_;
  Symbols* to_;
  std::vector<uint32_t> names_, functions_;  ///< id there + 1; 0: not known yet
  NameId last_;
};

}  // namespace quern::merge
