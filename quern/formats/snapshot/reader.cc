// SPDX-License-Identifier: MIT
//
// Reads a snapshot into a sink. Blocks that the sink does not need are not loaded: of a large
// snapshot `top` reads names, self sums and call costs. What a block contains is checked against
// what came before it, so that a damaged snapshot gives an error and never a wrong answer. With
// `quern check` everything is loaded, and records are compared with the sums beside them.
#include "quern/formats/snapshot/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/formats/snapshot/codes.h"

namespace quern::snapshot {

Reader::Reader(Reading& reading) : reading_(&reading), sink_(&reading.sink), blocks_(reading) {
  reading.info.format = "snapshot";
  reading.info.dialect = "snapshot";
}

Result<void> Reader::read() {
  if (Result<void> done = read_blocks(); !done) {
    return fail(std::move(done.error()));
  }
  return {};
}

/// The first error ends reading; where it is to be a finding, what was read so far stays.
Result<void> Reader::fail(Diagnostic error) {
  if (!reading_->options.keep_going ||
      (error.code != kDamaged.name && error.code != kVersion.name)) {
    return failure(std::move(error));
  }
  if (has_part_) {
    sink_->count_records({.selfs = sums_.selfs, .calls = sums_.calls, .jumps = sums_.jumps});
    sink_->end_part(std::move(header_));
  }
  reading_->info.findings.add(
      error.code == kVersion.name ? kVersion : kDamaged, {},
      [&error] { return fmt::format("{} (byte {})", error.message, error.offset.value_or(0)); },
      error.hint);
  return {};
}

Diagnostic Reader::nonsense(size_t at) const {
  return blocks_.damage(blocks_.offset() + at,
                        fmt::format("the block of {} is invalid here",
                                    kKindNames[static_cast<size_t>(blocks_.kind())]));
}

/// The tables are complete when the first block behind them comes; only then can they become the
/// sink's own symbols.
Result<void> Reader::read_blocks() {
  if (Result<void> done = blocks_.open(); !done) {
    return done;
  }
  for (;;) {
    if (Result<void> done = blocks_.next(); !done) {
      return done;
    }
    const Kind kind = blocks_.kind();
    if (!is_in_order(kind)) {
      return failure(blocks_.damage(
          blocks_.offset(),
          fmt::format("unexpected block of {}", kKindNames[static_cast<size_t>(kind)])));
    }
    if (place_of(kind) >= place_of(Kind::kFrames) && !is_handed_over_) {
      hand_over();
    }
    if (kind == Kind::kPart && call_costs_ && !has_given_call_costs_ && gives_call_costs()) {
      has_given_call_costs_ = true;
      sink_->adopt_call_costs(std::move(*call_costs_));
    }
    if (kind == Kind::kPart || kind == Kind::kInput) {
      if (statistics_) {  // of an only input: its functions and events are those of the sink
        sink_->adopt_run_statistics(std::move(*statistics_));
        statistics_.reset();
      }
      if (Result<void> done = end_part(); !done) {
        return done;
      }
    }
    last_ = kind;
    if (kind == Kind::kEnd) {
      return finish();
    }
    if (!is_wanted(kind)) {
      continue;
    }
    if (Result<void> done = read_block(); !done) {
      return done;
    }
  }
}

/// Tables come first, each kind in its turn, then part by part, and an input behind its parts.
/// The order of kinds is that of the table in docs/formats/snapshot.md. Every block can then rely
/// on the tables before it.
bool Reader::is_in_order(Kind kind) const {
  if (!has_marks_ || kind == Kind::kMarks) {
    return !has_marks_ && kind == Kind::kMarks;
  }
  switch (kind) {
    case Kind::kPart:
      return true;
    case Kind::kInput:
      return true;
    case Kind::kEnd:
      return last_ == Kind::kInput;
    case Kind::kNames:
      return last_ <= Kind::kNamesApart;
    default:
      return place_of(last_) <= place_of(kind) &&
             (place_of(kind) <= place_of(Kind::kPart) || has_part_);
  }
}

bool Reader::is_wanted(Kind kind) const {
  switch (kind) {
    case Kind::kFoldedNames:
    case Kind::kRunNames:
    case Kind::kRunCosts:
      return is_checking() || sink_->keep() != Keep::kTotals;
    case Kind::kCallSums:
      return is_checking() || (sink_->keep() != Keep::kTotals && !lacks_calls());
    case Kind::kCallCosts:
      return is_checking() || sink_->keep() == Keep::kAll || gives_call_costs();
    case Kind::kRecords:
    case Kind::kLeaks:
      return is_checking() || sink_->keep() == Keep::kAll;
    default:
      return true;
  }
}

Result<void> Reader::read_block() {
  if (Result<void> done = blocks_.load(); !done) {
    return done;
  }
  const Kind kind = blocks_.kind();
  if (kind == Kind::kCallSums || kind == Kind::kRecords) {
    return packed(kind);
  }
  FieldReader from(blocks_.data());
  last_function_ = 0;
  size_t item = 0;
  while (from.more()) {
    item = from.offset();
    take_block(from);
  }
  if (!from.ok()) {
    return failure(nonsense(item));
  }
  return {};
}

/// One item, or all of a block of names.
void Reader::take_block(FieldReader& from) {
  switch (blocks_.kind()) {
    case Kind::kMarks: {
      const uint64_t marks = from.below(8);
      from.expect(!has_marks_);
      has_marks_ = true;
      has_estimates_ = (marks & kEstimates) != 0;
      return sink_->mark_selection(
          {(marks & kSelected) != 0, static_cast<Estimates>(marks / kEstimates)});
    }
    case Kind::kEvents:
      return event(from);
    case Kind::kNames:
      return names(from, false);
    case Kind::kNamesApart:
      return names(from, true);
    case Kind::kFunctions:
      return functions(from, loaded_.functions);
    case Kind::kTargets:
      return functions(from, loaded_.targets);
    case Kind::kFoldedNames:
      return folded(from);
    case Kind::kFrames:
      return frame(from);
    case Kind::kCallCosts:
      from.expect(!has_estimates_ && events_.size() <= CostRows::kDense);
      if (!call_costs_) {
        call_costs_.emplace(events_.size()).recorded = functions_;
      }
      return read_call_item(from, last_function_, *call_costs_);
    case Kind::kRunNames:
      return read_run_name(from, run_statistics());
    case Kind::kRunCosts:
      return read_run_costs(from, {functions_, events_.size()}, run_statistics());
    case Kind::kPart:
      return part(from);
    case Kind::kSelfSums:
      return self_sum(from);
    case Kind::kContexts:
      return context(from);
    case Kind::kLeaks:
      return leak(from);
    case Kind::kInput:
      return input(from);
    default:
      return from.refuse();
  }
}

/// Packed records go to the sink as the bytes they are, after one pass that checks them. They are
/// not unpacked to be packed again, which would take most of the time of a load.
Result<void> Reader::packed(Kind kind) {
  if (kind == Kind::kCallSums && use_ != ContextUse::kNone) {
    return failure(nonsense(0));  // stacks tell of calls
  }
  RecordLimits limits;
  limits.width = use_ == ContextUse::kAlone ? 0 : header_.events.size();
  limits.functions = functions_;
  limits.targets = targets_;
  limits.names = names_;
  limits.are_sums = kind == Kind::kCallSums;
  RecordSums& sums = limits.are_sums ? call_sums_ : sums_;
  RecordFinds finds;
  if (const std::optional<size_t> wrong = check_records(blocks_.data(), limits, sums, finds)) {
    return failure(nonsense(*wrong));
  }
  const Keep needs = limits.are_sums ? Keep::kSums : Keep::kAll;
  if (sink_->keep() != needs) {
    return {};  // the records and the sums say the same
  }
  const size_t length = blocks_.data().size();
  RecordStore records;
  if (!limits.are_sums) {
    records.expect_all_kinds();
  }
  records.take(blocks_.take_data(), length, std::move(finds));
  sink_->adopt_records(std::move(records), ids_);
  return {};
}

/// Records and the sums beside them are the same numbers twice.
/// The sums and records of a part are compared by a fingerprint for each function and call
/// (SumPrint) instead of a table, which bounds the memory of the check.
bool Reader::do_sums_agree() {
  sums_.self.resize(self_.size());
  const bool has_call_sums = use_ == ContextUse::kNone;  // else stacks tell of calls
  return sums_.selfs == counts_.selfs && sums_.calls == counts_.calls &&
         sums_.jumps == counts_.jumps && sums_.self == self_ &&
         sums_.self_print.is_as(self_print_) &&
         (!has_call_sums || sums_.call_print.is_as(call_sums_.call_print));
}

Result<void> Reader::end_part() {
  if (!has_part_) {
    return {};
  }
  if (is_wanted(Kind::kRecords) && !do_sums_agree()) {
    return failure(blocks_.damage(blocks_.offset() - kBlockHead,
                                  "the records of the part that ends here do not match its sums"));
  }
  has_part_ = false;
  sink_->count_records(counts_);
  sink_->end_part(std::move(header_));
  return {};
}

Result<void> Reader::finish() {
  input_->name = reading_->info.name;
  reading_->sizes = SourceCounts{input_->raw_bytes, input_->text_bytes};
  reading_->info = std::move(*input_);
  return {};
}

}  // namespace quern::snapshot
