// SPDX-License-Identifier: MIT
//
// What is answered from sums, while records are still being read, has to be what records answer.
#include <gtest/gtest.h>

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <ranges>
#include <string>
#include <thread>
#include <vector>

#include "quern/save/convert.h"
#include "quern/server/test_support.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/generators/xdebug_generator.h"
#include "quern/testing/temporary_folder.h"

namespace quern::server {
namespace {

/// A file, and one that it is compared with.
using Sides = std::vector<std::string>;

enum class CallCostsToo : uint8_t { kNo, kYes };

std::shared_ptr<const ServedProfile> read_side(const std::string& id, const std::string& path,
                                               Keep keep, CallCostsToo too = CallCostsToo::kNo) {
  OpenOptions options;
  options.keep = keep;
  options.takes_call_costs = too == CallCostsToo::kYes;
  options.names.fold = true;
  Result<Opened> opened = open_profile({&path, 1}, options);
  return opened ? std::make_shared<const ServedProfile>(id, std::move(*opened)) : nullptr;
}

/// Null where the file cannot be read.
std::shared_ptr<const ProfilePair> read_set(const Sides& sides, Keep keep,
                                            CallCostsToo too = CallCostsToo::kNo) {
  std::shared_ptr<const ServedProfile> now = read_side("new", sides.front(), keep, too);
  std::shared_ptr<const ServedProfile> base =
      sides.size() > 1 ? read_side("base", sides[1], keep, too) : nullptr;
  const bool is_read = now && (sides.size() == 1 || base);
  return is_read ? std::make_shared<const ProfilePair>("hash", std::move(now), std::move(base))
                 : nullptr;
}

std::vector<std::string> ids_in(const std::string& body, size_t most) {
  std::vector<std::string> ids;
  const std::string mark = "\"id\":\"";
  for (size_t at = body.find(mark); at != body.npos && ids.size() < most;
       at = body.find(mark, at + 1)) {
    const size_t start = at + mark.size();
    ids.push_back(body.substr(start, body.find('"', start) - start));
  }
  return ids;
}

/// What the page asks for first, and what a click on its rows does.
std::vector<std::string> questions(const LiveProfiles& live, const std::string& base) {
  std::vector<std::string> asked = {"/api/functions?limit=500",
                                    "/api/functions?limit=500&sort=incl",
                                    "/api/functions?limit=500&sort=name",
                                    "/api/functions?limit=500&sort=calls",
                                    "/api/functions?running=1",
                                    "/api/functions?q=calls%20%3E%201",
                                    "/api/functions?q=self%20%3E%201&highlight=1",
                                    "/api/functions?parts=1",
                                    "/api/calls?limit=500",
                                    "/api/filters",
                                    "/api/tree",
                                    "/api/tree?inv=1",
                                    "/api/flame",
                                    "/api/flame?inv=1",
                                    "/api/flame?merge_recursion=1"};
  for (const std::string group : {"name", "file", "dir", "object", "class", "namespace"}) {
    asked.push_back("/api/functions?group=" + group);
    asked.push_back("/api/calls?group=" + group);
    asked.push_back("/api/tree?group=" + group);
  }
  for (const std::string& id : ids_in(asked_of(live, asked.front()).body, 60)) {
    for (const std::string behind : {"", "/all", "/all?of=callers", "/calls"}) {
      asked.push_back("/api/fn/" + id + behind);
    }
    asked.push_back("/api/flame?of=" + id);
    asked.push_back("/api/flame?inv=1&of=" + id);
  }
  for (const std::string direction : {"", "&inv=1"}) {
    for (const std::string& id : ids_in(asked_of(live, "/api/tree?" + direction).body, 10)) {
      asked.push_back("/api/tree?path=" + id + direction);
      asked.push_back("/api/flame?path=" + id + direction);
    }
  }
  if (!base.empty()) {
    for (const std::string view : {"functions", "tree", "flame", "compare"}) {
      asked.push_back("/api/" + view + "?base=base");
    }
    asked.push_back("/api/functions?base=base&changed=1&sort=incl");
    for (const std::string& id : ids_in(asked_of(live, "/api/functions").body, 20)) {
      asked.push_back("/api/fn/" + id + "?base=base");
    }
  }
  return asked;
}

void expect_same(const Sides& sides, const std::string& what,
                 CallCostsToo too = CallCostsToo::kNo) {
  LiveProfiles sums({.version = "0", .files = {sides.front()}, .base_files = {}});
  LiveProfiles whole({.version = "0", .files = {sides.front()}, .base_files = {}});
  const std::shared_ptr<const ProfilePair> set = read_set(sides, Keep::kSums, too);
  const std::shared_ptr<const ProfilePair> records = read_set(sides, Keep::kAll);
  ASSERT_EQ(set == nullptr, records == nullptr) << what;
  if (!set) {
    return;
  }
  sums.put(set);
  whole.put(records);
  const std::vector<std::string> all = questions(whole, sides.size() > 1 ? sides[1] : "");
  // Lists are made from what trees and single functions needed, where these were asked for first.
  LiveProfiles backwards({.version = "0", .files = {sides.front()}, .base_files = {}});
  backwards.put(read_set(sides, Keep::kAll));
  std::map<std::string, Response> answers;
  for (const std::string& question : std::views::reverse(all)) {
    answers.emplace(question, asked_of(backwards, question));
  }
  for (const std::string& question : all) {
    const Response early = asked_of(sums, question);
    const Response& late = answers.at(question);
    ASSERT_EQ(early.status, late.status) << what << ' ' << question << early.body;
    ASSERT_EQ(early.body, late.body) << what << ' ' << question;
    ASSERT_EQ(early.etag, late.etag) << what << ' ' << question;
    ASSERT_EQ(asked_of(whole, question).body, late.body) << what << ' ' << question;
  }
}

/// Recorded profiles, and those in the folder that QUERN_MORE_PROFILES names.
std::vector<std::string> corpus() {
  std::vector<std::string> folders = {QUERN_SOURCE_DIR "/tests/corpus/recorded",
                                      QUERN_SOURCE_DIR "/tests/corpus/exchange"};
  // NOLINTNEXTLINE(concurrency-mt-unsafe): nobody sets it
  if (const char* const more = std::getenv("QUERN_MORE_PROFILES"); more != nullptr) {
    folders.emplace_back(more);
  }
  std::vector<std::string> files;
  for (const std::string& folder : folders) {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
      if (entry.is_regular_file()) {
        files.push_back(entry.path());
      }
    }
  }
  return files;
}

TEST(Sums, AnswerAsRecordsDo) {
  for (const std::string& file : corpus()) {
    expect_same({file}, file);
  }
}

TEST(Sums, OfASnapshotAnswerAsItsRecordsDo) {
  const test::TemporaryFolder folder;
  for (const std::string& file : corpus()) {
    const std::shared_ptr<const ServedProfile> read = read_side("new", file, Keep::kAll);
    if (read) {
      StringSink bytes;
      ASSERT_TRUE(convert(read->profile(), "snapshot", std::nullopt, {}, bytes)) << file;
      const Sides sides = {folder.file("snapshot.quern", bytes.text())};
      expect_same(sides, file);
      expect_same(sides, file, CallCostsToo::kYes);
    }
  }
}

TEST(Sums, OfGeneratedProfilesAnswerAsRecordsDo) {
  const test::TemporaryFolder folder;
  for (uint64_t seed = 0; seed < 150; ++seed) {
    const std::string what = "seed " + std::to_string(seed);
    const std::string one = folder.file("callgrind.out.1", testing::generate_callgrind(seed));
    const std::string other = folder.file("callgrind.out.2", testing::generate_callgrind(seed / 2));
    expect_same({one, other}, what);
    expect_same({folder.file("cachegrind.out.3", testing::generate_xdebug(seed).bytes)}, what);
  }
}

TEST(Sums, CompareAsRecordsDo) {
  const std::string recorded = QUERN_SOURCE_DIR "/tests/corpus/recorded/";
  for (const std::string name : {"callgrind.out.leaf", "callgrind.out.lines"}) {
    expect_same({recorded + name + "-new.gz", recorded + name + "-old.gz"}, name);
  }
}

std::shared_ptr<const ProfilePair> set_of(const test::TemporaryFolder& folder, Keep keep) {
  return read_set({folder.file("callgrind.out.4711", kServed)}, keep);
}

TEST(Sums, LetQuestionsAboutRecordsWait) {
  const test::TemporaryFolder folder;
  LiveProfiles live({.version = "0", .files = {"callgrind.out.4711"}, .base_files = {}});
  uint64_t next = live.events().end();
  live.put(set_of(folder, Keep::kSums));
  const std::vector<std::string> waiting = {"/api/info",
                                            "/api/check",
                                            "/api/files",
                                            "/api/search?s=l",
                                            "/api/export?view=top",
                                            "/api/source/" + file_id("b.c"),
                                            "/api/functions?sort=place",
                                            "/api/functions?focus=left",
                                            "/api/tree?show-from=left",
                                            "/api/filters?hide=left"};
  for (const std::string& question : waiting) {
    const Response early = asked_of(live, question);
    EXPECT_EQ(early.status, 503) << question;
    EXPECT_TRUE(early.body.contains("\"loading\"")) << question;
  }
  const std::string early = asked_of(live, "/api/meta").body;
  EXPECT_TRUE(early.contains(R"("state":"ready","records":false,"hash":"hash")")) << early;
  EXPECT_FALSE(early.contains("\"leaks\"")) << early;
  EXPECT_TRUE(live.events().wait(next, {})->contains(R"({"event":"ready","hash":"hash"})"));

  live.put(set_of(folder, Keep::kAll));
  for (const std::string& question : waiting) {
    EXPECT_EQ(asked_of(live, question).status, 200) << question;
  }
  const std::string late = asked_of(live, "/api/meta").body;
  EXPECT_TRUE(late.contains(R"("state":"ready","records":true,"hash":"hash")")) << late;
  EXPECT_TRUE(late.contains("\"leaks\":false")) << late;
  EXPECT_TRUE(live.events().wait(next, {})->contains(R"({"event":"records","hash":"hash"})"));
}

TEST(Sums, AreAskedBeforeAnythingElseIsRead) {
  LiveProfiles live({.version = "0", .files = {"callgrind.out.4711"}, .base_files = {}});
  live.tell_asked();
  live.wait_until_asked(std::chrono::hours(1));  // not at all
  const test::TemporaryFolder folder;
  live.put(set_of(folder, Keep::kSums));
  live.wait_until_asked(std::chrono::milliseconds(1));
  std::jthread page([&] { live.tell_asked(); });
  live.wait_until_asked(std::chrono::hours(1));
}

TEST(Sums, GoWhereTheirRecordsCannotBeRead) {
  const test::TemporaryFolder folder;
  LiveProfiles live({.version = "0", .files = {"callgrind.out.4711"}, .base_files = {}});
  const Diagnostic error = refusal(503, "cut-off", "it ends here").error;
  live.put(set_of(folder, Keep::kSums));
  live.fail(error, live.files());
  EXPECT_TRUE(asked_of(live, "/api/meta").body.contains(R"("state":"failed")"));
  EXPECT_TRUE(asked_of(live, "/api/functions").body.contains("it ends here"));
  live.put(set_of(folder, Keep::kAll));
  live.fail(error, live.files());
  EXPECT_EQ(asked_of(live, "/api/functions").status, 200);
}

}  // namespace
}  // namespace quern::server
