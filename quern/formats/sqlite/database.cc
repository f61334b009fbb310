// SPDX-License-Identifier: MIT
//
// A thin layer over SQLite that remembers the first error and does nothing after it, so that code
// which fills tables need not ask row by row. Numbers beyond 64 bits are text, as SQLite's integers
// have 64 bits with a sign.
#include "quern/formats/sqlite/database.h"

#include <sqlite3.h>

#include <cerrno>

#include "quern/base/text.h"

namespace quern::sqlite {

namespace {

// Nobody else knows the file's name yet, and a file that is not finished is thrown away: no locks,
// no journal, no waiting for the disk. 64 MiB are kept in memory, which also bounds what sorting an
// index takes before it goes to temporary files.
constexpr const char* kSettings =
    "PRAGMA page_size=4096; PRAGMA encoding='UTF-8'; PRAGMA journal_mode=OFF;"
    "PRAGMA synchronous=OFF; PRAGMA locking_mode=EXCLUSIVE; PRAGMA cache_size=-65536;"
    "PRAGMA auto_vacuum=NONE; BEGIN;";

}  // namespace

Database::Database(const FileToFill& file) : file_(file) {
  check(::sqlite3_open_v2(file_.path.c_str(), &handle_, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                          "unix-none"));
  run(kSettings);
}

Database::~Database() {
  close();
}

void Database::close() {
  ::sqlite3_close_v2(handle_);  // ends with the last Insert
  handle_ = nullptr;
}

void Database::run(const std::string& statements) {
  if (!failed()) {
    check(::sqlite3_exec(handle_, statements.c_str(), nullptr, nullptr, nullptr));
  }
}

/// The error that the user gets is that of the system, if there is one: "no space left" says more
/// than SQLite's own code.
void Database::check(int result) {
  if (result == SQLITE_OK || result == SQLITE_DONE || failed()) {
    return;
  }
  if (result == SQLITE_FULL) {
    error_ = write_error(file_.name, ENOSPC);
    return;
  }
  int error_number = 0;
  if (handle_ != nullptr) {
    ::sqlite3_file_control(handle_, "main", SQLITE_FCNTL_LAST_ERRNO, &error_number);
    error_number = error_number != 0 ? error_number : ::sqlite3_system_errno(handle_);
  }
  if (error_number != 0) {
    error_ = write_error(file_.name, error_number);
    return;
  }
  error_ = write_error(file_.name, EIO);
  error_->message = "SQLite cannot write: ";
  error_->message += handle_ == nullptr ? ::sqlite3_errstr(result) : ::sqlite3_errmsg(handle_);
}

Result<void> Database::finish() {
  run("COMMIT;");
  close();
  if (error_) {
    return failure(*error_);
  }
  return {};
}

Insert::Insert(Database& database, std::string_view table, int columns) : database_(&database) {
  if (database.failed()) {
    return;
  }
  std::string statement = "INSERT INTO " + std::string(table) + " VALUES (?";
  for (int column = 1; column < columns; ++column) {
    statement += ",?";
  }
  statement += ')';
  database.check(::sqlite3_prepare_v3(database.handle_, statement.c_str(), -1,
                                      SQLITE_PREPARE_PERSISTENT, &statement_, nullptr));
}

Insert::~Insert() {
  ::sqlite3_finalize(statement_);
}

Insert& Insert::small(int64_t value) {
  ::sqlite3_bind_int64(statement_, ++at_, value);
  return *this;
}

Insert& Insert::digits(int128 value) {
  bind(to_decimal(value));
  return *this;
}

Insert& Insert::real(const std::optional<double>& value) {
  if (!value) {
    return null();
  }
  ::sqlite3_bind_double(statement_, ++at_, *value);
  return *this;
}

Insert& Insert::null() {
  ::sqlite3_bind_null(statement_, ++at_);
  return *this;
}

void Insert::bind(std::string_view text) {
  ::sqlite3_bind_text64(statement_, ++at_, text.data(), text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

Insert& Insert::text(std::string_view text) {
  if (text.empty()) {
    return null();
  }
  if (is_utf8(text)) {
    bind(text);
  } else {
    bind(to_utf8(text));
  }
  return *this;
}

Insert& Insert::name(std::string_view name) {
  text(name);
  if (is_utf8(name) && name.find('\0') == std::string_view::npos) {
    return null();
  }
  ::sqlite3_bind_blob64(statement_, ++at_, name.data(), name.size(), SQLITE_TRANSIENT);
  return *this;
}

void Insert::done() {
  at_ = 0;
  if (database_->failed()) {
    return;
  }
  const int result = ::sqlite3_step(statement_);
  if (result != SQLITE_DONE) {
    database_->check(result);
  }
  ::sqlite3_reset(statement_);
}

}  // namespace quern::sqlite
