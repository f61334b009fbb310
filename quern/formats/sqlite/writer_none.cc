// SPDX-License-Identifier: MIT
//
// In place of the writer where SQLite was not there when quern was built.
#include "quern/formats/sqlite/writer.h"

namespace quern::sqlite {

std::string library() {
  return {};
}

Result<void> write(const Profile& /*profile*/, const Sums& /*sums*/, std::string_view /*program*/,
                   const FileToFill& /*file*/) {
  Diagnostic error;
  error.fault = Fault::kOutput;
  error.code = "not-built-in";
  error.message = "this quern was built without SQLite";
  error.hint = "install libsqlite3-dev and build quern again, or use --to csv";
  return failure(std::move(error));
}

}  // namespace quern::sqlite
