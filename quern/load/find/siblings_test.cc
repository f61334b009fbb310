// SPDX-License-Identifier: MIT
#include "quern/load/find/siblings.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "quern/load/open.h"

namespace quern {
namespace {

namespace fs = std::filesystem;

class SiblingsTest : public ::testing::Test {
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
  struct Head {
    uint64_t part = 1;
    uint64_t thread = 0;  ///< 0: not said
    std::string pid = "7";
    std::string command = "./app";
  };
  /// A file as Callgrind writes it.
  std::string add_part(const std::string& name, const Head& head) {
    std::ofstream file(folder / name);
    file << "# callgrind format\nversion: 1\ncreator: callgrind-3.19.0\n";
    if (!head.pid.empty()) {
      file << "pid: " << head.pid << "\n";
    }
    file << "cmd: " << head.command << "\npart: " << head.part << "\n";
    if (head.thread != 0) {
      file << "thread: " << head.thread << "\n";
    }
    file << "events: Ir\nfn=f\n1 1\n";
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
  EXPECT_NE(notes.front().find("belongs to process 8, not 7"), std::string::npos);
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

TEST_F(SiblingsTest, FindsPartsAndThreadsOfANameOfOnesOwn) {
  add_part("foo", {.part = 3});
  add_part("foo.1", {.part = 1});
  add_part("foo.2.gz", {.part = 2});
  const std::vector<std::string> want = {"foo.1", "foo.2.gz", "foo"};
  for (const std::string& name : want) {
    EXPECT_EQ(names((folder / name).string()), want) << name;
  }
}

TEST_F(SiblingsTest, FindsThreadsOfANameOfOnesOwnAndTheirEmptyBases) {
  for (const std::string name : {"foo", "foo.1"}) {
    add(name, "");
    for (const uint64_t thread : {1U, 2U}) {
      add_part(name + "-0" + std::to_string(thread),
               {.part = name == "foo" ? 2U : 1U, .thread = thread});
    }
  }
  const std::vector<std::string> want = {"foo.1", "foo.1-01", "foo.1-02",
                                         "foo",   "foo-01",   "foo-02"};
  for (const std::string& name : want) {
    EXPECT_EQ(names((folder / name).string()), want) << name;
  }
  OpenOptions options;
  options.siblings = true;
  const auto opened = open_profile(std::vector<std::string>{(folder / "foo").string()}, options);
  ASSERT_TRUE(opened);
  EXPECT_EQ(opened->profile->parts().size(), 4U);
}

TEST_F(SiblingsTest, OfANameOfOnesOwnTakesNoFileOfAnotherRun) {
  const std::string own = add_part("foo", {.part = 2});
  add_part("foo.1", {.part = 1, .pid = "8"});
  add_part("foo.3", {.part = 3, .command = "./other"});
  add_part("foo.77", {.part = 1, .pid = "77"});  // a run of its own, by its name
  add_part("foo.1.2", {.part = 2});              // of the base foo.1
  add("foo.4", "");                              // empty, and no thread of it
  std::ofstream(folder / "foo.5") << "notes\n";
  std::ofstream(folder / "foo.txt") << "notes\n";
  std::vector<std::string> notes;
  const auto paths = with_siblings({own}, notes);
  ASSERT_TRUE(paths);
  EXPECT_EQ(*paths, std::vector<std::string>{own});
  ASSERT_EQ(notes.size(), 2U);
  EXPECT_NE(notes[0].find("foo.1 is left out: it belongs to process 8, not 7"), std::string::npos);
  EXPECT_NE(notes[1].find("foo.3 is left out: it belongs to another command: ./other"),
            std::string::npos);
}

TEST_F(SiblingsTest, WithoutAProcessTheHeaderHasToTellTheSameAsTheName) {
  const std::string own = add_part("foo", {.part = 2, .pid = {}});
  add_part("foo.1", {.part = 1, .pid = {}});
  add_part("foo.7", {.part = 1, .pid = {}});
  EXPECT_EQ(names(own), (std::vector<std::string>{"foo.1", "foo"}));
}

TEST_F(SiblingsTest, TakesANumberInTheNameForThatOfThreadsOnlyWhereThereAreSome) {
  const std::string own = add_part("run-01", {.part = 2});
  add_part("run-01.1", {.part = 1});
  add_part("run-02", {.part = 1, .pid = "8"});
  EXPECT_EQ(names(own), (std::vector<std::string>{"run-01.1", "run-01"}));
}

TEST_F(SiblingsTest, OfFilesOfTheSameTimeTheBaseIsTheNewest) {
  const fs::file_time_type now = fs::file_time_type::clock::now();
  for (const char* const name :
       {"callgrind.out.5", "callgrind.out.5-01", "callgrind.out.5.1", "callgrind.out.5.2.gz"}) {
    fs::last_write_time(add(name), now);
  }
  EXPECT_EQ(newest_profile(folder.string()).value(), (folder / "callgrind.out.5").string());
  fs::rename(folder / "callgrind.out.5", folder / "callgrind.out.5.gz");
  EXPECT_EQ(newest_profile(folder.string()).value(), (folder / "callgrind.out.5.gz").string());
  fs::last_write_time(add("callgrind.out.6"), now);
  EXPECT_EQ(newest_profile(folder.string()).value(), (folder / "callgrind.out.6").string());
}

TEST_F(SiblingsTest, NewestProfileIgnoresOtherFiles) {
  EXPECT_FALSE(newest_profile(folder.string()));
  add("callgrind.out.1");
  add("notes.txt");
  add("callgrind.out.2", "");
  fs::last_write_time(folder / "callgrind.out.1", fs::file_time_type::clock::now());
  EXPECT_EQ(newest_profile(folder.string()).value(), (folder / "callgrind.out.1").string());
}

TEST_F(SiblingsTest, ReadsOneOfADumpAndItsCompressedCopy) {
  using Parts = std::vector<std::string>;
  add_part("callgrind.out.7.1", {.part = 1});
  add_part("callgrind.out.7.1.gz", {.part = 1});
  add_part("callgrind.out.7.2.bz2", {.part = 2});
  add_part("callgrind.out.7.2.gz", {.part = 2});
  const std::string last = add_part("callgrind.out.7", {.part = 3});
  const std::string packed = add_part("callgrind.out.7.gz", {.part = 3});
  EXPECT_EQ(names(last), (Parts{"callgrind.out.7.1", "callgrind.out.7.2.bz2", "callgrind.out.7"}));
  EXPECT_EQ(names(packed),
            (Parts{"callgrind.out.7.1", "callgrind.out.7.2.bz2", "callgrind.out.7.gz"}));
  std::vector<std::string> notes;
  EXPECT_EQ(with_siblings({last, packed}, notes)->size(), 4U) << "both are named";
  notes.clear();
  ASSERT_TRUE(with_siblings({packed}, notes));
  ASSERT_EQ(notes.size(), 4U);
  EXPECT_EQ(notes[2], last + " is left out: " + packed + " is the same dump");
}

}  // namespace
}  // namespace quern
