// SPDX-License-Identifier: MIT
#include "quern/model/records/symbols.h"

#include <gtest/gtest.h>

#include <vector>

namespace quern {
namespace {

TEST(FunctionTable, TellsFunctionsOfOneNameApart) {
  FunctionTable functions;
  std::vector<FunctionId> ids;
  const NameId name{uint32_t{7}};
  for (uint32_t file = 0; file < 50; ++file) {
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
