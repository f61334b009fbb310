// SPDX-License-Identifier: MIT
//
// Objects are those of the fuzz target's corpus, or hostile ones made by the system's assembler.
#include "quern/source/inlines/object_code.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <array>
#include <cstdlib>
#include <cstring>
#include <expected>
#include <optional>
#include <string>

#include "quern/bytes/files/checksum.h"
#include "quern/bytes/files/regular_file.h"
#include "quern/bytes/writing/cache_folder.h"
#include "quern/bytes/writing/kept_files.h"
#include "quern/model/records/fields.h"
#include "quern/source/symbols.h"
#include "quern/testing/temporary_folder.h"

namespace quern {
namespace {

constexpr uint64_t kCode = 0x400078;  // in hostile objects

/// Entries of a kind within each other, `depth` times.
std::string nested(unsigned tag, int depth) {
  return fmt::format(R"(
  .globl main
main: ret
end:
  .section .debug_abbrev,"",@progbits
  .uleb128 1, 0x11; .byte 1; .uleb128 0x11, 1, 0x12, 1, 0, 0
  .uleb128 2, {}; .byte 1; .uleb128 0, 0
  .byte 0
  .section .debug_info,"",@progbits
  .long unit_end - unit
unit: .value 4; .long .debug_abbrev; .byte 8
  .uleb128 1; .quad main, end
  .rept {}; .uleb128 2; .endr
  .rept {}; .byte 0; .endr
unit_end:
)",
                     tag, depth, depth + 1);
}

class ObjectCodeTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!can_read_objects()) {
      GTEST_SKIP() << "built without libdw";
    }
  }
  [[nodiscard]] std::string assembled(const std::string& text) const {
    const std::string source = folder_.file("a.s", text);
    const std::string command = fmt::format(
        "cc -nostdlib -static -Wl,-N,--build-id=none,-e,main,-Ttext={:#x} {} -o {} 2>/dev/null",
        kCode, source, folder_ / "a");
    return std::system(command.c_str()) == 0 ? folder_ / "a" : "";  // NOLINT(concurrency-mt-unsafe)
  }

  test::TemporaryFolder folder_;
};

