// SPDX-License-Identifier: MIT
#include "quern/views/nodes.h"

#include <tuple>

namespace quern {

Nodes::Nodes(const Profile& profile, GroupBy by, const GroupRules* rules)
    : profile_(&profile), by_(by) {
  if (by != GroupBy::kFunction) {
    grouping_ = by == GroupBy::kRules && rules != nullptr ? rules->group(profile.symbols())
                                                          : group_functions(profile.symbols(), by);
    share();
  }
}

/// A file or object stays with a group as long as all listed members agree on it.
void Nodes::share() {
  const Symbols& symbols = profile_->symbols();
  groups_.resize(grouping_.size());
  for (size_t at = 0; at < symbols.functions.size(); ++at) {
    const FunctionId function(at);
    if (!profile_->is_listed(function)) {
      continue;
    }
    const FunctionKey& key = symbols.functions[function];
    const NameId file = symbols.names.canonical(key.file);
    const NameId object = symbols.names.canonical(key.object);
    Group& group = groups_[grouping_[function]];
    if (!group.is_listed) {
      group = {file, object, true};
      continue;
    }
    group.file = group.file == file ? file : kUnknownName;
    group.object = group.object == object ? object : kUnknownName;
  }
}

size_t Nodes::size() const {
  return by_ == GroupBy::kFunction ? profile_->symbols().functions.size() : grouping_.size();
}

RowName Nodes::name(uint32_t node) const {
  const Symbols& symbols = profile_->symbols();
  if (node == size()) {
    return {.name = {}, .file = {}, .object = {}, .is_root = true};
  }
  if (by_ == GroupBy::kFunction) {
    const FunctionId function(node);
    return {.name = symbols.name(function),
            .file = symbols.file(function),
            .object = symbols.object(function)};
  }
  const Group& group = groups_[node];
  return {.name = grouping_.texts[node],
          .file = symbols.names.text(group.file),
          .object = symbols.names.text(group.object)};
}

bool Nodes::is_listed(uint32_t node) const {
  return by_ == GroupBy::kFunction ? profile_->is_listed(FunctionId(node))
                                   : groups_[node].is_listed;
}

std::vector<uint32_t> Nodes::listed() const {
  std::vector<uint32_t> all;
  const auto count = static_cast<uint32_t>(size());
  all.reserve(count);
  for (uint32_t node = 0; node < count; ++node) {
    if (is_listed(node)) {
      all.push_back(node);
    }
  }
  return all;
}

bool Nodes::is_before(uint32_t left, uint32_t right) const {
  const RowName a = name(left);
  const RowName b = name(right);
  return std::tie(a.name, a.file, a.object, left) < std::tie(b.name, b.file, b.object, right);
}

}  // namespace quern
