// SPDX-License-Identifier: MIT
#include "quern/compare/lines/line_changes.h"

#include <gtest/gtest.h>

#include <map>

#include "quern/compare/source/diff_annotation.h"
#include "quern/query/test_support.h"
#include "quern/testing/generators/random_choice.h"

namespace quern {
namespace {

class LineChangesTest : public ::testing::Test {
 protected:
  void add(Version side, std::string_view text, const Words& words = {}) {
    profiles_.push_back(read_text(text, Keep::kAll));
    Words by_line = words;
    by_line.group_by = "line";
    DiffRun run{profiles_.back().get(), selected(*profiles_.back(), by_line)};
    (side == Version::kOld ? runs_.old_runs : runs_.new_runs).push_back(std::move(run));
  }

  [[nodiscard]] PlacesOfSides places() const {
    PlacesOfSides places;
    places.old_places.folders = {old_folder_.path()};
    places.new_places.folders = {new_folder_.path()};
    return places;
  }

  [[nodiscard]] LineChanges changes(const DiffFilter& filter = {}) const {
    Result<LineChanges> answer =
        LineChanges::make(runs_, places(), filter, LineChanges::By::kRanked);
    EXPECT_TRUE(answer) << answer.error().message;
    return std::move(*answer);
  }

  /// "a.c:2 (1) +20; …; rest +3": each row with its old line and its change.
  [[nodiscard]] static std::string told_changes(const LineChanges& answer) {
    std::string text;
    for (size_t rank = 0; rank < answer.shown(); ++rank) {
      const LineChange row = answer.row(rank);
      text += row.name + " (" + std::to_string(row.pair.old_line) + ") " +
              to_decimal(lower_of(row.change.self[0])) + (row.is_noise ? " noise; " : "; ");
    }
    return text + "rest " + to_decimal(lower_of(answer.not_shown()[0]));
  }

