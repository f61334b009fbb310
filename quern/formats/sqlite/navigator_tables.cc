// SPDX-License-Identifier: MIT
//
// Each number stands where igprof-analyse --sqlite puts it: ranks count from 1, a row of `parents`
// is a caller of child_id, one of `children` a callee of parent_id. Paths are distinct stacks.
#include "quern/formats/sqlite/tables.h"

namespace quern::sqlite {

namespace {

class NavigatorTables {
 public:
  NavigatorTables(const Profile& profile, const Navigator& navigator, NamesUsed& used,
                  Database& database)
      : profile_(&profile),
        navigator_(&navigator),
        used_(&used),
        symbols_(database, "symbols", 3),
        rows_(database, "mainrows", 10),
        parents_(database, "parents", 6),
        children_(database, "children", 6) {}

  void write(size_t rank) {
    const NavigatorRow row = navigator_->row(rank);
    symbol(row);
    const auto number = static_cast<int64_t>(rank) + 1;
    rows_.small(number).small(id_of(row)).integer(row.self.cost).integer(row.inclusive.cost);
    rows_.integer(row.children).integer(row.self.calls).integer(row.inclusive.calls);
    rows_.small(static_cast<int64_t>(row.self.paths));
    rows_.small(static_cast<int64_t>(row.inclusive.paths)).real(percent(row.inclusive.cost)).done();
    for (const NavigatorRow::Edge& caller : row.callers) {
      edge(parents_, caller, number);
    }
    for (const NavigatorRow::Edge& callee : row.callees) {
      edge(children_, callee, number);
    }
  }

 private:
  [[nodiscard]] int64_t id_of(const NavigatorRow& row) const {
    return row.function ? int64_t{row.function->value}
                        : static_cast<int64_t>(profile_->symbols().functions.size());
  }

  [[nodiscard]] std::optional<double> percent(int128 cost) const {
    return navigator_->total == 0 ? 0 : 100 * to_double(cost) / to_double(navigator_->total);
  }

  /// Readers join symbols with files: without an object, it is the file without a name.
  void symbol(const NavigatorRow& row) {
    const Symbols& symbols = profile_->symbols();
    NameId file = kUnknownName;
    symbols_.small(id_of(row));
    if (row.function) {
      file = symbols.names.canonical(symbols.functions[*row.function].object);
      symbols_.text(symbols.name(*row.function));
    } else {
      symbols_.text("<spontaneous>");
    }
    used_->files[file.index()] = true;
    symbols_.small(file.value).done();
  }

  void edge(Insert& table, const NavigatorRow::Edge& edge, int64_t to) {
    table.small(static_cast<int64_t>(edge.rank) + 1).small(to).integer(edge.cost.cost);
    table.integer(edge.cost.calls).small(static_cast<int64_t>(edge.cost.paths));
    table.real(percent(edge.cost.cost)).done();
  }

  const Profile* profile_;
  const Navigator* navigator_;
  NamesUsed* used_;
  Insert symbols_, rows_, parents_, children_;
};

}  // namespace

void write_navigator(const Profile& profile, const Navigator& navigator, NamesUsed& used,
                     Database& database) {
  Insert summary(database, "summary", 4);
  summary.text(navigator.counter).integer(navigator.total).integer(navigator.calls);
  summary.real(navigator.period.value_or(1)).done();
  NavigatorTables tables(profile, navigator, used, database);
  for (size_t rank = 0; rank < navigator.rows && !database.failed(); ++rank) {
    tables.write(rank);
  }
}

}  // namespace quern::sqlite
