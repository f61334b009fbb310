// SPDX-License-Identifier: MIT
#include "quern/views/source/function_lines.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "quern/compare/gate/gate.h"
#include "quern/query/test_support.h"
#include "quern/source/demangle.h"
#include "quern/source/symbols.h"
#include "quern/testing/temporary_folder.h"

namespace quern {
namespace {

using test::TemporaryFolder;

/// The lines of what breaks a rule that every function breaks, by name.
std::map<std::string, uint64_t> lines_of_findings(const std::string& text) {
  const std::unique_ptr<const Profile> profile = read_text(text, Keep::kAll);
  DiffRuns runs;
  for (std::vector<DiffRun>* const side : {&runs.old_runs, &runs.new_runs}) {
    side->push_back({profile.get(), selected(*profile, {.all_events = true})});
  }
  const Result<GateRule> rule = read_gate_rule("fn ~ /./: Ir=0");
  std::map<std::string, uint64_t> lines;
  if (!rule) {
    ADD_FAILURE() << rule.error().message;
    return lines;
  }
  const Result<Gate> answer = gate(runs, {*rule});
  if (!answer) {
    ADD_FAILURE() << answer.error().message;
    return lines;
  }
  for (const GateFinding& finding : answer->verdicts[0].findings) {
    lines[finding.scope] = finding.line;
  }
  return lines;
}

TEST(FunctionLines, AreTheMostExpensiveOfTheFunctionsOwnFile) {
  using Lines = std::map<std::string, uint64_t>;
  EXPECT_EQ(lines_of_findings("events: Ir Dr\nfl=main.c\nfn=main\n9 5 900\n34 40 0\n36 10 0\n"
                              "34 1 0\nfi=other.h\n3 700 0\nfe=main.c\n35 41 0\n"
                              "fn=early\n0 50 0\nfn=flat\n8 2 0\n7 2 0\n"),
            (Lines{{"main", 34}, {"early", 0}, {"flat", 7}}));
}

TEST(FunctionLines, AreDeclarationsWhereDebugInformationKnowsThem) {
  const TemporaryFolder folder;
  const std::string in_folder = "cd " + folder.path().string() + " && ";
  const auto runs = [&in_folder](const std::string& command) {
    return std::system((in_folder + command + " >/dev/null 2>&1").c_str()) == 0;  // NOLINT
  };
  if (!can_read_objects() || !has_demangler() || !runs("c++ --version")) {
    GTEST_SKIP() << "needs libdw, a demangler and c++";
  }
  folder.file("main.cc",
              "namespace shop {\n"
              "struct Item {\n"
              "  int price(int count) const { return each * count; }\n"
              "  int each;\n"
              "  int total(int count) const;\n"
              "};\n"
              "int Item::total(int count) const { return price(count); }\n"
              "static int sum(const Item& item) { return item.price(2) + item.total(3); }\n"
              "}\n"
              "int main() {\n"
              "  return shop::sum({4});\n"
              "}\n");
  ASSERT_TRUE(runs("c++ -g -O2 main.cc -o program"));
  const auto found = lines_of_findings(
      "events: Ir\nob=" + (folder / "program") + "\nfl=" + (folder / "main.cc") +
      "\nfn=main\n3 90\n11 5\nfn=shop::Item::total(int) const\n3 7\n"
      "fn=_ZNK4shop4Item5priceEi\n4 7\nfn=absent\n8 7\nfl=/elsewhere/b.cc\nfn=total\n5 1\n");
  EXPECT_EQ(found.at("main"), 10U) << "not a line inlined into it";
  EXPECT_EQ(found.at("shop::Item::total(int) const"), 7U);
  EXPECT_EQ(found.at("_ZNK4shop4Item5priceEi"), 3U);
  EXPECT_EQ(found.at("absent"), 8U) << "the most expensive line";
  EXPECT_EQ(found.at("total"), 5U) << "of another file";
}

}  // namespace
}  // namespace quern
