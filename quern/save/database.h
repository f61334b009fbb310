// SPDX-License-Identifier: MIT
//
// Writes a profile as an SQLite database: works out the sums that its tables hold beyond what was
// read, and hands them to the writer.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "quern/base/result.h"
#include "quern/bytes/writing/output.h"
#include "quern/model/profile.h"

namespace quern {

struct DatabaseRequest {
  std::string_view program;          ///< what writes it: "quern 1.0"
  std::optional<std::string> event;  ///< the counter of the navigator's tables; else the first
  bool insists_on_event = true;      ///< false: without such tables, `event` has no effect
};

/// Fills `file` with `profile` (a full load, without estimates). Errors (Fault::kUsage):
/// `cannot-hold` of more than 1,024 events; `unknown-event`; `bad-value` where an event is chosen
/// and there are no tables of one event; (Fault::kOutput): `write-failed`, `not-built-in`.
[[nodiscard]] Result<void> write_database(const Profile& profile, const DatabaseRequest& request,
                                          const FileToFill& file);

}  // namespace quern
