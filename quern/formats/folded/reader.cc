// SPDX-License-Identifier: MIT
//
// One row is one stack with one count or, in files for differential flame graphs, two. Which it is
// must be the same for all rows, and is decided by the first bytes. A row shares its first frames
// with the row before, and shared frames are the same contexts: of a sorted file the tree is as
// small as it can be, without a table of all stacks.
#include "quern/formats/folded/reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/base/text.h"
#include "quern/formats/folded/codes.h"
#include "quern/formats/shared/first_bytes.h"

namespace quern::folded {

namespace {

/// A row of a small compressed file may name a function again and again, and each costs memory.
constexpr size_t kDeepestStack = size_t{1} << 20;
constexpr PositionKinds kNoPositions{.line = false};

}  // namespace

Reader::Reader(Reading& reading) : RowReader(reading) {
  reading.info.format = "folded";
  reading.info.shows_end = false;
}

/// Whether rows have two counts is decided by the first bytes: in a file of one count, a name may
/// end in a number.
Result<void> Reader::read() {
  Window& window = reading_->window;
  if (const Result<std::string_view> first_bytes = window.peek()) {
    counts_ = counts_of_rows(*first_bytes);
  }
  reading_->info.dialect = counts_ == 2 ? "folded-diff" : "folded";
  if (counts_ == 2) {
    events_ = {sink_->event("old"), sink_->event("new")};
  } else {
    events_ = {sink_->event("samples")};
  }
  sink_->begin_part(kNoPositions, {});
  sink_->expect_contexts(ContextUse::kAlone);
  Result<void> done = read_rows();
  PartHeader header;
  header.events = events_;
  sink_->end_part(std::move(header));
  findings_->set_row(0, {});
  if (done && contexts_ == 0 && findings_->errors() == 0) {
    findings_->add(kNoData, {1, 1}, "the file has no stacks");
  }
  return done;
}

Result<void> Reader::read_rows() {
  const Result<bool> read = each_row([this](std::string_view text) {
    return row(row_number_ == 1 ? without_byte_order_mark(text) : text);
  });
  if (!read) {
    return failure(read.error());
  }
  if (!*read && !is_comment(row_)) {
    findings_->add(kNoLineFeed, {row_number_, 1},
                   "the last row has no line feed: its count may be cut, and rows missing");
  }
  return {};
}

/// False: an error.
bool Reader::row(std::string_view text) {
  set_row(text);
  if (is_comment(text)) {
    return true;
  }
  const Row taken = split_row(text, counts_);
  if (taken.first.empty()) {
    return fail(kMissingCount, text.data() + taken.stack.size(),
                counts_ == 2 ? "expected two counts after the stack, as in the rows before"
                             : "expected a count after the stack",
                "check whether the file was cut, or is not a file of folded stacks");
  }
  if (taken.stack.empty()) {
    return fail(kNoStack, text.data(), "a count without a stack before it",
                "write rows such as `main;parse;scan 12`");
  }
  return counts(taken) && push(taken.stack);
}

/// Reads the row's counts into costs_, without those that are 0.
bool Reader::counts(const Row& row) {
  costs_.clear();
  if (!count(row.first, events_[0]) || (counts_ == 2 && !count(row.last, events_[1]))) {
    return false;
  }
  std::ranges::sort(costs_, {}, [](const EventCost& each) { return each.event.value; });
  return true;
}

bool Reader::count(std::string_view word, EventId event) {
  const std::optional<uint64_t> value = read_count(word);
  if (value) {
    if (*value != 0) {
      costs_.push_back({event, int128{*value}});
    }
    return true;
  }
  if (const size_t point = word.find('.'); point != std::string_view::npos) {
    return fail(
        kBadCount, word.data() + point,
        fmt::format("the count {} has a fraction, but costs are whole numbers", quoted_start(word)),
        "write the counts in a smaller unit, or multiply all of them");
  }
  return fail(kBadCount, word.data(),
              fmt::format("the count {} has more than 64 bits", quoted_start(word)));
}

/// Pushes the contexts that the row before has not; its last one is always new.
bool Reader::push(std::string_view stack) {
  open_.resize(shared_with(stack));
  size_t begin = open_.empty() ? 0 : open_.back().end + 1;
  while (begin <= stack.size()) {
    const size_t end = std::min(stack.find(';', begin), stack.size());
    if (open_.size() == kDeepestStack) {
      return fail(kTooManyRecords, stack.data() + begin,
                  "a stack of more than 1,048,576 functions");
    }
    if (contexts_ == Contexts::kMax) {
      return fail(kTooManyRecords, stack.data() + begin, "more than 4,294,967,295 contexts");
    }
    ++contexts_;
    const ContextId parent = open_.empty() ? kNoContext : open_.back().id;
    const bool is_last = end == stack.size();
    open_.push_back(
        {end, sink_->context(
                  {parent, frame(stack.substr(begin, end - begin)), std::nullopt,
                   is_last ? std::span<const EventCost>(costs_) : std::span<const EventCost>()})});
    begin = end + 1;
  }
  stack_.assign(stack);
  return true;
}

/// How many contexts of the row before, from the root on, are callers in this stack too.
/// Compared as text up to the first difference, then frame by frame: only frames that end before it
/// are shared.
size_t Reader::shared_with(std::string_view stack) const {
  const size_t least = std::min(stack.size(), stack_.size());
  const auto same = static_cast<size_t>(
      std::mismatch(stack.begin(), stack.begin() + static_cast<std::ptrdiff_t>(least),
                    stack_.begin())
          .first -
      stack.begin());
  size_t shared = 0;
  while (shared < open_.size() && open_[shared].end <= same && open_[shared].end < stack.size() &&
         stack[open_[shared].end] == ';') {
    ++shared;
  }
  return shared;
}

FrameId Reader::frame(std::string_view name) {
  Symbols& symbols = sink_->symbols();
  const FunctionId function =
      symbols.functions.intern({symbols.names.intern(name), kUnknownName, kUnknownName});
  while (frame_of_.size() <= function.index()) {
    Frame made;
    made.function = FunctionId(frame_of_.size());
    made.is_symbol = true;  // a stack that was met, perhaps often, is not one call
    frame_of_.push_back(sink_->frame(made));
  }
  return frame_of_[function.index()];
}

}  // namespace quern::folded