  std::vector<std::unique_ptr<const Profile>> profiles_;
  DiffRuns runs_;
  TemporaryFolder old_folder_, new_folder_;
};

constexpr std::string_view kLinesBefore =
    "events: Ir\nfl=a.c\nfn=main\n1 10\n2 20\n3 5\nfl=gone.c\nfn=gone\n7 4\nfl=\nfn=nowhere\n0 9\n";
constexpr std::string_view kLinesAfter =
    "events: Ir\nfl=a.c\nfn=main\n1 10\n3 50\n4 5\nfl=fresh.c\nfn=fresh\n7 4\nfl=\nfn=nowhere\n0 "
    "8\n";

TEST_F(LineChangesTest, LinesAreRankedByChangeAndPairedByText) {
  add(Version::kOld, kLinesBefore);
  add(Version::kNew, kLinesAfter);
  old_folder_.file("a.c", "int main() {\n  sort();\n}\n");
  new_folder_.file("a.c", "int main() {\n  // faster\n  sort();\n}\n");
  const LineChanges answer = changes();
  EXPECT_EQ(told_changes(answer), "a.c:3 (2) 30; fresh.c:7 (0) 4; gone.c:7 (7) -4; rest -1");
  EXPECT_EQ(answer.unchanged(), 2U);
  EXPECT_TRUE(answer.differs());
  EXPECT_EQ(answer.row(0).file, "a.c");
  EXPECT_EQ(answer.row(0).pair, (PairedLine{2, 3, LineMatch::kSame}));
}

TEST_F(LineChangesTest, LinesWithoutSourcesArePairedByNumber) {
  add(Version::kOld, kLinesBefore, {.limit = 1});
  add(Version::kNew, kLinesAfter, {.limit = 1});
  EXPECT_EQ(told_changes(changes()), "a.c:3 (3) 45; rest -16");
}

TEST_F(LineChangesTest, QueriesAndSmallChangesAreInTheRest) {
  add(Version::kOld, kLinesBefore, {.where = "file = a.c"});
  add(Version::kNew, kLinesAfter, {.where = "file = a.c"});
  DiffFilter filter;
  filter.least_change = parse_least_change("10");
  const LineChanges answer = changes(filter);
  EXPECT_EQ(told_changes(answer), "a.c:3 (3) 45; a.c:2 (2) -20; rest 4");
  EXPECT_EQ(answer.left_out(), 2U);
  EXPECT_EQ(answer.below_least(), 1U);
  filter = {.unchanged = true};
  EXPECT_EQ(changes(filter).row_count(), 4U);
}

TEST_F(LineChangesTest, ChangesWithinThoseOfTheRunsAreMarked) {
  for (const char* const cost : {"10", "14", "12"}) {
    add(Version::kOld, std::string("events: Ir\nfl=a.c\nfn=main\n1 ") + cost + "\n2 1\n");
  }
  add(Version::kNew, "events: Ir\nfl=a.c\nfn=main\n1 13\n2 5\n");
  EXPECT_EQ(told_changes(changes()), "a.c:2 (2) 4; a.c:1 (1) 1 noise; rest 0");
}

TEST_F(LineChangesTest, CostsWithoutAFileCanDiffer) {
  add(Version::kOld, "events: Ir\nfl=a.c\nfn=main\n1 10\nfl=\nfn=nowhere\n0 9\n");
  add(Version::kNew, "events: Ir\nfl=a.c\nfn=main\n1 10\nfl=\nfn=nowhere\n0 8\n");
  const LineChanges answer = changes();
  EXPECT_EQ(told_changes(answer), "rest -1");
  EXPECT_TRUE(answer.differs());
}

TEST_F(LineChangesTest, ProfilesWithoutLinesHaveNone) {
  add(Version::kOld, "events: Ir\nfn=main\n0 10\n");
  add(Version::kNew, "events: Ir\nfn=main\n0 10\n");
  const auto answer = LineChanges::make(runs_, places(), {}, LineChanges::By::kRanked);
  ASSERT_FALSE(answer);
  EXPECT_EQ(answer.error().code, "no-lines");
}

/// What some lines of three files cost; each line is in a file or not.
std::string random_lines(testing::RandomChoice& random) {
  std::string text = "events: Ir\n";
  for (const char* const file : {"a.c", "b.c", ""}) {
    text += std::string("fl=") + file + "\nfn=f" + file + "\n";
    for (int line = 1; line <= 9; ++line) {
      if (random.chance(60)) {
        text += std::to_string(line) + " " + std::to_string(random.below(4)) + "\n";
      }
    }
  }
  return text;
}

/// The lines of diff --view annotate that changed, and the change of the total.
TEST_F(LineChangesTest, RandomListsAgreeWithAnnotatedFiles) {
  testing::RandomChoice random(17);
  for (int round = 0; round < 100; ++round) {
    profiles_.clear();
    runs_ = {};
    add(Version::kOld, random_lines(random), {.limit = 0});
    add(Version::kNew, random_lines(random), {.limit = 0});
    std::map<std::string, int128> annotated, listed;
    const auto by_function = compared(runs_, GroupBy::kFunction);
    DiffAnnotationRequest request;
    request.places = places();
    const Result<DiffAnnotation> files =
        DiffAnnotation::make(by_function->runs, std::move(request));
    ASSERT_TRUE(files);
    for (size_t rank = 0; rank < files->shown(); ++rank) {
      const DiffAnnotatedFile file = files->file(rank);
      for (const DiffLine& line : file.lines) {
        if (line.changes_costs) {
          annotated[std::string(file.name) + ":" +
                    std::to_string(std::max(line.pair.new_line, line.pair.old_line))] =
              lower_of(line.change.self[0]);
        }
      }
    }
    const LineChanges answer = changes();
    int128 sum = lower_of(answer.not_shown()[0]);
    for (size_t rank = 0; rank < answer.shown(); ++rank) {
      const LineChange row = answer.row(rank);
      listed[row.name] = lower_of(row.change.self[0]);
      sum += lower_of(row.change.self[0]);
    }
    EXPECT_TRUE(listed == annotated) << round;
    EXPECT_TRUE(sum ==
                difference_of(answer.totals(Version::kOld)[0], answer.totals(Version::kNew)[0]))
        << round;
  }
}

}  // namespace
}  // namespace quern
