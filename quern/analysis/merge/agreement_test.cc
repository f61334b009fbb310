// SPDX-License-Identifier: MIT
#include "quern/analysis/merge/agreement.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <numeric>
#include <vector>

namespace quern::merge {
namespace {

using List = std::vector<std::string>;

/// One letter each, so that lists meet often.
List list_of(const std::vector<uint8_t>& draws) {
  List list;
  for (const uint8_t draw : draws) {
    const std::string letter(1, static_cast<char>('a' + draw % 3));
    if (std::ranges::find(list, letter) == list.end()) {
      list.push_back(letter);
    }
  }
  return list;
}

/// Gives the inputs one by one, and in two groups each of which is written and read again.
template <class Kind, class Input, class Outcome>
void check_order_and_grouping(const std::vector<Input>& inputs, size_t cut, Outcome outcome) {
  Kind flat;
  for (const Input& input : inputs) {
    flat.add(input);
  }
  Kind backwards;
  for (size_t at = inputs.size(); at-- != 0;) {
    backwards.add(inputs[at]);
  }
  RC_ASSERT(outcome(backwards) == outcome(flat));
  if (inputs.size() < 2) {
    return;
  }
  const size_t middle = 1 + cut % (inputs.size() - 1);
  Kind first;
  Kind second;
  for (size_t at = 0; at < inputs.size(); ++at) {
    (at < middle ? first : second).add(inputs[at]);
  }
  Kind written;
  written.add(outcome(first));
  written.add(outcome(second));
  RC_ASSERT(outcome(written) == outcome(flat));
  second.add(first);
  RC_ASSERT(outcome(second) == outcome(flat));
}

TEST(Agreement, KeepsWhatAllSay) {
  Agreed<std::string> agreed;
  agreed.add("a");
  agreed.add("a");
  EXPECT_EQ(agreed.value(), "a");
  agreed.add("b");
  agreed.add("a");
  EXPECT_EQ(agreed.value(), "");  // gone stays gone
}

TEST(Agreement, ListsAreCommonOrSorted) {
  CommonOrAll all;
  all.add(List{"Ir", "Dr"});
  all.add(List{});
  all.add(List{"Ir", "Dr"});
  EXPECT_EQ(all.list(), (List{"Ir", "Dr"}));
  all.add(List{"Bc"});
  EXPECT_EQ(all.list(), (List{"Bc", "Dr", "Ir"}));
  CommonOrShared shared;
  shared.add(List{"b", "a"});
  shared.add(List{"b", "a"});
  EXPECT_EQ(shared.list(), (List{"b", "a"}));
  shared.add(List{"a", "c", "b"});
  EXPECT_EQ(shared.list(), (List{"a", "b"}));
}

TEST(Agreement, DoesNotDependOnOrderOrGrouping) {
  EXPECT_TRUE(rc::check([](const std::vector<std::vector<uint8_t>>& draws, size_t cut) {
    std::vector<List> lists;
    std::vector<std::string> words;
    for (const std::vector<uint8_t>& draw : draws) {
      lists.push_back(list_of(draw));
      words.push_back(lists.back().empty() ? "" : lists.back().front());
    }
    check_order_and_grouping<CommonOrAll>(lists, cut, [](const auto& of) { return of.list(); });
    check_order_and_grouping<CommonOrShared>(lists, cut, [](const auto& of) { return of.list(); });
    check_order_and_grouping<Agreed<std::string>>(words, cut,
                                                  [](const auto& of) { return of.value(); });
  }));
}

TEST(Agreement, DefinitionsAreThoseOfAll) {
  const EventDefinition miss{"L1m", "I1mr + D1mr", {}};
  const EventDefinition other{"L1m", "I1mr", {}};
  const EventDefinition name{"Ir", {}, "Instructions"};
  SharedDefinitions shared;
  shared.add({name, miss});
  shared.add({miss, name, name});
  EXPECT_EQ(shared.shared(), (std::vector{name, miss}));
  shared.add({name, other});
  EXPECT_EQ(shared.shared(), std::vector{name});
}

TEST(Agreement, DeclaredCostsAddUpWhileAllDeclareSome) {
  const std::vector<bool> is_max = {false, true};
  DeclaredByAll declared;
  declared.add(std::vector<int128>{5, 7}, is_max);
  declared.add(std::vector<int128>{6, 3}, is_max);
  EXPECT_EQ(declared.sums(), (std::vector<int128>{11, 7}));
  DeclaredByAll turned;
  const std::vector<uint32_t> cells = {1, 0};
  turned.add(declared, cells, {true, false});
  EXPECT_EQ(turned.sums(), (std::vector<int128>{7, 11}));
  declared.add(std::nullopt, is_max);
  declared.add(std::vector<int128>{1, 1}, is_max);
  EXPECT_EQ(declared.sums(), std::nullopt);
  DeclaredByAll beyond;
  beyond.add(std::vector<int128>{static_cast<int128>(~uint128{0} >> 1), 0}, is_max);
  beyond.add(std::vector<int128>{1, 0}, is_max);
  EXPECT_EQ(beyond.sums(), std::nullopt);
}

}  // namespace
}  // namespace quern::merge
