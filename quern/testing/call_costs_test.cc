// SPDX-License-Identifier: MIT
//
// Answers about functions from what a snapshot tells of its calls, against those from the calls.
#include "quern/analysis/costs/call_costs.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "quern/formats/snapshot/layout.h"
#include "quern/load/names/fold_names.h"
#include "quern/testing/cases.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/generators/random_choice.h"
#include "quern/testing/meaning/cost_difference.h"
#include "quern/testing/meaning/written_as.h"
#include "quern/testing/temporary_folder.h"

namespace quern::testing {
namespace {

/// How often a case occurred that can go wrong.
struct Met {
  uint64_t told = 0, joined = 0, members = 0, pieces = 0;
};

/// Calls among a few functions in two events. Names tell some of them apart by callers and levels.
std::string entangled_profile(uint64_t seed) {
  RandomChoice random(seed);
  const std::vector<std::string> names = {"a",   "a'2", "a'b", "b", "b'a", "b'2",
                                          "c'a", "d",   "d'a", "e", "e'2", "e'3"};
  const bool is_difference = random.chance(10);
  std::string text = "version: 1\ncreator: callgrind-3.19.0\n";
  text += is_difference ? "desc: Files compared: a; b\n" : "";
  text += "events: Ir Dr\nfl=f.c\n";
  const auto cost = [&] {
    const uint64_t value = random.chance(3) ? INT64_MAX : random.below(60);
    return (is_difference && random.chance(30) ? "-" : "") + std::to_string(value);
  };
  const auto any = [&] { return names[random.below(names.size())]; };
  for (uint64_t left = 1 + random.below(14); left != 0; --left) {
    text += fmt::format("fn={}\n1 {} {}\n", any(), cost(), cost());
    for (uint64_t calls = random.below(5); calls != 0; --calls) {
      text += fmt::format("cfn={}\ncalls={} 1\n2 {} {}\n", any(), random.below(5), cost(), cost());
    }
  }
  return text;
}

std::string wrong_answer(const std::string& text, const NameOptions& names, Met& met) {
  const Result<std::string> snapshot = written_as("snapshot", text, "callgrind");
  if (!snapshot) {
    return {};
  }
  OpenOptions options;
  options.names = names;
  const Result<Opened> whole = open_bytes("whole", *snapshot, options);
  options.needs_calls = false;
  const Result<Opened> told = open_bytes("told", *snapshot, options);
  if (!whole || !told) {
    return "a snapshot cannot be read";
  }
  if (const CallCosts* const costs = told->profile->call_costs()) {
    ++met.told;
    met.joined += size_t{!costs->joined.empty()};
    met.members += size_t{!costs->member_functions.empty()};
    met.pieces += size_t{!costs->piece_functions.empty()};
  }
  return cost_difference(*whole->profile, *told->profile, true);
}

std::vector<NameOptions> ways_to_name() {
  NameOptions folded;
  folded.fold = true;
  NameOptions shown = folded;
  shown.demangle = Demangling::kShown;
  NameOptions partly = folded;
  partly.unfolded = {"^b"};
  return {folded, shown, partly, NameOptions{}};
}

TEST(CallCosts, AnswerAsTheCallsDo) {
  Met met;
  for (uint64_t seed = 0; seed < cases() / 50; ++seed) {
    for (const NameOptions& names : ways_to_name()) {
      ASSERT_EQ(wrong_answer(entangled_profile(seed), names, met), "") << "seed " << seed;
    }
  }
  EXPECT_GT(met.told, cases() / 50);
  EXPECT_GT(met.joined, 0U);
  EXPECT_GT(met.members, 0U);
  EXPECT_GT(met.pieces, 0U);
}

TEST(CallCosts, AnswerAsTheCallsOfAnyProfileDo) {
  Met met;
  for (uint64_t seed = 0; seed < cases() / 50; ++seed) {
    const std::vector<NameOptions> ways = ways_to_name();
    ASSERT_EQ(wrong_answer(generate_callgrind(seed), ways[seed % ways.size()], met), "")
        << "seed " << seed;
  }
  EXPECT_GT(met.told, 0U);
}

TEST(CallCosts, AreLeftWhereNamesAreOthers) {
  const std::string text =
      "version: 1\ncreator: callgrind-3.19.0\nevents: Ir\nfl=f.c\n"
      "fn=a\n1 1\ncfn=a'2\ncalls=1 1\n2 30\nfn=a'2\n3 30\n";
  const Result<std::string> snapshot = written_as("snapshot", text, "callgrind");
  ASSERT_TRUE(snapshot);
  OpenOptions options;
  options.needs_calls = false;
  EXPECT_EQ(open_bytes("in", *snapshot, options)->profile->call_costs(), nullptr);
  options.names.fold = true;
  EXPECT_NE(open_bytes("in", *snapshot, options)->profile->call_costs(), nullptr);
  options.keep = Keep::kAll;
  EXPECT_EQ(open_bytes("in", *snapshot, options)->profile->call_costs(), nullptr);
}

/// The version that a snapshot of the profile is written as.
int version_of(const std::string& text) {
  const Result<std::string> snapshot = written_as("snapshot", text, "callgrind");
  return snapshot ? snapshot->at(snapshot::kMagic.size()) : 0;
}

TEST(CallCosts, AreToldOfCallsInFewEvents) {
  const std::string head = "version: 1\nevents: Ir";
  const std::string self = "\nfl=f.c\nfn=a\n1 1\n";
  EXPECT_EQ(version_of(head + self), 1);
  EXPECT_EQ(version_of(head + self + "cfn=b\ncalls=1 1\n2 30\n"), 4);
  std::string more;
  for (size_t event = 1; event <= CostRows::kDense; ++event) {
    more += fmt::format(" E{}", event);
  }
  EXPECT_EQ(version_of(head + more + self + "cfn=b\ncalls=1 1\n2 30\n"), 1);
}

TEST(CallCosts, TellPiecesWhereTheReaderKnowsThem) {
  const std::string text =
      "version: 1\ncreator: callgrind-3.19.0\nevents: Ir\nfl=f.c\n"
      "fn=a\n1 1\ncfn=b\ncalls=1 1\n2 30\nfn=b\n1 1\ncfn=a'2\ncalls=1 1\n2 29\n"
      "fn=a'2\n1 29\n";
  OpenOptions options;
  options.keep = Keep::kAll;
  const Result<Opened> opened = open_bytes("in", text, options);
  ASSERT_TRUE(opened);
  NewNames names = folded_names(*opened->profile);
  ASSERT_TRUE(names.remembers);
  EXPECT_EQ(call_costs(*opened->profile, names)->piece_functions.size(), 3U);
  names.remembers = false;  // as for two runs of Parrot's, whose subroutines are joined
  EXPECT_TRUE(call_costs(*opened->profile, names)->piece_functions.empty());
}

TEST(CallCosts, AreLeftWhereSeveralInputsAreRead) {
  const test::TemporaryFolder folder;
  const std::string text =
      "version: 1\nevents: Ir\nfl=f.c\nfn=a\n1 1\ncfn=b\ncalls=1 1\n2 30\nfn=b\n3 30\n";
  const std::vector<std::string> files = {
      folder.file("a.quern", *written_as("snapshot", text, "callgrind")),
      folder.file("b.out", text)};
  OpenOptions options;
  options.needs_calls = false;
  EXPECT_EQ(open_profile(files, options)->profile->call_costs(), nullptr);
  EXPECT_NE(open_profile({files.data(), 1}, options)->profile->call_costs(), nullptr);
}

}  // namespace
}  // namespace quern::testing
