// SPDX-License-Identifier: MIT
//
// Choices of stacks: against a model that works on lists of names, and what they say.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "quern/filters/filter_plan.h"
#include "quern/filters/test_support.h"

namespace quern {
namespace {

using test::read_text;

/// A frame of a random tree: an IgProf record of its depth, a letter for its function.
struct Letter {
  size_t depth = 1;
  char name = 'a';
  int64_t bytes = 0;
};

std::string dump_of(const std::vector<Letter>& nodes) {
  std::string text = "P=(HEX ID=7 N=(a.out) T=0.005000)\n";
  std::string known;  // what has been defined is only named
  for (const Letter& node : nodes) {
    const std::string number = std::to_string(node.name - 'a');
    text += "C" + std::to_string(node.depth) + " FN" + number;
    if (known.find(node.name) == std::string::npos) {
      text += "=(F" + number + "=(/lib/" + node.name + ".so)+10 N=(" + node.name + "))";
      known.push_back(node.name);
    }
    text += "+4";
    if (node.bytes != 0) {
      text += known.find('V') == std::string::npos ? " V0=(MEM)" : " V0";
      text += ":(1," + std::to_string(node.bytes) + ",1)";
      known.push_back('V');
    }
    text += "\n";
  }
  return text;
}

/// "abc": cost, of the first event. What costs nothing is left out.
using LetterStacks = std::map<std::string, int64_t>;

std::string letter(std::string_view name) {
  return name == kNotShown ? "?" : std::string(name);
}

LetterStacks letter_stacks_of(const Profile& profile) {
  const Contexts& contexts = profile.contexts();
  std::vector<std::string> names;
  LetterStacks stacks;
  ContextCosts walk(contexts);
  bool is_left = walk.next();
  for (size_t at = 0; at < contexts.size(); ++at) {
    const ContextId id(static_cast<uint32_t>(at));
    const ContextId parent = contexts.parent(id);
    names.push_back(parent == kNoContext ? "" : names[parent.index()]);
    names.back() += letter(profile.symbols().name(contexts.frame(id).function));
    if (is_left && walk.context() == id) {
      stacks[names.back()] += static_cast<int64_t>(walk.costs()[0].cost);
      is_left = walk.next();
    }
  }
  return stacks;
}

bool has_any(std::string_view stack, std::string_view letters) {
  return stack.find_first_of(letters) != std::string_view::npos;
}

/// What becomes of a stack and its cost, by the words of the options alone; "" where it is left
/// out, "?" where no frame of it is shown.
std::string chosen(std::string stack, const std::map<std::string, std::string>& letters) {
  const auto of = [&](const char* option) {
    const auto found = letters.find(option);
    return found != letters.end() ? found->second : std::string();
  };
  const auto is_in = [](const std::string& set, char name) { return set.find(name) != set.npos; };
  if ((!of("focus").empty() && !has_any(stack, of("focus"))) || has_any(stack, of("ignore"))) {
    return "";
  }
  if (!of("show-from").empty()) {
    const size_t first = stack.find_first_of(of("show-from"));
    if (first == std::string::npos) {
      return "";
    }
    stack.erase(0, first);
  }
  std::string shown;
  for (size_t at = 0; at < stack.size(); ++at) {
    const bool is_left_out = !of("show").empty() && !is_in(of("show"), stack[at]);
    if (!is_left_out && (at == 0 || !is_in(of("hide"), stack[at]))) {
      shown.push_back(stack[at]);
    }
  }
  return shown.empty() ? "?" : shown;
}

TEST(Choose, StacksAsTheirWordsSay) {
  EXPECT_TRUE(rc::check([] {
    std::vector<Letter> nodes(*rc::gen::inRange<size_t>(1, 40));
    size_t depth = 0;
    for (Letter& node : nodes) {
      depth = *rc::gen::inRange<size_t>(1, depth + 2);
      node = {depth, static_cast<char>('a' + *rc::gen::inRange(0, 5)),
              *rc::gen::inRange<int64_t>(0, 3)};
    }
    std::map<std::string, std::string> letters;
    for (const std::string option : {"focus", "ignore", "show-from", "show", "hide"}) {
      for (const char name : {'a', 'b', 'c', 'd', 'e'}) {
        if (*rc::gen::inRange(0, 6) == 0) {
          letters[option].push_back(name);
        }
      }
    }
    FilterOptions how;
    for (const auto& [option, words] :
         {std::pair("focus", &how.focus), std::pair("ignore", &how.ignore),
          std::pair("show-from", &how.show_from), std::pair("show", &how.show),
          std::pair("hide", &how.hide)}) {
      for (const char name : letters[option]) {
        words->push_back("^" + std::string(1, name) + "$");
      }
    }
    const auto profile = read_text(dump_of(nodes));
    RC_ASSERT(profile != nullptr);
    LetterStacks expected;
    for (const auto& [stack, cost] : letter_stacks_of(*profile)) {
      const std::string is = chosen(stack, letters);
      if (!is.empty()) {
        expected[is] += cost;
      }
    }
    const Result<Opened> result = filter_profile(*profile, how);
    RC_ASSERT(result.has_value());
    RC_ASSERT(letter_stacks_of(*result->profile) == expected);
    RC_ASSERT(result->profile->is_selected() ==
              (!how.focus.empty() || !how.ignore.empty() || !how.show_from.empty()));
  }));
}

const std::vector<Letter> kTree = {{1, 'a', 1}, {2, 'b', 2}, {3, 'c', 4}, {2, 'd', 8}};

TEST(Choose, FitsNamesFilesAndObjects) {
  const auto profile = read_text(dump_of(kTree));
  FilterOptions how;
  how.focus = {"/c\\.so$"};
  EXPECT_EQ(letter_stacks_of(*filter_profile(*profile, how)->profile), (LetterStacks{{"abc", 4}}));
}

TEST(Choose, SeesTheNamesThatRenamingGave) {
  const auto profile = read_text(dump_of(kTree));
  FilterOptions how;
  how.rename = {"s/^b$/x/"};
  how.focus = {"^x$"};
  EXPECT_EQ(letter_stacks_of(*filter_profile(*profile, how)->profile),
            (LetterStacks{{"ax", 2}, {"axc", 4}}));
}

TEST(Choose, TellsHowMuchIsKept) {
  const auto profile = read_text(dump_of(kTree));
  FilterOptions how;
  how.focus = {"^b$"};
  how.ignore = {"^c$"};
  const Result<Opened> result = filter_profile(*profile, how);
  EXPECT_EQ(result->notes,
            std::vector<std::string>{"--focus and --ignore kept 13.33 % of MEM: 2 of "
                                     "15"});
  how.told_event = "MEM:calls";
  EXPECT_EQ(filter_profile(*profile, how)->notes,
            std::vector<std::string>{"--focus and --ignore kept 25.00 % of MEM:calls: 1 of 4"});
}

TEST(Choose, TellsNothingWhereNothingIsLeftOut) {
  const auto profile = read_text(dump_of(kTree));
  FilterOptions how;
  how.show = {"c"};
  const Result<Opened> result = filter_profile(*profile, how);
  EXPECT_EQ(result->notes, std::vector<std::string>{});
  EXPECT_EQ(letter_stacks_of(*result->profile), (LetterStacks{{"c", 4}, {"?", 11}}));
}

TEST(Choose, RefusesBadExpressions) {
  const auto profile = read_text(dump_of(kTree));
  FilterOptions how;
  how.show_from = {"("};
  EXPECT_EQ(filter_profile(*profile, how).error().code, "bad-regexp");
}

const std::string kLines = "events: Ir\nfl=a.c\nfn=f\n1 10\n2 5\nfl=b.c\nfn=g\n1 20\nsummary: 35\n";

TEST(Choose, TakesFunctionsAloneWhereThereAreNoCalls) {
  for (const Keep keep : {Keep::kSums, Keep::kAll}) {
    const auto profile = read_text(kLines, keep);
    FilterOptions how;
    how.focus = {"a\\.c"};
    const Result<Opened> result = filter_profile(*profile, how);
    ASSERT_TRUE(result.has_value()) << result.error().message;
    EXPECT_EQ(result->profile->parts()[0].totals, std::vector<int128>{15});
    EXPECT_EQ(result->profile->parts()[0].header.summaries.size(), 0U);
    how = {.ignore = {"^f$"}};
    EXPECT_EQ(filter_profile(*profile, how)->profile->parts()[0].totals, std::vector<int128>{20});
    how = {.show = {"^f$"}};
    EXPECT_EQ(filter_profile(*profile, how)->profile->parts()[0].totals, std::vector<int128>{35});
  }
}

}  // namespace
}  // namespace quern
