// SPDX-License-Identifier: MIT
//
// Call costs (docs/formats/snapshot.md): what calls come to by function. With them, inclusive costs
// need no call of the snapshot at all. Functions ascend in each group, which the reader insists on:
// a function that came twice would be counted twice.
#include "quern/formats/snapshot/call_costs.h"

#include <string>
#include <vector>

namespace quern::snapshot {

namespace {

class ItemWriter {
 public:
  explicit ItemWriter(BlockWriter& blocks) : blocks_(&blocks) {}

  FieldWriter begin(CallItem kind, FunctionId function) {
    std::string& block = blocks_->item(Kind::kCallCosts);
    last_ = block.empty() ? 0 : last_;
    FieldWriter to(block);
    to.number(zigzag(uint64_t{function.value} - last_) << kCallItemBits |
              static_cast<uint64_t>(kind));
    last_ = function.value;
    return to;
  }

 private:
  BlockWriter* blocks_;
  uint64_t last_ = 0;
};

/// The cells of a row from `first` on, up to the last one that is not 0.
void write_cells(FieldWriter& to, const CostRows& rows, size_t row, size_t first) {
  size_t end = rows.width();
  while (end != first && rows.at(row, end - 1) == 0) {
    --end;
  }
  to.number(end - first);
  for (size_t cell = first; cell < end; ++cell) {
    to.amount(rows.at(row, cell));
  }
}

void read_cells(FieldReader& from, CostRows& rows, size_t row, size_t first) {
  const size_t given = from.count();
  from.expect(given <= rows.width() - first);
  for (size_t cell = first; from.ok() && cell < first + given; ++cell) {
    rows.add(row, cell, from.amount());
  }
}

/// Appends a function that must be above those before it.
void add_above(FieldReader& from, std::vector<FunctionId>& functions, FunctionId function) {
  from.expect(functions.empty() || functions.back() < function);
  functions.push_back(function);
}

}  // namespace

void write_call_costs(const CallCosts& costs, BlockWriter& blocks) {
  ItemWriter items(blocks);
  for (const CallCosts::Joined& joined : costs.joined) {
    items.begin(CallItem::kJoined, joined.function).number(joined.with.value);
  }
  size_t member = 0;
  for (size_t row = 0; row < costs.functions.size(); ++row) {
    const FunctionId function = costs.functions[row];
    const bool is_member =
        member < costs.member_functions.size() && costs.member_functions[member] == function;
    FieldWriter to = items.begin(is_member ? CallItem::kMember : CallItem::kFunction, function);
    to.number(costs.cycles[row]);
    to.amount(costs.calls.at(row, 0));
    write_cells(to, costs.calls, row, 1);
    if (is_member) {
      write_cells(to, costs.members, member++, 0);
    }
  }
  for (size_t row = 0; row < costs.piece_functions.size(); ++row) {
    FieldWriter to = items.begin(CallItem::kPiece, costs.piece_functions[row]);
    write_cells(to, costs.pieces, row, 0);
  }
  blocks.flush();
}

/// Checks the order of the three groups as it goes: each kind of item must find the later groups
/// still empty.
void read_call_item(FieldReader& from, int64_t& last, CallCosts& into) {
  const uint64_t head = from.number();
  const uint64_t number = static_cast<uint64_t>(last) + unzigzag(head >> kCallItemBits);
  from.expect(number < into.recorded);
  if (!from.ok()) {
    return;
  }
  last = static_cast<int64_t>(number);
  const FunctionId function(static_cast<uint32_t>(number));
  const auto kind = static_cast<CallItem>(head & ((1U << kCallItemBits) - 1));
  switch (kind) {
    case CallItem::kJoined: {
      const FunctionId with(static_cast<uint32_t>(from.below(number)));
      from.expect(into.functions.empty() && into.piece_functions.empty() &&
                  (into.joined.empty() || into.joined.back().function < function));
      into.joined.push_back({function, with});
      return;
    }
    case CallItem::kFunction:
    case CallItem::kMember: {
      from.expect(into.piece_functions.empty());
      add_above(from, into.functions, function);
      into.cycles.push_back(static_cast<uint32_t>(from.below(into.recorded + 1)));
      const size_t row = into.calls.add_row();
      into.calls.add(row, 0, from.amount());
      read_cells(from, into.calls, row, 1);
      if (kind == CallItem::kMember) {
        from.expect(into.cycles.back() != 0);
        add_above(from, into.member_functions, function);
        read_cells(from, into.members, into.members.add_row(), 0);
      }
      return;
    }
    case CallItem::kPiece:
      add_above(from, into.piece_functions, function);
      read_cells(from, into.pieces, into.pieces.add_row(), 0);
      return;
  }
}

}  // namespace quern::snapshot
