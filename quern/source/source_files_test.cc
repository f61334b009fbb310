// SPDX-License-Identifier: MIT
#include "quern/source/source_files.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>

#include "quern/bytes/files/test_support.h"
#include "quern/source/object_sources.h"
#include "quern/source/symbols.h"

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
  const SourceFile file = found({.inputs = {folder / "callgrind.out.1"}}, path);
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
                                        {folder / "old/li", folder / "wrong"}},
                               .inputs = {folder / "callgrind.out.1"}};
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
  const SourcePlaces places = {.object_folders = {{"libfoo.so", folder / "foo"}},
                               .inputs = {folder / "callgrind.out.1"}};
  const auto found_for = [&](const std::string& object) {
    return SourceFiles(places).find(recorded, std::span(&object, 1)).path;
  };
  EXPECT_EQ(found_for("/usr/lib/libfoo.so"), own);
  EXPECT_EQ(found_for("libfoo.so"), own);
  EXPECT_EQ(found_for("/usr/lib/notlibfoo.so"), recorded);
  EXPECT_EQ(found_for("/usr/lib/libfoo.so.1"), recorded);
}

TEST(SourceFiles, FirstFoldersComeBeforeTheRecordedPath) {
  const TemporaryFolder folder;
  const std::string recorded = below(folder, "tree/lib/a.c", "new");
  const std::string before = below(folder, "before/lib/a.c", "old");
  const auto with = [&](std::vector<std::string> folders, std::vector<std::string> first_folders) {
    return found({.folders = std::move(folders),
                  .first_folders = std::move(first_folders),
                  .inputs = {folder / "callgrind.out.1"}},
                 recorded)
        .path;
  };
  EXPECT_EQ(with({}, {folder / "before"}), before);
  EXPECT_EQ(with({folder / "before"}, {}), recorded);
  EXPECT_EQ(with({}, {folder / "nowhere"}), recorded);
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

TEST(SourceFiles, NamesInAProfileLeadNowhereElse) {
  const TemporaryFolder folder;
  const std::string secret = below(folder, "private/a.c", "secret\n");
  below(folder, "sources/b.c", "open\n");
  below(folder, "sources/.git/config", "secret\n");
  std::filesystem::create_symlink(secret, folder.path() / "sources/link.c");
  std::filesystem::create_symlink(folder.path() / "private", folder.path() / "sources/folder");
  const SourcePlaces places = {.folders = {folder / "sources"}};
  for (const std::string& recorded :
       {secret, std::string("link.c"), std::string("folder/a.c"), std::string("../private/a.c"),
        folder / "sources/../private/a.c", std::string(".git/config"),
        folder / "sources/.git/config", std::string("/etc/passwd"), std::string("../../etc/passwd"),
        std::string("/proc/self/environ"), std::string("/proc/self/root/etc/passwd"),
        std::string("/dev/fd/0"), std::string("/")}) {
    const SourceFile file = found(places, recorded);
    EXPECT_FALSE(file.is_found()) << recorded;
    EXPECT_EQ(file.text.lines(), 0U) << recorded;
  }
  EXPECT_EQ(found(places, folder / "sources/.git/config").tried.front().problem,
            "hidden files are not read");
  EXPECT_TRUE(found(places, "b.c").is_found());
}

TEST(SourceFiles, ARefusedFileTellsTheFolderThatAllowsIt) {
  const TemporaryFolder folder;
  const std::string there = below(folder, "www/app/a.php", "text\n");
  std::filesystem::create_symlink(folder.path() / "www", folder.path() / "link");
  const SourceFile refused = found({}, folder / "link/app/a.php");
  EXPECT_FALSE(refused.is_found());
  ASSERT_EQ(refused.tried.size(), 1U);
  EXPECT_EQ(refused.tried.front().problem, "outside the folders that quern reads sources from");
  EXPECT_EQ(refused.refused_folder, std::filesystem::canonical(folder.path() / "www/app"));
  const SourceFile allowed =
      found({.folders = {refused.refused_folder}}, folder / "link/app/a.php");
  EXPECT_EQ(allowed.path, folder / "link/app/a.php");
  EXPECT_EQ(allowed.real_path, refused.refused_folder + "/a.php");
  EXPECT_TRUE(allowed.refused_folder.empty());
  EXPECT_TRUE(found({}, folder / "nothing.c").refused_folder.empty());
  EXPECT_TRUE(found({}, folder / "www").refused_folder.empty()) << "a folder is no file";
}

TEST(SourceFiles, AFileIsReadAgainOnlyWhereItWasFound) {
  const TemporaryFolder folder;
  const std::string secret = below(folder, "private.c", "secret\n");
  const std::string path = below(folder, "sources/a.c", "open\n");
  const SourceFile file = found({.folders = {folder / "sources"}}, path);
  EXPECT_EQ(SourceFiles::read(file).line(1), "open");
  std::filesystem::remove(path);
  std::filesystem::create_symlink(secret, path);
  EXPECT_EQ(SourceFiles::read(file).lines(), 0U);
}

TEST(SourceFiles, PostedMapsAllowNothing) {
  const TemporaryFolder folder;
  below(folder, "private/a.c", "secret\n");
  below(folder, "sources/b.c", "open\n");
  SourcePlaces places = {.maps = {{"/build", folder / "sources"}}};
  EXPECT_TRUE(found(places, "/build/b.c").is_found());
  places.posted_maps = {{"/build", folder / "private"}, {"/other", folder / "sources"}};
  EXPECT_FALSE(found(places, "/build/a.c").is_found());
  EXPECT_FALSE(found(places, "/build/b.c").is_found()) << "they are used instead";
  EXPECT_TRUE(found(places, "/other/b.c").is_found());
  const SourceFiles files(places);
  EXPECT_TRUE(files.may_look_below(folder / "sources"));
  EXPECT_FALSE(files.may_look_below(folder / "private"));
  EXPECT_FALSE(files.may_look_below("/"));
  EXPECT_TRUE(files.may_look_below(folder / "nowhere"));
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
  EXPECT_FALSE(found({.folders = {folder.path()}}, folder / "a.c").is_newer)
      << "nothing to compare with";
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

bool runs(const std::string& command) {
  return std::system((command + " >/dev/null 2>&1 </dev/null").c_str()) == 0;  // NOLINT
}

TEST(SourceFiles, DebugInformationTellsTheFolderOfCompilation) {
  const TemporaryFolder folder;
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

TEST(SourceFiles, AnswersShareWhatAnObjectTold) {
  const TemporaryFolder folder;
  if (!can_read_objects() || !runs("cc --version")) {
    GTEST_SKIP() << "needs libdw and cc";
  }
  const std::string here = below(folder, "src/a.c", "int main(void) { return 0; }\n");
  ASSERT_TRUE(runs("cd " + folder.path().string() + " && cc -g src/a.c -o program"));
  const std::string object = folder / "program";
  const auto objects = std::make_shared<ObjectSources>();
  const auto find = [&object](std::shared_ptr<ObjectSources> known) {
    return SourceFiles({.objects = std::move(known)}).find("src/a.c", std::span(&object, 1)).path;
  };
  EXPECT_EQ(find(objects), here);
  std::filesystem::remove(object);
  EXPECT_EQ(find(objects), here);
  EXPECT_EQ(find(std::make_shared<ObjectSources>()), "");
}

TEST(ObjectSources, AreNotReadAgainWhereTheyAreKnown) {
  ObjectSources sources;
  const auto learn = [&sources](std::vector<std::string> files, uint64_t bytes) {
    sources.learn("/none/program", {.read = [files] { return files; }, .held_bytes = bytes});
  };
  sources.learn("/none/program", {});
  learn({"/build/big/src/a.c"}, uint64_t{1} << 40);
  learn({"/build/lib/a.c", "/build/src/a.c"}, 1);
  learn({"/build/later/src/a.c"}, 1);
  for (int at = 0; at < 100; ++at) {  // fewer stay open
    sources.learn(std::to_string(at),
                  {.read = [] { return std::vector<std::string>{"/x/a.c"}; }, .held_bytes = 1});
  }
  size_t open = 0;
  for (int at = 0; at < 100; ++at) {
    open += sources.paths(std::to_string(at), "a.c").empty() ? 0U : 1U;
  }
  EXPECT_EQ(open, 15U);
  sources.learn("/known", {.read = [] { return std::vector<std::string>{"/x/a.c"}; }});
  EXPECT_FALSE(sources.paths("/known", "a.c").empty());
  EXPECT_EQ(sources.paths("/none/program", "src/a.c"), std::vector<std::string>{"/build/src/a.c"});
  EXPECT_TRUE(sources.names("/none/program", "/build/src/../lib/a.c"));
  EXPECT_FALSE(sources.names("/none/program", "/build/a.c"));
}

TEST(SourceFiles, ALineTableAllowsExactlyItsFiles) {
  const TemporaryFolder folder;
  if (!can_read_objects() || !runs("cc --version")) {
    GTEST_SKIP() << "needs libdw and cc";
  }
  const std::string secrets = below(folder, "tree/.env", "secret\n");
  const std::string here = below(folder, "tree/src/a.c",
                                 "#line 1 \"/etc/passwd\"\nint f(void) { return 1; }\n"
                                 "#line 1 \"" +
                                     secrets +
                                     "\"\nint g(void) { return 1; }\n"
                                     "#line 9 \"a.c\"\nint main(void) { return f() + g(); }\n");
  const std::string other = below(folder, "tree/src/b.c", "not compiled\n");
  std::filesystem::create_directory(folder.path() / "tree/build");
  ASSERT_TRUE(runs("cd " + (folder / "tree/build") + " && cc -g ../src/a.c -o program"));
  const std::string object = folder / "tree/build/program";
  const auto find = [&object](std::string_view name) {
    return SourceFiles({}).find(name, std::span(&object, 1)).path;
  };
  EXPECT_EQ(find(folder / "tree/build/../src/a.c"), folder / "tree/build/../src/a.c");
  EXPECT_EQ(find(here), here) << "beside the build folder";
  EXPECT_EQ(find(other), "");
  EXPECT_EQ(find("/etc/passwd"), "") << "though a #line directive names it";
  EXPECT_EQ(find(secrets), "");
  EXPECT_FALSE(SourceFiles({.asks_objects = false}).find(here, std::span(&object, 1)).is_found());
  EXPECT_FALSE(SourceFiles({}).find(here, {}).is_found()) << "of no object";
}

}  // namespace
}  // namespace quern
