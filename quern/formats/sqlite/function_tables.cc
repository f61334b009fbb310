// SPDX-License-Identifier: MIT
//
// Tables of functions and calls with their sums, which save/ computes. Rows of zeros are left out:
// `LEFT JOIN` gives NULL for them. Names of files and objects are written last, once it is known
// which of them any table refers to.
#include "quern/formats/sqlite/tables.h"

namespace quern::sqlite {

void reference(Insert& row, NameId name, std::vector<bool>& used) {
  if (name == kUnknownName) {
    row.null();
    return;
  }
  used[name.index()] = true;
  row.small(name.value);
}

namespace {

void write_costs(int64_t id, const FunctionSums& sums, Insert& costs) {
  for (size_t event = 0; event < sums.self.size(); ++event) {
    const Amount& inclusive = sums.inclusive[event];
    if (sums.self[event] == 0 && lower_of(inclusive) == 0 && upper_of(inclusive) == 0) {
      continue;
    }
    const Certainty certainty = certainty_of(inclusive);
    costs.small(id).small(static_cast<int64_t>(event)).integer(sums.self[event]);
    costs.integer(lower_of(inclusive));
    costs.integer(certainty == Certainty::kBounded ? std::optional(upper_of(inclusive))
                                                   : std::nullopt);
    costs.text(to_string(certainty)).done();
  }
}

/// A table of names: id, name, name_bytes.
void write_used(const NameTable& names, std::string_view table, const std::vector<bool>& used,
                Database& database) {
  Insert rows(database, table, 3);
  for (size_t id = 0; id < used.size(); ++id) {
    if (used[id]) {
      rows.small(static_cast<int64_t>(id)).name(names.text(NameId(id))).done();
    }
  }
}

}  // namespace

void write_functions(const Profile& profile, const Sums& sums, NamesUsed& used,
                     Database& database) {
  Insert functions(database, "functions", 7);
  Insert costs(database, "function_costs", 6);
  const Symbols& symbols = profile.symbols();
  FunctionSums own;
  for (size_t at = 0; at < symbols.functions.size() && !database.failed(); ++at) {
    const FunctionId id(at);
    const FunctionKey& key = symbols.functions[id];
    sums.of_function(at, own);
    functions.small(id.value).name(symbols.name(id));
    reference(functions, symbols.names.canonical(key.file), used.files);
    reference(functions, symbols.names.canonical(key.object), used.objects);
    functions.integer(own.calls ? std::optional(lower_of(*own.calls)) : std::nullopt);
    functions.integer(own.cycle).done();
    write_costs(id.value, own, costs);
  }
}

void write_calls(const Sums& sums, Database& database) {
  Insert calls(database, "calls", 4);
  Insert costs(database, "call_costs", 3);
  CallSums call;
  for (size_t at = 0; at < sums.call_count && !database.failed(); ++at) {
    const auto id = static_cast<int64_t>(at);
    sums.of_call(at, call);
    calls.small(id);
    calls.integer(call.caller ? std::optional(call.caller->value) : std::nullopt);
    calls.small(call.callee.value).integer(call.count).done();
    for (size_t event = 0; event < call.inclusive.size(); ++event) {
      if (call.inclusive[event] != 0) {
        costs.small(id).small(static_cast<int64_t>(event)).integer(call.inclusive[event]).done();
      }
    }
  }
}

void write_names(const Profile& profile, const NamesUsed& used, Database& database) {
  write_used(profile.symbols().names, "files", used.files, database);
  write_used(profile.symbols().names, "objects", used.objects, database);
}

}  // namespace quern::sqlite