TEST_F(ObjectCodeTest, BoundsEntriesThatNestWithoutEnd) {
  for (const unsigned tag : {0x39U, 0x0bU, 0x2eU}) {  // namespace, block, function
    const std::string path = assembled(nested(tag, 200'000));
    if (path.empty()) {
      GTEST_SKIP() << "needs cc";
    }
    std::expected<ObjectCode, std::string> code = ObjectCode::open(path);
    ASSERT_TRUE(code) << code.error();
    (void)code->at(kCode);
    EXPECT_EQ(code->problem(), "its debug information names more than its size allows");
    SymbolFinder finder;
    EXPECT_EQ(finder.declared_lines(path, std::array{NamedFunction{"f", "a.c"}})[0], 0U);
  }
}

/// What is known of the code of an object of the corpus.
std::string told(ObjectCode& code) {
  std::string text;
  for (uint64_t address = 0x400000; address < 0x400200; ++address) {
    const InstructionPlace place = code.at(address);
    text += fmt::format("{:x} {}:{}\n", address, code.file(place.file), place.line);
    for (uint32_t at = place.frame; at != InlineFrame::kNone; at = code.frame(at).outer) {
      const InlineFrame& frame = code.frame(at);
      text += fmt::format("  {} {}:{}\n", code.function(frame.function), code.file(frame.file),
                          frame.line);
    }
  }
  return text + code.problem();
}

/// The same, kept in `cache`.
std::string told(const std::string& path, const CacheFolder& cache) {
  std::expected<ObjectCode, std::string> code = ObjectCode::open(path, cache);
  if (!code) {
    return code.error();
  }
  std::string text = told(*code);
  (void)code->sources();
  code->keep();
  return text;
}

std::string corpus_object(const std::string& name) {
  return QUERN_SOURCE_DIR "/fuzz/corpus/object/" + name;
}

TEST_F(ObjectCodeTest, AnswersFromTheCacheAsFromTheObject) {
  constexpr timespec kLongAgo[2] = {{1'000'000'000, 0}, {1'000'000'000, 0}};
  for (const std::string name : {"gcc-dwarf5", "clang-dwarf4", "compressed", "lto"}) {
    const CacheFolder cache{folder_ / name};
    const std::string plain = told(corpus_object(name), {});
    EXPECT_NE(plain.find("sum "), std::string::npos);
    EXPECT_EQ(told(corpus_object(name), cache), plain);
    ASSERT_EQ(cached_entries(cache.path).size(), 1U);
    const CacheEntry entry = cached_entries(cache.path)[0];
    EXPECT_EQ(entry.suffix, kCachedCode);
    EXPECT_TRUE(entry.source.ends_with(name)) << entry.source;
    const std::string file = cached_path(cache.path, entry.name, kCachedCode);
    ::utimensat(AT_FDCWD, file.c_str(), kLongAgo, 0);
    const std::optional<FileStamp> before = file_stamp(file);
    EXPECT_EQ(told(corpus_object(name), cache), plain);
    EXPECT_EQ(file_stamp(file)->inode, before->inode) << "it was written again";
    EXPECT_GT(file_stamp(file)->modified_ns, before->modified_ns) << "it was not used";
    const std::vector<std::string> sources = SymbolFinder().sources(corpus_object(name));
    EXPECT_EQ(ObjectCode::open(corpus_object(name), cache)->sources().read(), sources);
    std::expected<ObjectCode, std::string> code = ObjectCode::open(corpus_object(name));
    const UnreadSources unread = code->sources();
    EXPECT_GT(unread.held_bytes, 0U);
    EXPECT_EQ(told(*code), plain) << "what was taken away is opened again";
    EXPECT_EQ(unread.read(), sources);
  }
}

TEST_F(ObjectCodeTest, AddsUnitsThatWereNotAskedForBefore) {
  const CacheFolder cache{folder_ / "cache"};
  const std::string path = corpus_object("gcc-dwarf5");
  std::expected<ObjectCode, std::string> code = ObjectCode::open(path, cache);
  ASSERT_TRUE(code);
  code->keep();
  EXPECT_TRUE(cached_entries(cache.path).empty()) << "nothing was read";
  const std::string plain = told(path, {});
  EXPECT_EQ(told(path, cache), plain);
  EXPECT_EQ(told(path, cache), plain);
}

TEST_F(ObjectCodeTest, DoesNotUseDamagedEntries) {
  const CacheFolder cache{folder_ / "cache"};
  const std::string path = corpus_object("gcc-dwarf5");
  const std::string plain = told(path, cache);
  const std::string file = cached_path(cache.path, cached_entries(cache.path)[0].name, kCachedCode);
  const std::string whole = read_regular_file(file, 1 << 20)->bytes;
  const size_t head = whole.find('\n') + 9;  // behind the magic, its checksum and size
  for (size_t at = 0; at < whole.size(); at += 3) {
    ASSERT_TRUE(write_cached(file, whole.substr(0, at)));
    EXPECT_EQ(told(path, cache), plain) << "cut at " << at;
    std::string damaged = whole;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
    ASSERT_TRUE(write_cached(file, damaged));
    EXPECT_EQ(told(path, cache), plain) << "damaged at " << at;
    // With the right checksum of the head, its numbers are checked.
    const auto size = fixed<uint32_t>(reinterpret_cast<const uint8_t*>(&damaged[head - 4]));
    if (at >= head && at < head + size) {
      const uint32_t sum =
          crc32_of({reinterpret_cast<const uint8_t*>(&damaged[head]), size_t{size}});
      std::memcpy(&damaged[head - 8], &sum, sizeof(sum));
      ASSERT_TRUE(write_cached(file, damaged));
      (void)told(path, cache);
    }
  }
}

}  // namespace
}  // namespace quern
