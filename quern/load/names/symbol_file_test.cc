// SPDX-License-Identifier: MIT
#include "quern/load/names/symbol_file.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

namespace quern {
namespace {

namespace fs = std::filesystem;

class SymbolFileTest : public ::testing::Test {
 protected:
  void TearDown() override { fs::remove(path_); }
  Result<void> read(SymbolTable& table, std::string_view text) {
    std::ofstream(path_, std::ios::binary).write(text.data(), std::ssize(text));
    return table.read(path_.string());
  }
  Diagnostic error(std::string_view text) {
    SymbolTable table;
    const Result<void> done = read(table, text);
    EXPECT_FALSE(done);
    return done ? Diagnostic{} : done.error();
  }

  fs::path path_ = fs::path(::testing::TempDir()) /
                   (std::string("quern-symbols-") +
                    ::testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(SymbolFileTest, ReadsWhatItWrites) {
  const Symbol plain{"deflate_slow", 0x2e00, "deflate.c", 1851};
  const Symbol bare{"_Z1fv", 0, "", 0};
  const Symbol odd{"a\tb\\t\nc", 0x10, "dir\t/x.c", 1};
  SymbolTable table;
  ASSERT_TRUE(read(table, std::string(symbol_file_head()) + symbol_row("/lib/z.so", 0x2f41, plain) +
                              symbol_row("a\tb", 0xffffffffffffffff, odd) +
                              symbol_row("./a.out", 0, bare)));
  EXPECT_EQ(table.size(), 3U);
  EXPECT_EQ(table.find("/lib/z.so", 0x2f41), plain);
  EXPECT_EQ(table.find("a\tb", UINT64_MAX), odd);
  EXPECT_EQ(table.find("./a.out", 0), bare);
  EXPECT_EQ(table.find("/lib/z.so", 0x2f42), std::nullopt);
  EXPECT_EQ(table.find("/lib/y.so", 0x2f41), std::nullopt);
}

TEST_F(SymbolFileTest, WritesOneAddressARow) {
  EXPECT_EQ(symbol_row("/lib/z.so", 0x2f41, {"deflate_slow", 0x2e00, "deflate.c", 1851}),
            "/lib/z.so\t2f41\tdeflate_slow\tdeflate.c\t1851\t2e00\n");
  EXPECT_EQ(symbol_row("a", 1, {"f", 0, "", 0}), "a\t1\tf\t\t\t0\n");
}

TEST_F(SymbolFileTest, TakesRowsWithoutWhatMayLack) {
  SymbolTable table;
  ASSERT_TRUE(read(table,
                   "# quern symbols 1\r\n\n# a remark\na\t1f\tf\r\na\t20\tg\tg.c\nb\t1\th\t"
                   "\t7\t"));
  EXPECT_EQ(table.find("a", 0x1f), (Symbol{"f", 0x1f, "", 0}));
  EXPECT_EQ(table.find("a", 0x20), (Symbol{"g", 0x20, "g.c", 0}));
  EXPECT_EQ(table.find("b", 1), (Symbol{"h", 1, "", 7}));
}

TEST_F(SymbolFileTest, TakesTheFirstRowOfAnAddress) {
  SymbolTable table;
  ASSERT_TRUE(read(table, "# quern symbols 1\na\t1\tfirst\na\t1\tsecond\n"));
  ASSERT_TRUE(read(table, "# quern symbols 1\na\t1\tthird\na\t2\tmore\n"));
  EXPECT_EQ(table.find("a", 1)->name, "first");
  EXPECT_EQ(table.find("a", 2)->name, "more");
}

TEST_F(SymbolFileTest, RefusesOtherFiles) {
  for (const std::string_view text : {"", "hello\n", "# quern symbols 2\n",
                                      "P=(HEX ID=1 N=(a) "
                                      "T=0.1)\n"}) {
    const Diagnostic other = error(text);
    EXPECT_EQ(other.code, "bad-symbol-file") << text;
    EXPECT_EQ(other.place, (Place{1, 1}));
    EXPECT_EQ(other.hint, "write one with `quern symbols PROFILE -o FILE`");
  }
  const Diagnostic igprof = error("1f\tdeflate_slow\n");
  EXPECT_NE(igprof.hint.find("igprof-demangle-symbols"), std::string::npos);
  SymbolTable table;
  EXPECT_EQ(table.read("/no/such/file").error().code, "no-such-file");
}

TEST_F(SymbolFileTest, TellsWhereARowIsWrong) {
  const std::string head = "# quern symbols 1\na\t1\tf\n";
  for (const std::string_view row : {"a", "a\t1", "\t1\tf", "a\t1\t"}) {
    EXPECT_EQ(error(head + std::string(row) + "\n").place, (Place{3, 1})) << row;
  }
  EXPECT_EQ(error(head + "a\t0x1\tf\n").place, (Place{3, 3}));
  EXPECT_EQ(error(head + "a\t\tf\n").place, (Place{3, 3}));
  EXPECT_EQ(error(head + "a\t1\tf\tx.c\tten\n").place, (Place{3, 11}));
  EXPECT_EQ(error(head + "a\t1\tf\tx.c\t1\tg\n").place, (Place{3, 13}));
  EXPECT_EQ(error(head + "a\t1\tf\tx.c\t1\t2\n").place, (Place{3, 13}));
  EXPECT_EQ(error(head + "a\t11111111111111111\tf\n").excerpt, "a\t11111111111111111\tf");
}

}  // namespace
}  // namespace quern
