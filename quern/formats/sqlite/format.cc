// SPDX-License-Identifier: MIT
#include <array>

#include "quern/formats/sqlite/writer.h"

namespace quern::sqlite {
namespace {

constexpr std::array<std::string_view, 3> kSuffixes = {".db", ".sqlite", ".sqlite3"};

}  // namespace

constexpr FormatWriter kWriter{.name = "sqlite",
                               .summary = "a database for SQLite, complete",
                               .suffixes = kSuffixes,
                               .basis = Basis::kEverything,
                               .holds = kHoldsEverything,
                               .fills_file = true};

}  // namespace quern::sqlite
