// SPDX-License-Identifier: MIT
//
// Names of functions once `f'g` and `f'h` are `f`. They are stored so that whoever reads the
// snapshot need not look at each name; the reader checks them, since they could otherwise rename
// functions at will.
#include "quern/formats/snapshot/folded_names.h"

#include "quern/model/records/fields.h"

namespace quern::snapshot {

uint32_t NumbersByText::find_or_add(std::string_view text, uint32_t number) {
  const NameId id = texts_.intern(text);
  if (id.index() == numbers_.size()) {
    numbers_.push_back(number);
  }
  return numbers_[id.index()];
}

bool NumbersByText::add(std::string_view text, uint32_t number) {
  return find_or_add(text, number) == number;
}

void write_folded(std::span<const FunctionName> folded, NumbersByText& known, size_t names,
                  BlockWriter& blocks) {
  auto next = static_cast<uint32_t>(names);
  uint64_t last = 0;
  for (const FunctionName& each : folded) {
    std::string& block = blocks.item(Kind::kFoldedNames);
    last = block.empty() ? 0 : last;
    FieldWriter to(block);
    to.number(each.function.value - last);
    last = each.function.value;
    const uint32_t name = known.find_or_add(each.name, next);
    next += name == next ? 1U : 0U;
    to.number(name);
  }
}

}  // namespace quern::snapshot
