// SPDX-License-Identifier: MIT
#include "quern/model/new_names.h"

#include <algorithm>
#include <span>
#include <unordered_map>
#include <utility>

#include "quern/model/builder.h"
#include "quern/model/records/record_cursor.h"

namespace quern {

/// Which functions something still refers to.
std::vector<bool> ProfileBuilder::used_functions() const {
  std::vector<bool> used(profile_->symbols_->functions.size());
  for (const Frame& frame : profile_->contexts_.frames_) {
    used[frame.function.index()] = true;
  }
  for (const SumTable& table : profile_->tables_) {
    for (size_t row = 0; row < table.self.size(); ++row) {
      used[table.function(row).index()] = true;
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

/// The final name of each function; asked for functions in ascending order.
class ProfileBuilder::NameChooser {
 public:
  NameChooser(NameTable& table, const NewNames& names) : table_(&table), names_(&names) {}

  void begin() { at_ = 0; }

  NameId operator()(FunctionId function, NameId old) {
    const std::vector<FunctionName>& named = names_->functions;
    while (at_ < named.size() && named[at_].function < function) {
      ++at_;
    }
    if (at_ == named.size() || named[at_].function != function) {
      return old;
    }
    if (named[at_].known != kUnknownName) {
      return named[at_].known;
    }
    if (!names_->keeps_apart) {
      return table_->intern(named[at_].name);
    }
    const auto [known, is_new] = apart_.try_emplace(old.value);
    if (is_new) {
      known->second = table_->add_apart(named[at_].name);
    }
    return known->second;
  }

 private:
  NameTable* table_;
  const NewNames* names_;
  size_t at_ = 0;                               ///< of the names: where the next is looked for
  std::unordered_map<uint32_t, NameId> apart_;  ///< by the name so far
};

/// Where frames have other functions, these may come first, and some are gone. The new ids.
std::vector<FunctionId> ProfileBuilder::rename_with_frames(const NewNames& names) {
  const std::vector<Standing> standing = rename_frames(names);
  Symbols& symbols = *profile_->symbols_;
  symbols.functions.freeze();  // the next table takes its place
  FunctionTable renamed;
  NameChooser new_name(symbols.names, names);
  std::vector<FunctionId> ids(standing.size());
  const auto add_all = [&](Standing wanted) {
    new_name.begin();
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
  return ids;
}

/// The new ids; empty: all keep theirs.
std::vector<FunctionId> ProfileBuilder::rename_functions(const NewNames& names) {
  Symbols& symbols = *profile_->symbols_;
  NameChooser new_name(symbols.names, names);
  std::vector<FunctionId> ids = symbols.functions.rekey([&](FunctionId id, FunctionKey key) {
    key.name = new_name(id, key.name);
    return key;
  });
  size_t& listed = profile_->ids_.listed;
  if (!ids.empty() && listed != 0) {
    listed = std::ranges::max(std::span(ids).first(listed)).index() + 1;
  }
  return ids;
}

void ProfileBuilder::rename(const NewNames& names) {
  if (names.frames.empty() && names.functions.empty()) {
    return;  // nearly always: nothing was mangled
  }
  Symbols& symbols = *profile_->symbols_;
  symbols.folded.reset();  // it tells of functions that will be others
  std::vector<FunctionId> ids =
      names.frames.empty() ? rename_functions(names) : rename_with_frames(names);
  if (ids.empty()) {
    return;
  }
  SplitFunctions* apart = profile_->told_apart_.get();
  if (names.remembers && symbols.functions.size() < ids.size() && apart == nullptr) {
    remember(ids);
  } else if (apart != nullptr) {
    for (FunctionId& function : apart->kept) {
      function = ids[function.index()];
    }
  }
  replace_functions(std::move(ids));
  if (apart = profile_->told_apart_.get(); apart != nullptr) {
    apart->functions = apart->kept.empty() ? profile_->ids_.functions : apart->kept;
    for (SumTable& table : profile_->tables_) {
      table.functions = apart->functions;
    }
  }
}

/// Which functions there were, before their new ids take the place of the old ones.
void ProfileBuilder::remember(const std::vector<FunctionId>& ids) {
  auto apart = std::make_unique<SplitFunctions>();
  if (!profile_->ids_.functions.empty()) {
    apart->kept = ids;
  }
  for (const FunctionId id : profile_->ids_.functions) {
    apart->recorded.push_back(id.value);
  }
  profile_->told_apart_ = std::move(apart);
}

/// Everything that refers to a function by its settled id.
void ProfileBuilder::replace_functions(std::vector<FunctionId> ids) {
  SettledIds& settled = profile_->ids_;
  for (FunctionId& function : settled.functions) {
    function = ids[function.index()];
  }
  for (FunctionId& target : settled.targets) {
    target = ids[target.index()];
  }
  for (Frame& frame : profile_->contexts_.frames_) {
    frame.function = ids[frame.function.index()];
  }
  if (!profile_->told_apart_) {  // else owners are numbers, which stay
    for (SumTable& table : profile_->tables_) {
      for (FunctionId& owner : table.owners) {
        owner = ids[owner.index()];
      }
    }
  }
  if (settled.functions.empty()) {
    settled.functions = std::move(ids);
  }
}

}  // namespace quern
