// SPDX-License-Identifier: MIT
#include "quern/model/records/symbols.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace quern {
namespace {

TEST(NameTable, TakesMoreBlocksThanThereArePieces) {
  NameTable names;
  constexpr size_t kBlocks = (size_t{1} << 21U) + 10;
  const std::vector<uint32_t> lengths = {1};
  for (size_t block = 0; block < kBlocks; ++block) {
    auto bytes = std::make_unique<uint8_t[]>(1);
    bytes[0] = static_cast<uint8_t>('a' + block % 26);
    names.take(std::move(bytes), 0, lengths, true);
  }
  ASSERT_EQ(names.size(), kBlocks + 1);
  for (const size_t block : {size_t{0}, kBlocks / 2, kBlocks - 1}) {
    EXPECT_EQ(names.text(NameId(block + 1)), std::string(1, static_cast<char>('a' + block % 26)));
  }
}

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

TEST(NameTable, InternsThoseOfAnotherTableAsOneByOne) {
  constexpr size_t kNames = 3000;
  NameTable theirs;
  NameTable names;
  NameTable one_by_one;
  for (size_t number = 0; number < kNames; ++number) {
    theirs.intern("name " + std::to_string(number));
    if (number % 3 == 0) {
      names.intern("name " + std::to_string(number));
      one_by_one.intern("name " + std::to_string(number));
    }
  }
  const NameId waits = theirs.provisional();
  std::vector<NameId> ids(theirs.size());
  ids[5] = one_by_one.intern("name 2997");  // found out before
  names.intern(theirs, ids);
  for (uint32_t id = 1; id < waits.value; ++id) {
    ASSERT_EQ(ids[id], one_by_one.intern(id == 5 ? "name 2997" : theirs.text(NameId(id))));
    ASSERT_EQ(names.text(ids[id]), one_by_one.text(ids[id]));
  }
  EXPECT_EQ(ids[0], kUnknownName);
  EXPECT_EQ(ids[waits.index()], kUnknownName);
  EXPECT_EQ(names.size(), kNames);  // without the one found out before, with the unknown one
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

TEST(NameTable, KeepsTheLengthOfAnyText) {
  NameTable names;
  for (const size_t length : {(size_t{1} << 24) - 3, (size_t{1} << 24) - 1, size_t{1} << 24}) {
    const std::string text(length, 'y');
    const NameId id = names.intern(text);
    EXPECT_EQ(names.text(id).size(), length);
    EXPECT_EQ(names.intern(text), id);
    EXPECT_EQ(names.canonical(id), id);
  }
  EXPECT_EQ(names.size(), 4U);
}

TEST(NameTable, GrowsWithoutFindingWhatStandsApartOrWaits) {
  NameTable names;
  const NameId apart = names.add_apart("x");
  const NameId waiting = names.provisional();
  const NameId own = names.intern("x");
  for (int number = 0; number < 5000; ++number) {
    names.intern("name " + std::to_string(number));
  }
  EXPECT_NE(own, apart);
  EXPECT_EQ(names.intern("x"), own);
  EXPECT_EQ(names.text(apart), "x");
  EXPECT_EQ(names.canonical(waiting), waiting);
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

/// "ab" and "c" in one piece of memory, behind a byte that is none of theirs.
std::unique_ptr<uint8_t[]> two_texts() {
  auto bytes = std::make_unique<uint8_t[]>(4);
  std::ranges::copy(std::string_view("?abc"), bytes.get());
  return bytes;
}

TEST(NameTable, TakesTextsOverAsTheyStand) {
  NameTable names;
  const std::vector<uint32_t> lengths = {2, 1};
  names.take(two_texts(), 1, lengths, false);
  ASSERT_EQ(names.size(), 3U);
  EXPECT_EQ(names.text(NameId(1U)), "ab");
  EXPECT_EQ(names.text(NameId(2U)), "c");
  names.take(two_texts(), 1, lengths, true);
  EXPECT_EQ(names.text(NameId(4U)), "c");
  EXPECT_EQ(names.intern("c"), NameId(2U)) << "not the one that stands apart";
  EXPECT_EQ(names.intern("ab"), NameId(1U));
  EXPECT_EQ(names.intern("new"), NameId(5U));
}

TEST(NameTable, FindsBeginningsOfNames) {
  NameTable names;
  const NameId whole = names.intern("f'main");
  const NameId other = names.intern("g'f");
  const NameId beginning = names.add_beginning(whole, 1);
  const NameId next = names.add_beginning(other, 1);
  EXPECT_EQ(names.text(beginning), "f");
  EXPECT_EQ(names.intern("f"), beginning);
  EXPECT_EQ(names.intern("g"), next);
  EXPECT_EQ(names.size(), 5U);
}

TEST(NameTable, FindsManyThatWereTaken) {
  NameTable names;
  std::string text;
  std::vector<uint32_t> lengths;
  for (int at = 0; at < 5000; ++at) {
    const std::string name = "name" + std::to_string(at);
    text += name;
    lengths.push_back(static_cast<uint32_t>(name.size()));
  }
  auto bytes = std::make_unique<uint8_t[]>(text.size());
  std::ranges::copy(text, bytes.get());
  names.take(std::move(bytes), 0, lengths, false);
  for (uint32_t at = 0; at < 5000; ++at) {
    ASSERT_EQ(names.intern("name" + std::to_string(at)), NameId(at + 1));
  }
  EXPECT_EQ(names.size(), 5001U);
}

}  // namespace
}  // namespace quern
