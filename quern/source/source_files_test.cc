// SPDX-License-Identifier: MIT
#include "quern/source/source_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>

#include "quern/bytes/test_support.h"

namespace quern {
namespace {

using test::TemporaryFolder;

std::string below(const TemporaryFolder& folder, const std::string& path, std::string_view text) {
  std::filesystem::create_directories((folder.path() / path).parent_path());
  return folder.file(path, text);
}

SourceFile found(SourcePlaces places, std::string_view recorded) {
  return SourceFiles(std::move(places)).find(recorded, {});
}

std::vector<std::string> paths(const std::vector<TriedPath>& tried) {
  std::vector<std::string> paths;
  for (const TriedPath& path : tried) {
    paths.push_back(path.path);
  }
  return paths;
}

TEST(SourceText, HasLinesWithoutTheirEnds) {
  const SourceText text("one\r\n\n\tthree\nlast");
  EXPECT_EQ(text.lines(), 4U);
  EXPECT_EQ(text.line(1), "one");
  EXPECT_EQ(text.line(2), "");
  EXPECT_EQ(text.line(3), "\tthree");
  EXPECT_EQ(text.line(4), "last");
  EXPECT_EQ(text.line(0), "");
  EXPECT_EQ(text.line(5), "");
  EXPECT_EQ(text.line(UINT64_MAX), "");
  EXPECT_EQ(SourceText("a\n").lines(), 1U);
  EXPECT_EQ(SourceText("").lines(), 0U);
}

TEST(SourceFiles, ReadsThePathAsRecorded) {
  const TemporaryFolder folder;
  const std::string path = below(folder, "src/a.c", "text");
  const SourceFile file = found({}, path);
  EXPECT_EQ(file.path, path);
  EXPECT_EQ(file.text.line(1), "text");
  EXPECT_TRUE(file.tried.empty());
}

TEST(SourceFiles, TheLongestPathMapComesFirst) {
  const TemporaryFolder folder;
  const std::string there = below(folder, "old/lib/a.c", "recorded");
  const std::string here = below(folder, "new/a.c", "mapped");
  const SourcePlaces places = {.maps = {{folder / "old", folder / "nowhere"},
                                        {folder / "old/lib", folder / "new"},
                                        {folder / "old/li", folder / "wrong"}}};
  EXPECT_EQ(found(places, there).path, here);
  EXPECT_EQ(found({.maps = {{there, here}}}, there).path, here) << "a map of a whole path";
  const std::string other = below(folder, "old/b.c", "only here");
  const SourceFile file = found(places, other);
  EXPECT_EQ(file.path, other) << "a map that leads nowhere hides nothing";
  EXPECT_EQ(paths(file.tried), std::vector<std::string>{folder / "nowhere/b.c"});
}

TEST(SourceFiles, FoldersOfAnObjectComeFirstForItsCode) {
  const TemporaryFolder folder;
  const std::string recorded = below(folder, "tree/a.c", "recorded");
  const std::string own = below(folder, "foo/a.c", "of libfoo");
  const SourcePlaces places = {.object_folders = {{"libfoo.so", folder / "foo"}}};
  const auto found_for = [&](const std::string& object) {
    return SourceFiles(places).find(recorded, std::span(&object, 1)).path;
  };
  EXPECT_EQ(found_for("/usr/lib/libfoo.so"), own);
  EXPECT_EQ(found_for("libfoo.so"), own);
  EXPECT_EQ(found_for("/usr/lib/notlibfoo.so"), recorded);
  EXPECT_EQ(found_for("/usr/lib/libfoo.so.1"), recorded);
  SourcePlaces inside = places;
  inside.stays_inside = true;
  const std::string object = "libfoo.so";
  EXPECT_EQ(SourceFiles(inside).find(recorded, std::span(&object, 1)).path, own);
}

TEST(SourceFiles, FirstFoldersComeBeforeTheRecordedPath) {
  const TemporaryFolder folder;
  const std::string recorded = below(folder, "tree/lib/a.c", "new");
  const std::string before = below(folder, "before/lib/a.c", "old");
  EXPECT_EQ(found({.first_folders = {folder / "before"}}, recorded).path, before);
  EXPECT_EQ(found({.folders = {folder / "before"}}, recorded).path, recorded);
  EXPECT_EQ(found({.first_folders = {folder / "nowhere"}}, recorded).path, recorded);
  EXPECT_EQ(
      found({.folders = {}, .first_folders = {folder / "before"}, .stays_inside = true}, recorded)
          .path,
      before);
}

TEST(SourceFiles, FoldersAreSearchedForEverShorterEnds) {
  const TemporaryFolder folder;
  const std::string here = below(folder, "second/lib/a.c", "text");
  const SourcePlaces places = {.folders = {folder / "first", folder / "second/"}};
  const SourceFile file = found(places, "/build/lib/a.c");
  EXPECT_EQ(file.path, here);
  EXPECT_EQ(paths(file.tried),
            (std::vector<std::string>{"/build/lib/a.c", folder / "first/build/lib/a.c",
                                      folder / "first/lib/a.c", folder / "first/a.c",
                                      folder / "second/build/lib/a.c"}));
  EXPECT_EQ(file.tried.front().problem, "no such file");
}

TEST(SourceFiles, RelativePathsAreLookedForBesideTheInputs) {
  const TemporaryFolder folder;
  const std::string here = below(folder, "run/src/a.c", "text");
  const SourcePlaces places = {.inputs = {"<stdin>", folder / "run/callgrind.out.1"}};
  EXPECT_EQ(found(places, "src/a.c").path, here);
  EXPECT_FALSE(found(places, "/src/a.c").is_found());
}

TEST(SourceFiles, StaysInsideItsFoldersWhereAsked) {
  const TemporaryFolder folder;
  const std::string secret = below(folder, "private/a.c", "secret\n");
  below(folder, "sources/b.c", "open\n");
  std::filesystem::create_symlink(secret, folder.path() / "sources/link.c");
  SourcePlaces places{.folders = {folder.path() / "sources"}, .stays_inside = true};
  EXPECT_FALSE(found(places, secret).is_found());
  EXPECT_FALSE(found(places, "link.c").is_found());
  EXPECT_FALSE(found(places, "../private/a.c").is_found());
  EXPECT_TRUE(found(places, "b.c").is_found());
  places.maps = {{.from = "/build", .to = folder.path() / "private"}};
  EXPECT_TRUE(found(places, "/build/a.c").is_found());
  places.stays_inside = false;
  EXPECT_TRUE(found(places, secret).is_found());
}

TEST(SourceFiles, WhatChangedAfterTheOldestInputIsNewer) {
  const TemporaryFolder folder;
  const auto at = [&folder](const std::string& name, time_t seconds) {
    const timespec times[2] = {{.tv_sec = seconds, .tv_nsec = 0},
                               {.tv_sec = seconds, .tv_nsec = 0}};
    EXPECT_EQ(::utimensat(AT_FDCWD, (folder / name).c_str(), times, 0), 0);
  };
  folder.file("a.c", "text");
  folder.file("first.out", "");
  folder.file("last.out", "");
  at("first.out", 2000);
  at("last.out", 3000);
  const SourcePlaces places = {.inputs = {folder / "last.out", folder / "first.out"}};
  at("a.c", 2001);
  EXPECT_TRUE(found(places, folder / "a.c").is_newer);
  at("a.c", 2000);
  EXPECT_FALSE(found(places, folder / "a.c").is_newer);
  EXPECT_FALSE(found({}, folder / "a.c").is_newer) << "nothing to compare with";
}

TEST(SourceFiles, AHostilePathIsTriedSoManyTimes) {
  std::string path;
  for (int at = 0; at < 100'000; ++at) {
    path += "/x";
  }
  const SourceFile file = found({.folders = {"/nowhere"}}, path);
  EXPECT_FALSE(file.is_found());
  EXPECT_EQ(file.tried.size(), SourceFiles::kMostTried);
  EXPECT_FALSE(found({}, "").is_found());
}

TEST(SourceFiles, DebugInformationTellsTheFolderOfCompilation) {
  const TemporaryFolder folder;
  const auto runs = [](const std::string& command) {
    return std::system((command + " >/dev/null 2>&1 </dev/null").c_str()) == 0;  // NOLINT
  };
  if (!can_read_objects() || !runs("cc --version")) {
    GTEST_SKIP() << "needs libdw and cc";
  }
  const std::string here = below(folder, "project/src/a.c", "int main(void) { return 0; }\n");
  ASSERT_TRUE(runs("cd " + (folder / "project") + " && cc -g src/a.c -o program"));
  const std::string object = folder / "project/program";
  const auto find = [&object](bool asks, std::string_view name) {
    return SourceFiles({.asks_objects = asks}).find(name, std::span(&object, 1)).path;
  };
  EXPECT_EQ(find(true, "src/a.c"), here);
  EXPECT_EQ(find(true, "./src/a.c"), here);
  EXPECT_EQ(find(true, "a.c"), here);
  EXPECT_EQ(find(true, "c"), "") << "whole names only";
  EXPECT_EQ(find(false, "a.c"), "");
}

}  // namespace
}  // namespace quern
