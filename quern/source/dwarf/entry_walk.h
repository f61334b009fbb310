// SPDX-License-Identifier: MIT
//
// A walk over the entries of a unit (its tree of debug information) that may have functions below
// them. Entries of hostile files nest without end, or lead back to where they were: libdw itself
// would follow them until its stack ends.
#pragma once

#include <dwarf.h>
#include <elfutils/libdw.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace quern {

/// What is left until an object names more than a sound one of its size does.
struct ReadBudget {
  uint64_t work_left = 0;     ///< entries, ranges and rows
  uint64_t skipped_left = 0;  ///< bytes
  bool had_too_much = false;

  /// False: that is too much.
  bool take_work(uint64_t steps) { return take(work_left, steps); }
  bool take_skipped(uint64_t bytes) { return take(skipped_left, bytes); }
  void add_bytes(uint64_t bytes) {
    constexpr uint64_t kDepth = 32;  // of entries that do not say where the next one is
    work_left += 2 * bytes;
    skipped_left += kDepth * bytes;
  }
  /// With debug information of so many bytes.
  static ReadBudget of(uint64_t bytes) {
    constexpr uint64_t kLeast = uint64_t{1} << 15;
    ReadBudget budget;
    budget.add_bytes(std::max(kLeast, bytes));
    return budget;
  }

 private:
  bool take(uint64_t& left, uint64_t amount) {
    const bool is_enough = amount <= left;
    left -= is_enough ? amount : left;
    had_too_much = had_too_much || !is_enough;
    return is_enough;
  }
};

/// Whether functions may lie below an entry of this kind that is none itself.
[[nodiscard]] inline bool may_have_functions(int tag) {
  switch (tag) {
    case DW_TAG_lexical_block:
    case DW_TAG_try_block:
    case DW_TAG_catch_block:
    case DW_TAG_namespace:
    case DW_TAG_module:
    case DW_TAG_structure_type:  // Rust has functions there
    case DW_TAG_class_type:
    case DW_TAG_union_type:
    case DW_TAG_enumeration_type:
      return true;
    default:
      return false;
  }
}

/// Calls use(start, end) for each range of an entry's code that is not empty.
template <class Use>
void each_range(Dwarf_Die* entry, ReadBudget& budget, Use use) {
  Dwarf_Addr base = 0;
  Dwarf_Addr start = 0;
  Dwarf_Addr end = 0;
  ptrdiff_t next = 0;
  while ((next = dwarf_ranges(entry, next, &base, &start, &end)) > 0 && budget.take_work(1)) {
    if (start < end) {
      use(start, end);
    }
  }
}

/// Where the entries of a unit end.
[[nodiscard]] inline Dwarf_Off end_of(Dwarf_Die unit) {
  Dwarf_Off next = 0;
  (void)dwarf_next_unit(dwarf_cu_getdwarf(unit.cu), dwarf_dieoffset(&unit) - dwarf_cuoffset(&unit),
                        &next, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr);
  return next;
}

/// Calls visit(entry, around) for the entries of a unit: it returns what is around the entries
/// below this one, or nothing if those are of no interest. Returns the problem that ended the walk;
/// empty: none but those of the budget.
template <class Around, class Visit>
std::string walk_entries(Dwarf_Die unit, ReadBudget& budget, Visit visit) {
  constexpr size_t kDeepest = 512;
  struct Scope {
    Dwarf_Die next;
    Around around;
    Dwarf_Off end = 0;  ///< behind all of its entries
  };
  std::vector<Scope> scopes;
  const auto enter = [&scopes](Dwarf_Die parent, const Around& around, Dwarf_Off end) {
    Dwarf_Die child;
    if (dwarf_child(&parent, &child) == 0) {
      scopes.push_back({child, around, end});
    }
    return scopes.size() < kDeepest;
  };
  (void)enter(unit, {}, end_of(unit));
  while (!scopes.empty()) {
    Scope& scope = scopes.back();
    Dwarf_Die entry = scope.next;
    const Around around = scope.around;
    const Dwarf_Off here = dwarf_dieoffset(&entry);
    const int found = dwarf_siblingof(&entry, &scope.next);
    if (found < 0) {
      return "its debug information is damaged";
    }
    // An entry that says where the next one is could send this back for ever.
    const Dwarf_Off there = found == 0 ? dwarf_dieoffset(&scope.next) : scope.end;
    if (there <= here) {
      return "its debug information leads back to where it was";
    }
    if (found != 0) {
      scopes.pop_back();
    }
    // If it does not, or there is none, all that is below was read to find that out.
    if (!budget.take_work(1) || !budget.take_skipped(there - here)) {
      break;
    }
    const std::optional<Around> below = visit(entry, around);
    if (below && !enter(entry, *below, there)) {
      return "its debug information nests too deep";
    }
  }
  return {};
}

}  // namespace quern
