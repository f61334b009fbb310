// SPDX-License-Identifier: MIT
#include "quern/views/map/source_places.h"

#include <string>

#include "quern/filters/filter_plan.h"
#include "quern/views/map/test_support.h"

namespace quern {
namespace {

/// One function has code that was inlined from another file, one has no file.
constexpr std::string_view kSourceTree =
    "events: Ir\n"
    "fl=/src/app/main.c\nfn=main\n1 10\n2 20\n"
    "fl=/src/app/util/list.c\nfn=push\n5 15\nfn=pop\n9 5\n"
    "fl=/src/lib/a.c\nfn=a\n1 30\nfi=/src/lib/a.h\n7 8\nfe=/src/lib/a.c\n2 2\n"
    "fl=???\nfn=unknown\n0 10\n";

TEST(SourceMap, NestsFunctionsWithinFilesAndFolders) {
  const auto profile = read_text(kSourceTree);
  const CostMap map = map_of(*profile, {.of = MapOf::kSource});
  EXPECT_EQ(told_tiles(map),
            "/src folder 90\n"
            " app folder 50\n"
            "  main.c 30\n"
            "   main 30\n"
            "  util folder 20\n"
            "   list.c 20\n"
            "    push 15\n"
            "    pop 5\n"
            " lib folder 40\n"
            "  a.c 40\n"
            "   a 40\n"
            "? 10\n"
            " unknown 10\n");
  EXPECT_EQ(map.tiles[0].name.file, "/src");
  EXPECT_EQ(map.tiles[4].name.file, "/src/app/util");
  EXPECT_EQ(map.tiles[5].name.file, "/src/app/util/list.c");
  EXPECT_EQ(map.tiles[6].name.file, "/src/app/util/list.c");
}

TEST(SourceMap, NestsLinesWithinFunctions) {
  const auto profile = read_text(kSourceTree, Keep::kAll);
  const CostMap map = map_of(*profile, {.of = MapOf::kSource});
  EXPECT_EQ(told_tiles(map),
            "/src folder 90\n"
            " app folder 50\n"
            "  main.c 30\n"
            "   main 30\n"
            "    /src/app/main.c:2 20\n"
            "    /src/app/main.c:1 10\n"
            "  util folder 20\n"
            "   list.c 20\n"
            "    push 15\n"
            "     /src/app/util/list.c:5 15\n"
            "    pop 5\n"
            "     /src/app/util/list.c:9 5\n"
            " lib folder 40\n"
            "  a.c 40\n"
            "   a 40\n"
            "    /src/lib/a.c:1 30\n"
            "    /src/lib/a.h:7 8\n"
            "    /src/lib/a.c:2 2\n"
            "? 10\n"
            " unknown 10\n")
      << "lines that were inlined stay within their function";
  EXPECT_EQ(map.tiles[4].name.line, 2U);
  EXPECT_EQ(told_tiles(map_of(*profile, {.of = MapOf::kSource, .has_lines = false})),
            told_tiles(map_of(*read_text(kSourceTree), {.of = MapOf::kSource})));
}

TEST(SourceMap, LeavesCostsWithoutALineToTheFunction) {
  const auto profile = read_text("events: Ir\nfl=a.c\nfn=a\n1 30\n0 12\n", Keep::kAll);
  const CostMap map = map_of(*profile, {.of = MapOf::kSource});
  EXPECT_EQ(told_tiles(map), "a.c 42\n a 42\n  a.c:1 30\n  (self) 12\n");
  EXPECT_EQ(told(map.tiles[1].own), "12");
}

TEST(SourceMap, MergesFoldersWithNothingButAFolder) {
  const auto profile = read_text(
      "events: Ir\nfl=./a/b/./c/one.c\nfn=f\n1 4\nfl=a/b/c/two.c\nfn=g\n1 3\n"
      "fl=d/e/three.c\nfn=h\n1 2\nfl=four.c\nfn=i\n1 1\nfl=z/idle.c\nfn=j\n1 0\n");
  EXPECT_EQ(told_tiles(map_of(*profile, {.of = MapOf::kSource, .depth = 2})),
            "a/b/./c folder 7\n"
            " one.c 4\n"
            "  (cut 1) 4\n"
            " two.c 3\n"
            "  (cut 1) 3\n"
            "d/e folder 2\n"
            " three.c 2\n"
            "  (cut 1) 2\n"
            "four.c 1\n"
            " i 1\n");
}

TEST(SourceMap, CutsTheCheapest) {
  const auto profile = read_text(kSourceTree);
  EXPECT_EQ(told_tiles(map_of(*profile, {.of = MapOf::kSource, .least_share = 2500})),
            "/src folder 90\n"
            " app folder 50\n"
            "  main.c 30\n"
            "   main 30\n"
            "  (cut 1) 20\n"
            " lib folder 40\n"
            "  a.c 40\n"
            "   a 40\n"
            "(cut 1) 10\n");
  EXPECT_EQ(told_tiles(map_of(*profile, {.of = MapOf::kSource, .most_tiles = 2})),
            "/src folder 90\n app folder 50\n  (cut 2) 50\n (cut 1) 40\n(cut 1) 10\n");
}

TEST(SourceMap, LeavesOutFunctionsThatDoNotMatch) {
  const auto profile = read_text(kSourceTree);
  const CostMap map =
      map_of(*profile, {.of = MapOf::kSource, .depth = 0}, {.where = "self >= 15%"});
  EXPECT_EQ(told_tiles(map),
            "/src folder 90\n"
            " app folder 50\n"
            "  main.c 30\n"
            "   main 30\n"
            "  util folder 20\n"
            "   list.c 20\n"
            "    push 15\n"
            "    (cut 1) 5\n"
            " lib folder 40\n"
            "  a.c 40\n"
            "   a 40\n"
            "? 10\n"
            " (cut 1) 10\n");
  EXPECT_EQ(map.left_out, 2U);
}

TEST(SourceMap, HasDeclaredCostsWithoutRowsAsARoot) {
  const auto profile = read_whole("events: Ir\nsummary: 1000\nfl=a.c\nfn=a\n1 400\n");
  EXPECT_EQ(told_tiles(map_of(*profile, {.of = MapOf::kSource})),
            "(not in this profile) 600\na.c 400\n a 400\n");
}

TEST(SourceMap, DrawsNothingOfCostsBelowZero) {
  const auto profile = read_text("events: Ir\nfl=a.c\nfn=up\n1 100\nfn=down\n1 -60\n");
  const CostMap map = map_of(*profile, {.of = MapOf::kSource});
  EXPECT_EQ(told_tiles(map), "a.c 40\n up 100 drawn 40\n (cut 1) -60 drawn 0\n");
  EXPECT_EQ(map.squeezed, 1U);
}

TEST(SourceMap, DrawsTheLargestCosts) {
  const auto profile = read_text(
      "events: Ir\nfl=a.c\nfn=a\n1 18446744073709551615\n1 428\nfn=b\n1 18446744073709551615\n",
      Keep::kAll);
  const CostMap map = map_of(*profile, {.of = MapOf::kSource, .has_lines = false});
  EXPECT_EQ(told_tiles(map),
            "a.c 36893488147419103658\n a 18446744073709552043\n b 18446744073709551615\n");
  EXPECT_EQ(map.squeezed, 0U);
}

TEST(SourceMap, MarksWhatAFilterSplit) {
  const auto whole = read_text(
      "events: Ir\nfl=a.c\nfn=main\n1 1\ncfn=f\ncalls=1 1\n2 60\ncfn=g\ncalls=1 1\n3 60\n"
      "fn=f\n10 20\ncfi=h.c\ncfn=h\ncalls=4 1\n11 40\n"
      "fn=g\n20 40\ncfi=h.c\ncfn=h\ncalls=6 1\n21 20\n"
      "fl=h.c\nfn=h\n30 30\ncfn=i\ncalls=3 1\n32 30\nfn=i\n40 30\n",
      Keep::kAll);
  const Result<Opened> focused = filter_profile(*whole, {.focus = {"^f$"}});
  ASSERT_TRUE(focused.has_value());
  EXPECT_EQ(told_tiles(map_of(*focused->profile, {.of = MapOf::kSource, .has_lines = false})),
            "h.c ~40\n h ~20\n i ~20\na.c 20\n f 20\n");
  EXPECT_EQ(told_tiles(map_of(*focused->profile, {.of = MapOf::kSource})),
            "h.c ~40\n h ~20\n  h.c:30 ~20\n i ~20\n  h.c:40 ~20\na.c 20\n f 20\n  a.c:10 20\n");
}

TEST(ObjectMap, NestsFunctionsWithinFilesAndObjects) {
  const auto profile = read_text(
      "events: Ir\nob=app\nfl=src/a.c\nfn=main\n1 10\nob=/lib/libc.so\nfl=\nfn=malloc\n1 5\n"
      "fl=src/a.c\nfn=free\n1 3\nob=\nfl=src/a.c\nfn=stray\n1 1\n",
      Keep::kAll);
  EXPECT_EQ(told_tiles(map_of(*profile, {.of = MapOf::kObject})),
            "app object 10\n src/a.c 10\n  main 10\n"
            "/lib/libc.so object 8\n ? 5\n  malloc 5\n src/a.c 3\n  free 3\n"
            " object 1\n src/a.c 1\n  stray 1\n");
}

TEST(SourceMap, EndsPathsOfManyFolders) {
  std::string path;
  for (size_t folder = 0; folder < 20'000; ++folder) {
    path += "folder/";
  }
  const auto profile = read_text("events: Ir\nfl=" + path + "a.c\nfn=a\n1 5\nfl=" + path +
                                 "b.c\nfn=b\n1 4\nfl=folder/c.c\nfn=c\n1 3\n");
  const CostMap map = map_of(*profile, {.of = MapOf::kSource});
  expect_sound(map);
  ASSERT_EQ(map.tiles.size(), 8U);
  EXPECT_EQ(map.tiles[1].name.name.size(), 99 * std::string_view("folder/").size() - 1);
  EXPECT_EQ(map.tiles[2].name.file, path + "a.c");
}

std::string told_parts(std::string_view path) {
  std::string text;
  for (const PathPart& part : path_parts(path)) {
    text += (text.empty() ? "" : "|") + std::string(path.substr(part.begin, part.end - part.begin));
  }
  return text;
}

TEST(PathParts, AreFoldersAndTheFile) {
  EXPECT_EQ(told_parts("/usr/./include//a.h"), "/|usr|include|a.h");
  EXPECT_EQ(told_parts("a.c"), "a.c");
  EXPECT_EQ(told_parts("./../a.c"), "..|a.c");
  EXPECT_EQ(told_parts("C:\\src\\a.c"), "C:|src|a.c");
  EXPECT_EQ(told_parts("src/a\\b.c"), "src|a\\b.c");
}

TEST(PathParts, AreAtLeastOneAndNotTooMany) {
  EXPECT_EQ(told_parts(""), "");
  EXPECT_EQ(path_parts("").size(), 1U);
  EXPECT_EQ(told_parts("."), ".");
  EXPECT_EQ(told_parts("/"), "/");
  EXPECT_EQ(told_parts("//"), "/");
  std::string deep;
  for (size_t folder = 0; folder < 10'000; ++folder) {
    deep += "a/";
  }
  const std::vector<PathPart> parts = path_parts(deep);
  EXPECT_EQ(parts.size(), MapRequest::kMostFolders + 1);
  EXPECT_EQ(parts.back().end, deep.size());
}

}  // namespace
}  // namespace quern
