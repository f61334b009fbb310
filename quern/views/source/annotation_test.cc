// SPDX-License-Identifier: MIT
#include "quern/views/source/annotation.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "quern/filters/filter_plan.h"
#include "quern/query/test_support.h"

namespace quern {
namespace {

constexpr std::string_view kProfile = R"(events: Ir Dr
ob=prog
fl=a.c
fn=main
10 5 1
cfn=work
calls=3 20
12 600 60
cfn=idle
calls=1 30
12 7 0
fi=inline.h
3 40 4
fe=a.c
0 2 0
99 1 0
fn=work
20 300 30
jcnd=3/10 22
20
22 300 30
jump=7 20
22
fi=inline.h
4 11 1
fe=a.c
fn=idle
30 7 0
fl=b.c
fn=other
1 1 0
fl=???
fn=unknown
0 9 2
)";

/// "10 5|12 . ->work 3 600|fold 3|99 1 beyond" …
std::string lines_of(const AnnotatedFile& file) {
  std::string text;
  uint64_t before = 0;
  file.each_line([&](uint64_t number, const AnnotatedLine* line, std::string_view source) {
    text += text.empty() ? "" : "|";
    if (number > before + 1 && number <= file.source_lines) {
      text += "fold " + std::to_string(number - before - 1) + "|";
    }
    before = number;
    text += std::to_string(number) + (source.empty() ? "" : " '" + std::string(source) + "'");
    if (line == nullptr) {
      return;
    }
    text += line->has_self ? " " + told(line->self[0]) : " .";
    text += line->is_beyond_end ? " beyond" : "";
    for (const AnnotatedCall& call : line->calls) {
      text += " ->" + std::string(call.callee.name) + " " + told(call.count) + " " +
              told(call.inclusive[0]);
    }
    if (line->more_callees != 0) {
      text += " more " + std::to_string(line->more_callees) + " " + told(line->more.count) + " " +
              told(line->more.inclusive[0]);
    }
    for (const AnnotatedJump& jump : line->jumps) {
      text += " jump " + std::to_string(jump.line) + " " + to_decimal(jump.followed) + "/" +
              to_decimal(jump.executed) + (jump.lane ? " lane" + std::to_string(*jump.lane) : "");
    }
  });
  return text;
}

std::string accounts_of(const std::vector<AccountedCost>& accounting) {
  std::string text;
  for (const AccountedCost& account : accounting) {
    text += text.empty() ? "" : ", ";
    text += std::string(to_string(account.what)) + " " + told(account.self[0]);
    text += account.files ? "/" + std::to_string(*account.files) : "";
  }
  return text;
}

Annotation annotated(const Profile& profile, const AnnotationRequest& request,
                     const Words& words = {}) {
  Result<Annotation> answer = Annotation::make(profile, selected(profile, words), request);
  EXPECT_TRUE(answer) << answer.error().message;
  return std::move(*answer);
}

std::string error_of(const Profile& profile, std::string target) {
  const Result<Annotation> answer =
      Annotation::make(profile, selected(profile), {.target = std::move(target)});
  return answer ? "none" : answer.error().code + ": " + answer.error().message;
}

/// Sources of `lines` lines: "l1", "l2" …
std::string numbered(int lines) {
  std::string text;
  for (int at = 1; at <= lines; ++at) {
    text += "l" + std::to_string(at) + "\n";
  }
  return text;
}

class AnnotationTest : public ::testing::Test {
 protected:
  AnnotationTest() {
    folder_.file("a.c", numbered(40));
    folder_.file("inline.h", numbered(5));
    request_.places.folders = {folder_.path()};
  }
  [[nodiscard]] AnnotationRequest request(std::string target) const {
    AnnotationRequest request = request_;
    request.target = std::move(target);
    request.context = 0;
    return request;
  }

