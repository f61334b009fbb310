// SPDX-License-Identifier: MIT
//
// Cost rows and associations by all the rules, for every form they come in.
// A row is parsed as a whole before anything is passed on. A bad row therefore leaves no half of a
// record, and reading can go on behind it if the user asks for that.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/formats/callgrind/grammar/codes.h"
#include "quern/formats/callgrind/reader.h"
#include "quern/model/records/cost_rows.h"

namespace quern::callgrind {

/// A row that starts like a cost can be three things, which only the rows before it decide: the
/// second row of `calls=`, the source of a jump, or self costs. A jump may lack its source row, and
/// then the row is one of self costs, so its tokens are counted.
bool Reader::cost_row(const Row& row, const char* at) {
  if (waiting_call_) {
    return call_cost_row(row, at);
  }
  if (waiting_jump_) {
    if (positions_.are_all_of(Tokens(at, row.end))) {
      return jump_source_row(row, at);
    }
    finish_jump();
  }
  return self_row(row, at);
}

/// The second row of a call or jump whose first one was dropped. Rows behind it may be relative.
bool Reader::orphan_row(const Row& row, const char* at) {
  ParsedRow parsed;
  Tokens tokens(at, row.end);
  if (!parse_positions(row, tokens, parsed)) {
    return false;
  }
  note(kOrphanRow, row.place(at),
       "this row belongs to the `calls=` or jump above, and both are dropped");
  end_association(parsed);
  return true;
}

bool Reader::check_events(const Row& row, const char* at) {
  if (part_.has_events) {
    return true;
  }
  return fail(row, {&kRecordBeforeEvents, at, "a record before the `events:` row of its part",
                    "`events:` names the costs and must come first"});
}

bool Reader::parse_positions(const Row& row, Tokens& tokens, ParsedRow& parsed) {
  auto error = positions_.parse(row, tokens, dialect_->is_subprof(), parsed);
  return !error || fail(row, *std::move(error));
}

bool Reader::parse_costs(const Row& row, Tokens& tokens, ParsedRow& parsed) {
  for (size_t column = 0; !tokens.done(); ++column) {
    const std::string_view token = tokens.next();
    if (column == part_.columns.size()) {
      // An error and no finding: nobody can tell which event was left out of `events:`, and a cost
      // in a wrong column would look right.
      size_t given = column + 1;
      for (; !tokens.done(); tokens.next()) {
        ++given;
      }
      return fail(row, {&kCostsExceedEvents, token.data(),
                        fmt::format("{} given, but only {} declared", counted(given, "cost"),
                                    counted(part_.columns.size(), "event")),
                        fmt::format("`events:` names {}; check whether one is missing there",
                                    told_events())});
    }
    int128 cost = 0;
    const NumberFault fault = parse_cost(token, cost);
    if (fault != NumberFault::kNone) {
      return fail(row, cost_error(token, fault));
    }
    if (cost < 0 && !compares_files_) {
      parsed.notes.push_back({token.data(), &kNegativeCost});
    }
    // A repeated event name gives two columns of one event: they add up.
    const size_t event = part_.columns[column];
    if (event >= parsed.costs.size()) {
      parsed.costs.resize(event + 1);
    }
    parsed.costs[event] += cost;
    parsed.is_wide = parsed.is_wide || !fits_int64(parsed.costs[event]);
  }
  return true;
}

/// Findings of a row are noted while it is parsed and reported once it is known to be sound: a row
/// with an error has no other messages.
void Reader::report(const Row& row, const ParsedRow& parsed) {
  for (const auto& [at, code] : parsed.notes) {
    note(*code, row.place(at), [code] {
      return std::string(
          code == &kPositionRange  ? "a range of positions: its start is used"
          : code == &kNegativeCost ? "a cost below zero: kept as it is"
          : code == &kJumpCounts   ? "a jump followed more often than executed: kept as it is"
          : code == &kJcndSpaced
              ? "two numbers instead of FOLLOWED/EXECUTED: taken as EXECUTED FOLLOWED"
          : code == &kCallsExtraTarget
              ? "more target positions than `positions:` names: ignored"
              : "a relative position without a previous one: relative to 0");
    });
  }
}

/// The function of a block is settled by its first record and not by its `fn=` row, since some
/// writers put `fl=` and `ob=` behind that row.
void Reader::fix_block(Place place) {
  begin_records(place);
  if (!names_.is_fixed()) {
    names_.fix(place);
  }
}

/// What the first self-cost row after anything else has to settle.
void Reader::prepare_self(Place place) {
  fix_function(place);
  any_records_ = true;
  names_.begin_self(row_);
}

/// The commonest row, if the fast path did not take it. Order matters: checks first, then what the
/// row settles (function, files), then the base, then the record.
bool Reader::self_row(const Row& row, const char* at) {
  ParsedRow parsed;
  Tokens tokens(at, row.end);
  if (!check_events(row, at) || !parse_positions(row, tokens, parsed)) {
    return false;
  }
  if (!parse_costs(row, tokens, parsed)) {
    positions_.move(parsed);  // for those who go on: rows behind it may be relative
    return false;
  }
  report(row, parsed);
  part_.has_body = true;
  prepare_self(row.place(at));
  positions_.move(parsed);
  if (parsed.is_wide || !records_.are_plain()) {
    records_.add(
        WideSelf{names_.function(), names_.file_of_positions(), parsed.at(), parsed.costs});
    return true;
  }
  // Nearly all rows that come here fit 64 bits and a plain part: they join the batch of their
  // function, so that the sink is called once for many rows.
  int64_t* const costs = records_.next_costs();
  for (size_t event = 0; event < records_.width(); ++event) {
    costs[event] = event < parsed.costs.size() ? static_cast<int64_t>(parsed.costs[event]) : 0;
  }
  records_.place(names_.function(), names_.file_of_positions());
  records_.add(parsed.at());
  return true;
}

/// `calls=COUNT TARGET`: the first row of a call. Its cost row follows, perhaps in another window
/// or behind comments, so all that it says is kept in `waiting_call_` until then. If the file was
/// cut in between, the findings of this row are taken back with it.
bool Reader::calls_row(const Row& row, const char* at, const char* value, bool is_rcalls) {
  if (!check_events(row, at)) {
    return false;
  }
  WaitingCall call;
  call.findings = findings_->mark();
  note_first_block();
  if (!names_.can_call()) {
    return fail(row, {&kBadCalls, at, "`calls=` without a callee",
                      "a `cfn=` row that names the callee must come first"});
  }
  Tokens tokens(value, row.end);
  const std::string_view count = tokens.next();
  if (parse_number(count, call.count) != NumberFault::kNone) {
    return fail(row,
                {&kBadCalls,
                 count.empty() ? row.end : count.data(),
                 count.empty() ? std::string("the number of calls is missing")
                               : fmt::format("{} is not a number of calls", quoted_start(count)),
                 {}});
  }
  ParsedRow parsed;
  const bool lacks_target = tokens.done() && !dialect_->is_converter();
  if (!dialect_->is_converter()) {
    // Xdebug writes `calls=1 0 0` whatever `positions:` says.
    const TargetForm form = dialect_->is_xdebug() ? TargetForm::kAnyTail : TargetForm::kOne;
    if (auto error = positions_.parse_target(row, tokens, dialect_->is_subprof(), form, parsed)) {
      return fail(row, *std::move(error));
    }
  }
  call.has_target = !lacks_target && !parsed.lacks_line && !dialect_->is_converter();
  call.target = call.has_target ? parsed.at() : Position{};
  call.place = row.place(at);
  // A target other than 0 in a file of Xdebug's form shows that another program has rewritten it:
  // the rules for its end no longer hold.
  is_rewritten_ = is_rewritten_ || (dialect_->is_xdebug() && call.target != Position{});
  if (is_rcalls) {
    note(kRcalls, call.place, "`rcalls=` is read as `calls=`");
  }
  fix_function(call.place);
  if (lacks_target) {
    note(kCallsNoTarget, call.place,
         "`calls=` without a target position: where the callee begins is unknown");
  }
  report(row, parsed);
  const bool is_named = names_.has_callee();
  call.callee = names_.take_callee();
  if (!is_named) {
    note(kCalleeReused, call.place, "no `cfn=` since the last call: the same callee is used");
  }
  // For the error of a file that ends here; by then the window has moved on.
  call.row = row.text().substr(0, 4096);
  waiting_call_ = std::move(call);
  return true;
}

bool Reader::call_cost_row(const Row& row, const char* at) {
  ParsedRow parsed;
  Tokens tokens(at, row.end);
  if (!parse_positions(row, tokens, parsed)) {
    return false;
  }
  if (!parse_costs(row, tokens, parsed)) {
    end_association(parsed);
    return false;
  }
  report(row, parsed);
  names_.note_late_objects(row_);
  emit_call(parsed);
  return true;
}

/// The callee gets its id now, so that functions are numbered in the order of complete records: a
/// `calls=` that is cut off names nobody.
void Reader::emit_call(const ParsedRow& parsed) {
  const WaitingCall call = std::move(*std::exchange(waiting_call_, std::nullopt));
  CallRecord record;
  record.caller = names_.function();
  record.callee = symbols_->functions.intern(call.callee.key);
  record.file = names_.file_of_positions();
  record.at = parsed.at();
  record.target = call.target;
  record.has_target = call.has_target;
  record.count = call.count;
  std::vector<int64_t> narrow;
  if (parsed.is_wide || !records_.are_plain()) {
    record.wide_inclusive = parsed.costs;
  } else {
    for (const int128 cost : parsed.costs) {
      narrow.push_back(static_cast<int64_t>(cost));
    }
    record.inclusive = narrow;
  }
  records_.add(record, call.place);
  any_records_ = true;
  end_association(parsed);
}

}  // namespace quern::callgrind
