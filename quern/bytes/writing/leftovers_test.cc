// SPDX-License-Identifier: MIT
#include "quern/bytes/writing/leftovers.h"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <csignal>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "quern/bytes/files/files.h"
#include "quern/bytes/writing/copy.h"
#include "quern/bytes/writing/new_folder.h"
#include "quern/bytes/writing/output.h"
#include "quern/testing/temporary_folder.h"

namespace quern {
namespace {

using Strings = std::vector<std::string>;

class LeftoversTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!is_on_local_file_system(folder_.path().string())) {
      GTEST_SKIP() << "nothing is removed on this file system";
    }
  }
  [[nodiscard]] std::string path(const std::string& name) const { return folder_ / name; }
  [[nodiscard]] Strings names() const {
    Strings names;
    const Result<std::vector<FolderEntry>> entries = list_folder(folder_.path().string());
    for (const FolderEntry& entry : *entries) {
      names.push_back(entry.name);
    }
    return names;
  }
  [[nodiscard]] std::string read(const std::string& name) const {
    std::ifstream file(path(name));
    return {std::istreambuf_iterator<char>(file), {}};
  }
  void put(const std::string& name, const std::string& text) {
    std::filesystem::create_directories(std::filesystem::path(path(name)).parent_path());
    folder_.file(name, text);
  }
  [[nodiscard]] std::string old_name(pid_t process) const {
    return ".main.old-" + std::to_string(process);
  }

  test::TemporaryFolder folder_;
};

/// The number of a process that has ended.
pid_t ended_process() {
  const pid_t child = ::fork();
  if (child == 0) {
    ::_exit(0);
  }
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  return child;
}

TEST_F(LeftoversTest, RemovesFilesAndFoldersOfDeadWriters) {
  put(".out.quern-abc123", "half");
  put(".other.quern-zzzzzz", "half");
  put(".main.quern-aaaaaa/run-001/p", "half");
  const Result<Output> output = create_output(path("out"), false);
  ASSERT_TRUE(output.has_value());
  remove_temporary_files();
  EXPECT_EQ(names(), Strings());
}

TEST_F(LeftoversTest, KeepsTheFilesOfLiveWriters) {
  Result<Output> first = create_output(path("first"), false);
  Result<Output> second = create_output(path("second"), false);
  ASSERT_TRUE(first && second);
  remove_leftovers(path("third"));
  EXPECT_EQ(names().size(), 2U);
  EXPECT_TRUE(first->commit().has_value());
  EXPECT_TRUE(second->commit().has_value());
  EXPECT_EQ(names(), (Strings{"first", "second"}));
}

TEST_F(LeftoversTest, KeepsFilesOfOtherNames) {
  const Strings others = {".out.quern-ABC123", ".out.quern-abc12", ".out.quern-abc1234",
                          ".quern-abc123", "out.quern-abc123"};
  for (const std::string& name : others) {
    put(name, "mine");
  }
  std::filesystem::create_symlink(path("out.quern-abc123"), path(".link.quern-abc123"));
  remove_leftovers(path("out"));
  EXPECT_EQ(names().size(), others.size() + 1);
}

TEST_F(LeftoversTest, KnowsAWriterThatWasKilled) {
  std::array<int, 2> ready{};
  ASSERT_EQ(::pipe(ready.data()), 0);
  const pid_t child = ::fork();
  if (child == 0) {
    const Result<Output> output = create_output(path("out"), false);
    [[maybe_unused]] const ssize_t told = ::write(ready[1], "x", 1);
    ::pause();
    ::_exit(1);
  }
  char byte = 0;
  ASSERT_EQ(::read(ready[0], &byte, 1), 1);
  remove_leftovers(path("out"));
  EXPECT_EQ(names().size(), 1U) << "the writer is alive";
  ::kill(child, SIGKILL);
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_EQ(names().size(), 1U);
  remove_leftovers(path("out"));
  EXPECT_EQ(names(), Strings());
  ::close(ready[0]);
  ::close(ready[1]);
}

TEST_F(LeftoversTest, PutsBackABaselineThatAKilledRunMovedAside) {
  const std::string name = old_name(ended_process());
  put(name + "/p", "old");
  recover_folder(path("main"));
  EXPECT_EQ(names(), Strings{"main"});
  EXPECT_EQ(read("main/p"), "old");
}

TEST_F(LeftoversTest, RemovesWhatIsNoLongerNeeded) {
  put("main/p", "new");
  put(old_name(ended_process()) + "/p", "old");
  put(old_name(ended_process()) + "-abc123/p", "old");
  put(".main.new-" + std::to_string(ended_process()) + "/p", "half");
  recover_folder(path("main"));
  EXPECT_EQ(names(), Strings{"main"});
  EXPECT_EQ(read("main/p"), "new");
}

TEST_F(LeftoversTest, LeavesWhatALiveRunMovedAside) {
  put(old_name(::getpid()) + "/p", "old");
  put(".main2.old-" + std::to_string(ended_process()) + "/p", "another's");
  put(".main.old-nonsense/p", "mine");
  recover_folder(path("main"));
  EXPECT_EQ(names().size(), 3U);
}

TEST_F(LeftoversTest, AStaleFolderDoesNotPreventABaseline) {
  put(".main.new-" + std::to_string(::getpid()) + "/p", "half");
  put(old_name(::getpid()) + "/p", "older");
  put("main/p", "old");
  const std::vector<FileCopy> files = {{folder_.file("a", "new"), "p"}};
  ASSERT_TRUE(copy_into_folder(path("main"), files, true).has_value());
  EXPECT_EQ(read("main/p"), "new");
}

TEST_F(LeftoversTest, TemporaryFoldersAreRemovedByASignal) {
  NewFolder made(path("main"));
  ASSERT_EQ(made.create(), 0);
  std::filesystem::create_directory(made.path() + "/run-001");
  std::ofstream(made.path() + "/run-001/p") << "half";
  std::ofstream(made.path() + "/q") << "half";
  ASSERT_EQ(names().size(), 1U);
  remove_temporary_files();
  EXPECT_EQ(names(), Strings());
}

TEST_F(LeftoversTest, ManyEntriesOfAFolderAreRemoved) {
  for (int number = 0; number < 300; ++number) {  // more than one call lists
    put(".main.quern-aaaaaa/run-001/a-rather-long-name-" + std::to_string(number), "");
  }
  remove_leftovers(path("main"));
  EXPECT_EQ(names(), Strings());
}

}  // namespace
}  // namespace quern
