// SPDX-License-Identifier: MIT
//
// Tables of stacks: `contexts`, `context_costs`, `leaks`. Columns are as in schema.cc; a context
// has either a line or an offset and an address.
#include "quern/formats/sqlite/tables.h"

namespace quern::sqlite {

namespace {

/// The cells behind `function`: file, line, offset, address, calls.
void place(const Profile& profile, ContextId id, NamesUsed& used, Insert& row) {
  const Frame& frame = profile.contexts().frame(id);
  const std::optional<int64_t> position = profile.contexts().position(id);
  reference(row, profile.symbols().names.canonical(frame.file), used.files);
  if (frame.is_symbol && !frame.is_line) {
    const bool has_address = position && frame.start != Frame::kUnknownStart;
    row.null().integer(position).integer(
        has_address ? std::optional(int128{frame.start} + *position) : std::nullopt);
  } else {
    row.integer(position).null().null();
  }
  row.integer(frame.is_symbol ? std::nullopt : std::optional(profile.contexts().calls(id)));
}

}  // namespace

void write_contexts(const Profile& profile, NamesUsed& used, Database& database) {
  Insert rows(database, "contexts", 9);
  const Contexts& contexts = profile.contexts();
  size_t part = 0;
  for (uint64_t at = 0; at < contexts.size() && !database.failed(); ++at) {
    const ContextId id(static_cast<uint32_t>(at));
    while (at >= profile.parts()[part].end_context) {
      ++part;
    }
    const ContextId parent = contexts.parent(id);
    rows.small(id.value);
    rows.integer(parent == kNoContext ? std::nullopt : std::optional(parent.value));
    rows.small(static_cast<int64_t>(part)).small(contexts.frame(id).function.value);
    place(profile, id, used, rows);
    rows.done();
  }
  Insert costs(database, "context_costs", 3);
  for (ContextCosts walk(contexts); walk.next() && !database.failed();) {
    for (const EventCost& each : walk.costs()) {
      if (each.cost != 0) {
        costs.small(walk.context().value).small(each.event.value).integer(each.cost).done();
      }
    }
  }
  Insert leaks(database, "leaks", 4);
  for (const Leak& leak : profile.leaks()) {
    leaks.small(leak.context.value).small(leak.event.value).integer(leak.address);
    leaks.integer(leak.size).done();
  }
}

}  // namespace quern::sqlite
