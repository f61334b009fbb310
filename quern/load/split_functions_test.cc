// SPDX-License-Identifier: MIT
//
// Trees of profiles whose names tell functions apart by their callers, against the stacks that the
// names were made of.
#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "quern/load/open.h"
#include "quern/views/trees/flame.h"
#include "quern/views/trees/tree.h"

namespace quern {
namespace {

using NameStack = std::vector<std::string>;  ///< names, the root first

/// A program that ran: each stack with what it cost itself, which is never 0.
using NamedRun = std::map<NameStack, int64_t>;

int64_t drawn_number(int64_t from, int64_t below) {
  return *rc::gen::inRange<int64_t>(from, below);
}

NamedRun random_run(int64_t functions) {
  NamedRun run;
  NameStack stack;
  const int64_t calls = drawn_number(1, 40);
  for (int64_t at = 0; at < calls; ++at) {
    stack.resize(stack.size() - std::min(stack.size(), static_cast<size_t>(drawn_number(0, 4))));
    if (stack.empty()) {
      stack = {"main"};
    } else {
      stack.push_back(std::string("f") + static_cast<char>('a' + drawn_number(0, functions)));
    }
    run[stack] += drawn_number(1, 100);
  }
  return run;
}

/// What --separate-callers calls the function on top.
std::string apart_name(const NameStack& stack, size_t callers) {
  std::string name = stack.back();
  for (size_t at = 1; at <= callers && at < stack.size(); ++at) {
    name += "'" + stack[stack.size() - 1 - at];
  }
  return name;
}

bool begins_with(const NameStack& stack, const NameStack& with) {
  return stack.size() >= with.size() && std::equal(with.begin(), with.end(), stack.begin());
}

int64_t cost_below(const NamedRun& run, const NameStack& path) {
  int64_t sum = 0;
  for (const auto& [stack, cost] : run) {
    sum += begins_with(stack, path) ? cost : 0;
  }
  return sum;
}

/// As Callgrind writes it: calls below each other count again.
std::string profile_text(const NamedRun& run, size_t callers) {
  std::map<std::string, int64_t> self;
  std::map<std::string, std::map<std::string, std::pair<int64_t, int64_t>>> calls;
  for (const auto& [stack, cost] : run) {
    self[apart_name(stack, callers)] += cost;
    if (stack.size() > 1) {
      const NameStack above(stack.begin(), stack.end() - 1);
      auto& [count, inclusive] = calls[apart_name(above, callers)][apart_name(stack, callers)];
      ++count;
      inclusive += cost_below(run, stack);
    }
  }
  std::string text = "version: 1\ncreator: callgrind-3.19.0\nevents: Ir\nfl=a.c\n";
  for (const auto& [name, cost] : self) {
    text += "fn=" + name + "\n1 " + std::to_string(cost) + "\n";
    for (const auto& [callee, call] : calls[name]) {
      text += "cfn=" + callee + "\ncalls=" + std::to_string(call.first) + " 1\n2 " +
              std::to_string(call.second) + "\n";
    }
  }
  return text;
}

/// The stacks as names tell them apart: a function that its name does not tell from its caller is
/// one with it.
NamedRun as_named(const NamedRun& run, size_t callers) {
  NamedRun named;
  for (const auto& [stack, cost] : run) {
    NameStack seen;
    std::string last;
    for (size_t depth = 1; depth <= stack.size(); ++depth) {
      const NameStack top(stack.begin(), stack.begin() + static_cast<std::ptrdiff_t>(depth));
      if (const std::string name = apart_name(top, callers); name != last) {
        seen.push_back(top.back());
        last = name;
      }
    }
    named[seen] += cost;
  }
  return named;
}

struct ReadFolded {
  std::unique_ptr<const Profile> profile;
  Selection selection;
};

ReadFolded read_folded(const std::string& text, size_t limit,
                       GroupBy group_by = GroupBy::kFunction) {
  OpenOptions options;
  options.keep = Keep::kSums;
  options.names.fold = true;
  Result<Opened> opened = open_bytes("callgrind.out.1", text, options);
  EXPECT_TRUE(opened.has_value());
  SelectionWords words;
  words.limit = limit;
  words.default_sort = SortBy::kInclusive;
  words.rows = RowKind::kBranches;
  words.group_by = group_by;
  Result<Selection> selection = select(*opened->profile, words);
  EXPECT_TRUE(selection.has_value());
  return {std::move(opened->profile), std::move(*selection)};
}

/// By row: the names that lead to it.
std::vector<NameStack> stacks_in(const Tree& tree) {
  std::vector<NameStack> paths;
  for (const TreeRow& row : tree.rows) {
    NameStack path = row.parent ? paths[*row.parent] : NameStack();
    path.emplace_back(row.name.name);
    paths.push_back(std::move(path));
  }
  return paths;
}

TEST(SplitFunctions, AllCallersAreTheExactTree) {
  EXPECT_TRUE(rc::check([] {
    const NamedRun run = random_run(4);
    const ReadFolded in = read_folded(profile_text(run, 100), 0);
    const Tree answer = tree(*in.profile, in.selection, {}).value();
    if (in.profile->told_apart() == nullptr) {
      return;  // no function was called by two
    }
    RC_ASSERT(answer.is_exact);
    const std::vector<NameStack> paths = stacks_in(answer);
    RC_ASSERT(paths.size() == run.size());
    for (size_t at = 0; at < paths.size(); ++at) {
      RC_ASSERT(answer.rows[at].self.front() == Amount(Exact{run.at(paths[at])}));
      RC_ASSERT(answer.rows[at].inclusive.front() == Amount(Exact{cost_below(run, paths[at])}));
      RC_ASSERT(answer.rows[at].calls ==
                (paths[at].size() == 1 ? std::nullopt : std::optional<uint64_t>(1)));
    }
  }));
}

TEST(SplitFunctions, AllCallersAreTheExactTreeFromCostsUp) {
  EXPECT_TRUE(rc::check([] {
    const NamedRun run = random_run(3);
    const ReadFolded in = read_folded(profile_text(run, 100), 0);
    if (in.profile->told_apart() == nullptr) {
      return;
    }
    NamedRun expected;
    for (const auto& [stack, cost] : run) {
      NameStack path;
      for (size_t at = stack.size(); at-- != 0;) {
        path.push_back(stack[at]);
        expected[path] += cost;
      }
    }
    const Tree answer = tree(*in.profile, in.selection, {.bottom_up = true}).value();
    RC_ASSERT(answer.is_exact);
    const std::vector<NameStack> paths = stacks_in(answer);
    RC_ASSERT(paths.size() == expected.size());
    for (size_t at = 0; at < paths.size(); ++at) {
      RC_ASSERT(answer.rows[at].inclusive.front() == Amount(Exact{expected.at(paths[at])}));
    }
  }));
}

/// What holds however few callers are told.
void check_some_callers(const NamedRun& run, size_t callers, bool bottom_up) {
  constexpr size_t kRows = 300;
  const ReadFolded in = read_folded(profile_text(run, callers), kRows);
  const Tree answer = tree(*in.profile, in.selection, {.bottom_up = bottom_up, .depth = 8}).value();
  const NamedRun named = as_named(run, callers);
  const std::vector<NameStack> paths = stacks_in(answer);
  int128 roots = 0;
  for (size_t at = 0; at < paths.size(); ++at) {
    const TreeRow& row = answer.rows[at];
    int64_t self = 0;
    int64_t inclusive = 0;
    for (const auto& [stack, cost] : named) {
      NameStack path = stack;
      if (bottom_up) {
        std::ranges::reverse(path);
      }
      inclusive += begins_with(path, paths[at]) ? cost : 0;
      self += path == paths[at] ? cost : 0;
    }
    const int128 shown = lower_of(row.inclusive.front());
    if (certainty_of(row.inclusive.front()) == Certainty::kExact) {
      RC_ASSERT(shown == inclusive);
    }
    if (!bottom_up && certainty_of(row.self.front()) == Certainty::kExact) {
      RC_ASSERT(lower_of(row.self.front()) == self);
    }
    if (row.parent) {
      RC_ASSERT(shown <= lower_of(answer.rows[*row.parent].inclusive.front()));
    } else {
      roots += shown;
    }
    if (!row.bounds.empty()) {
      RC_ASSERT(row.bounds.front().lower <= shown && shown <= row.bounds.front().upper);
      RC_ASSERT(row.bounds.front().lower <= inclusive && inclusive <= row.bounds.front().upper);
    }
  }
  if (answer.hidden.count != 0) {
    roots += lower_of(answer.hidden.inclusive.front());
  }
  RC_ASSERT(roots == answer.totals.front());
}

TEST(SplitFunctions, SomeCallersNeverLieWhereTheyAreExact) {
  constexpr int kRunsAtOnce = 10;
  EXPECT_TRUE(rc::check([] {
    for (int at = 0; at < kRunsAtOnce; ++at) {
      const NamedRun run = random_run(drawn_number(2, 5));
      const auto callers = static_cast<size_t>(drawn_number(1, 5));
      check_some_callers(run, callers, false);
      check_some_callers(run, callers, true);
    }
  }));
}

// main calls a and b, which both call shared, whose callees differ.
const std::string kSharedByTwo =
    "version: 1\ncreator: callgrind-3.19.0\nevents: Ir\nfl=a.c\n"
    "fn=main\n1 1\ncfn=a'main\ncalls=1 1\n1 30\ncfn=b'main\ncalls=1 1\n1 60\n"
    "fn=a'main\n1 10\ncfn=shared'a\ncalls=1 1\n1 20\n"
    "fn=b'main\n1 10\ncfn=shared'b\ncalls=2 1\n1 50\n"
    "fn=shared'a\n1 5\ncfn=leaf'shared\ncalls=1 1\n1 15\n"
    "fn=shared'b\n1 40\ncfn=leaf'shared\ncalls=1 1\n1 10\n"
    "fn=leaf'shared\n1 25\n";

/// "main/a/shared 20" with "~" before estimates.
std::vector<std::string> told_branches(const Tree& tree) {
  std::vector<std::string> lines;
  const std::vector<NameStack> paths = stacks_in(tree);
  for (size_t at = 0; at < paths.size(); ++at) {
    std::string line;
    for (const std::string& name : paths[at]) {
      line += (line.empty() ? "" : "/") + name;
    }
    const Amount& cost = tree.rows[at].inclusive.front();
    lines.push_back(line + (certainty_of(cost) == Certainty::kExact ? " " : " ~") +
                    to_decimal(lower_of(cost)));
  }
  std::ranges::sort(lines);
  return lines;
}

TEST(SplitFunctions, SomeCallersMakeATreeExactAsFarAsTheyTell) {
  const ReadFolded in = read_folded(kSharedByTwo, 0);
  const Tree answer = tree(*in.profile, in.selection, {}).value();
  EXPECT_FALSE(answer.is_exact);
  EXPECT_EQ(
      told_branches(answer),
      (std::vector<std::string>{"main 91", "main/a 30", "main/a/shared 20", "main/a/shared/leaf 15",
                                "main/b 60", "main/b/shared 50", "main/b/shared/leaf 10"}));
  const Tree around = tree(*in.profile, in.selection, {.around = answer.rows.back().node}).value();
  EXPECT_EQ(around.rows.front().name.name, "leaf");
  EXPECT_EQ(around.rows.front().inclusive.front(), Amount(Exact{25}));
}

TEST(SplitFunctions, GroupsAndFlamesGrowFromTheSameTree) {
  std::string exact = kSharedByTwo;
  for (const std::string name : {"a", "b"}) {
    const size_t from = exact.find("\nfn=shared'" + name);
    exact.replace(exact.find("cfn=leaf'shared", from), 15, "cfn=leaf'shared'" + name);
  }
  exact.replace(exact.find("fn=leaf'shared\n"), 20,
                "fn=leaf'shared'a\n1 15\nfn=leaf'shared'b\n1 10\n");
  const ReadFolded in = read_folded(exact, 0, GroupBy::kFile);
  const Tree groups = tree(*in.profile, in.selection, {}).value();
  EXPECT_TRUE(groups.is_exact);
  EXPECT_EQ(groups.rows.front().inclusive.front(), Amount(Exact{91}));
  EXPECT_EQ(groups.rows.size(), 4U);
  const ReadFolded functions = read_folded(exact, 0);
  const Result<Flame> picture = flame(*functions.profile, functions.selection, {});
  ASSERT_TRUE(picture.has_value());
  EXPECT_TRUE(picture->tree.is_exact);
  EXPECT_EQ(told_branches(picture->tree).at(3), "main/a/shared/leaf 15");
}

/// Two levels of each function call both levels of the next: as many ways as 2^40, one branch each.
TEST(SplitFunctions, WaysThatMeetAreOneBranch) {
  std::string text = "creator: callgrind-3.19.0\nevents: Ir\nfn=main\n1 1\n";
  for (int level = 0; level <= 40; ++level) {
    for (const char* recursion : {"'2", "'3"}) {
      if (level != 0) {
        text += "fn=f" + std::to_string(level) + recursion + "\n1 1000\n";
      }
      for (const char* below : {"'2", "'3"}) {
        if (level != 40 && (level != 0 || *(recursion + 1) == '2')) {
          text += "cfn=f" + std::to_string(level + 1) + below + "\ncalls=1 1\n1 " +
                  std::to_string((40 - level) * 1000 / (level == 0 ? 1 : 2)) + "\n";
        }
      }
    }
  }
  const ReadFolded in = read_folded(text, 0);
  for (const bool bottom_up : {false, true}) {
    const Tree answer = tree(*in.profile, in.selection, {.bottom_up = bottom_up}).value();
    EXPECT_FALSE(answer.rows.empty());
    if (!bottom_up) {
      ASSERT_EQ(answer.rows.size(), 41U);
      EXPECT_EQ(answer.rows.front().inclusive.front(), Amount(Exact{80'001}));
      EXPECT_EQ(lower_of(answer.rows.back().inclusive.front()), 2000);
    }
  }
}

TEST(SplitFunctions, NothingIsKeptWhereNamesAreAsTheyWere) {
  EXPECT_EQ(read_folded("creator: callgrind-3.19.0\nevents: Ir\nfn=f\n1 1\nfn=g\n1 2\n", 0)
                .profile->told_apart(),
            nullptr);
  EXPECT_NE(read_folded(kSharedByTwo, 0).profile->told_apart(), nullptr);
}

}  // namespace
}  // namespace quern
