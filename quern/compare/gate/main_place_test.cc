// SPDX-License-Identifier: MIT
#include "quern/compare/gate/main_place.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>

#include "quern/query/test_support.h"

namespace quern {
namespace {

ReportPlace place_in(const std::string& text, const std::string& root) {
  const std::unique_ptr<const Profile> profile =
      read_text("positions: line\nevents: Ir\n" + text, Keep::kAll);
  return main_place({profile.get(), selected(*profile, {})}, root);
}

TEST(MainPlace, PathsAreRelativeToTheProject) {
  EXPECT_EQ(project_path("/repo/src/a.c", "/repo"), "src/a.c");
  EXPECT_EQ(project_path("/repo//src/../b.c", "/repo"), "b.c");
  EXPECT_EQ(project_path("./src/a.c", "/repo"), "src/a.c");
  EXPECT_EQ(project_path("a.c", "/repo"), "a.c");
}

TEST(MainPlace, WhatLiesOutsideIsNoPathOfTheProject) {
  for (const std::string path :
       {"", "/repository/a.c", "/usr/include/a.h", "/repo/../a.c", "../a.c", "/repo", "/repo/", ".",
        "php:internal", "C:\\src\\a.c"}) {
    EXPECT_EQ(project_path(path, "/repo"), std::nullopt) << path;
  }
}

TEST(MainPlace, MainComesBeforeWhatCallsIt) {
  const std::string text =
      "fl=start.c\nfn=(below main)\n1 1\ncfi=/repo/src/main.c\ncfn=main\ncalls=1 1\n2 9\n"
      "fl=/repo/src/main.c\nfn=main\n7 4\n5 5\n";
  EXPECT_EQ(place_in(text, "/repo"), (ReportPlace{"src/main.c", 5}));
  // Without it in the project, the most expensive function there.
  EXPECT_EQ(place_in(text, "/other"), (ReportPlace{"start.c", 1}));
}

TEST(MainPlace, WithoutMainTheHighestInclusiveCostDecides) {
  const std::string text =
      "fl=leaf.c\nfn=leaf\n3 50\nfl=/lib/root.c\nfn=root\n1 1\ncfi=mid.c\ncfn=mid\ncalls=1 1\n2 "
      "80\n"
      "fl=mid.c\nfn=mid\n8 30\ncfi=leaf.c\ncfn=leaf\ncalls=1 1\n9 50\n";
  EXPECT_EQ(place_in(text, "/repo"), (ReportPlace{"mid.c", 8}));
}

TEST(MainPlace, ProfilesWithoutFilesHaveNone) {
  EXPECT_EQ(place_in("fn=main\n1 10\n", "/repo"), ReportPlace{});
}

}  // namespace
}  // namespace quern
