// SPDX-License-Identifier: MIT
#include "quern/workspace/siblings.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "quern/workspace/workspace.h"

namespace quern {
namespace {

namespace fs = std::filesystem;

class SiblingsTest : public testing::Test {
 protected:
  SiblingsTest() {
    std::string name = (fs::temp_directory_path() / "quern-siblings-XXXXXX").string();
    folder = mkdtemp(name.data());
  }
  ~SiblingsTest() override { fs::remove_all(folder); }

  std::string add(const std::string& name, const std::string& pid = "7", int cost = 1) {
    std::ofstream file(folder / name);
    if (!pid.empty()) {
      file << "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\npid: " << pid
           << "\nevents: Ir\nfn=f\n1 " << cost << "\n";
    }
    return (folder / name).string();
  }
  std::vector<std::string> names(const std::string& path) {
    std::vector<std::string> found;
    const Result<std::vector<std::string>> siblings = sibling_files(path);
    EXPECT_TRUE(siblings);
    for (const std::string& sibling : *siblings) {
      found.push_back(fs::path(sibling).filename().string());
    }
    return found;
  }

  fs::path folder;
};

TEST(RunFile, IsTakenApart) {
  EXPECT_EQ(parse_run_file("callgrind.out.2003").base, "callgrind.out.2003");
  EXPECT_EQ(parse_run_file("callgrind.out.2003.4").base, "callgrind.out.2003");
  EXPECT_EQ(parse_run_file("callgrind.out.2003.4").part, 4U);
  EXPECT_EQ(parse_run_file("callgrind.out.2003.4-02.gz").thread, 2U);
  EXPECT_EQ(parse_run_file("callgrind.out.2003-11").base, "callgrind.out.2003");
  EXPECT_EQ(parse_run_file("prof.out").base, "prof.out");
  EXPECT_EQ(parse_run_file("a-b").thread, 0U);
}

TEST_F(SiblingsTest, FindsExactlyTheFilesOfTheRun) {
  add("callgrind.out.2003", "2003");
  add("callgrind.out.2003.10", "2003");
  add("callgrind.out.2003.2", "2003");
  add("callgrind.out.2003.2-01", "2003");
  add("callgrind.out.20031", "20031");
  add("callgrind.out.200", "200");
  add("callgrind.out.2003.txt", "2003");
  const std::vector<std::string> want = {"callgrind.out.2003.2", "callgrind.out.2003.2-01",
                                         "callgrind.out.2003.10", "callgrind.out.2003"};
  EXPECT_EQ(names((folder / "callgrind.out.2003").string()), want);
  EXPECT_EQ(names((folder / "callgrind.out.2003.10").string()), want);
}

TEST_F(SiblingsTest, LeavesOutFilesOfAnotherProcess) {
  const std::string base = add("callgrind.out.7", "7");
  add("callgrind.out.7.1", "8");
  std::vector<std::string> notes;
  const auto paths = with_siblings({base}, notes);
  ASSERT_TRUE(paths);
  EXPECT_EQ(*paths, std::vector<std::string>{base});
  ASSERT_EQ(notes.size(), 1U);
  EXPECT_NE(notes.front().find("of process 8, not 7"), std::string::npos);
}

TEST_F(SiblingsTest, SkipsTheEmptyBaseOfThreads) {
  const std::string base = add("callgrind.out.9", "");
  add("callgrind.out.9-01", "9", 5);
  add("callgrind.out.9-02", "9", 6);
  OpenOptions options;
  options.siblings = true;
  const auto opened = open_profile(std::vector<std::string>{base}, options);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->profile->parts().size(), 2U);
  EXPECT_FALSE(opened->notes.empty());
  const auto alone = open_profile(std::vector<std::string>{base}, {});
  ASSERT_FALSE(alone);
  EXPECT_EQ(alone.error().place, (Place{1, 1}));
  EXPECT_NE(alone.error().hint.find("--separate-threads"), std::string::npos);
}

TEST_F(SiblingsTest, NewestProfileIgnoresOtherFiles) {
  EXPECT_FALSE(newest_profile(folder.string()));
  add("callgrind.out.1");
  add("notes.txt");
  add("callgrind.out.2", "");
  fs::last_write_time(folder / "callgrind.out.1", fs::file_time_type::clock::now());
  EXPECT_EQ(newest_profile(folder.string()).value(), (folder / "callgrind.out.1").string());
}

}  // namespace
}  // namespace quern
