// SPDX-License-Identifier: MIT
//
// Names of a stretch that was read ahead, from a `fn=` row on. Its reader knew neither the aliases
// defined before it nor the object and file in force: for these it has provisional names.
// They are replaced when the stretch is joined, by what the reader before it ended with.
#include <utility>

#include "quern/formats/callgrind/names/names.h"
#include "quern/model/records/records.h"

namespace quern::callgrind {

void Names::begin_ahead() {
  has_file_ = true;
  object_ = inherited_object_ = symbols_->names.provisional();
  file_ = position_file_ = self_file_ = inherited_file_ = symbols_->names.provisional();
}

bool Names::are_joint() const {
  return !callee_.name && !callee_.file && !callee_.object && !jump_.name && !jump_.file &&
         has_file_;
}

/// For each name of `later` the name here. Nothing if an alias prevents it.
std::optional<std::vector<NameId>> Names::names_of(const Names& later) {
  const auto references = aliases_.references_of(later.aliases_);
  if (!references) {
    return std::nullopt;
  }
  const NameTable& theirs = later.symbols_->names;
  std::vector<NameId> names(theirs.size());
  names[later.inherited_object_.index()] = object_;
  names[later.inherited_file_.index()] = file_;
  for (const auto& [id, name] : *references) {
    names[id] = name;
  }
  symbols_->names.intern(theirs, names);
  return names;
}

/// Functions and names get their ids in the order in which the stretches are joined, which is that
/// of the file: so ids do not depend on the number of threads.
std::shared_ptr<IdMap> Names::adopt(const Names& later) {
  std::optional<std::vector<NameId>> names = names_of(later);
  if (!names || !aliases_.adopt(later.aliases_, *names)) {
    return nullptr;
  }
  auto ids = std::make_shared<IdMap>();
  ids->names = std::move(*names);
  const auto key_here = [&ids](const FunctionKey& key) {
    return FunctionKey{ids->names[key.name.index()], ids->names[key.file.index()],
                       ids->names[key.object.index()]};
  };
  const Symbols& theirs = *later.symbols_;
  for (size_t id = 0; id < theirs.functions.size(); ++id) {
    ids->functions.push_back(
        symbols_->functions.intern(key_here(theirs.functions[FunctionId(id)])));
  }
  for (size_t id = 0; id < theirs.targets.size(); ++id) {
    ids->targets.push_back(symbols_->jump_target(key_here(theirs.targets[FunctionId(id)])));
  }
  return ids;
}

/// All state of rows is taken over, with its names renumbered and its rows counted from the start
/// of the file.
void Names::go_on_as(Names& later, const IdMap& ids, uint64_t rows_before) {
  const auto name = [&ids](NameId id) { return ids.names[id.index()]; };
  const auto key = [&name](const FunctionKey& theirs) {
    return FunctionKey{name(theirs.name), name(theirs.file), name(theirs.object)};
  };
  object_ = name(later.object_);
  file_ = name(later.file_);
  position_file_ = name(later.position_file_);
  self_file_ = name(later.self_file_);
  has_position_file_ = has_position_file_ || later.has_position_file_;
  after_association_ = later.after_association_;
  block_ = std::move(later.block_);
  block_.name = name(block_.name);
  block_.file = name(block_.file);
  block_.key = key(block_.key);
  block_.function = block_.function.transform([&](FunctionId id) { return ids.function(id); });
  block_.late_spec.line += block_.late_spec.line != 0 ? rows_before : 0;
  for (ReadRow& row : block_.late_objects) {
    row.place.line += rows_before;
  }
  callee_ = later.callee_;
  callee_.name = callee_.name.transform(name);
  callee_.file = callee_.file.transform(name);
  callee_.object = callee_.object.transform(name);
  callee_.place.line += rows_before;
  last_callee_ = later.last_callee_.transform(key);
  jump_ = {later.jump_.name.transform(name), later.jump_.file.transform(name)};
  if (later.callee_files_.named()) {
    callee_files_.are_named();
  }
}

}  // namespace quern::callgrind
