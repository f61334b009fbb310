// SPDX-License-Identifier: MIT
//
// Tables of single records: `costs`, `call_sites`, `call_site_costs`, `jumps`, all in one pass over
// the records. Records of cost 0 have no row. Lines are added up on the way and written at the end.
#include "quern/formats/sqlite/line_sums.h"
#include "quern/formats/sqlite/tables.h"
#include "quern/model/records/record_cursor.h"

namespace quern::sqlite {

namespace {

class RecordTables {
 public:
  RecordTables(const Profile& profile, NamesUsed& used, Database& database)
      : profile_(&profile),
        names_(&profile.symbols().names),
        used_(&used),
        database_(&database),
        lines_(profile),
        costs_(database, "costs", 7),
        sites_(database, "call_sites", 10),
        site_costs_(database, "call_site_costs", 3),
        jumps_(database, "jumps", 12) {}

  void write() {
    RecordCursor cursor(profile_->records());
    const Record* record = cursor.next();
    for (; record != nullptr && !database_->failed(); record = cursor.next()) {
      if (record->kind == RecordKind::kSelf) {
        cost(*record);
      } else if (record->kind == RecordKind::kCall) {
        call(*record);
      } else {
        jump(*record);
      }
    }
    add_contexts();
    lines_.write(*used_, *database_);
  }

 private:
  [[nodiscard]] const PartHeader& header(const Record& record) const {
    return profile_->parts()[record.part].header;
  }

  /// Three cells: file, line, address.
  void place(Insert& row, const PositionKinds& kinds, NameId file, const Position& at) {
    reference(row, names_->canonical(file), used_->files);
    row.integer(known_line(kinds, at)).integer(known_address(kinds, at));
  }

  void cost(const Record& record) {
    const PartHeader& part = header(record);
    const size_t line =
        lines_.row(names_->canonical(record.file), known_line(part.positions, record.at));
    for (size_t at = 0; at < record.costs.size(); ++at) {
      if (record.costs[at] == 0) {
        continue;
      }
      lines_.add(line, part.events[at], record.costs[at]);
      costs_.small(static_cast<int64_t>(record.part));
      costs_.small(profile_->function(record.function).value);
      place(costs_, part.positions, record.file, record.at);
      costs_.small(part.events[at].value).integer(record.costs[at]).done();
    }
  }

  void call(const Record& record) {
    const PartHeader& part = header(record);
    sites_.small(site_).small(static_cast<int64_t>(record.part));
    sites_.small(profile_->function(record.function).value);
    sites_.small(profile_->function(record.other).value);
    place(sites_, part.positions, record.file, record.at);
    const CallTarget target = target_of(part.positions, record);
    sites_.integer(target.line).integer(target.address).integer(record.count).done();
    for (size_t at = 0; at < record.costs.size(); ++at) {
      if (record.costs[at] != 0) {
        site_costs_.small(site_).small(part.events[at].value).integer(record.costs[at]).done();
      }
    }
    ++site_;
  }

  void jump(const Record& record) {
    const PositionKinds& kinds = header(record).positions;
    jumps_.small(static_cast<int64_t>(record.part));
    jumps_.small(profile_->function(record.function).value);
    place(jumps_, kinds, record.file, record.at);
    jumps_.small(profile_->function(record.other).value);
    place(jumps_, kinds, record.target_file, *record.target);
    jumps_.small(record.kind == RecordKind::kConditionalJump ? 1 : 0);
    jumps_.integer(record.count).integer(record.followed).done();
  }

  /// Stacks that say lines, where there are no records of the same costs.
  void add_contexts() {
    const Contexts& contexts = profile_->contexts();
    size_t part = 0;
    for (ContextCosts walk(contexts); walk.next();) {
      while (walk.context().value >= profile_->parts()[part].end_context) {
        ++part;
      }
      const Frame& frame = contexts.frame(walk.context());
      const std::optional<int64_t> position = contexts.position(walk.context());
      if (!frame.is_line || !position || *position < 0 ||
          profile_->parts()[part].contexts != ContextUse::kAlone) {
        continue;
      }
      const size_t line =
          lines_.row(names_->canonical(frame.file), static_cast<uint64_t>(*position));
      for (const EventCost& each : walk.costs()) {
        lines_.add(line, each.event, each.cost);
      }
    }
  }

  const Profile* profile_;
  const NameTable* names_;
  NamesUsed* used_;
  Database* database_;
  LineSums lines_;
  Insert costs_, sites_, site_costs_, jumps_;
  int64_t site_ = 0;
};

}  // namespace

void write_records(const Profile& profile, NamesUsed& used, Database& database) {
  RecordTables(profile, used, database).write();
}

}  // namespace quern::sqlite
