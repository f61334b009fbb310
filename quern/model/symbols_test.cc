// SPDX-License-Identifier: MIT
#include "quern/model/symbols.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace quern {
namespace {

TEST(NameTable, InternsEachTextOnce) {
  NameTable names;
  std::vector<NameId> ids;
  for (int round = 0; round < 2; ++round) {
    for (int number = 0; number < 10000; ++number) {
      const NameId id = names.intern("name " + std::to_string(number));
      if (round == 0) {
        ids.push_back(id);
      } else {
        ASSERT_EQ(id, ids[static_cast<size_t>(number)]);
      }
    }
  }
  EXPECT_EQ(names.text(ids[9999]), "name 9999");
  EXPECT_EQ(names.size(), 10001U);
}

TEST(NameTable, KnowsOneUnknownName) {
  NameTable names;
  EXPECT_EQ(names.intern(""), kUnknownName);
  EXPECT_EQ(names.intern("???"), kUnknownName);
  EXPECT_EQ(names.text(kUnknownName), "");
  EXPECT_NE(names.intern("UnknownFn???"), kUnknownName);
}

TEST(NameTable, KeepsBytesAsTheyAre) {
  NameTable names;
  const std::string odd("a\0b\xff\n", 5);
  EXPECT_EQ(names.text(names.intern(odd)), odd);
  const std::string giant(3'000'000, 'x');
  EXPECT_EQ(names.text(names.intern(giant)), giant);
  EXPECT_EQ(names.text(names.intern("after")), "after");
}

TEST(NameTable, FollowsBindings) {
  NameTable names;
  const NameId waiting = names.provisional();
  EXPECT_EQ(names.canonical(waiting), waiting);
  EXPECT_EQ(names.text(waiting), "");
  const NameId other = names.provisional();
  names.bind(waiting, other);
  names.bind(other, names.intern("late"));
  EXPECT_EQ(names.text(waiting), "late");
  EXPECT_EQ(names.canonical(waiting), names.intern("late"));
}

TEST(FunctionTable, TellsFunctionsOfOneNameApart) {
  FunctionTable functions;
  std::vector<FunctionId> ids;
  const NameId name{uint32_t{7}};
  for (uint32_t file = 0; file < 50; ++file) {  // more than a chain holds
    ids.push_back(functions.intern({name, NameId(file), {}}));
  }
  for (uint32_t file = 0; file < 50; ++file) {
    EXPECT_EQ(functions.intern({name, NameId(file), {}}), ids[file]);
    EXPECT_EQ(functions[ids[file]].file, NameId(file));
  }
  EXPECT_EQ(functions.size(), 50U);
  EXPECT_NE(functions.intern({name, NameId(uint32_t{3}), NameId(uint32_t{1})}), ids[3]);
}

TEST(Symbols, MergesFunctionsThatTurnOutEqual) {
  Symbols symbols;
  const NameId late = symbols.names.provisional();
  const FunctionId first = symbols.functions.intern({late, {}, {}});
  const FunctionId other = symbols.functions.intern({symbols.names.intern("g"), {}, {}});
  const FunctionId second = symbols.functions.intern({symbols.names.intern("f"), {}, {}});
  symbols.names.bind(late, symbols.names.intern("f"));
  const SettledIds settled = symbols.settle();
  ASSERT_EQ(settled.functions.size(), 3U);
  EXPECT_EQ(settled.functions[first.index()], settled.functions[second.index()]);
  EXPECT_NE(settled.functions[first.index()], settled.functions[other.index()]);
  EXPECT_EQ(symbols.functions.size(), 2U);
  EXPECT_EQ(symbols.name(settled.functions[first.index()]), "f");
}

TEST(Symbols, PutsTargetsOfJumpsBehindFunctions) {
  Symbols symbols;
  const NameId f = symbols.names.intern("f");
  const NameId g = symbols.names.intern("g");
  const FunctionId to_g = symbols.jump_target({g, {}, {}});
  const FunctionId to_f = symbols.jump_target({f, {}, {}});
  const FunctionId own = symbols.functions.intern({f, {}, {}});
  const SettledIds settled = symbols.settle();
  EXPECT_EQ(settled.listed, 1U);
  EXPECT_EQ(settled.targets[to_f.value & ~Symbols::kTargetBit], own);
  EXPECT_EQ(settled.targets[to_g.value & ~Symbols::kTargetBit], FunctionId(uint32_t{1}));
}

}  // namespace
}  // namespace quern
