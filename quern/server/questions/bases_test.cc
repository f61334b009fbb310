// SPDX-License-Identifier: MIT
//
// Which files the page may choose as the base.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "quern/server/test_support.h"
#include "quern/testing/temporary_folder.h"

namespace quern::server {
namespace {

TEST(Bases, OffersProfilesOfTheFolder) {
  const test::TemporaryFolder folder;
  folder.file("callgrind.out.1", "events: Ir\nfn=f\n1 10\n");
  folder.file("callgrind.out.2", "events: Ir\nfn=f\n1 20\n");
  folder.file("notes.txt", "\x89PNG\r\n");
  folder.file(".callgrind.out.3", "events: Ir\nfn=f\n1 10\n");
  folder.file("empty", "");
  folder.file("-", "events: Ir\nfn=f\n1 10\n");
  LiveProfiles live({.version = "0", .files = {folder / "callgrind.out.2"}, .base_files = {}});
  const std::string body = asked_of(live, "/api/bases").body;
  EXPECT_TRUE(body.contains(R"("name":"callgrind.out.1","size":21,)")) << body;
  EXPECT_TRUE(body.contains(R"("unread":0)")) << body;
  for (const std::string_view other :
       {"callgrind.out.2", "notes.txt", "callgrind.out.3", "empty", "-"}) {
    EXPECT_FALSE(body.contains(fmt::format(R"("{}")", other))) << other;
    const std::string posted = fmt::format(R"({{"name":"{}"}})", other);
    EXPECT_EQ(posted_to(live, "/api/base", posted).status, 404) << other;
  }
  for (const std::string_view outside : {"../callgrind.out.1", "/etc/passwd", "."}) {
    const std::string posted = fmt::format(R"({{"name":"{}"}})", outside);
    EXPECT_EQ(posted_to(live, "/api/base", posted).status, 404) << outside;
  }
  EXPECT_EQ(posted_to(live, "/api/base", R"({"name":1})").status, 400);
  EXPECT_FALSE(live.take_reload());
  EXPECT_TRUE(live.files().base.empty());
  EXPECT_EQ(posted_to(live, "/api/base", R"({"name":"callgrind.out.1"})").status, 200);
  EXPECT_TRUE(live.take_reload());
  EXPECT_EQ(live.files().base, std::vector<std::string>{folder / "callgrind.out.1"});
  const LiveProfiles several(
      {.version = "0", .files = {"callgrind.out.1", "callgrind.out.2"}, .base_files = {}});
  EXPECT_TRUE(asked_of(several, "/api/bases").body.contains(R"("rows":[])"));
}

/// What was read of the files that are chosen.
void put_chosen(LiveProfiles& live) {
  auto set = std::make_shared<ProfilePair>("hash", served_text("new", "events: Ir\nfn=f\n1 10\n"),
                                           nullptr);
  set->files = live.files();
  live.put(std::move(set));
}

TEST(Bases, AnotherProfileIsOpenedAndWhatCannotBeReadForgotten) {
  const test::TemporaryFolder folder;
  const std::string one = folder.file("callgrind.out.1", "events: Ir\nfn=f\n1 10\n");
  const std::string two = folder.file("callgrind.out.2", "events: Ir\nfn=f\n1 20\n");
  const std::string bad = folder.file("callgrind.out.3", "events: Ir\nfn=f\n1 x\n");
  LiveProfiles live({.version = "0", .files = {one}, .base_files = {folder / "./callgrind.out.2"}});
  put_chosen(live);
  EXPECT_EQ(posted_to(live, "/api/profile", R"({"name":"../callgrind.out.1"})").status, 404);
  EXPECT_EQ(posted_to(live, "/api/profile", R"({"name":"callgrind.out.2"})").status, 200);
  EXPECT_TRUE(live.take_reload());
  EXPECT_EQ(live.files(), (Sides{.now = {two}, .base = {}})) << "not compared with itself";
  put_chosen(live);
  EXPECT_TRUE(asked_of(live, "/api/bases").body.contains(R"("name":"callgrind.out.1")"));
  EXPECT_EQ(posted_to(live, "/api/profile", R"({"name":"callgrind.out.3"})").status, 200);
  live.fail({}, {.now = {one}, .base = {}});
  EXPECT_EQ(live.files().now, std::vector{bad}) << "chosen after the reading that failed";
  live.fail({}, live.files());
  EXPECT_EQ(live.files(), (Sides{.now = {two}, .base = {}})) << "what is shown";
  EXPECT_EQ(posted_to(live, "/api/base", R"({"name":"callgrind.out.1"})").status, 200);
  put_chosen(live);
  live.forget_base({one});  // it has been deleted
  live.fail({}, live.files());
  EXPECT_EQ(live.files().base, std::vector<std::string>{folder / "./callgrind.out.2"});
}

}  // namespace
}  // namespace quern::server
