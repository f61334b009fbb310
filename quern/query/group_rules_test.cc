// SPDX-License-Identifier: MIT
#include "quern/query/group_rules.h"

#include <string>

#include "quern/query/test_support.h"
#include "quern/views/calls/calls.h"
#include "quern/views/calls/peek.h"
#include "quern/views/lists/top.h"
#include "quern/views/trees/tree.h"

namespace quern {
namespace {

constexpr std::string_view kRules =
    "# who owns what\n\nentry: name = main\r\ncore team: file ~ /^core/ and not name ~ /^x/\n"
    "  core team: name = xtra\nlibs:\tobject ~ /\\.so/\n";

std::unique_ptr<const Profile> owned_program() {
  return read_text(
      "events: Ir\nob=app\nfl=main.c\nfn=main\n1 10\ncfl=core/a.c\ncfn=a\ncalls=2 1\n1 60\n"
      "fl=core/a.c\nfn=a\n1 20\ncob=libc.so\ncfl=m.c\ncfn=malloc\ncalls=4 1\n1 30\n"
      "cfn=xtra\ncalls=1 1\n1 7\nfn=xtra\n1 7\nfn=xother\n1 3\nob=libc.so\nfl=m.c\nfn=malloc\n"
      "1 30\n");
}

Selection grouped(const Profile& profile, std::string_view text, SortBy sort = SortBy::kSelf,
                  const std::string& where = "") {
  Result<GroupRules> rules = GroupRules::read(text, "team.rules");
  SelectionWords words;
  words.default_sort = sort;
  words.where = where;
  words.groups = std::make_shared<const GroupRules>(std::move(*rules));
  return *select(profile, words);
}

std::string top_text(const Selection& selection, const Profile& profile) {
  const Top top(profile, selection);
  std::string text;
  for (size_t rank = 0; rank < top.shown(); ++rank) {
    const TopRow row = top.row(rank);
    text +=
        std::string(row.name.name) + " " + told(row.self) + " of " + told(row.inclusive[0]) + ", ";
  }
  return text + "rest " + told(top.not_shown());
}

TEST(GroupRules, TheFirstThatFitsCountsAndTheRestIsOther) {
  const auto profile = owned_program();
  EXPECT_EQ(top_text(grouped(*profile, kRules), *profile),
            "libs 30 of 30, core team 27 of 57, entry 10 of 70, (other) 3 of 3, rest 0");
  EXPECT_EQ(top_text(grouped(*profile, ""), *profile), "(other) 70 of 70, rest 0");
  EXPECT_EQ(top_text(grouped(*profile, "all: name ~ //\nlibs: object ~ /so/\n"), *profile),
            "all 70 of 70, rest 0");
}

TEST(GroupRules, ARuleMayNameOther) {
  const auto profile = owned_program();
  EXPECT_EQ(top_text(grouped(*profile, "(other): name = main\nrest: name ~ //"), *profile),
            "rest 60 of 60, (other) 10 of 70, rest 0");
}

TEST(GroupRules, QueriesAskForGroups) {
  const auto profile = owned_program();
  EXPECT_EQ(top_text(grouped(*profile, kRules, SortBy::kSelf, "group ~ /team/"), *profile),
            "core team 27 of 57, rest 43");
}

TEST(GroupRules, WorkInCallsPeekAndTree) {
  const auto profile = owned_program();
  const Selection selection = grouped(*profile, kRules, SortBy::kInclusive);
  const Calls calls(*profile, selection);
  ASSERT_GE(calls.row_count(), 2U);
  EXPECT_EQ(calls.row(0).caller.name, "entry");
  EXPECT_EQ(calls.row(0).callee.name, "core team");
  const Result<Peek> answer = peek(*profile, selection, "core team");
  ASSERT_TRUE(answer);
  ASSERT_EQ(answer->callers.size(), 2U);  // and itself
  EXPECT_EQ(answer->callers[0].name.name, "entry");
  const Result<Tree> branches = tree(*profile, selection, {});
  ASSERT_TRUE(branches);
  EXPECT_EQ(branches->rows[0].name.name, "entry");
  EXPECT_EQ(branches->rows[1].name.name, "core team");
}

TEST(GroupRules, SayWhatIsWrongWhere) {
  const auto refusal = [](std::string_view text) {
    const Result<GroupRules> rules = GroupRules::read(text, "team.rules");
    if (rules) {
      return std::string("none");
    }
    const Diagnostic& error = rules.error();
    EXPECT_EQ(error.fault, Fault::kInput);
    EXPECT_EQ(error.input, "team.rules");
    EXPECT_FALSE(error.hint.empty()) << text;
    return std::to_string(error.place.line) + ":" + std::to_string(error.place.column) + ": " +
           error.code + ": " + error.message;
  };
  EXPECT_EQ(refusal("a: name = f\n\nparser"),
            "3:7: bad-group-rule: expected ': ' and a query after the group's name");
  EXPECT_EQ(refusal(": name = f"), "1:1: bad-group-rule: expected the name of a group before ':'");
  EXPECT_EQ(refusal("# x\nlib: name ~ f"), "2:13: bad-query: expected /RE/, found 'f'");
  EXPECT_EQ(refusal("lib: name ~ /(/").substr(0, 17), "1:13: bad-regexp:");
  EXPECT_EQ(refusal("lib: self(Ir) > 5"), "1:6: bad-query: a rule's function has no self cost");
  EXPECT_EQ(refusal("lib:name = f"), "1:5: bad-group-rule: expected a space and a query after ':'");
  EXPECT_EQ(refusal("lib: (name = f"), "1:6: bad-query: this bracket is not closed");
  EXPECT_EQ(refusal("lib: name = \"f"),
            "1:13: bad-query: the closing quote of this text is missing");
  EXPECT_EQ(refusal("lib: name = f and"), "1:18: bad-query: expected a condition, found the end");
  EXPECT_EQ(refusal("lib: caller = f"), "1:6: bad-query: a rule's function has no caller");
}

}  // namespace
}  // namespace quern
