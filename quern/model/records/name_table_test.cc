// SPDX-License-Identifier: MIT
#include "quern/model/records/name_table.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quern {
namespace {

/// "ab" and "c" in one piece of memory, behind a byte that is none of theirs.
std::unique_ptr<uint8_t[]> two_texts() {
  auto bytes = std::make_unique<uint8_t[]>(4);
  std::ranges::copy(std::string_view("?abc"), bytes.get());
  return bytes;
}

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

/// A table whose texts stand in `input`, and what it was told to define there.
struct LeftNames {
  std::string input;
  NameTable names;
  std::vector<std::pair<NameId, std::string>> defined = {};

  explicit LeftNames(int count) {
    names.leave_in_input([this](uint64_t offset, std::span<char> room) {
      const size_t size = offset < input.size() ? std::min(room.size(), input.size() - offset) : 0;
      input.copy(room.data(), size, offset);
      return size;
    });
    for (int number = 0; number < count; ++number) {
      add("name " + std::to_string(number));
    }
  }
  NameId add(const std::string& text) {
    input += "fn=(1) ";
    const size_t at = input.size();
    input += text + "\n";
    defined.emplace_back(names.define(std::string_view(input).substr(at, text.size()), at), text);
    return defined.back().first;
  }
};

TEST(NameTable, BindsTextsThatAreDefinedTwice) {
  LeftNames left(0);
  NameTable& names = left.names;
  const NameId first = left.add("f");
  const NameId other = left.add("g");
  const NameId again = left.add("f");
  const NameId interned = names.intern("h");
  const NameId late = left.add("h");
  EXPECT_EQ(left.add("???"), kUnknownName);
  EXPECT_EQ(left.add("_h"), names.intern("_h"));
  EXPECT_FALSE(names.has_provisional());
  EXPECT_EQ(names.text(again), "f");
  EXPECT_TRUE(names.are_equal(first, again));
  EXPECT_TRUE(names.are_equal(late, interned));
  EXPECT_FALSE(names.are_equal(first, other));
  names.end_definitions();
  EXPECT_TRUE(names.has_provisional());
  EXPECT_EQ(names.canonical(again), first);
  EXPECT_EQ(names.canonical(other), other);
  EXPECT_EQ(names.canonical(late), interned);
  EXPECT_EQ(names.intern("g"), other);
  EXPECT_EQ(names.find("f"), first);
  EXPECT_EQ(names.find("i"), std::nullopt);
}

TEST(NameTable, FindsInternedTextsAmongMoreThatHaveNone) {
  LeftNames left(700);
  std::vector<NameId> files;
  for (int number = 0; number < 3000; ++number) {
    left.add("name " + std::to_string(number % 2000));
    left.names.provisional();
    left.names.add_apart("apart");
    files.push_back(left.names.intern("file " + std::to_string(number)));
  }
  for (int number = 0; number < 3000; ++number) {
    const std::string text = "file " + std::to_string(number);
    ASSERT_EQ(left.names.intern(text), files[static_cast<size_t>(number)]);
  }
  left.names.end_definitions();
  for (const auto& [id, text] : left.defined) {
    const std::optional<NameId> found = left.names.find(text);
    ASSERT_TRUE(found);
    ASSERT_EQ(left.names.canonical(id), *found) << text;
    ASSERT_EQ(left.names.text(*found), text);
  }
}

TEST(NameTable, KeepsTextsThatComeOnceAllWereReadAgain) {
  LeftNames left(3000);
  for (const auto& [id, text] : left.defined) {
    ASSERT_EQ(left.names.text(id), text);
  }
  const NameId more = left.add("more");
  EXPECT_FALSE(left.names.is_plain(more));
  left.input.clear();
  EXPECT_EQ(left.names.text(more), "more");
  EXPECT_EQ(left.names.intern("more"), more);
  left.names.end_definitions();
  EXPECT_EQ(left.names.find("name 2999"), left.defined[2999].first);
  EXPECT_TRUE(left.names.is_intact());
}

TEST(NameTable, ReadsTextsThatWereLeftWhenTheyAreAskedFor) {
  for (const int count : {5, 2000, 30000}) {
    LeftNames left(count);
    const NameId mangled = left.add("_ZN1fE");
    const NameId called = left.add("f'2");
    const NameId again = left.add("name 3");
    EXPECT_TRUE(left.names.is_plain(left.defined[3].first));
    EXPECT_FALSE(left.names.is_plain(mangled));
    EXPECT_FALSE(left.names.is_plain(called));
    left.names.end_definitions();
    EXPECT_EQ(left.names.canonical(again), left.defined[3].first);
    EXPECT_EQ(left.names.find("name 4"), left.defined[4].first);
    for (const auto& [id, text] : left.defined) {
      ASSERT_EQ(left.names.text(id), text);
    }
    EXPECT_TRUE(left.names.is_intact());
  }
}

TEST(NameTable, NoticesThatTheInputHasChanged) {
  LeftNames left(100);
  left.names.end_definitions();
  EXPECT_EQ(left.names.text(left.defined[7].first), "name 7");
  left.input.replace(left.input.find("name 8\n"), 6, "nome 8");
  EXPECT_EQ(left.names.text(left.defined[7].first), "name 7");
  EXPECT_TRUE(left.names.is_intact());
  static_cast<void>(left.names.text(left.defined[8].first));
  EXPECT_FALSE(left.names.is_intact());

  LeftNames cut(3000);
  cut.input.resize(cut.input.size() - 10);
  for (const auto& [id, text] : cut.defined) {
    static_cast<void>(cut.names.text(id));
  }
  EXPECT_FALSE(cut.names.is_intact());
}

TEST(NameTable, TakesOverTextsThatWereLeft) {
  LeftNames first(50);
  NameTable later;
  later.continue_as(first.names);
  std::vector<NameId> theirs;
  for (int number = 40; number < 60; ++number) {
    const std::string text = "name " + std::to_string(number);
    const size_t at = first.input.find(text + "\n");
    if (at == std::string::npos) {
      first.input += text + "\n";
    }
    theirs.push_back(later.define(text, first.input.find(text + "\n")));
  }
  const NameId called = later.define("f'2", 0);
  const NameId file = later.intern("a.c");
  std::vector<NameId> ids(later.size());
  first.names.intern(later, ids);
  first.names.end_definitions();
  for (int number = 40; number < 60; ++number) {
    const NameId id = ids[theirs[static_cast<size_t>(number - 40)].index()];
    EXPECT_EQ(first.names.text(id), "name " + std::to_string(number));
    EXPECT_EQ(first.names.canonical(id) != id, number < 50) << number;
  }
  EXPECT_EQ(first.names.text(ids[called.index()]), "f'2");
  EXPECT_EQ(first.names.text(ids[file.index()]), "a.c");
  EXPECT_TRUE(first.names.is_intact());
}

}  // namespace
}  // namespace quern
