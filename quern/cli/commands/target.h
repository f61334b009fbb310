// SPDX-License-Identifier: MIT
//
// What `convert` and `merge` write, and where: the one way from a profile to a file of
// another format.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "quern/base/result.h"
#include "quern/bytes/writing/output.h"
#include "quern/cli/session.h"
#include "quern/model/profile.h"
#include "quern/views/input/conversion.h"

namespace quern::cli {

/// How profiles are written; `profile`, where --event may abbreviate its events.
[[nodiscard]] WriteOptions write_options(const Arguments& arguments,
                                         const Profile* profile = nullptr);

class Target {
 public:
  /// What --to and -o say; asked before anything is read, so that a refusal comes early.
  [[nodiscard]] static Result<Target> of(const Session& session);

  /// "callgrind", "sqlite" …
  [[nodiscard]] std::string_view format() const { return format_->name; }
  /// Those above, without an event of a configuration file that the format has no use for.
  [[nodiscard]] WriteOptions write_options(const Session& session, const Profile& profile) const;
  /// Writes a fully loaded profile and prints a note of what was lost, with the earlier `losses`.
  [[nodiscard]] Result<void> write(Session& session, const Profile& profile,
                                   std::vector<Loss> losses = {}) const;

 private:
  explicit Target(const FormatWriter& format) : format_(&format) {}

  const FormatWriter* format_;
  std::optional<FileToFill> database_;  ///< for SQLite to fill, which writes files by itself
};

}  // namespace quern::cli
