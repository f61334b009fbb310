// SPDX-License-Identifier: MIT
//
// A gate in every form, as people, pull requests and CI systems get it.
#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/output/test_support.h"

namespace quern {
namespace {

constexpr std::string_view kGateOld =
    "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npositions: line\nevents: Ir Dr\n"
    "fl=a.c\nfn=main\n1 10 1\ncfn=parse<int>\ncalls=10 1\n2 500 20\nfn=parse<int>\n5 500 "
    "20\ntotals: 510 21\n";
constexpr std::string_view kGateNew =
    "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npositions: line\nevents: Ir Dr\n"
    "fl=a.c\nfn=main\n1 10 1\ncfn=parse<int>\ncalls=11 1\n2 660 20\ncfn=\"quick\" & dirty\n"
    "calls=1 1\n3 7 0\nfn=parse<int>\n5 660 20\nfn=\"quick\" & dirty\n9 7 0\ntotals: 677 21\n";

GoldenSides sides() {
  SelectionWords words = some_rows(20, SortBy::kSelf);
  words.all_events = true;
  GoldenSides both;
  both.add(kGateOld, Version::kOld, words);
  both.add(kGateNew, Version::kNew, words);
  return both;
}

Gate judged(const GoldenSides& both, const std::vector<std::string>& rules) {
  std::vector<GateRule> read;
  for (const std::string& text : rules) {
    Result<GateRule> rule = read_gate_rule(text);
    if (rule) {
      read.push_back(std::move(*rule));
    } else {
      ADD_FAILURE() << text << ": " << rule.error().message;
    }
  }
  Result<Gate> answer = gate(both.runs, read);
  EXPECT_TRUE(answer.has_value());
  return std::move(*answer);
}

GatePlaces places() {
  return {.root = "/src", .main = {"a.c", 1}, .profile = "callgrind.out.new"};
}

void compare_reports(const std::string& name, const Gate& answer) {
  compare_view(name, answer);
  StringSink junit;
  render_junit(answer, junit);
  compare(name + ".junit.xml", junit.text());
  StringSink annotations;
  render_annotations(answer, places(), annotations);
  compare(name + ".github.txt", annotations.text());
  StringSink sarif;
  render_sarif(answer, places(), "1.2.3", sarif);
  compare(name + ".sarif", sarif.text());
}

TEST(GoldenGate, Broken) {
  const GoldenSides both = sides();
  compare_reports("gate", judged(both, {"Ir=+1%", "Dr=+0", "fn ~ /^parse/: Ir/calls=+5%",
                                        "by call callee ~ /parse/: calls=+0", "new: Ir=1%",
                                        "fn = nobody: Ir=+0"}));
}

TEST(GoldenGate, OfLines) {
  const GoldenSides both = sides();
  compare_reports("gate_lines", judged(both, {"by line: Ir=+1%", "by line new: Ir=1%",
                                              "by line name ~ /:1$/: self(Ir)=+0"}));
}

TEST(GoldenGate, Kept) {
  const GoldenSides both = sides();
  compare_reports("gate_kept", judged(both, {"Ir=+50%", "by file: Ir=1k"}));
}

// PHP's closures have braces, which SARIF takes for placeholders; operators look like its links.
TEST(GoldenGate, SarifEscapesNamesAndPaths) {
  GoldenSides both;
  SelectionWords words = some_rows(20, SortBy::kSelf);
  words.all_events = true;
  const auto text = [](int cost) {
    const std::string number = std::to_string(cost);
    return "# callgrind format\nversion: 1\npositions: line\nevents: Ir\nfl=/src/my file%.c\n"
           "fn={closure:a.php:3-5}\n7 " +
           number + "\n4 1\nfn=operator[](int)\n0 " + number +
           "\nfl=C:\\x\\\xc3\xa4.c\nfn=\"q\"\n9 " + number + "\nfl=\nfn=nowhere\n1 " + number +
           "\n";
  };
  both.add(text(1), Version::kOld, words);
  both.add(text(100), Version::kNew, words);
  StringSink sarif;
  render_sarif(judged(both, {"fn ~ /./: Ir=+0"}), places(), "1.2.3", sarif);
  compare("gate_names.sarif", sarif.text());
}

// Code scanning rejects a report with one result that has no file.
TEST(GoldenGate, SarifResultsPointAtTheirRuleTheProgramOrTheProfile) {
  const GoldenSides both = sides();
  Gate answer = judged(both, {"Ir=+1%", "Dr=-5", "Ir=+1%"});
  answer.verdicts[1].rule.written = {".quern.toml", 3};
  const auto first_uris = [&answer](const GatePlaces& where) {
    StringSink sarif;
    render_sarif(answer, where, "1.2.3", sarif);
    std::string uris;
    const std::string text(sarif.text());
    constexpr std::string_view kKey = "\"uri\":\"";
    for (size_t at = text.find(kKey); at != std::string::npos; at = text.find(kKey, at + 1)) {
      uris +=
          text.substr(at + kKey.size(), text.find('}', text.find("startLine", at)) - at - 7) + " ";
    }
    return uris;
  };
  EXPECT_EQ(first_uris(places()),
            "a.c\"},\"region\":{\"startLine\":1 .quern.toml\"},\"region\":{\"startLine\":3 "
            "a.c\"},\"region\":{\"startLine\":1 ");
  EXPECT_EQ(first_uris({.root = "/src", .main = {}, .profile = "new.out"}),
            "new.out\"},\"region\":{\"startLine\":1 .quern.toml\"},\"region\":{\"startLine\":3 "
            "new.out\"},\"region\":{\"startLine\":1 ");
}

}  // namespace
}  // namespace quern
