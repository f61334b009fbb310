// SPDX-License-Identifier: MIT
//
// Writes a fully loaded profile as an SQLite database, whose tables docs/sqlite.md describes:
// records as they were read, and beside them the sums that the caller hands over. SQLite writes the
// file by itself. The same profile gives the same bytes.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/bytes/writing/output.h"
#include "quern/formats/shared/writer.h"
#include "quern/model/profile.h"
#include "quern/model/records/amount.h"

namespace quern::sqlite {

/// What the format is to others; write() writes it.
extern const FormatWriter kWriter;

/// What writes: "SQLite 3.40.1"; empty where quern was built without it.
[[nodiscard]] std::string library();

/// In the table `quern` and in the file's header (PRAGMA user_version).
inline constexpr int kSchemaVersion = 1;

/// The sums of one function, over all parts.
struct FunctionSums {
  std::vector<int128> self;       ///< by event
  std::vector<Amount> inclusive;  ///< by event
  std::optional<Amount> calls;    ///< nothing: the input records no calls
  std::optional<uint32_t> cycle;  ///< its cycle's number
};

/// All calls of one function by another.
struct CallSums {
  std::optional<FunctionId> caller;  ///< nothing: the callee is the root of exact stacks
  FunctionId callee;
  std::optional<int128> count;    ///< nothing: the input records no calls
  std::vector<int128> inclusive;  ///< by event
};

/// One row of the tables that readers of igprof-analyse's databases know.
struct NavigatorRow {
  struct Cost {
    int128 cost = 0;
    int128 calls = 0;
    /// Distinct stacks: that end here; that end here and cost something; of an edge, those of the
    /// callee that are one longer than one of the caller's.
    uint64_t paths = 0;
  };
  struct Edge {
    size_t rank = 0;  ///< the other function's
    Cost cost;
  };
  std::optional<FunctionId> function;  ///< nothing: what calls the roots
  Cost self, inclusive;
  int128 children = 0;
  std::vector<Edge> callers, callees;
};

/// Those tables, of one counter.
struct Navigator {
  std::string_view counter;
  int128 total = 0;
  int128 calls = 0;
  std::optional<double> period;  ///< seconds a tick
  size_t rows = 0;
  /// The row of this rank (from 0; they are numbered from 1).
  std::function<NavigatorRow(size_t rank)> row;
};

/// What the database holds beyond the model.
struct Sums {
  /// Of the function with this index; called once for each, ascending.
  std::function<void(size_t function, FunctionSums& sums)> of_function;
  size_t call_count = 0;
  std::function<void(size_t call, CallSums& sums)> of_call;  ///< fills in the sums of a call
  std::optional<Navigator> navigator;
};

/// Fills the file. `program` is what wrote it: "quern 1.0". Errors (Fault::kOutput):
/// `write-failed`, `not-built-in`.
[[nodiscard]] Result<void> write(const Profile& profile, const Sums& sums, std::string_view program,
                                 const FileToFill& file);

}  // namespace quern::sqlite
