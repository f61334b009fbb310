// SPDX-License-Identifier: MIT
//
// In place of libdw, where quern is built without it (QUERN_DEBUGINFO).
#include <utility>

#include "quern/source/symbols.h"

namespace quern {

class SymbolFinder::Object {};

bool can_read_objects() {
  return false;
}

SymbolFinder::SymbolFinder(std::string debug_folder) : debug_folder_(std::move(debug_folder)) {}
SymbolFinder::SymbolFinder(SymbolFinder&&) noexcept = default;
SymbolFinder& SymbolFinder::operator=(SymbolFinder&&) noexcept = default;
SymbolFinder::~SymbolFinder() = default;

std::vector<std::string> SymbolFinder::sources(const std::string&) {
  return {};
}

std::vector<uint64_t> SymbolFinder::declared_lines(const std::string&,
                                                   std::span<const NamedFunction> wanted) {
  return std::vector<uint64_t>(wanted.size());
}

std::optional<Symbol> SymbolFinder::find(const std::string& object, uint64_t) {
  unreadable_.emplace(object, "quern was built without libdw");
  return std::nullopt;
}

}  // namespace quern
