// SPDX-License-Identifier: MIT
#include "quern/views/first_lines.h"

#include "quern/model/record_cursor.h"
#include "quern/views/file_costs.h"

namespace quern {

std::unordered_map<uint32_t, uint64_t> first_lines(const Profile& profile, const PartSet& parts,
                                                   const NodeMap& nodes,
                                                   std::span<const uint32_t> wanted) {
  std::unordered_map<uint32_t, uint64_t> lines;
  if (!profile.has_records() || wanted.empty()) {
    return lines;
  }
  for (const uint32_t node : wanted) {
    lines.emplace(node, 0);
  }
  const Symbols& symbols = profile.symbols();
  RecordCursor cursor(profile.records(), kSelfRecords);
  while (const Record* record = cursor.next()) {
    const FunctionId function = profile.function(record->function);
    const auto found = lines.find(nodes.node(function));
    if (found == lines.end() || !parts.contains(record->part)) {
      continue;
    }
    const PositionKinds& kinds = profile.parts()[record->part].header.positions;
    const uint64_t line = record->at.line;
    const bool is_own = symbols.names.canonical(record->file) ==
                        symbols.names.canonical(symbols.functions[function].file);
    if (is_own && line != 0 && knows_line(kinds, line) &&
        (found->second == 0 || line < found->second)) {
      found->second = line;
    }
  }
  std::erase_if(lines, [](const auto& each) { return each.second == 0; });
  return lines;
}

}  // namespace quern
