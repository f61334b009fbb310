// SPDX-License-Identifier: MIT
//
// Joining a stretch that another reader read ahead. It knew neither the aliases defined before it,
// nor the object and file in force, nor a base: whatever needed more than a later look-up of these
// makes joining impossible, and the stretch is then read again, in order.
#include <utility>

#include "quern/formats/callgrind/reader.h"

namespace quern::callgrind {

Reader::Reader(const Reader& first, Reading& reading) : Reader(reading) {
  is_ahead_ = true;
  parts_ended_ = first.parts_ended_;
  is_marked_ = any_row_ = any_events_ = true;
  forced_rule_ = first.forced_rule_;
  rule_ = first.rule_;
  dialect_ = first.dialect_;
  creator_ = first.creator_;
  version_ = first.version_;
  has_creator_ = first.has_creator_;
  has_command_ = first.has_command_;
  compares_files_ = first.compares_files_;
  signs_event_ = first.signs_event_;
  part_.columns = first.part_.columns;
  part_.events = first.part_.events;
  part_.told_names = first.part_.told_names;
  part_.has_events = part_.has_body = part_.has_records = true;
  part_.has_positions_row = first.part_.has_positions_row;
  part_is_open_ = true;
  positions_.kinds = first.positions_.kinds;
  records_.begin_as(first.records_);
  has_file_ = true;
  object_ = inherited_object_ = symbols_->names.provisional();
  file_ = position_file_ = self_file_ = inherited_file_ = symbols_->names.provisional();
}

/// Whether nothing is open here that a `fn=` row would end or that needs the rows before it.
bool Reader::is_joint() const {
  return !waiting_call_ && !waiting_jump_ && !callee_.name && !callee_.file && !callee_.object &&
         !jump_target_.name && !jump_target_.file && has_file_;
}

bool Reader::was_read_plainly() const {
  return !error_ && findings_->empty() && !waiting_call_ && !waiting_jump_;
}

/// For each name of `later` the name here. Nothing where an alias stands in the way.
std::optional<std::vector<NameId>> Reader::names_of(Reader& later) {
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

bool Reader::adopt(Reader& later) {
  later.records_.flush();
  if (!is_joint() || parts_ended_ != later.parts_ended_ || !later.was_read_plainly()) {
    return false;
  }
  std::optional<std::vector<NameId>> names = names_of(later);
  if (!names || !aliases_.adopt(later.aliases_, *names)) {
    return false;
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
  records_.flush();
  take_state(later, *ids, row_number_ - 1);
  sink_->adopt(*later.sink_, std::move(ids));
  return true;
}

/// Where `later` stands is where this reader goes on.
void Reader::take_state(Reader& later, const IdMap& ids, uint64_t rows_before) {
  const auto name = [&ids](NameId id) { return ids.names[id.index()]; };
  const auto key = [&name](const FunctionKey& theirs) {
    return FunctionKey{name(theirs.name), name(theirs.file), name(theirs.object)};
  };
  const auto optional_name = [&name](std::optional<NameId>& id) { id = id.transform(name); };
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
  block_.function = block_.has_function ? ids.function(block_.function) : FunctionId{};
  block_.late_spec.line += block_.late_spec.line != 0 ? rows_before : 0;
  for (ReadRow& row : block_.late_objects) {
    row.place.line += rows_before;
  }
  callee_ = later.callee_;
  optional_name(callee_.name);
  optional_name(callee_.file);
  optional_name(callee_.object);
  callee_.place.line += rows_before;
  last_callee_ = later.last_callee_.transform(key);
  jump_target_ = later.jump_target_;
  optional_name(jump_target_.name);
  optional_name(jump_target_.file);
  positions_.take_base(later.positions_);
  row_number_ += later.row_number_ - 1;
  if (!joined_row_ && later.joined_row_) {
    joined_row_ = std::move(later.joined_row_);
    joined_row_->place.line += rows_before;
  }
  any_records_ = any_records_ || later.any_records_;
  signs_.has_callees = signs_.has_callees || later.signs_.has_callees;
  if (later.callee_files_.named()) {
    callee_files_.are_named();
  }
  part_.blocks += later.part_.blocks;
  part_.has_null_totals = part_.has_null_totals || later.part_.has_null_totals;
  const auto append = [rows_before](std::vector<DeclaredCosts>& all,
                                    std::vector<DeclaredCosts>& more) {
    for (DeclaredCosts& declared : more) {
      declared.place.line += rows_before;
      all.push_back(std::move(declared));
    }
  };
  append(part_.summaries, later.part_.summaries);
  append(part_.totals, later.part_.totals);
}

}  // namespace quern::callgrind
