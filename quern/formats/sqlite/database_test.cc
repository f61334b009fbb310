// SPDX-License-Identifier: MIT
#include "quern/formats/sqlite/database.h"

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

namespace quern::sqlite {
namespace {

class SqliteDatabase : public testing::Test {
 protected:
  SqliteDatabase() {
    std::string name = testing::TempDir() + "quern-XXXXXX";
    folder_ = ::mkdtemp(name.data());
    file_ = {folder_ + "/temporary", "run.db"};
    std::ofstream(file_.path).flush();
  }
  ~SqliteDatabase() override { std::filesystem::remove_all(folder_); }

  /// The rows of a query as SQLite writes literals: "1|NULL|'text'\n".
  [[nodiscard]] std::string rows(const std::string& columns, const std::string& from) const {
    std::string literals;
    for (const char c : columns) {
      literals += c == ',' ? ") || '|' || quote(" : std::string(1, c);
    }
    sqlite3* handle = nullptr;
    EXPECT_EQ(::sqlite3_open(file_.path.c_str(), &handle), SQLITE_OK);
    const std::string query = "SELECT quote(" + literals + ") FROM " + from;
    std::string text;
    const auto add = [](void* to, int, char** cells, char**) {
      static_cast<std::string*>(to)->append(cells[0]).append("\n");
      return 0;
    };
    EXPECT_EQ(::sqlite3_exec(handle, query.c_str(), add, &text, nullptr), SQLITE_OK)
        << ::sqlite3_errmsg(handle);
    ::sqlite3_close(handle);
    return text;
  }

  std::string folder_;
  FileToFill file_;
};

TEST_F(SqliteDatabase, KeepsDigitsBeyond64BitsAsText) {
  Database database(file_);
  database.run("CREATE TABLE costs (cost)");
  for (const int128 cost : {int128{INT64_MAX}, int128{INT64_MAX} + 1, int128{INT64_MIN},
                            int128{INT64_MIN} - 1, int128{UINT64_MAX} * INT64_MAX}) {
    Insert(database, "costs", 1).integer(cost).done();
  }
  ASSERT_TRUE(database.finish());
  EXPECT_EQ(rows("cost", "costs"),
            "9223372036854775807\n'9223372036854775808'\n-9223372036854775808\n"
            "'-9223372036854775809'\n'170141183460469231704017187605319778305'\n");
}

TEST_F(SqliteDatabase, KeepsTheBytesOfNamesThatAreNoText) {
  Database database(file_);
  database.run("CREATE TABLE names (name TEXT, bytes BLOB)");
  Insert row(database, "names", 2);
  row.name("plain").done();
  row.name("a\xff").done();
  row.name(std::string_view("a\0b", 3)).done();
  row.name("").done();
  ASSERT_TRUE(database.finish());
  EXPECT_EQ(rows("hex(name),bytes", "names"),
            "'706C61696E'|NULL\n'61EFBFBD'|X'61FF'\n'610062'|X'610062'\n''|NULL\n");
}

TEST_F(SqliteDatabase, KeepsTheFirstErrorAndDoesNothingAfterIt) {
  file_.path = folder_ + "/none/temporary";
  Database database(file_);
  EXPECT_TRUE(database.failed());
  Insert row(database, "costs", 1);
  row.integer(1).done();
  const Result<void> done = database.finish();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, "write-failed");
  EXPECT_EQ(done.error().fault, Fault::kOutput);
  EXPECT_EQ(done.error().input, "run.db");
}

TEST_F(SqliteDatabase, TellsWhatSqliteSays) {
  Database database(file_);
  database.run("CREATE TABLE costs (cost NOT NULL)");
  Insert(database, "costs", 1).null().done();
  const Result<void> done = database.finish();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "SQLite cannot write: NOT NULL constraint failed: costs.cost");
}

TEST_F(SqliteDatabase, LeavesNoOtherFile) {
  Database database(file_);
  database.run("CREATE TABLE costs (cost)");
  ASSERT_TRUE(database.finish());
  size_t files = 0;
  for ([[maybe_unused]] const auto& each : std::filesystem::directory_iterator(folder_)) {
    ++files;
  }
  EXPECT_EQ(files, 1U);
}

}  // namespace
}  // namespace quern::sqlite
