// SPDX-License-Identifier: MIT
//
// Joining a stretch that another reader read ahead. It knew neither the names before it nor a base:
// whatever needed more than a later look-up of these makes joining impossible, and the stretch is
// then read again, in order.
#include <utility>

#include "quern/formats/callgrind/reader.h"

namespace quern::callgrind {

/// Starts as if it had read the header and had an open part, of which it only lacks names and base.
Reader::Reader(const Reader& first, Reading& reading) : Reader(reading) {
  is_ahead_ = true;
  defers_names_ = first.defers_names_;
  parts_ended_ = first.parts_ended_;
  is_marked_ = any_row_ = any_events_ = true;
  forced_rule_ = first.forced_rule_;
  rule_ = first.rule_;
  dialect_ = first.dialect_;
  signs_ = first.signs_;
  compares_files_ = first.compares_files_;
  part_.columns = first.part_.columns;
  part_.events = first.part_.events;
  part_.told_names = first.part_.told_names;
  part_.has_events = part_.has_body = part_.has_records = true;
  part_.has_positions_row = first.part_.has_positions_row;
  part_is_open_ = true;
  positions_.kinds = first.positions_.kinds;
  records_.begin_as(first.records_);
  names_.set_rules(rule_, dialect_->hides_callee_files());
  names_.begin_ahead();
}

/// Whether nothing is open here that a `fn=` row would end or that needs the rows before it.
bool Reader::is_joint() const {
  return !waiting_call_ && !waiting_jump_ && names_.are_joint();
}

bool Reader::was_read_plainly() const {
  return !error_ && findings_->empty() && !waiting_call_ && !waiting_jump_;
}

bool Reader::adopt(Reader& later) {
  later.records_.flush();
  if (!is_joint() || parts_ended_ != later.parts_ended_ || !later.was_read_plainly()) {
    return false;
  }
  std::shared_ptr<IdMap> ids = names_.adopt(later.names_);
  if (!ids) {
    return false;
  }
  records_.flush();
  take_state(later, *ids, row_number_ - 1);
  sink_->adopt(*later.sink_, std::move(ids));
  return true;
}

/// Where `later` stands is where this reader goes on.
void Reader::take_state(Reader& later, const IdMap& ids, uint64_t rows_before) {
  names_.go_on_as(later.names_, ids, rows_before);
  positions_.take_base(later.positions_);
  row_number_ += later.row_number_ - 1;
  if (!joined_row_ && later.joined_row_) {
    joined_row_ = std::move(later.joined_row_);
    joined_row_->place.line += rows_before;
  }
  any_records_ = any_records_ || later.any_records_;
  signs_.has_callees = signs_.has_callees || later.signs_.has_callees;
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
