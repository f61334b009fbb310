// SPDX-License-Identifier: MIT
//
// Which files the page may choose as the base.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <iterator>
#include <memory>
#include <string>
#include <utility>
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
void put_read(LiveProfiles& live, Sides files) {
  auto set = std::make_shared<ProfilePair>("hash", served_text("new", "events: Ir\nfn=f\n1 10\n"),
                                           nullptr);
  set->files = std::move(files);
  live.put(std::move(set));
}

void put_chosen(LiveProfiles& live) {
  put_read(live, live.files());
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

/// As the HTTP shell hands over what it has received.
Response sent_to(const LiveProfiles& live, const test::TemporaryFolder& folder,
                 std::string_view name) {
  Result<std::unique_ptr<ReceivedFile>> file = ReceivedFile::create(folder / "tmp", name, 0);
  EXPECT_TRUE(file);
  return handle({.method = "POST", .path = std::string(kFilePath), .file = *std::move(file)}, live);
}

size_t entries_of(const std::string& folder) {
  return static_cast<size_t>(std::distance(std::filesystem::directory_iterator(folder), {}));
}

TEST(Bases, AFileThatIsBeingReadIsKeptThoughAnotherIsSent) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder / "tmp");
  LiveProfiles live({.version = "0",
                     .files = {folder.file("callgrind.out.1", "events: Ir\nfn=f\n1 10\n")},
                     .base_files = {}});
  put_chosen(live);
  EXPECT_EQ(sent_to(live, folder, "first").status, 200);
  const Sides first = live.files();  // is being read
  EXPECT_EQ(sent_to(live, folder, "second").status, 200);
  EXPECT_EQ(entries_of(folder / "tmp"), 2U);
  const Sides second = live.files();
  put_read(live, first);
  live.fail(input_error("not-a-profile", second.now.front(), "no"), second);
  EXPECT_EQ(live.files(), first);
  EXPECT_TRUE(std::filesystem::exists(first.now.front()));
  EXPECT_EQ(entries_of(folder / "tmp"), 1U);
}

TEST(Bases, AProfileThatIsSentIsShownAndRemovedWhenAnotherReplacesIt) {
  const test::TemporaryFolder folder;
  std::filesystem::create_directory(folder / "tmp");
  const std::string one = folder.file("callgrind.out.1", "events: Ir\nfn=f\n1 10\n");
  {
    LiveProfiles live({.version = "0", .files = {one}, .base_files = {}});
    put_chosen(live);
    EXPECT_EQ(sent_to(live, folder, "sent.1").status, 200);
    EXPECT_TRUE(live.take_reload());
    const std::string first = live.files().now.front();
    EXPECT_TRUE(first.ends_with("/sent.1")) << first;
    put_chosen(live);
    const std::string meta = asked_of(live, "/api/meta").body;
    EXPECT_TRUE(meta.contains(R"("sent.1")")) << meta;
    EXPECT_FALSE(meta.contains(first)) << "a folder that only quern knows";
    EXPECT_TRUE(asked_of(live, "/api/bases").body.contains(R"("name":"callgrind.out.1")"))
        << "the way back";
    EXPECT_EQ(sent_to(live, folder, "sent.2").status, 200);
    EXPECT_EQ(entries_of(folder / "tmp"), 2U) << "the first is shown until the second is read";
    live.fail(input_error("not-a-profile", live.files().now.front(), "no"), live.files());
    EXPECT_EQ(live.files().now.front(), first);
    EXPECT_EQ(live.state().error->input, "sent.2");
    EXPECT_EQ(entries_of(folder / "tmp"), 1U);
    EXPECT_EQ(sent_to(live, folder, "sent.3").status, 200);
    put_chosen(live);
    EXPECT_EQ(entries_of(folder / "tmp"), 1U);
    EXPECT_EQ(posted_to(live, "/api/profile", R"({"name":"callgrind.out.1"})").status, 200);
    EXPECT_EQ(live.files().now.front(), one);
    put_chosen(live);
    EXPECT_EQ(entries_of(folder / "tmp"), 0U);
    EXPECT_EQ(sent_to(live, folder, "sent.4").status, 200);
  }
  EXPECT_EQ(entries_of(folder / "tmp"), 0U) << "gone with the server";
  const LiveProfiles live({.version = "0", .files = {one}, .base_files = {}});
  EXPECT_EQ(posted_to(live, kFilePath, "{}").status, 415) << "JSON is no profile";
}

}  // namespace
}  // namespace quern::server
