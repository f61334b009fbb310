// SPDX-License-Identifier: MIT

#include "quern/load/cache.h"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "quern/bytes/writing/cache_folder.h"
#include "quern/load/open.h"
#include "quern/save/convert.h"
#include "quern/testing/temporary_folder.h"

namespace quern {
namespace {

constexpr timespec kLongAgo[2] = {{1'000'000'000, 0}, {1'000'000'000, 0}};

class Cache : public ::testing::Test {
 protected:
  void SetUp() override {
    options_.keep = Keep::kAll;
    options_.cache.path = folder_ / "cache/quern";
    options_.cache.least_bytes = 8;
  }

  [[nodiscard]] std::string file(const std::string& name, const std::string& text) const {
    const std::string path = folder_.file(name, text);
    ::utimensat(AT_FDCWD, path.c_str(), kLongAgo, 0);
    return path;
  }
  [[nodiscard]] Opened open(const std::string& path) const {
    const std::vector<std::string> paths = {path};
    Result<Opened> opened = open_profile(paths, options_);
    EXPECT_TRUE(opened) << (opened ? "" : opened.error().message);
    return opened ? std::move(*opened) : Opened{};
  }
  [[nodiscard]] int64_t total(const std::string& path) const {
    return static_cast<int64_t>(open(path).profile->parts()[0].totals[0]);
  }
  [[nodiscard]] std::vector<CacheEntry> entries() const {
    return list_cache(options_.cache).entries;
  }
  [[nodiscard]] std::string snapshot(const CacheEntry& entry) const {
    return options_.cache.path + "/" + entry.name + ".quern";
  }

