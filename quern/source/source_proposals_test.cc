// SPDX-License-Identifier: MIT
#include "quern/source/source_proposals.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "quern/bytes/files/test_support.h"
#include "quern/source/source_files.h"

namespace quern {
namespace {

using test::TemporaryFolder;

std::string put(const TemporaryFolder& folder, const std::string& path) {
  std::filesystem::create_directories((folder.path() / path).parent_path());
  return folder.file(path, "text");
}

/// Each proposal, which has to lead to a file that is there.
std::vector<PathMap> proposed(const TemporaryFolder& folder, std::string_view recorded) {
  const SourcePlaces places{.folders = {folder / "src"}, .proposes = true};
  const SourceFile missing = SourceFiles(places).find(recorded, {});
  EXPECT_FALSE(missing.is_found());
  for (const PathMap& map : missing.proposals) {
    EXPECT_TRUE(SourceFiles({.maps = {map}}).find(recorded, {}).is_found()) << map.from;
  }
  return missing.proposals;
}

TEST(SourceProposals, LeadToFilesOfTheNameWithTheLongestSharedEnd) {
  const TemporaryFolder folder;
  (void)put(folder, "src/one/lib/a.c");
  (void)put(folder, "src/two/a.c");
  (void)put(folder, "src/two/b.c");
  EXPECT_EQ(proposed(folder, "/build/x/lib/a.c"),
            (std::vector<PathMap>{{"/build/x", folder / "src/one"},
                                  {"/build/x/lib", folder / "src/two"}}));
  EXPECT_EQ(proposed(folder, "/build/glib/b.c"),
            (std::vector<PathMap>{{"/build/glib", folder / "src/two"}}));
  EXPECT_EQ(proposed(folder, "/build/c.c"), std::vector<PathMap>{});
}

TEST(SourceProposals, MapWholePathsWhereNothingStandsBeforeTheSharedEnd) {
  const TemporaryFolder folder;
  const std::string there = put(folder, "src/one/lib/a.c");
  EXPECT_EQ(proposed(folder, "lib/a.c"), (std::vector<PathMap>{{"lib/a.c", there}}));
  EXPECT_EQ(proposed(folder, "a.c"), (std::vector<PathMap>{{"a.c", there}}));
}

TEST(SourceProposals, AreFewAndCanBeWrittenAsOptions) {
  const TemporaryFolder folder;
  for (const char name : {'1', '2', '3', '4', '5'}) {
    (void)put(folder, std::string("src/x/") + name + "/a.c");
  }
  EXPECT_EQ(proposed(folder, "/b/a.c").size(), SourceProposals::kMostProposals);
  EXPECT_EQ(proposed(folder, "/b=c/a.c").size(), 0U);
}

TEST(SourceProposals, EndOnceManyPathsWereCompared) {
  const TemporaryFolder folder;
  constexpr size_t kAlike = 1500;
  for (size_t at = 0; at < kAlike; ++at) {
    (void)put(folder, "src/" + std::to_string(at) + "/i.php");
  }
  (void)put(folder, "src/j.php");
  SourceProposals proposals({folder / "src"});
  size_t made = 0;
  for (size_t at = 0; at < 1000; ++at) {
    made += proposals.for_path("/srv/" + std::to_string(at) + "/i.php").empty() ? 0U : 1U;
  }
  EXPECT_EQ(made, SourceProposals::kMostCompared / kAlike);
  EXPECT_EQ(proposals.for_path("/srv/j.php").size(), 1U) << "few are compared still";
}

TEST(SourceProposals, AreMadeOnlyWhereAskedFor) {
  const TemporaryFolder folder;
  (void)put(folder, "src/x/a.c");
  const SourcePlaces places{.folders = {folder / "src"}};
  EXPECT_TRUE(SourceFiles(places).find("/b/a.c", {}).proposals.empty());
}

}  // namespace
}  // namespace quern
