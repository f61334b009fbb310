// SPDX-License-Identifier: MIT
#include "quern/compare/source/diff_annotation.h"

#include <map>
#include <set>

#include "quern/model/records/record_cursor.h"
#include "quern/query/test_support.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/generators/random_choice.h"

namespace quern {
namespace {

/// Runs of both sides, kept for as long as answers about them are asked.
struct LineRuns {
  std::vector<std::unique_ptr<const Profile>> profiles;
  DiffRuns runs;

  bool add(std::unique_ptr<const Profile> profile, Version side, const Words& words) {
    if (!profile) {
      return false;
    }
    Result<Selection> selection = select(*profile, words.words());
    if (!selection) {
      return false;
    }
    (side == Version::kOld ? runs.old_runs : runs.new_runs)
        .push_back({profile.get(), std::move(*selection)});
    profiles.push_back(std::move(profile));
    return true;
  }
  void add(std::string_view text, Version side, const Words& words = {}) {
    EXPECT_TRUE(add(read_text(text, Keep::kAll), side, words));
  }
};

std::string told_side(const std::optional<DiffSide>& side) {
  return side ? told(side->self) : std::string("-");
}

/// "1=2 10>30; -=3 ->5": numbers of a line, and its old and new costs, of lines with costs.
std::string told_lines(const DiffAnnotatedFile& file) {
  std::string text;
  for (const DiffLine& line : file.lines) {
    const auto number = [](uint64_t n) { return n == 0 ? std::string("-") : std::to_string(n); };
    text += text.empty() ? "" : "; ";
    text += number(line.pair.old_line) + "=" + number(line.pair.new_line);
    text += " " + told_side(line.old_side) + ">" + told_side(line.new_side);
  }
  return text;
}

/// "3=4 5=- ...": the lines that are shown.
std::string told_shown(const DiffAnnotatedFile& file) {
  std::string text;
  file.each_line([&](const DiffSourceLine& at) {
    text += text.empty() ? "" : " ";
    text += at.left_out != 0 ? "(" + std::to_string(at.left_out) + ") " : "";
    text += std::to_string(at.pair.old_line) + "=" + std::to_string(at.pair.new_line);
    return true;
  });
  return text + " (" + std::to_string(file.left_out_behind()) + ")";
}

std::string told_accounts(const DiffAnnotation& answer) {
  std::string text;
  for (const DiffAccountedCost& account : answer.accounting()) {
    text += text.empty() ? "" : "; ";
    text += std::string(to_string(account.what));
    text += account.files ? " " + std::to_string(*account.files) : "";
    text += ": " + told(account.old_self) + ">" + told(account.new_self);
  }
  return text;
}

DiffAnnotation compared_lines(const LineRuns& runs, DiffAnnotationRequest request = {}) {
  Result<DiffAnnotation> answer = DiffAnnotation::make(runs.runs, std::move(request));
  EXPECT_TRUE(answer) << answer.error().message;
  return std::move(*answer);
}

constexpr std::string_view kWas =
    "events: Ir\nfl=a.c\nfn=main\n1 10\n3 20\n4 5\ncfn=leaf\ncalls=2 9\n4 80\n"
    "fn=leaf\n9 80\nfl=same.c\nfn=same\n1 7\n";
constexpr std::string_view kIs =
    "events: Ir\nfl=a.c\nfn=main\n1 10\n4 20\n5 6\ncfn=leaf\ncalls=4 10\n5 160\n"
    "fn=leaf\n10 160\nfl=same.c\nfn=same\n1 7\n";
constexpr std::string_view kOldSource =
    "int main() {\n\n  first();\n  leaf();\n}\n\n\n\nint leaf() { return 1; }\n";
constexpr std::string_view kNewSource =
    "int main() {\n\n  int added;\n  first();\n  leaf();\n}\n\n\n\nint leaf() { return 1; }\n";

/// "4: 3=4 3/10>5/12 lane0!": where a line stands, where its jumps lead, how often they were
/// followed, which changed.
std::string told_jumps(const DiffAnnotatedFile& file) {
  const auto told_count = [](const std::optional<JumpCount>& count) {
    return count ? to_decimal(count->followed) + "/" + to_decimal(count->executed) : "-";
  };
  std::string text;
  for (const DiffLine& line : file.lines) {
    for (const DiffJump& jump : line.jumps) {
      text += text.empty() ? "" : "; ";
      text += std::to_string(line.pair.old_line) + "=" + std::to_string(line.pair.new_line);
      text += jump.is_conditional ? " jcnd " : " jump ";
      text += std::string(jump.file) + (jump.file.empty() ? "" : ":");
      text += std::to_string(jump.target.old_line) + "=" + std::to_string(jump.target.new_line);
      text += " " + told_count(jump.old_side) + ">" + told_count(jump.new_side);
      text += jump.lane ? " lane" + std::to_string(*jump.lane) : "";
      text += jump.is_changed() ? "!" : "";
      text += jump.is_noise ? "noise" : "";
    }
  }
  return text;
}

class DiffAnnotationTest : public ::testing::Test {
 protected:
  DiffAnnotationTest() {
    runs_.add(kWas, Version::kOld);
    runs_.add(kIs, Version::kNew);
    old_folder_.file("a.c", kOldSource);
    new_folder_.file("a.c", kNewSource);
  }
  [[nodiscard]] DiffAnnotationRequest with_sources() const {
    DiffAnnotationRequest request;
    request.places.old_places.first_folders = {old_folder_.path()};
    request.places.new_places.folders = {new_folder_.path()};
    return request;
  }
  LineRuns runs_;
  TemporaryFolder old_folder_, new_folder_;
};

TEST_F(DiffAnnotationTest, AlignsTheLinesOfTwoVersions) {
  const DiffAnnotation answer = compared_lines(runs_, with_sources());
  ASSERT_EQ(answer.shown(), 1U);
  const DiffAnnotatedFile file = answer.file(0);
  EXPECT_EQ(file.name, "a.c");
  EXPECT_EQ(file.paired, LinesPaired::kByText);
  EXPECT_EQ(told_lines(file), "1=1 10>10; 3=4 20>20; 4=5 5>6; 9=10 80>160");
  EXPECT_EQ(told_accounts(answer), "paired 1: 115>196; unchanged 1: 7>7");
  EXPECT_TRUE(answer.differs());
  EXPECT_EQ(file.text({.old_line = 4, .new_line = 5, .match = LineMatch::kSame}), "  leaf();");
}

TEST_F(DiffAnnotationTest, ShowsWhatChangedWithWhatIsAround) {
  DiffAnnotationRequest request = with_sources();
  request.context = 1;
  EXPECT_EQ(told_shown(compared_lines(runs_, request).file(0)), "(3) 3=4 4=5 5=6 (2) 8=9 9=10 (0)");
  request.context = 0;
  EXPECT_EQ(told_shown(compared_lines(runs_, request).file(0)), "(4) 4=5 (4) 9=10 (0)");
  request.whole = true;
  EXPECT_EQ(told_shown(compared_lines(runs_, request).file(0)),
            "1=1 2=2 0=3 3=4 4=5 5=6 6=7 7=8 8=9 9=10 (0)");
}

TEST_F(DiffAnnotationTest, CallsStandUnderTheirLine) {
  const DiffAnnotatedFile file = compared_lines(runs_, with_sources()).file(0);
  const DiffLine& line = file.lines[2];
  ASSERT_EQ(line.calls.size(), 1U);
  EXPECT_EQ(line.calls[0].callee.name, "leaf");
  EXPECT_EQ(told(line.calls[0].change.inclusive), "80");
  EXPECT_EQ(told(*line.calls[0].change.calls), "2");
  ASSERT_TRUE(line.calls[0].change.split);
  EXPECT_EQ(told(line.calls[0].change.split->more_calls), "80");
  EXPECT_EQ(line.changed_calls, 1U);
}

TEST_F(DiffAnnotationTest, PairsByNumberWhereOneSourceServesBoth) {
  DiffAnnotationRequest request = with_sources();
  request.places.old_places = request.places.new_places;
  const DiffAnnotation answer = compared_lines(runs_, request);
  const DiffAnnotatedFile file = answer.file(0);
  EXPECT_EQ(file.paired, LinesPaired::kByNumberOfSame);
  EXPECT_EQ(told_lines(file), "1=1 10>10; 3=3 20>-; 4=4 5>20; 5=5 ->6; 9=9 80>-; 10=10 ->160");
  EXPECT_EQ(told_accounts(answer), "by_number 1: 115>196; unchanged 1: 7>7");
}

TEST_F(DiffAnnotationTest, PairsByNumberWhereASourceIsMissing) {
  DiffAnnotationRequest request = with_sources();
  request.places.old_places = {};
  DiffAnnotatedFile file = compared_lines(runs_, request).file(0);
  EXPECT_EQ(file.paired, LinesPaired::kByNumberOfOne);
  EXPECT_EQ(file.text(file.pairing.row(3)), "  first();");
  file = compared_lines(runs_).file(0);
  EXPECT_EQ(file.paired, LinesPaired::kByNumberOfNone);
  EXPECT_EQ(told_shown(file), "3=3 4=4 5=5 9=9 10=10 (0)");
  EXPECT_EQ(told_accounts(compared_lines(runs_)), "without_source 1: 115>196; unchanged 1: 7>7");
}

TEST_F(DiffAnnotationTest, LinesBeyondTheSourceAreSaidToBe) {
  old_folder_.file("a.c", "int main() {\n");
  const DiffAnnotation answer = compared_lines(runs_, with_sources());
  const DiffAnnotatedFile file = answer.file(0);
  EXPECT_EQ(told_lines(file),
            "1=1 10>10; -=4 ->20; -=5 ->6; -=10 ->160; 3=- 20>-; 4=- 5>-; "
            "9=- 80>-");
  EXPECT_TRUE(file.is_beyond_end(&file.lines.back()));
  EXPECT_EQ(told_accounts(answer),
            "paired 1: 10>10; added: 0>186; beyond_end: 105>0; unchanged 1: 7>7");
}

TEST_F(DiffAnnotationTest, OfAFunctionAFileAndALine) {
  DiffAnnotationRequest request = with_sources();
  request.target = "leaf";
  const DiffAnnotation answer = compared_lines(runs_, request);
  EXPECT_EQ(answer.kind(), TargetKind::kFunction);
  EXPECT_EQ(told_lines(answer.file(0)), "9=10 80>160");
  EXPECT_EQ(told_accounts(answer), "paired 1: 80>160; not_asked: 42>43");
  request.target = "a.c";
  EXPECT_EQ(told_accounts(compared_lines(runs_, request)), "paired 1: 115>196; not_asked: 7>7");
  request.target = "a.c:5";
  request.context = 1;
  const DiffAnnotation around = compared_lines(runs_, request);
  EXPECT_EQ(around.target_line(), 5U);
  EXPECT_EQ(told_shown(around.file(0)), "(3) 3=4 4=5 5=6 (4)");
  EXPECT_EQ(told_accounts(around), "paired 1: 25>26; other_lines: 90>170; not_asked: 7>7");
  request.target = "same.c";
  EXPECT_FALSE(compared_lines(runs_, request).differs());
  request.target = "nobody";
  EXPECT_EQ(DiffAnnotation::make(runs_.runs, request).error().code, "no-such-function");
}

TEST_F(DiffAnnotationTest, WhatDidNotChangeIsShownWhereAskedFor) {
  DiffAnnotationRequest request = with_sources();
  request.unchanged = true;
  const DiffAnnotation answer = compared_lines(runs_, request);
  EXPECT_EQ(answer.shown(), 2U);
  EXPECT_EQ(told_lines(answer.file(1)), "1=1 7>7");
  request = with_sources();
  request.least_share = 9'000;
  EXPECT_EQ(told_accounts(compared_lines(runs_, request)), "below_share 2: 122>203");
}

// main's lines stand one further down since, and so do the jumps between them.
constexpr std::string_view kJumpsWas =
    "events: Ir\nfl=a.c\nfn=main\n1 10\njcnd=1/2 5\n1\n4 20\njcnd=3/10 3\n4\njump=7 1\n4\n"
    "jfi=x.h\njump=4 2\n4\njump=2 9\n3\n0 4\n";
constexpr std::string_view kJumpsIs =
    "events: Ir\nfl=a.c\nfn=main\n1 10\njcnd=1/2 6\n1\n5 20\njcnd=5/12 4\n5\njump=7 1\n5\n"
    "jfi=x.h\njump=6 2\n5\njump=1 3\n4\n0 4\n";

TEST_F(DiffAnnotationTest, JumpsArePairedByTheLinesTheyJoin) {
  LineRuns runs;
  runs.add(kJumpsWas, Version::kOld);
  runs.add(kJumpsIs, Version::kNew);
  DiffAnnotationRequest request = with_sources();
  const DiffAnnotation answer = compared_lines(runs, request);
  ASSERT_EQ(answer.shown(), 1U) << "jumps alone changed";
  EXPECT_TRUE(answer.has_jumps());
  EXPECT_TRUE(answer.differs());
  const DiffAnnotatedFile file = answer.file(0);
  EXPECT_EQ(told_jumps(file),
            "1=1 jcnd 5=6 1/2>1/2; 3=4 jump 0=3 ->1/1 lane0!; 3=4 jump 9=10 2/2>- lane2!; "
            "4=5 jcnd 3=4 3/10>5/12 lane1!; 4=5 jump x.h:2=2 4/4>6/6!; 4=5 jump 1=1 7/7>7/7");
  EXPECT_EQ(file.lanes, 3U);
  request.unchanged = true;
  EXPECT_EQ(told_jumps(compared_lines(runs, request).file(0)),
            "1=1 jcnd 5=6 1/2>1/2 lane3; 3=4 jump 0=3 ->1/1 lane0!; 3=4 jump 9=10 2/2>- lane4!; "
            "4=5 jcnd 3=4 3/10>5/12 lane1!; 4=5 jump x.h:2=2 4/4>6/6!; "
            "4=5 jump 1=1 7/7>7/7 lane2");
}

TEST_F(DiffAnnotationTest, JumpsOfTheSameRunsDoNotDiffer) {
  for (const bool has_sources : {false, true}) {
    LineRuns runs;
    runs.add(kJumpsWas, Version::kOld);
    runs.add(kJumpsWas, Version::kNew);
    DiffAnnotationRequest request = with_sources();
    request.places.old_places = has_sources ? request.places.new_places : SourcePlaces();
    EXPECT_EQ(compared_lines(runs, request).shown(), 0U);
  }
}

TEST(DiffAnnotation, JumpsOfSeveralRunsAreMediansAndTellNoise) {
  const auto run = [](int first, int second) {
    return "events: Ir\nfl=a.c\nfn=f\n1 1\njcnd=" + std::to_string(first) +
           "/50 3\n1\njump=" + std::to_string(second) + " 1\n3\n";
  };
  LineRuns runs;
  for (const auto& [first, second] : {std::pair(10, 20), std::pair(12, 10), std::pair(30, 11)}) {
    runs.add(run(first, second), Version::kOld);
  }
  runs.add(run(20, 90), Version::kNew);
  EXPECT_EQ(told_jumps(compared_lines(runs).file(0)),
            "1=1 jcnd 3=3 12/50>20/50 lane0!noise; 3=3 jump 1=1 11/11>90/90 lane1!");
}

TEST(DiffAnnotation, JumpsBeyondTheSourceAndToLinesNotKnown) {
  LineRuns runs;
  runs.add("events: Ir\nfl=a.c\nfn=f\n1 1\njump=1 50\n1\njump=2 0\n1\njfn=g\njump=3 0\n1\n",
           Version::kOld);
  runs.add(
      "events: Ir\nfl=a.c\nfn=f\n1 1\njump=5 50\n1\njump=2 0\n1\njfn=g\njump=4 0\n1\n"
      "jump=9 1\n60\n",
      Version::kNew);
  const TemporaryFolder was, is;
  was.file("a.c", "one\n");
  is.file("a.c", "one\ntwo\n");
  DiffAnnotationRequest request;
  request.places.old_places.folders = {was.path()};
  request.places.new_places.folders = {is.path()};
  EXPECT_EQ(told_jumps(compared_lines(runs, request).file(0)),
            "1=1 jump 0=0 3/3>4/4!; 1=1 jump 50=50 1/1>5/5 lane0!; 1=1 jump 0=0 2/2>2/2; "
            "0=60 jump 1=1 ->9/9 lane1!");
}

TEST(DiffAnnotation, ListsAFileWhereCallsAloneChanged) {
  // main spends as much as before in each line, but calls leaf, which is of another file, more.
  const auto text = [](int calls) {
    return "events: Ir\nfl=main.c\nfn=main\n1 10\ncfi=leaf.c\ncfn=leaf\ncalls=" +
           std::to_string(calls) + " 1\n2 " + std::to_string(10 * calls) +
           "\nfl=leaf.c\nfn=leaf\n1 " + std::to_string(10 * calls) + "\n";
  };
  LineRuns runs;
  runs.add(text(2), Version::kOld);
  runs.add(text(5), Version::kNew);
  const DiffAnnotation answer = compared_lines(runs);
  ASSERT_EQ(answer.shown(), 2U);
  EXPECT_EQ(answer.file(1).name, "main.c");
  LineRuns same;
  same.add(text(2), Version::kOld);
  same.add(text(2), Version::kNew);
  EXPECT_EQ(compared_lines(same).shown(), 0U);
}

TEST(DiffAnnotation, FilesAreMatchedAsFunctionsAre) {
  constexpr std::string_view kText = "events: Ir\nfl=%/x.c\nfn=f\n1 5\nfl=gone%.c\nfn=g\n2 3\n";
  const auto with = [&](std::string_view folder) {
    std::string text(kText);
    for (size_t at = text.find('%'); at != std::string::npos; at = text.find('%')) {
      text.replace(at, 1, folder);
    }
    return text;
  };
  LineRuns runs;
  runs.add(with("/tmp/cc1AbC"), Version::kOld);
  runs.add(with("/tmp/ccXyZ9"), Version::kNew);
  DiffAnnotationRequest request;
  request.unchanged = true;
  const auto matches = [&] {
    std::multiset<std::string_view> words;
    const DiffAnnotation answer = compared_lines(runs, request);
    for (size_t rank = 0; rank < answer.shown(); ++rank) {
      words.insert(to_string(answer.file(rank).match));
    }
    return words;
  };
  EXPECT_TRUE(matches().contains("normalised"));
  runs.runs.layers = {.normalised = false, .guess = true};
  EXPECT_TRUE(matches().contains("guess"));
  runs.runs.layers = {.normalised = false, .guess = false};
  EXPECT_EQ(matches(), (std::multiset<std::string_view>{"", "", "", ""}));
}

TEST(DiffAnnotation, NeedsLines) {
  LineRuns runs;
  runs.add("events: Ir\nfl=a.c\nfn=f\n0 5\n", Version::kOld);
  runs.add("events: Ir\nfl=a.c\nfn=f\n0 5\n", Version::kNew);
  EXPECT_EQ(DiffAnnotation::make(runs.runs, {}).error().code, "no-lines");
}

TEST(DiffAnnotation, OfSeveralRunsTakesMediansAndTellsNoise) {
  const auto run = [](int first, int second) {
    return "events: Ir\nfl=a.c\nfn=f\n1 " + std::to_string(first) + "\n2 " +
           std::to_string(second) + "\n";
  };
  LineRuns runs;
  for (const auto& [first, second] : {std::pair(10, 50), std::pair(12, 40), std::pair(30, 41)}) {
    runs.add(run(first, second), Version::kOld);
  }
  runs.add(run(20, 90), Version::kNew);
  const DiffAnnotation answer = compared_lines(runs);
  const DiffAnnotatedFile file = answer.file(0);
  EXPECT_EQ(told_lines(file), "1=1 12>20; 2=2 41>90");
  EXPECT_TRUE(file.lines[0].is_noise);
  EXPECT_FALSE(file.lines[1].is_noise);
  // The runs' totals are 60, 52 and 71.
  EXPECT_EQ(told_accounts(answer), "without_source 1: 53>110; medians: 7>0");
}

// --- All changes are accounted for, whatever is asked.

std::unique_ptr<const Profile> generated_side(uint64_t seed) {
  OpenOptions options;
  options.keep = Keep::kAll;
  options.dialect = "callgrind";
  Result<Opened> opened = open_bytes("in", testing::generate_callgrind(seed), options);
  return opened ? std::move(opened->profile) : nullptr;
}

void write_some_sources(testing::RandomChoice& random, const Profile& profile,
                        const TemporaryFolder& folder) {
  for (uint32_t at = 0; at < profile.symbols().functions.size(); ++at) {
    const std::string name(profile.symbols().file(FunctionId(at)));
    if (random.chance(95) && !name.empty() && name.size() < 100 &&
        name.find_first_of(std::string_view("/\0", 2)) == std::string::npos && name != "." &&
        name != "..") {
      std::string text;
      for (uint64_t lines = random.below(60); lines != 0; --lines) {
        text += random.pick({"}\n", "x = y + 1;\n", "x = y + 2;\n", "call();\n", "\n"});
      }
      folder.file(name, text);
    }
  }
}

std::string some_target_of(testing::RandomChoice& random, const Profile& profile) {
  if (random.chance(50) || profile.symbols().functions.size() == 0) {
    return {};
  }
  const FunctionId function(random.index(profile.symbols().functions.size()));
  const auto& symbols = profile.symbols();
  return std::string(random.chance(50)   ? symbols.name(function)
                     : random.chance(50) ? symbols.file(function)
                                         : std::string(symbols.file(function)) + ":3");
}

using Sums = std::map<DiffAccounted, std::pair<Costs, Costs>>;

/// What the lines of all files shown are, by category, read from the answer's lines alone.
Sums sums_of_lines(const DiffAnnotation& answer) {
  Sums sums;
  const size_t columns = answer.totals(Version::kOld).size();
  for (size_t rank = 0; rank < answer.shown(); ++rank) {
    const DiffAnnotatedFile file = answer.file(rank);
    const bool has_source = file.has_source(Version::kOld) || file.has_source(Version::kNew);
    for (const DiffLine& line : file.lines) {
      const PairedLine& pair = line.pair;
      const DiffAccounted what = !has_source                        ? DiffAccounted::kWithoutSource
                                 : pair == PairedLine()             ? DiffAccounted::kUnknownLine
                                 : file.is_beyond_end(&line)        ? DiffAccounted::kBeyondEnd
                                 : pair.match == LineMatch::kNumber ? DiffAccounted::kByNumber
                                 : pair.old_line == 0               ? DiffAccounted::kAdded
                                 : pair.new_line == 0               ? DiffAccounted::kRemoved
                                                                    : DiffAccounted::kPaired;
      auto& [was, is] = sums.try_emplace(what, Costs(columns), Costs(columns)).first->second;
      for (size_t column = 0; column < columns; ++column) {
        was[column] += line.old_side ? exactly(line.old_side->self)[column] : 0;
        is[column] += line.new_side ? exactly(line.new_side->self)[column] : 0;
        EXPECT_EQ(told(Costs{exactly(line.change.self)[column]}),
                  told(Costs{(line.new_side ? exactly(line.new_side->self)[column] : 0) -
                             (line.old_side ? exactly(line.old_side->self)[column] : 0)}));
      }
    }
  }
  return sums;
}

/// Each changed line, and no line twice, is among those shown; what is left out is counted.
void expect_all_shown(const DiffAnnotation& answer) {
  for (size_t rank = 0; rank < answer.shown(); ++rank) {
    const DiffAnnotatedFile file = answer.file(rank);
    uint64_t rows = file.left_out_behind();
    std::set<const DiffLine*> seen;
    uint64_t before = 0;
    file.each_line([&](const DiffSourceLine& at) {
      const bool is_row = at.line == nullptr || at.line->place.kind == LinePlace::Kind::kRow;
      rows += at.left_out + (is_row ? 1 : 0);
      EXPECT_TRUE(at.line == nullptr || seen.insert(at.line).second);
      EXPECT_GE(at.position, before);
      EXPECT_TRUE(at.line == nullptr || file.position(at.line->place) == at.position);
      before = at.position;
      return true;
    });
    EXPECT_EQ(rows, file.pairing.rows());
    for (const DiffLine& line : file.lines) {
      EXPECT_TRUE(!line.is_changed() || seen.contains(&line));
    }
  }
}

/// How often jumps of one profile were met in the lines of files of these names, by itself.
int128 executed_jumps(const DiffRun& run, const std::set<std::string_view>& files) {
  const Profile& profile = *run.profile;
  int128 sum = 0;
  RecordCursor cursor(profile.records());
  while (const Record* record = cursor.next()) {
    const bool is_jump =
        record->kind == RecordKind::kJump || record->kind == RecordKind::kConditionalJump;
    const Symbols& symbols = profile.symbols();
    sum += is_jump && files.contains(symbols.names.text(symbols.names.canonical(record->file)))
               ? int128{record->count}
               : int128{0};
  }
  return sum;
}

/// Of comparisons of whole files, a run a side: no jump is lost or told twice. Whether there were
/// any.
bool expect_jumps_are_those_of_lines(const DiffAnnotation& answer, const LineRuns& runs) {
  if (answer.kind() != TargetKind::kAll || runs.profiles.size() != 2) {
    return false;
  }
  std::set<std::string_view> names[2];
  int128 sums[2] = {0, 0};
  for (size_t rank = 0; rank < answer.shown(); ++rank) {
    const DiffAnnotatedFile file = answer.file(rank);
    if (file.status != DiffStatus::kAdded) {
      names[0].insert(file.old_name.value_or(file.name));
    }
    if (file.status != DiffStatus::kRemoved) {
      names[1].insert(file.name);
    }
    for (const DiffLine& line : file.lines) {
      for (const DiffJump& jump : line.jumps) {
        sums[0] += jump.old_side.value_or(JumpCount()).executed;
        sums[1] += jump.new_side.value_or(JumpCount()).executed;
      }
    }
  }
  EXPECT_EQ(to_decimal(sums[0]), to_decimal(executed_jumps(runs.runs.old_runs[0], names[0])));
  EXPECT_EQ(to_decimal(sums[1]), to_decimal(executed_jumps(runs.runs.new_runs[0], names[1])));
  return sums[0] + sums[1] > 0;
}

TEST(DiffAnnotationProperty, AllChangesAreAccountedFor) {
  constexpr uint64_t kComparedSeeds = 800;
  size_t answered = 0, with_text = 0, with_jumps = 0;
  for (uint64_t seed = 0; seed < kComparedSeeds; ++seed) {
    SCOPED_TRACE(seed);
    testing::RandomChoice random(seed);
    Words words;
    words.all_events = random.chance(50);
    words.limit = random.index(4);
    LineRuns runs;
    const bool has_several = random.chance(20);
    bool is_sound = true;
    // Sides of one seed share their functions and files; others have few in common.
    for (size_t run = 0; run < (has_several ? 4U : 2U) && is_sound; ++run) {
      is_sound = runs.add(generated_side(seed + (random.chance(50) ? 0 : random.below(3))),
                          run % 2 == 0 ? Version::kOld : Version::kNew, words);
    }
    if (!is_sound) {
      continue;
    }
    const Selection& first = runs.runs.old_runs.front().selection;
    const auto has_same_columns = [&](const DiffRun& run) {
      return std::ranges::equal(
          run.selection.columns, first.columns, {}, [](const Column& c) { return c.event.name; },
          [](const Column& c) { return c.event.name; });
    };
    if (!std::ranges::all_of(runs.runs.old_runs, has_same_columns) ||
        !std::ranges::all_of(runs.runs.new_runs, has_same_columns)) {
      continue;
    }
    runs.runs.layers = {.normalised = random.chance(80), .guess = random.chance(80)};
    const TemporaryFolder old_folder, new_folder;
    write_some_sources(random, *runs.profiles.front(), old_folder);
    write_some_sources(random, *runs.profiles.back(), new_folder);
    DiffAnnotationRequest request;
    request.target = some_target_of(random, *runs.profiles[random.index(runs.profiles.size())]);
    request.places.old_places.first_folders = {old_folder.path()};
    request.places.new_places.first_folders = {random.chance(80) ? new_folder.path()
                                                                 : old_folder.path()};
    request.context = random.index(4);
    request.whole = random.chance(20);
    request.unchanged = random.chance(30);
    request.least_share = random.chance(30) ? static_cast<uint32_t>(random.index(3000)) : 0;
    const Result<DiffAnnotation> answer = DiffAnnotation::make(runs.runs, request);
    if (!answer) {
      continue;
    }
    ++answered;
    for (const Version side : {Version::kOld, Version::kNew}) {
      Costs sums(answer->totals(side).size());
      for (const DiffAccountedCost& account : answer->accounting()) {
        EXPECT_TRUE(has_several || account.what != DiffAccounted::kMedians);
        for (size_t column = 0; column < sums.size(); ++column) {
          sums[column] +=
              exactly((side == Version::kOld ? account.old_self : account.new_self)[column]);
        }
      }
      EXPECT_EQ(told(sums), told(answer->totals(side)));
    }
    const Sums lines = sums_of_lines(*answer);
    for (const DiffAccountedCost& account : answer->accounting()) {
      const auto found = lines.find(account.what);
      if (account.what <= DiffAccounted::kWithoutSource) {
        const Costs none(account.old_self.size());
        EXPECT_EQ(told(found != lines.end() ? found->second.first : none), told(account.old_self));
        EXPECT_EQ(told(found != lines.end() ? found->second.second : none), told(account.new_self));
      }
      with_text += account.what == DiffAccounted::kPaired && account.files ? 1U : 0U;
    }
    expect_all_shown(*answer);
    with_jumps += expect_jumps_are_those_of_lines(*answer, runs) ? 1U : 0U;
    if (HasFailure()) {
      return;
    }
  }
  EXPECT_GT(answered, kComparedSeeds / 4);
  EXPECT_GT(with_text, kComparedSeeds / 25);
  EXPECT_GT(with_jumps, kComparedSeeds / 100);
}

}  // namespace
}  // namespace quern