  test::TemporaryFolder folder_;
  OpenOptions options_;
};

constexpr const char* kOne = "events: Ir\nfn=main\n1 41\n";
constexpr const char* kTwo = "events: Ir\nfn=main\n1 97\n";

TEST_F(Cache, AnswersFromTheSnapshot) {
  const std::string path = file("a.out", kOne);
  EXPECT_EQ(total(path), 41);
  ASSERT_EQ(entries().size(), 1U);
  EXPECT_EQ(entries()[0].source, std::filesystem::canonical(path).string());
  EXPECT_GT(entries()[0].bytes, 100U);
  EXPECT_EQ(total(path), 41);
  EXPECT_EQ(entries().size(), 1U);
  // Only who reads the entry sees what was put in its place.
  const std::string other = file("b.out", kTwo);
  EXPECT_EQ(total(other), 97);
  const CacheEntry newest = entries()[0].source.ends_with("b.out") ? entries()[0] : entries()[1];
  const CacheEntry oldest = entries()[0].source.ends_with("b.out") ? entries()[1] : entries()[0];
  std::filesystem::copy_file(snapshot(newest), snapshot(oldest),
                             std::filesystem::copy_options::overwrite_existing);
  EXPECT_EQ(total(path), 97);
}

TEST_F(Cache, TakesOnlyWhatIsThereForWhoeverIsInAHurry) {
  const std::string path = file("a.out", kOne);
  options_.cache.makes = false;
  EXPECT_EQ(total(path), 41);
  EXPECT_TRUE(entries().empty());
  options_.cache.makes = true;
  EXPECT_EQ(total(path), 41);
  options_.cache.makes = false;
  EXPECT_EQ(total(path), 41);
  EXPECT_EQ(entries().size(), 1U);
}

TEST_F(Cache, KnowsWithoutReadingWhatIsThere) {
  // What was made just now may change unseen, and is known by its bytes alone.
  const std::string path = QUERN_SOURCE_DIR "/docs/examples/callgrind.out.wordcount";
  OpenOptions none = options_;
  none.cache = {};
  OpenOptions elsewhere = options_;
  elsewhere.cache.path = folder_.file("no folder", "x");
  EXPECT_FALSE(is_cached(path, options_)) << "nothing is kept yet";
  (void)open(path);
  EXPECT_TRUE(is_cached(path, options_));
  EXPECT_FALSE(is_cached(path, none));
  EXPECT_FALSE(is_cached(path, elsewhere));
  OpenOptions otherwise = options_;
  otherwise.recover = true;
  EXPECT_FALSE(is_cached(path, otherwise)) << "what another way of reading makes of it";
  const std::string other = file("a.out", kOne);
  EXPECT_FALSE(is_cached(other, options_));
  std::ofstream(snapshot(entries()[0])) << "no snapshot";
  EXPECT_FALSE(is_cached(path, options_)) << "damaged";
  EXPECT_FALSE(is_cached("-", options_));
}

TEST_F(Cache, TellsTheInputAsItIs) {
  const std::string path = file("a.out", kOne);
  OpenOptions plain = options_;
  plain.cache = {};
  const std::vector<std::string> paths = {path};
  for (int time = 0; time < 2; ++time) {
    const Opened cached = open(path);
    const Result<Opened> read = open_profile(paths, plain);
    const InputInfo& got = cached.profile->inputs()[0];
    const InputInfo& wanted = read->profile->inputs()[0];
    EXPECT_EQ(got.name, path);
    EXPECT_EQ(got.snapshot_of, std::nullopt);
    EXPECT_EQ(got.format, wanted.format);
    EXPECT_EQ(got.raw_bytes, wanted.raw_bytes);
    EXPECT_EQ(got.text_bytes, wanted.text_bytes);
    StringSink one;
    StringSink other;
    write_profile_json(*cached.profile, one);
    write_profile_json(*read->profile, other);
    EXPECT_EQ(one.text(), other.text());
  }
}

/// Of the same size and, as far as its owner can say, the same age.
TEST_F(Cache, AChangedFileIsReadAnew) {
  const std::string path = file("a.out", kOne);
  EXPECT_EQ(total(path), 41);
  (void)file("a.out", kTwo);
  EXPECT_EQ(total(path), 97);
  EXPECT_EQ(entries().size(), 2U);
  (void)file("a.out", kOne);
  EXPECT_EQ(total(path), 41);
  EXPECT_EQ(entries().size(), 2U) << "known by its bytes";
}

void change(bool& value) {
  value = !value;
}
void change(std::optional<std::string>& value) {
  value = "callgrind";
}
template <class Number>
void change(Number& value) {
  value += Number{1} << 20;
}

/// Every option that changes the records is part of an entry's name, and no other option is.
TEST_F(Cache, WaysOfReadingAreApart) {
  const std::string path = QUERN_SOURCE_DIR "/docs/examples/callgrind.out.wordcount";
  (void)open(path);
  size_t options = 0;
  each_reading_option(static_cast<ReadingOptions&>(options_),
                      [&](std::string_view name, ReadingEffect effect, auto& member) {
                        const auto before = member;
                        change(member);
                        EXPECT_EQ(is_cached(path, options_), effect != ReadingEffect::kRecords)
                            << name;
                        member = before;
                        ++options;
                      });
  EXPECT_GE(options, 9U);
  options_.base_rule = "cost";
  (void)open(path);
  EXPECT_EQ(entries().size(), 2U);
}

TEST_F(Cache, DamagedEntriesAreMadeAnew) {
  const std::string path = file("a.out", kOne);
  (void)open(path);
  const std::string entry = snapshot(entries()[0]);
  for (const std::string& damaged :
       {std::string(), std::string("\x89QRN\r\n\x1a\n"), std::string(300, 'x')}) {
    std::ofstream(entry, std::ios::binary | std::ios::trunc) << damaged;
    EXPECT_EQ(total(path), 41);
    EXPECT_TRUE(entries().empty()) << "the damaged one is gone";
    EXPECT_EQ(total(path), 41);
    EXPECT_EQ(entries().size(), 1U);
  }
}

TEST_F(Cache, WhatCannotBeKeptIsANote) {
  const std::string path = file("a.out", kOne);
  options_.cache.path = path + "/cache";
  const Opened opened = open(path);
  ASSERT_EQ(opened.notes.size(), 1U);
  EXPECT_TRUE(opened.notes[0].starts_with("the cache is not used: ")) << opened.notes[0];
  EXPECT_EQ(opened.profile->parts()[0].totals[0], 41);
}

TEST_F(Cache, IsBounded) {
  const std::string first = file("a.out", kOne);
  const std::string second = file("b.out", kTwo);
  (void)open(first);
  const uint64_t size = entries()[0].bytes;
  ::utimensat(AT_FDCWD, snapshot(entries()[0]).c_str(), kLongAgo, 0);
  options_.cache.most_bytes = size + size / 2;
  (void)open(second);
  ASSERT_EQ(entries().size(), 1U) << "the one not used for longest went";
  EXPECT_TRUE(entries()[0].source.ends_with("b.out"));
  options_.cache.most_bytes = size / 2;
  EXPECT_EQ(total(first), 41);
  EXPECT_TRUE(entries().empty()) << "one alone can be too large";
  clear_cache(options_.cache.path);
  EXPECT_TRUE(std::filesystem::is_empty(options_.cache.path));
}

TEST_F(Cache, LeavesOutWhatIsSmallBrokenOrASnapshot) {
  const std::string small = file("small.out", kOne);
  const std::string broken = file("broken.out", "events: Ir\nfn=main\n1 x\n");
  options_.cache.least_bytes = 1000;
  (void)open(small);
  options_.cache.least_bytes = 8;
  const std::vector<std::string> paths = {broken};
  const Result<Opened> opened = open_profile(paths, options_);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().input, broken);
  options_.keep_going = true;
  (void)open(small);
  options_.keep_going = false;
  EXPECT_TRUE(entries().empty());
  (void)open(small);
  ASSERT_EQ(entries().size(), 1U);
  EXPECT_EQ(total(snapshot(entries()[0])), 41);
  EXPECT_EQ(entries().size(), 1U) << "a snapshot needs none";
}

}  // namespace
}  // namespace quern
