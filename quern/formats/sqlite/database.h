// SPDX-License-Identifier: MIT
//
// An SQLite database that is filled once, in one transaction, and statements that insert rows. The
// first error is kept and all that follows does nothing, as with a ByteSink: whoever writes asks at
// the end.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "quern/base/int128.h"
#include "quern/base/result.h"
#include "quern/bytes/writing/output.h"

struct sqlite3;
struct sqlite3_stmt;

namespace quern::sqlite {

class Database {
 public:
  /// Opens the file, which must be empty, and begins the transaction.
  explicit Database(const FileToFill& file);
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;
  ~Database();

  /// Runs statements that give no rows.
  void run(const std::string& statements);
  [[nodiscard]] bool failed() const { return error_.has_value(); }
  /// Ends the transaction and closes the file. Error `write-failed`.
  [[nodiscard]] Result<void> finish();

 private:
  friend class Insert;
  void check(int result);
  void close();

  FileToFill file_;
  sqlite3* handle_ = nullptr;
  std::optional<Diagnostic> error_;
};

/// Rows for one table, cell by cell: insert.integer(1).text("main").done(). All columns
/// are told, in their order.
class Insert {
 public:
  /// `columns` is how many the table has.
  Insert(Database& database, std::string_view table, int columns);
  Insert(const Insert&) = delete;
  Insert& operator=(const Insert&) = delete;
  ~Insert();

  /// An integer, or beyond signed 64 bits its decimal digits as text: neither wraps nor rounds.
  Insert& integer(int128 value) {
    return fits_int64(value) ? small(static_cast<int64_t>(value)) : digits(value);
  }
  template <class Integer>
  Insert& integer(const std::optional<Integer>& value) {
    return value ? integer(*value) : null();
  }
  Insert& small(int64_t value);
  Insert& real(const std::optional<double>& value);
  Insert& null();
  /// NULL where it is empty; bytes that are no UTF-8 become U+FFFD.
  Insert& text(std::string_view text);
  /// Two cells: the text, and the bytes where they are no UTF-8, or hold a NUL, which ends texts
  /// for many readers.
  Insert& name(std::string_view name);
  void done();

 private:
  void bind(std::string_view text);
  Insert& digits(int128 value);

  Database* database_;
  sqlite3_stmt* statement_ = nullptr;
  int at_ = 0;
};

}  // namespace quern::sqlite
