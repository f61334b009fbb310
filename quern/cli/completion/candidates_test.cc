// SPDX-License-Identifier: MIT
#include "quern/cli/completion/candidates.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "quern/cli/help/topics.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/option_help.h"
#include "quern/testing/temporary_folder.h"

namespace quern::cli {
namespace {

using Texts = std::vector<std::string>;

/// What is offered for words[current].
Texts offered(const Texts& words, size_t current) {
  Texts values;
  for (const Candidate& candidate : candidates(words, current).words) {
    values.push_back(candidate.value);
  }
  return values;
}

/// What is offered for the last of them.
Texts offered(const Texts& words) {
  return offered(words, words.size() - 1);
}

bool offers(const Texts& values, const std::string& value) {
  return std::ranges::find(values, value) != values.end();
}

class CandidatesTest : public ::testing::Test {
 protected:
  test::TemporaryFolder folder_;
  std::string profile_ = folder_.file(
      "p.callgrind",
      "events: Ir Dr D1mr\nfn=main\n1 9 2 1\nfn=f(int, T<1>)\n2 5 1 1\nfn=f::g\n3 1 1 1\n"
      "fn=bad\tname\n4 1 1 1\nfn=-[A b]\n5 1 1 1\n");
};

TEST_F(CandidatesTest, OfferEveryListedCommandAndItsMeaning) {
  const Texts words = {""};
  const Candidates found = candidates(words, 0);
  EXPECT_TRUE(found.files);
  for (const Command& command : commands()) {
    const auto at = std::ranges::find(found.words, command.name, &Candidate::value);
    if (!command.name.empty()) {
      ASSERT_NE(at, found.words.end()) << command.name;
      EXPECT_EQ(at->meaning, command.summary);
    }
  }
}

TEST_F(CandidatesTest, OfferTheOptionsOfTheCommandWithTheirBriefLine) {
  for (const Command& command : commands()) {
    const Texts words = command.name.empty() ? Texts{"--"} : Texts{std::string(command.name), "--"};
    const Candidates found = candidates(words, words.size() - 1);
    const std::vector<const Option*> taken = options_of(command);
    ASSERT_EQ(found.words.size(), taken.size()) << command.name;
    for (size_t at = 0; at < taken.size(); ++at) {
      EXPECT_EQ(found.words[at].value, "--" + std::string(taken[at]->name));
      EXPECT_EQ(found.words[at].meaning, help_of(command, *taken[at]).brief);
    }
  }
}

TEST_F(CandidatesTest, OfferValuesThatTheCommandAllows) {
  EXPECT_TRUE(offers(offered({"top", "--format", ""}), "igprof"));
  EXPECT_EQ(offered({"convert", "--format", ""}), (Texts{"text", "json"}));
  EXPECT_EQ(offered({"top", "--format=js"}), Texts{"--format=json"});
  EXPECT_EQ(offered({"top", "-fjs"}), Texts{"-fjson"});
  EXPECT_TRUE(offers(offered({"top", "--group-by", ""}), "line"));
  EXPECT_FALSE(offers(offered({"calls", "--group-by", ""}), "line"));
  EXPECT_EQ(offered({"top", "--limit", ""}), Texts{});
  EXPECT_EQ(offered({"convert", "--sort", ""}), Texts{});
}

TEST_F(CandidatesTest, OfferTheEventsOfTheProfileOnTheLine) {
  EXPECT_EQ(offered({"top", profile_, "-e", ""}), (Texts{"Ir", "Dr", "D1mr", "D1ReadMissRate"}));
  EXPECT_EQ(offered({"top", profile_, "--event=D"}),
            (Texts{"--event=Dr", "--event=D1mr", "--event=D1ReadMissRate"}));
  const Texts flame = offered({"flame", profile_, "-e", ""});
  EXPECT_EQ(flame, (Texts{"Ir", "Dr", "D1mr"}));  // a picture shows no ratio
  Texts words = {"top", "-e", "", profile_};
  EXPECT_EQ(candidates(words, 2).words.size(), 4U);  // the profile stands behind the cursor
}

TEST_F(CandidatesTest, CompleteTheLastEventOfAList) {
  EXPECT_EQ(offered({"top", profile_, "-e", "Ir,D1m"}), Texts{"Ir,D1mr"});
  EXPECT_EQ(offered({"top", profile_, "-e", "Ir,Dr,D1mr,"}), Texts{"Ir,Dr,D1mr,D1ReadMissRate"});
}

TEST_F(CandidatesTest, OfferSortKeysOfTheRowsAndOfTheProfile) {
  const Texts top = offered({"top", profile_, "--sort", ""});
  EXPECT_EQ(
      top, (Texts{"self", "incl", "calls", "name", "place", "Ir", "Dr", "D1mr", "D1ReadMissRate"}));
  EXPECT_EQ(offered({"tree", profile_, "--sort", ""}), (Texts{"incl", "Ir", "Dr", "D1mr"}));
  EXPECT_EQ(offered({"top", profile_, "--sort", "self:D"}), (Texts{"self:Dr", "self:D1mr"}));
}

TEST_F(CandidatesTest, OfferFunctionsWhereANameIsMeant) {
  EXPECT_EQ(offered({"calls", profile_, "--of", "f"}), (Texts{"f(int, T<1>)", "f::g"}));
  Texts words = {"peek", "f", profile_};
  EXPECT_EQ(candidates(words, 1).words.size(), 2U);
  EXPECT_EQ(offered({"top", profile_, "--focus", "f"}), (Texts{"f\\(int, T<1>\\)", "f::g"}));
  EXPECT_EQ(offered({"top", profile_, "--focus", "f\\(i"}), Texts{"f\\(int, T<1>\\)"});
}

TEST_F(CandidatesTest, LeaveOutNamesThatATerminalCannotShow) {
  EXPECT_EQ(offered({"calls", profile_, "--of", "bad"}), Texts{});
}

TEST_F(CandidatesTest, OfferNamesThatBeginWithAHyphenOnlyWhereTheyAreNoOptions) {
  EXPECT_FALSE(offers(offered({"peek", profile_, ""}), "-[A b]"));
  EXPECT_FALSE(offers(offered({"top", profile_, "--focus", ""}), "-\\[A b\\]"));
  EXPECT_TRUE(offers(offered({"top", profile_, "--focus="}), "--focus=-\\[A b\\]"));
  EXPECT_TRUE(offers(offered({"peek", "--", "", profile_}, 2), "-[A b]"));
}

TEST_F(CandidatesTest, OfferOnlyBeginningsOfMoreNamesThanALimit) {
  std::string text = "events: Ir\n";
  for (int number = 0; number < 1000; ++number) {
    text += "fn=common_" + std::to_string(1000 + number) + "\n1 1\n";
  }
  const std::string many = folder_.file("many.callgrind", text);
  const Texts words = {"calls", many, "--of", "com"};
  const Candidates found = candidates(words, 3);
  EXPECT_TRUE(found.are_beginnings);
  ASSERT_EQ(found.words.size(), 100U);
  EXPECT_EQ(found.words.front().value, "common_100");
  EXPECT_EQ(offered({"calls", many, "--of", "common_107"}).size(), 10U);
}

TEST_F(CandidatesTest, OfferTopicsShellsAndCommandsWhereTheseAreMeant) {
  const Texts topic_names = offered({"help", ""});
  for (const Topic& topic : topics()) {
    EXPECT_TRUE(offers(topic_names, std::string(topic.name))) << topic.name;
  }
  EXPECT_EQ(offered({"completion", ""}), (Texts{"bash", "fish", "zsh"}));
  EXPECT_EQ(offered({"config", "to"}), Texts{"top"});
}

TEST_F(CandidatesTest, LeaveFilesToTheShell) {
  for (const Texts& words :
       {Texts{"top", "x"}, Texts{"diff", "a", "x"}, Texts{"diff", "--base", "x"},
        Texts{"record", "./a"}, Texts{"top", "--", "-x"}}) {
    const Candidates found = candidates(words, words.size() - 1);
    EXPECT_TRUE(found.files && found.words.empty()) << words.front();
  }
  for (const Texts& words :
       {Texts{"help", "x"}, Texts{"cache", "x"}, Texts{"top", "--limit", "x"}}) {
    EXPECT_FALSE(candidates(words, words.size() - 1).files) << words.front();
  }
}

TEST(CommonBeginnings, ShareTheNamesAmongThem) {
  const Texts names = {"a", "b1", "b2", "b3", "c"};
  EXPECT_EQ(common_beginnings(names, 0, 5), names);
  EXPECT_EQ(common_beginnings(names, 0, 3), (Texts{"a", "b", "c"}));
  EXPECT_EQ(common_beginnings(names, 0, 2), Texts{});
  EXPECT_EQ(common_beginnings(Texts{"b1", "b2", "b3"}, 1, 2), Texts{});
}

TEST(CommonBeginnings, CutNoCharacter) {
  EXPECT_EQ(common_beginnings(Texts{"x\u00e9a", "x\u00e9b", "x\u00eaa", "y"}, 0, 2),
            (Texts{"x", "y"}));
}

}  // namespace
}  // namespace quern::cli
