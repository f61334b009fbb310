// SPDX-License-Identifier: MIT
#include "quern/source/source_roots.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "quern/bytes/files/test_support.h"

namespace quern {
namespace {

using test::TemporaryFolder;

/// Works in another folder for as long as it lives.
class WorkingIn {
 public:
  explicit WorkingIn(const std::filesystem::path& folder) { std::filesystem::current_path(folder); }
  WorkingIn(const WorkingIn&) = delete;
  WorkingIn& operator=(const WorkingIn&) = delete;
  ~WorkingIn() { std::filesystem::current_path(before_); }

 private:
  std::filesystem::path before_ = std::filesystem::current_path();
};

std::string real(const TemporaryFolder& folder) {
  return std::filesystem::canonical(folder.path()).string();
}

TEST(SourceRoots, AreWhatTheUserPointedAt) {
  const TemporaryFolder folder;
  const std::string root = real(folder);
  for (const char* const name : {"here", "run", "folder", "first", "object", "mapped", "other"}) {
    std::filesystem::create_directory(folder.path() / name);
  }
  const WorkingIn here(folder.path() / "here");
  const SourceRoots roots({.maps = {{"/build", folder / "mapped"}},
                           .folders = {folder / "folder/"},
                           .first_folders = {folder / "first"},
                           .object_folders = {{"libfoo.so", "../object"}},
                           .inputs = {"<stdin>", folder / "run/callgrind.out.1"}});
  for (const char* const name : {"here", "run", "folder", "first", "object", "mapped"}) {
    EXPECT_TRUE(roots.hold(root + "/" + name + "/src/a.c")) << name;
    EXPECT_FALSE(roots.hold(root + "/" + name + "more/a.c")) << name;
  }
  EXPECT_FALSE(roots.hold(root + "/other/a.c"));
  EXPECT_FALSE(roots.hold(root + "/a.c"));
  EXPECT_FALSE(roots.hold("/etc/passwd"));
}

TEST(SourceRoots, HoldNothingBehindAHiddenName) {
  const TemporaryFolder folder;
  const std::string root = real(folder);
  std::filesystem::create_directories(folder.path() / ".work/project");
  const SourceRoots above({.folders = {root}});
  EXPECT_TRUE(above.hold(root + "/a.c"));
  EXPECT_FALSE(above.hold(root + "/.git/config"));
  EXPECT_FALSE(above.hold(root + "/src/.env"));
  EXPECT_FALSE(above.hold(root + "/.work/project/a.c"));
  const SourceRoots inside({.folders = {root + "/.work/project"}});
  EXPECT_TRUE(inside.hold(root + "/.work/project/a.c")) << "the user named the hidden folder";
  EXPECT_FALSE(inside.hold(root + "/.work/project/.git/config"));
}

TEST(SourceRoots, NeverAreTheWholeSystem) {
  const WorkingIn here("/");
  const SourceRoots roots({.maps = {{"/build", "/"}},
                           .folders = {"/", "/usr/..", "/proc", "/proc/self", "/sys"},
                           .first_folders = {"//"},
                           .object_folders = {{"a", "/"}},
                           .inputs = {"/callgrind.out.1", "/proc/self/fd/0"}});
  for (const char* const path : {"/etc/passwd", "/a.c", "/home/me/a.c", "/proc/self/environ",
                                 "/proc/1/environ", "/sys/kernel/profiling"}) {
    EXPECT_FALSE(roots.hold(path)) << path;
  }
  EXPECT_EQ(roots.hold("/usr/include/stdio.h"), std::filesystem::is_directory("/usr/include"));
  EXPECT_EQ(roots.hold("/usr/src/linux/a.c"), std::filesystem::is_directory("/usr/src"));
  EXPECT_FALSE(roots.hold("/usr/bin/env"));
}

TEST(SourceRoots, AFolderThatAllShareIsNoneBecauseOfAProfile) {
  const TemporaryFolder folder;
  const std::string shared = real(folder) + "/shared";
  std::filesystem::create_directory(shared);
  ASSERT_EQ(::chmod(shared.c_str(), 01777), 0);
  EXPECT_FALSE(SourceRoots({.inputs = {shared + "/cachegrind.out.1"}}).hold(shared + "/a.php"));
  EXPECT_TRUE(SourceRoots({.folders = {shared}}).hold(shared + "/a.php"));
  const WorkingIn here(shared);
  EXPECT_TRUE(SourceRoots({}).hold(shared + "/a.php"));
}

TEST(SourceRoots, CompilersReadNoSecrets) {
  for (const char* const path :
       {"/home/me/src/a.c", "/tmp/a.c", "/home/me/.cargo/registry/src/index.crates.io/x/a.rs",
        "/root/.rustup/toolchains/stable/lib/a.rs", "/home/me/.cache/bazel/x/a.cc"}) {
    EXPECT_TRUE(can_be_compiled(path)) << path;
  }
  for (const char* const path :
       {"/etc/passwd", "/proc/self/environ", "/run/secrets/token", "/dev/shm/x", "/sys/x",
        "/home/me/.ssh/id_rsa", "/home/me/.cargo/credentials.toml", "/home/me/project/.git/config",
        "/home/me/.cargo/registry/src/x/.env", "/home/me/.x/.cargo/registry/src/a.rs"}) {
    EXPECT_FALSE(can_be_compiled(path)) << path;
  }
}

TEST(SourceRoots, OneFolderIsProposedForAll) {
  const auto proposed = [](const std::vector<std::string>& folders) {
    return folder_to_propose(folders);
  };
  EXPECT_EQ(proposed({"/var/www/app", "", "/var/www/lib/x"}), "/var/www");
  EXPECT_EQ(proposed({"/var/www/app"}), "/var/www/app");
  EXPECT_EQ(proposed({"/srv/a", "/srv/ab"}), "/srv/a") << "whole names only";
  EXPECT_EQ(proposed({"/home/me/a", "/home/me/b"}), "/home/me/a") << "not a whole home";
  EXPECT_EQ(proposed({"/app", "/usr/share"}), "/app");
  EXPECT_EQ(proposed({"/home/me/.ssh", "/data/src"}), "/data/src");
  EXPECT_EQ(proposed({"/home/me/.ssh", "/proc/self", "", "/"}), "");
  EXPECT_EQ(proposed({}), "");
}

}  // namespace
}  // namespace quern
