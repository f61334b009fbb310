// SPDX-License-Identifier: MIT
#include "quern/model/new_names.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

#include "quern/model/builder.h"

namespace quern {

/// Which functions something still refers to.
std::vector<bool> ProfileBuilder::used_functions() const {
  std::vector<bool> used(profile_->symbols_->functions.size());
  for (const Frame& frame : profile_->contexts_.frames_) {
    used[frame.function.index()] = true;
  }
  for (const SumTable& table : profile_->tables_) {
    for (const FunctionId function : table.functions) {
      used[function.index()] = true;
    }
  }
  RecordCursor cursor(profile_->records_);
  while (const Record* record = cursor.next()) {
    used[profile_->function(record->function).index()] = true;
    if (record->kind == RecordKind::kCall || record->kind == RecordKind::kJump) {
      used[profile_->function(record->other).index()] = true;
    }
  }
  return used;
}

/// Gives frames their new functions; tells what becomes of each function.
std::vector<ProfileBuilder::Standing> ProfileBuilder::rename_frames(const NewNames& names) {
  Symbols& symbols = *profile_->symbols_;
  Contexts& contexts = profile_->contexts_;
  std::vector<Standing> standing(symbols.functions.size(), Standing::kTarget);
  std::fill_n(standing.begin(), profile_->ids_.listed, Standing::kListed);
  if (names.frames.empty()) {
    return standing;
  }
  std::vector<int64_t> offsets(names.frames.size());
  for (size_t at = 0; at < names.frames.size(); ++at) {
    if (const std::optional<FrameName>& name = names.frames[at]) {
      Frame& frame = contexts.frames_[at];
      FunctionKey key = symbols.functions[frame.function];
      standing[frame.function.index()] = Standing::kGone;
      key.name = symbols.names.intern(name->function);
      frame.function = symbols.functions.intern(key);
      standing.resize(symbols.functions.size(), Standing::kListed);
      offsets[at] = name->offset;
    }
  }
  contexts.move(offsets);
  const std::vector<bool> used = used_functions();
  for (size_t at = 0; at < standing.size(); ++at) {
    standing[at] = used[at] ? Standing::kListed : standing[at];
  }
  return standing;
}

/// The final name of each function.
class ProfileBuilder::NameChooser {
 public:
  NameChooser(NameTable& table, const NewNames& names) : table_(&table), names_(&names) {}

  NameId operator()(FunctionId function, NameId old) {
    const std::optional<std::string>* const name = function.index() < names_->functions.size()
                                                       ? &names_->functions[function.index()]
                                                       : nullptr;
    if (name == nullptr || !*name) {
      return old;
    }
    if (!names_->keeps_apart) {
      return table_->intern(**name);
    }
    const auto [known, is_new] = apart_.try_emplace(old.value);
    if (is_new) {
      known->second = table_->add_apart(**name);
    }
    return known->second;
  }

 private:
  NameTable* table_;
  const NewNames* names_;
  std::unordered_map<uint32_t, NameId> apart_;  ///< by the name so far
};

void ProfileBuilder::rename(const NewNames& names) {
  const std::vector<Standing> standing = rename_frames(names);
  Symbols& symbols = *profile_->symbols_;
  FunctionTable renamed;
  NameChooser new_name(symbols.names, names);
  std::vector<FunctionId> ids(standing.size());
  const auto add_all = [&](Standing wanted) {
    for (size_t at = 0; at < ids.size(); ++at) {
      if (standing[at] == wanted) {
        FunctionKey key = symbols.functions[FunctionId(at)];
        key.name = new_name(FunctionId(at), key.name);
        ids[at] = renamed.intern(key);
      }
    }
  };
  add_all(Standing::kListed);
  profile_->ids_.listed = renamed.size();
  add_all(Standing::kTarget);
  symbols.functions = std::move(renamed);
  replace_functions(ids);
}

/// Everything that refers to a function by its settled id.
void ProfileBuilder::replace_functions(const std::vector<FunctionId>& ids) {
  SettledIds& settled = profile_->ids_;
  if (settled.functions.empty()) {
    settled.functions = ids;
  } else {
    for (FunctionId& function : settled.functions) {
      function = ids[function.index()];
    }
  }
  for (FunctionId& target : settled.targets) {
    target = ids[target.index()];
  }
  for (Frame& frame : profile_->contexts_.frames_) {
    frame.function = ids[frame.function.index()];
  }
  for (SumTable& table : profile_->tables_) {
    for (FunctionId& function : table.functions) {
      function = ids[function.index()];
    }
  }
}

}  // namespace quern
