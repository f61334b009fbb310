// SPDX-License-Identifier: MIT
//
// Only names that something refers to are written, and under new numbers without gaps. Names that
// were bound to each other when aliases were resolved have one number. One pass over the records
// finds the files, which only records name.
#include "quern/formats/snapshot/numbering.h"

#include "quern/model/records/record_cursor.h"

namespace quern::snapshot {

namespace {
constexpr uint32_t kUsed = 1;
}  // namespace

/// Marks what is used, then numbers the marked names in their order, so that the same profile
/// always gives the same snapshot.
Numbering::Numbering(const Profile& profile)
    : profile_(&profile), numbers_(profile.symbols().names.size()) {
  const Symbols& symbols = profile.symbols();
  for (size_t at = 0; at < symbols.functions.size(); ++at) {
    const FunctionKey& key = symbols.functions[FunctionId(at)];
    use(key.name);
    use(key.file);
    use(key.object);
    listed_ += profile.is_listed(FunctionId(at)) ? 1U : 0U;
  }
  for (const Frame& frame : profile.contexts().frames()) {
    use(frame.file);
  }
  NameId last_file;
  RecordCursor cursor(profile.records());
  while (const Record* record = cursor.next()) {
    if (record->file != last_file) {
      last_file = record->file;
      use(record->file);
    }
    if (record->kind == RecordKind::kJump || record->kind == RecordKind::kConditionalJump) {
      use(record->target_file);
    }
  }
  for (size_t at = 0; at < numbers_.size(); ++at) {
    if (numbers_[at] == kUsed) {
      names_.emplace_back(at);
      numbers_[at] = static_cast<uint32_t>(names_.size());
    }
  }
  for (size_t at = 0; at < numbers_.size(); ++at) {  // what others stand for
    const NameId final_id = symbols.names.canonical(NameId(at));
    numbers_[at] = numbers_[final_id.index()];
  }
}

void Numbering::use(NameId id) {
  const NameTable& names = profile_->symbols().names;
  const NameId final_id = names.canonical(id);
  if (!NameTable::is_unknown(names.text(final_id))) {
    numbers_[final_id.index()] = kUsed;
  }
}

}  // namespace quern::snapshot