  TemporaryFolder folder_;
  AnnotationRequest request_;
  std::unique_ptr<const Profile> profile_ = read_text(kProfile, Keep::kAll);
};

TEST_F(AnnotationTest, ShowsFilesByCostWithCallsAndJumpsUnderTheirLines) {
  const Annotation answer = annotated(*profile_, request(""), {.all_events = true});
  ASSERT_EQ(answer.shown(), 3U);
  EXPECT_EQ(answer.row_count(), 3U);
  const AnnotatedFile first = answer.file(0);
  EXPECT_EQ(first.name, "a.c");
  EXPECT_EQ(lines_of(first),
            "0 2|fold 9|10 'l10' 5|11 'l11'|12 'l12' . ->work 3 600 ->idle 1 7|fold 7|"
            "20 'l20' 300 jump 22 3/10 lane0|21 'l21'|22 'l22' 300 jump 20 7/7 lane1|fold 7|"
            "30 'l30' 7|99 1 beyond");
  EXPECT_EQ(first.lanes, 2U);
  EXPECT_EQ(told(first.self), "615 61");
  EXPECT_EQ(told(first.inlined), "0 0");
  EXPECT_EQ(answer.file(1).name, "inline.h");
  EXPECT_EQ(lines_of(answer.file(1)), "fold 2|3 'l3' 40|4 'l4' 11");
  EXPECT_EQ(told(answer.file(1).inlined), "51 5");
  EXPECT_EQ(lines_of(answer.file(2)), "1 1") << "without source";
}

TEST_F(AnnotationTest, AccountsForAllThatIsNotShown) {
  EXPECT_EQ(accounts_of(annotated(*profile_, request("")).accounting()),
            "annotated 663/2, unknown_line 2, beyond_end 1, without_source 1/1, unknown_file 9");
  AnnotationRequest dear = request("");
  dear.least_share = 1000;
  EXPECT_EQ(accounts_of(annotated(*profile_, dear).accounting()),
            "annotated 612/1, unknown_line 2, beyond_end 1, below_share 52/2, unknown_file 9");
  EXPECT_EQ(accounts_of(annotated(*profile_, request(""), {.limit = 1}).accounting()),
            "annotated 612/1, unknown_line 2, beyond_end 1, beyond_limit 52/2, unknown_file 9");
  EXPECT_EQ(accounts_of(annotated(*profile_, request("work")).accounting()),
            "annotated 611/2, not_asked 65");
}

TEST_F(AnnotationTest, AFunctionHasItsFileAndThoseInlinedIntoIt) {
  const Annotation answer = annotated(*profile_, request("work"));
  EXPECT_EQ(answer.kind(), TargetKind::kFunction);
  ASSERT_EQ(answer.shown(), 2U);
  EXPECT_EQ(lines_of(answer.file(0)),
            "fold 19|20 'l20' 300 jump 22 3/10 lane0|21 'l21'|"
            "22 'l22' 300 jump 20 7/7 lane1");
  EXPECT_FALSE(answer.file(0).is_inlined);
  EXPECT_EQ(lines_of(answer.file(1)), "fold 3|4 'l4' 11") << "what main spent there is main's";
  EXPECT_TRUE(answer.file(1).is_inlined);
}

TEST_F(AnnotationTest, AFileIsFoundByItsEnd) {
  const auto profile =
      read_text("events: Ir\nfl=/src/x/a.c\nfn=f\n1 1\nfl=/src/y/a.c\nfn=g\n2 5\n", Keep::kAll);
  EXPECT_EQ(annotated(*profile, {.target = "x/a.c"}).file(0).name, "/src/x/a.c");
  EXPECT_EQ(annotated(*profile, {.target = "/src/y/a.c"}).file(0).name, "/src/y/a.c");
  EXPECT_EQ(error_of(*profile, "a.c"), "ambiguous-name: 'a.c' matches 2 files");
  EXPECT_EQ(error_of(*profile, ".c"), "no-such-function: nothing is called '.c'");
}

TEST_F(AnnotationTest, AroundALineAllLinesAreShown) {
  AnnotationRequest around = request("a.c:21");
  around.context = 2;
  const Annotation answer = annotated(*profile_, around);
  EXPECT_EQ(answer.kind(), TargetKind::kLine);
  EXPECT_EQ(answer.target_line(), 21U);
  EXPECT_EQ(lines_of(answer.file(0)),
            "fold 18|19 'l19'|20 'l20' 300 jump 22 3/10 lane0|21 'l21'|"
            "22 'l22' 300 jump 20 7/7 lane1|23 'l23'");
  EXPECT_EQ(accounts_of(answer.accounting()),
            "annotated 600/1, other_lines 15, not_asked 52, unknown_file 9");
  around.whole = true;
  EXPECT_EQ(annotated(*profile_, around).file(0).lines.size(), 7U);
  around.target = "a.c:18446744073709551615";
  around.whole = false;
  EXPECT_EQ(lines_of(annotated(*profile_, around).file(0)), "");
  EXPECT_EQ(error_of(*profile_, "a.c:0"), "no-such-function: nothing is called 'a.c:0'");
}

TEST_F(AnnotationTest, ContextAndWholeFiles) {
  AnnotationRequest some = request("idle");
  some.context = 1;
  EXPECT_EQ(lines_of(annotated(*profile_, some).file(0)), "fold 28|29 'l29'|30 'l30' 7|31 'l31'");
  some.context.reset();
  EXPECT_EQ(annotated(*profile_, some).file(0).ranges.front().first, 27U);
  some.whole = true;
  const AnnotatedFile whole = annotated(*profile_, some).file(0);
  ASSERT_EQ(whole.ranges.size(), 1U);
  EXPECT_EQ(whole.ranges.front().first, 1U);
  EXPECT_EQ(whole.ranges.front().last, 40U);
}

TEST_F(AnnotationTest, FunctionsOfOneNameAreShownTogether) {
  const auto profile = read_text(
      "events: Ir\nfl=x.c\nfn=init\n1 1\nfl=y.c\nfn=init\n2 5\nfn=init_all\n9 1\nfn=exit\n7 1\n",
      Keep::kAll);
  const Annotation both = annotated(*profile, {.target = "init"});
  EXPECT_EQ(both.shown(), 2U);
  EXPECT_FALSE(both.file(0).is_inlined || both.file(1).is_inlined);
  EXPECT_EQ(annotated(*profile, {.target = "_all"}).target().name, "init_all");
  EXPECT_EQ(annotated(*profile, {.target = "/^ex/"}).target().name, "exit");
  EXPECT_EQ(error_of(*profile, "it"), "ambiguous-name: 'it' matches 4 functions");
}

TEST_F(AnnotationTest, ListsTheHottestCallsOfALineAndAddsUpTheOthers) {
  const auto profile = read_text(
      "events: Ir\nfl=a.c\nfn=f\n1 1\ncfn=p\ncalls=1 0\n1 10\ncfn=q\ncalls=2 0\n1 30\n"
      "cfn=r\ncalls=4 0\n1 20\ncfn=s\ncalls=8 0\n1 5\n",
      Keep::kAll);
  AnnotationRequest few = {.target = "a.c", .most_calls = 2};
  EXPECT_EQ(lines_of(annotated(*profile, few).file(0)), "1 1 ->q 2 30 ->r 4 20 more 2 9 15");
  few.most_calls = 3;
  EXPECT_EQ(lines_of(annotated(*profile, few).file(0)), "1 1 ->q 2 30 ->r 4 20 ->p 1 10 ->s 8 5")
      << "a sum of one would hide its name for nothing";
}

TEST_F(AnnotationTest, LinesWithoutSourceCanBeLeftOut) {
  AnnotationRequest brief = request("");
  brief.lists_without_source = false;
  const Annotation answer = annotated(*profile_, brief);
  EXPECT_EQ(lines_of(answer.file(2)), "");
  EXPECT_FALSE(answer.file(2).source.tried.empty());
  EXPECT_EQ(told(answer.file(2).self), "1");
}

TEST_F(AnnotationTest, StacksCountEachCallOnce) {
  const auto profile = read_text(
      "version: 1\ncreator: xdebug 3.1.0\ncmd: /x.php\npart: 1\npositions: line\n\n"
      "events: Time_(10ns)\n\n"
      "fl=(1) /x.php\nfn=(1) f\n2 10\n\nfl=(1)\nfn=(1)\n2 5\ncfl=(1)\ncfn=(1)\ncalls=1 0 0\n3 "
      "10\n\n"
      "fl=(1)\nfn=(2) {main}\n1 1\ncfl=(1)\ncfn=(1)\ncalls=1 0 0\n9 15\n\nsummary: 16\n\n",
      Keep::kAll);
  EXPECT_EQ(lines_of(annotated(*profile, {.target = "/x.php"}).file(0)),
            "1 1|2 15|3 . ->f 1 10|9 . ->f 1 15");
}

TEST_F(AnnotationTest, SaysWhereNoLinesAre) {
  const std::string none = "no-lines: the profile has no source lines";
  EXPECT_EQ(
      error_of(*read_text("positions: instr\nevents: Ir\nfl=a.c\nfn=f\n0x10 1\n", Keep::kAll), ""),
      none);
  EXPECT_EQ(error_of(*read_text("P=(HEX ID=1 N=(a) T=0.0)\nC1 FN0=(F0=(a)+1 N=(m))+1 "
                                "V0=(MEM_TOTAL):(1,1,1)\n",
                                Keep::kAll),
                     "m"),
            none);
}

TEST_F(AnnotationTest, ShowsTheHottestLinesOfAFileUpToALimit) {
  AnnotationRequest asked = request("a.c");
  asked.most_lines = 2;
  const Annotation answer = annotated(*profile_, asked);
  const AnnotatedFile file = answer.file(0);
  // The unknown line does not count; line 12 calls for 607, of 20 and 22 the first.
  EXPECT_EQ(lines_of(file),
            "0 2|fold 11|12 'l12' . ->work 3 600 ->idle 1 7|fold 7|"
            "20 'l20' 300 jump 22 3/10 lane0");
  EXPECT_EQ(file.more_lines, 4U);
  EXPECT_EQ(told(file.more_self), "313");  // 5 + 300 + 7 + 1
  EXPECT_EQ(accounts_of(answer.accounting()),
            "annotated 300/1, unknown_line 2, further_lines 313, not_asked 52, unknown_file 9");
  asked.context = 3;  // what is shown around them has its own costs beside it
  EXPECT_EQ(annotated(*profile_, asked).file(0).more_lines, 2U);
  asked.whole = true;
  EXPECT_EQ(annotated(*profile_, asked).file(0).more_lines, 0U);
  EXPECT_EQ(annotated(*profile_, {.target = "a.c:20", .places = request_.places, .most_lines = 1})
                .file(0)
                .more_lines,
            0U);
}

TEST_F(AnnotationTest, MarksRecursiveCalls) {
  const auto profile = read_text(
      "events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=odd\ncalls=1 5\n2 90\nfn=odd\n5 10\ncfn=even\n"
      "calls=3 9\n6 80\nfn=even\n9 20\ncfn=odd\ncalls=2 5\n10 60\ncfn=leaf\ncalls=1 20\n11 7\n"
      "fn=leaf\n20 7\ncfn=leaf\ncalls=1 20\n21 3\n",
      Keep::kAll);
  std::string text;
  for (const AnnotatedLine& line : annotated(*profile, request("")).file(0).lines) {
    for (const AnnotatedCall& call : line.calls) {
      text += std::string(call.callee.name) + (call.is_recursive ? " recursive|" : "|");
    }
  }
  EXPECT_EQ(text, "odd|even recursive|odd recursive|leaf|leaf recursive|");
}

/// "2 91|5 10": lines that cost something with their calls.
std::string inclusive_of(const AnnotatedFile& file) {
  std::string text;
  for (const AnnotatedLine& line : file.lines) {
    if (!line.with_calls.empty()) {
      text += (text.empty() ? "" : "|") + std::to_string(line.number) + " " +
              told(line.with_calls.front());
    }
  }
  return text;
}

TEST_F(AnnotationTest, C11_InclusiveCostOfALineIsItsOwnAndThatOfItsCalls) {
  const Annotation answer = annotated(*profile_, request("a.c"), {.all_events = true});
  EXPECT_EQ(inclusive_of(answer.file(0)), "0 2|10 5|12 607|20 300|22 300|30 7|99 1");
  EXPECT_EQ(told(answer.file(0).lines[2].with_calls), "607 60") << "of each event";
}

TEST_F(AnnotationTest, C11_RecursiveCallsMakeTheInclusiveCostOfALineABound) {
  const auto profile = read_text(
      "events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=odd\ncalls=1 5\n2 97\nfn=odd\n5 10\ncfn=even\n"
      "calls=3 9\n6 80\nfn=even\n9 20\ncfn=odd\ncalls=2 5\n10 60\n10 50\ncfn=leaf\ncalls=1 20\n"
      "10 7\nfn=leaf\n20 7\n",
      Keep::kAll);
  // Line 10 spent 50 itself and 7 in leaf; what odd cost includes calls from line 10 again.
  EXPECT_EQ(inclusive_of(annotated(*profile, request("")).file(0)),
            "1 1|2 97|5 10|6 0..80|9 20|10 57..88|20 7")
      << "never above the total of 88";
}

TEST_F(AnnotationTest, C11_ALineOfFunctionsThatCallEachOtherCountsNoCostTwice) {
  // Line 7 of invoke.h is inlined into outer and inner; outer calls inner from there.
  const std::string_view nested =
      "events: Ir\nfl=a.c\nfn=outer\n1 10\nfi=invoke.h\ncfi=a.c\ncfn=inner\ncalls=1 0\n"
      "7 30\nfe=a.c\nfn=inner\nfi=invoke.h\n7 5\ncfi=a.c\ncfn=leaf\ncalls=1 0\n7 "
      "25\nfe=a.c\nfn=leaf\n9 25\n";
  const auto profile = read_text(nested, Keep::kAll);
  EXPECT_EQ(inclusive_of(annotated(*profile, request("invoke.h")).file(0)), "7 30..40");
  // If two functions share a line but cannot reach each other, nothing is counted twice.
  const auto apart = read_text(
      "events: Ir\nfl=a.c\nfn=f\nfi=invoke.h\n7 1\ncfi=a.c\ncfn=leaf\ncalls=1 0\n7 10\n"
      "fe=a.c\nfn=g\nfi=invoke.h\n7 2\ncfi=a.c\ncfn=leaf\ncalls=1 0\n7 20\nfe=a.c\nfn=leaf\n9 30\n",
      Keep::kAll);
  EXPECT_EQ(inclusive_of(annotated(*apart, request("invoke.h")).file(0)), "7 33");
}

TEST_F(AnnotationTest, ListsJumpsToOneTargetOnce) {
  const auto profile = read_text(
      "events: Ir\nfl=a.c\nfn=f<int>\n5 10\njcnd=3/10 9\n5\njump=2 9\n5\n"
      "fn=f<char>\n5 10\njcnd=4/20 9\n5\njump=5 9\n5\njump=1 0\n5\n",
      Keep::kAll);
  const AnnotatedFile file = annotated(*profile, request("a.c")).file(0);
  EXPECT_EQ(lines_of(file),
            "fold 4|5 'l5' 20 jump 0 1/1 jump 9 7/7 lane0 jump 9 7/30 lane1|fold 3|9 'l9' .");
  const AnnotatedJump& both = file.lines[0].jumps[1];
  EXPECT_TRUE(both.is_into_several);
  EXPECT_TRUE(both.function.empty());
}

TEST_F(AnnotationTest, RatiosAreEachLinesOwn) {
  SelectionWords words;
  words.events = {"Ir", "Dr/Ir", "Ir/calls"};
  words.takes_ratios = true;
  const Annotation answer =
      Annotation::make(*profile_, select(*profile_, words).value(), request("a.c")).value();
  const AnnotatedFile file = answer.file(0);
  const auto line = std::ranges::find(file.lines, uint64_t{10}, &AnnotatedLine::number);
  ASSERT_EQ(line->self_ratios.size(), 2U);
  EXPECT_EQ(line->self_ratios[0], fraction(1, 5));
  EXPECT_FALSE(line->self_ratios[1]);  // lines are not called
  const auto caller = std::ranges::find(file.lines, uint64_t{12}, &AnnotatedLine::number);
  EXPECT_TRUE(caller->self_ratios.empty());  // no record gives it costs
  EXPECT_EQ(caller->calls[0].inclusive_ratios[0], fraction(1, 10));
  EXPECT_EQ(caller->calls[0].inclusive_ratios[1], fraction(200, 1));
  EXPECT_EQ(told(file.self), "615");
}

/// f and g both call h: of h only a part is f's, which nothing tells.
constexpr std::string_view kSharedLines =
    "events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=f\ncalls=1 1\n2 60\ncfn=g\ncalls=1 1\n3 60\n"
    "fn=f\n10 20\ncfn=h\ncalls=4 1\n11 40\nfn=g\n20 40\ncfn=h\ncalls=6 1\n21 20\n"
    "fn=h\n30 20\n31 10\ncfn=i\ncalls=3 1\n32 30\nfn=i\n40 30\n";

TEST(AnnotationOfEstimates, MarksWhatAFilterSplit) {
  const auto whole = read_text(kSharedLines, Keep::kAll);
  const Result<Opened> focused = filter_profile(*whole, {.focus = {"^f$"}});
  ASSERT_TRUE(focused.has_value());
  const Annotation answer = annotated(*focused->profile, {});
  ASSERT_EQ(answer.shown(), 1U);
  EXPECT_EQ(told(answer.totals()), "60") << "all of f: exact";
  const AnnotatedFile file = answer.file(0);
  EXPECT_EQ(told(file.self), "~60");
  std::string lines;
  for (const AnnotatedLine& line : file.lines) {
    lines += std::to_string(line.number) + ":" + (line.has_self ? told(line.self) : ".");
    for (const AnnotatedCall& call : line.calls) {
      lines += ">" + std::string(call.callee.name) + told(call.count) + "/" + told(call.inclusive);
    }
    lines += " ";
  }
  EXPECT_EQ(lines, "2:.>f1/60 10:20 11:.>h4/40 30:~13 31:~7 32:.>i~2/~20 40:~20 ");
  EXPECT_EQ(told(answer.accounting().back().self), "~60");
}

}  // namespace
}  // namespace quern
