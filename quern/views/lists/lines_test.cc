// SPDX-License-Identifier: MIT
#include "quern/views/lists/lines.h"

#include <map>

#include "quern/query/test_support.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/generators/random_choice.h"
#include "quern/views/source/annotation.h"

namespace quern {
namespace {

/// Line 5 of h.h is inlined into two functions; one line is not known, and one file.
constexpr std::string_view kLinesText =
    "positions: line\nevents: Ir Dr\nob=app\nfl=a.c\nfn=f\n1 10 1\nfi=h.h\n5 20 2\nfe=a.c\n0 3 0\n"
    "fn=g\n1 4 0\nfi=h.h\n5 30 3\nfl=\nfn=k\n7 1 9\n";

Words by_line(std::string sort = {}, size_t limit = 20) {
  return {.sort = std::move(sort), .group_by = "line", .limit = limit, .all_events = true};
}

std::string listed_lines(const Lines& lines) {
  std::string text;
  for (size_t rank = 0; rank < lines.shown(); ++rank) {
    const TopRow row = lines.row(rank);
    const std::optional<RowName> function = lines.function(rank);
    text += (rank == 0 ? "" : ", ") + std::string(row.name.name) + " " + told(row.self) + " " +
            (function ? std::string(function->name) : "*");
  }
  return text;
}

TEST(Lines, AddsUpTheCostsOfEachLineOfAllFiles) {
  const auto profile = read_text(kLinesText, Keep::kAll);
  const Result<Lines> lines = Lines::make(*profile, selected(*profile, by_line()));
  ASSERT_TRUE(lines);
  EXPECT_EQ(listed_lines(*lines), "h.h:5 50 5 *, a.c:1 14 1 *, a.c:? 3 0 f,  1 9 k");
  EXPECT_EQ(told(lines->totals()), "68 15");
  EXPECT_EQ(told(lines->not_shown()), "0 0");
  EXPECT_EQ(lines->row(0).name.file, "h.h");
  EXPECT_EQ(lines->row(0).name.line, 5U);
}

TEST(Lines, AreSortedAndCutAndFilteredAsFunctionsAre) {
  const auto profile = read_text(kLinesText, Keep::kAll);
  const auto shown = [&](const Words& words) {
    const Result<Lines> lines = Lines::make(*profile, selected(*profile, words));
    EXPECT_TRUE(lines);
    return listed_lines(*lines) + " | " + told(lines->not_shown()) + " | " +
           std::to_string(lines->left_out());
  };
  EXPECT_EQ(shown(by_line("Dr", 2)), " 1 9 k, h.h:5 50 5 * | 17 1 | 0");
  EXPECT_EQ(shown(by_line("place", 3)), "a.c:1 14 1 *, a.c:? 3 0 f, h.h:5 50 5 * | 1 9 | 0");
  Words words = by_line();
  words.where = "file = a.c and self > 3";
  EXPECT_EQ(shown(words), "a.c:1 14 1 * | 54 14 | 3");
  words.where = "name ~ /:5$/";
  EXPECT_EQ(shown(words), "h.h:5 50 5 * | 18 10 | 3");
}

std::string listed_files(const Profile& profile, const Words& words) {
  const Result<Lines> files = Lines::make(profile, selected(profile, words), Lines::Of::kFile);
  EXPECT_TRUE(files);
  return listed_lines(*files) + " | " + told(files->covered());
}

TEST(Lines, AreAddedUpByTheFilesTheyStandIn) {
  const auto profile = read_text(kLinesText, Keep::kAll);
  EXPECT_EQ(listed_files(*profile, by_line()), "h.h 50 5 *, a.c 17 1 *,  1 9 k | 68 15");
  EXPECT_EQ(listed_files(*profile, by_line("name")), "a.c 17 1 *, h.h 50 5 *,  1 9 k | 68 15");
  Words words = by_line();
  words.where = "name = a.c";
  EXPECT_EQ(listed_files(*profile, words), "a.c 17 1 * | 17 1");
}

TEST(Lines, HaveRunningTotals) {
  const auto profile = read_text(kLinesText, Keep::kAll);
  Words words = by_line();
  words.running = true;
  const Result<Lines> lines = Lines::make(*profile, selected(*profile, words));
  ASSERT_TRUE(lines);
  EXPECT_EQ(told(*lines->row(0).running), "50");
  EXPECT_EQ(told(*lines->row(3).running), "68");
}

TEST(Lines, RefuseWhatLinesDoNotHave) {
  const auto profile = read_text(kLinesText, Keep::kAll);
  const Result<Lines> lines = Lines::make(*profile, selected(*profile, by_line("incl")));
  ASSERT_FALSE(lines);
  EXPECT_EQ(lines.error().code, "no-lines");
  Words words = by_line();
  words.where = "incl > 1";
  EXPECT_FALSE(select(*profile, words.words()));
  const auto without = read_text("positions: instr\nevents: Ir\nfn=f\n0x1 10\n", Keep::kAll);
  const Result<Lines> none = Lines::make(*without, selected(*without, by_line()));
  ASSERT_FALSE(none);
  EXPECT_EQ(none.error().code, "no-lines");
}

/// By file and line, of all events.
using CostsByLine = std::map<std::pair<std::string, uint64_t>, Costs>;

CostsByLine annotated_lines_of(const Annotation& answer) {
  CostsByLine costs;
  for (size_t rank = 0; rank < answer.shown(); ++rank) {
    const AnnotatedFile file = answer.file(rank);
    file.each_line([&](uint64_t number, const AnnotatedLine* line, std::string_view) {
      if (line != nullptr && line->has_self) {
        costs[{std::string(file.name), number}] = exactly(line->self);
      }
    });
  }
  return costs;
}

/// Files without costs of their own are called from others' lines alone.
void expect_files(const Profile& profile, const Annotation& answer) {
  const Result<Lines> files =
      Lines::make(profile, selected(profile, by_line({}, 0)), Lines::Of::kFile);
  ASSERT_TRUE(files);
  std::map<std::string, Costs> costs;
  for (size_t rank = 0; rank < files->shown(); ++rank) {
    costs[std::string(files->row(rank).name.name)] = exactly(files->row(rank).self);
  }
  for (size_t rank = 0; rank < answer.shown(); ++rank) {
    const AnnotatedFile file = answer.file(rank);
    const auto found = costs.find(std::string(file.name));
    EXPECT_EQ(found == costs.end() ? Costs(file.self.size()) : found->second, exactly(file.self));
  }
}

TEST(Lines, AreThoseOfAnnotateAndTheTotal) {
  size_t answered = 0;
  for (uint64_t seed = 0; seed < 800; ++seed) {
    OpenOptions options;
    options.keep = Keep::kAll;
    options.dialect = "callgrind";
    const Result<Opened> opened = open_bytes("in", testing::generate_callgrind(seed), options);
    if (!opened || opened->profile->events().empty()) {
      continue;
    }
    SCOPED_TRACE(seed);
    const Profile& profile = *opened->profile;
    const Result<Lines> lines = Lines::make(profile, selected(profile, by_line({}, 0)));
    AnnotationRequest request;
    request.whole = true;
    request.lists_without_source = true;
    const Result<Annotation> answer =
        Annotation::make(profile, selected(profile, by_line({}, 0)), request);
    ASSERT_EQ(lines.has_value(), answer.has_value());
    if (!lines) {
      continue;
    }
    ++answered;
    expect_files(profile, *answer);
    CostsByLine costs;
    Costs sums(lines->totals().size());
    for (size_t rank = 0; rank < lines->shown(); ++rank) {
      const TopRow row = lines->row(rank);
      const Costs self = exactly(row.self);
      if (!row.name.file.empty()) {
        costs[{std::string(row.name.file), row.name.line}] = self;
      }
      for (size_t column = 0; column < sums.size(); ++column) {
        sums[column] += self[column];
      }
    }
    EXPECT_TRUE(costs == annotated_lines_of(*answer));
    EXPECT_EQ(told(sums), told(lines->totals()));
    const Result<Lines> some = Lines::make(profile, selected(profile, by_line({}, 2)));
    ASSERT_TRUE(some);
    Costs all = exactly(some->not_shown());
    for (size_t rank = 0; rank < some->shown(); ++rank) {
      for (size_t column = 0; column < all.size(); ++column) {
        all[column] += exactly(some->row(rank).self[column]);
      }
    }
    EXPECT_EQ(told(all), told(lines->totals()));
    if (HasFailure()) {
      return;
    }
  }
  EXPECT_GT(answered, 200U);
}

}  // namespace
}  // namespace quern
