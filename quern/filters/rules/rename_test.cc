// SPDX-License-Identifier: MIT
#include "quern/filters/rules/rename.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace quern {
namespace {

FunctionId add(Symbols& symbols, const char* name, const char* file, const char* object) {
  NameTable& names = symbols.names;
  return symbols.functions.intern({names.intern(name), names.intern(file), names.intern(object)});
}

/// "name file object" of each function.
std::vector<std::string> renamed(const Symbols& symbols, const std::vector<std::string>& rules) {
  Result<Renaming> renaming = Renaming::read(rules);
  if (!renaming) {
    return {renaming.error().code + ": " + renaming.error().message};
  }
  const std::vector<Renaming::Choice> choices = renaming->choose(symbols);
  std::vector<std::string> told;
  for (size_t at = 0; at < choices.size(); ++at) {
    const Identity is = renaming->identity(symbols, FunctionId(at), choices[at]);
    told.push_back(std::string(is.name).append(" ").append(is.file).append(" ").append(is.object));
  }
  return told;
}

using ToldNames = std::vector<std::string>;

TEST(Renaming, TakesTheFirstRuleThatFits) {
  Symbols symbols;
  add(symbols, "parse_line", "p.c", "a.out");
  add(symbols, "parse_word", "p.c", "a.out");
  add(symbols, "main", "m.c", "a.out");
  EXPECT_EQ(renamed(symbols, {"s/^parse_line$/reader/;s/parse_(.*)/\\1 parser/", "s/reader/no/"}),
            (ToldNames{"reader p.c a.out", "word parser p.c a.out", "main m.c a.out"}));
}

TEST(Renaming, MakesOneFunctionOfThoseThatGetOneName) {
  Symbols symbols;
  add(symbols, "malloc", "", "libc.so");
  add(symbols, "calloc", "", "libc.so");
  add(symbols, "tc_malloc", "", "libtc.so");
  add(symbols, "malloc", "", "ld.so");
  EXPECT_EQ(renamed(symbols, {"s/.*[mc]alloc/malloc/"}), ToldNames(4, "malloc  "));
  EXPECT_EQ(
      renamed(symbols, {"s/calloc/malloc/"}),
      (ToldNames{"malloc  libc.so", "malloc  libc.so", "tc_malloc  libtc.so", "malloc  ld.so"}));
  EXPECT_EQ(renamed(symbols, {"s/.*[mc]alloc/malloc/k"}),
            (ToldNames{"malloc  libc.so", "malloc  libc.so", "malloc  libtc.so", "malloc  ld.so"}));
}

TEST(Renaming, ToTheSameNameChangesNothing) {
  Symbols symbols;
  add(symbols, "init", "a.c", "a.out");
  add(symbols, "init", "b.c", "a.out");
  EXPECT_EQ(renamed(symbols, {"s/(.*)/\\1/"}), (ToldNames{"init a.c a.out", "init b.c a.out"}));
}

TEST(Renaming, KnowsItsFlags) {
  Symbols symbols;
  add(symbols, "Foo<int, Foo<int>>", "a.c", "a.out");
  EXPECT_EQ(renamed(symbols, {"s/int/I/"}), ToldNames{"Foo<I, Foo<int>> a.c a.out"});
  EXPECT_EQ(renamed(symbols, {"s/int/I/g"}), ToldNames{"Foo<I, Foo<I>> a.c a.out"});
  EXPECT_EQ(renamed(symbols, {"s/INT/I/ig"}), ToldNames{"Foo<I, Foo<I>> a.c a.out"});
}

TEST(Renaming, TriesObjectAndFileWithO) {
  Symbols symbols;
  add(symbols, "f", "a.c", "/lib/libc.so.6");
  add(symbols, "g", "lib/b.c", "a.out");
  add(symbols, "lib", "c.c", "a.out");
  EXPECT_EQ(renamed(symbols, {"s!.*lib/?!in lib: !o"}),
            (ToldNames{"in lib: c.so.6 a.c /lib/libc.so.6", "in lib: b.c lib/b.c a.out",
                       "in lib:  c.c a.out"}));
  EXPECT_EQ(renamed(symbols, {"s!.*libc.*!libc!"}),
            (ToldNames{"f a.c /lib/libc.so.6", "g lib/b.c a.out", "lib c.c a.out"}));
}

TEST(Renaming, TakesAnySignForTheSlash) {
  Symbols symbols;
  add(symbols, "a/b|c", "", "");
  EXPECT_EQ(renamed(symbols, {"s|a/b\\|c|x\\|y|"}), ToldNames{"x|y  "});
  EXPECT_EQ(renamed(symbols, {"s/a\\/b/\\/\\0\\//"}), ToldNames{"/a/b/|c  "});
}

TEST(Renaming, SaysWhatIsWrongWithARule) {
  const auto error = [](std::string rule) { return renamed({}, {std::move(rule)}).at(0); };
  EXPECT_EQ(error(""), "bad-filter: --rename '' is not of the form s/RE/TEXT/");
  EXPECT_EQ(error("a=b"), "bad-filter: --rename 'a=b' is not of the form s/RE/TEXT/");
  EXPECT_EQ(error("s/a"), "bad-filter: --rename 's/a' has no second '/'");
  EXPECT_EQ(error("s/a/b"), "bad-filter: --rename 's/a/b' has no third '/'");
  EXPECT_EQ(error("s/a/b/x"),
            "bad-filter: --rename 's/a/b/x' has an unknown flag 'x'; the flags are g, i, k and o");
  EXPECT_EQ(error("s/a/\\1/").substr(0, 57),
            "bad-filter: --rename 's/a/\\1/' has an invalid replacement");
  EXPECT_EQ(error("s/(?=a)/b/").substr(0, 10), "bad-regexp");
}

}  // namespace
}  // namespace quern
