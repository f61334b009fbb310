// SPDX-License-Identifier: MIT
#include "quern/bytes/reading/decompress.h"

#include <bzlib.h>
#include <gtest/gtest.h>
#include <lzma.h>
#include <rapidcheck.h>
#include <zlib.h>
#include <zstd.h>

#include <array>
#include <cstring>
#include <functional>
#include <random>

#include "quern/bytes/files/test_support.h"

namespace quern {
namespace {

using test::drain;
using test::Drained;
using test::TextSource;

std::string gzip(const std::string& text, gz_header* header = nullptr) {
  z_stream stream{};
  EXPECT_EQ(deflateInit2(&stream, 6, Z_DEFLATED, 16 + MAX_WBITS, 8, Z_DEFAULT_STRATEGY), Z_OK);
  if (header != nullptr) {
    deflateSetHeader(&stream, header);
  }
  std::string out(deflateBound(&stream, text.size()) + 1000, '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(text.data()));
  stream.avail_in = static_cast<uInt>(text.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  EXPECT_EQ(deflate(&stream, Z_FINISH), Z_STREAM_END);
  out.resize(stream.total_out);
  deflateEnd(&stream);
  return out;
}

std::string bzip2(const std::string& text) {
  std::string out(text.size() + text.size() / 100 + 600, '\0');
  auto length = static_cast<unsigned>(out.size());
  EXPECT_EQ(BZ2_bzBuffToBuffCompress(out.data(), &length, const_cast<char*>(text.data()),
                                     static_cast<unsigned>(text.size()), 1, 0, 0),
            BZ_OK);
  out.resize(length);
  return out;
}

std::string zstd(const std::string& text) {
  ZSTD_CCtx* const context = ZSTD_createCCtx();
  ZSTD_CCtx_setParameter(context, ZSTD_c_checksumFlag, 1);
  std::string out(ZSTD_compressBound(text.size()), '\0');
  const size_t length = ZSTD_compress2(context, out.data(), out.size(), text.data(), text.size());
  EXPECT_FALSE(ZSTD_isError(length));
  out.resize(length);
  ZSTD_freeCCtx(context);
  return out;
}

std::string xz(const std::string& text) {
  std::string out(lzma_stream_buffer_bound(text.size()), '\0');
  size_t length = 0;
  EXPECT_EQ(lzma_easy_buffer_encode(0, LZMA_CHECK_CRC64, nullptr,
                                    reinterpret_cast<const uint8_t*>(text.data()), text.size(),
                                    reinterpret_cast<uint8_t*>(out.data()), &length, out.size()),
            LZMA_OK);
  out.resize(length);
  return out;
}

struct Library {
  const char* name;
  Compression compression;
  std::string (*compress)(const std::string&);
  std::unique_ptr<Inflater> (*inflater)();
};

constexpr size_t kGzipLibraries = 2;

std::string plain_gzip(const std::string& text) {
  return gzip(text);
}

const Library kLibraries[] = {
    {"zlib", Compression::kGzip, plain_gzip, zlib_inflater},
    {"gzip", Compression::kGzip, plain_gzip, gzip_inflater},  // ISA-L, where it is there
    {"bzip2", Compression::kBzip2, bzip2, bzip2_inflater},
    {"zstd", Compression::kZstd, zstd, zstd_inflater},
    {"xz", Compression::kXz, xz, xz_inflater},
};

class Decompress : public ::testing::TestWithParam<Library> {
 protected:
  [[nodiscard]] std::string compress(const std::string& text) const {
    return GetParam().compress(text);
  }
  /// All that comes out of `stored`, which is fetched `step` bytes at a time.
  [[nodiscard]] Drained inflate(std::string stored, size_t room = size_t{1} << 16,
                                size_t step = ~size_t{0}) const {
    TextSource source(std::move(stored), step);
    return drain(*decompressed(source, GetParam().compression, GetParam().inflater()), room);
  }
  [[nodiscard]] std::string name() const { return std::string(to_string(GetParam().compression)); }
};

INSTANTIATE_TEST_SUITE_P(Libraries, Decompress, testing::ValuesIn(kLibraries),
                         [](const auto& one) { return std::string(one.param.name); });

/// Text of a profile's kind, with some bytes that do not compress.
std::string sample(size_t size) {
  std::minstd_rand random(static_cast<unsigned>(size) + 1);
  std::string text;
  while (text.size() < size) {
    text += "fn=(" + std::to_string(random() % 1000) + ")\n+" + std::to_string(random() % 9) + ' ' +
            std::to_string(random()) + '\n';
  }
  text.resize(size);
  return text;
}

TEST_P(Decompress, GivesBackWhatWasCompressed) {
  for (const size_t size : {0U, 1U, 100U, 65'536U, 1'000'000U}) {
    const Drained drained = inflate(compress(sample(size)));
    EXPECT_FALSE(drained.error) << size << ' ' << drained.error->message;
    EXPECT_EQ(drained.text, sample(size)) << size;
  }
}

TEST_P(Decompress, GivesTheSameForEveryRoomAndStep) {
  const std::string text = sample(5'000);
  const std::string stored = compress(text) + compress("") + compress(sample(70));
  for (const size_t room : {1U, 2U, 3U, 7U, 64U, 1'000U, 100'000U}) {
    for (const size_t step : {1U, 2U, 3U, 13U, 500U, 100'000U}) {
      const Drained drained = inflate(stored, room, step);
      ASSERT_FALSE(drained.error) << room << ' ' << step << ' ' << drained.error->message;
      ASSERT_EQ(drained.text, text + sample(70)) << room << ' ' << step;
    }
  }
}

TEST_P(Decompress, ReadsStreamsInARow) {
  std::string stored;
  std::string text;
  for (size_t i = 0; i < 300; ++i) {  // their seams fall on every place of the input buffer
    const std::string piece = i % 7 == 0 ? "" : sample(i * 11);
    stored += compress(piece);
    text += piece;
  }
  const Drained drained = inflate(stored);
  EXPECT_FALSE(drained.error);
  EXPECT_EQ(drained.text, text);
}

TEST_P(Decompress, PassesOverZerosBetweenAndBehindStreams) {
  const std::string zeros(70'000, '\0');  // more than the input buffer holds
  const Drained drained = inflate(compress("one\n") + zeros + compress("two\n") + zeros);
  EXPECT_FALSE(drained.error);
  EXPECT_EQ(drained.text, "one\ntwo\n");
}

TEST_P(Decompress, RefusesWhatIsNoStreamBehindOne) {
  const std::string stored = compress("one\n");
  const Drained drained = inflate(stored + std::string(3, '\0') + "appended text");
  EXPECT_EQ(drained.text, "one\n");
  ASSERT_TRUE(drained.error);
  EXPECT_EQ(drained.error->code, "compressed-stream");
  EXPECT_EQ(drained.error->message,
            "bytes that are not " + name() + " data follow the " + name() + " stream");
  EXPECT_EQ(drained.error->offset, stored.size() + 3);
  EXPECT_EQ(drained.error->place, Place{});
  EXPECT_FALSE(drained.error->hint.empty());
}

TEST_P(Decompress, RefusesOneByteBehindAStream) {
  const std::string stored = compress("one\n");
  const Drained drained = inflate(stored + "x");
  EXPECT_EQ(drained.text, "one\n");
  ASSERT_TRUE(drained.error);
  EXPECT_EQ(drained.error->offset, stored.size());
}

TEST_P(Decompress, TellsOfACutAtEveryByteAfterWhatCameBefore) {
  const std::string first = compress(sample(300));
  const std::string second = compress(sample(200));
  const std::string stored = first + second;
  const std::string text = sample(300) + sample(200);
  for (size_t cut = 6; cut < stored.size(); ++cut) {
    const Drained drained = inflate(stored.substr(0, cut));
    ASSERT_TRUE(text.starts_with(drained.text)) << cut;
    ASSERT_EQ(drained.error.has_value(), cut != first.size()) << cut;
    if (cut >= first.size()) {
      ASSERT_TRUE(drained.text.starts_with(sample(300))) << cut;
    }
    if (drained.error) {
      ASSERT_EQ(drained.error->message, name() + " stream ends early") << cut;
      ASSERT_EQ(drained.error->code, "compressed-stream");
      const uint64_t offset = drained.error->offset.value_or(0);
      ASSERT_TRUE(offset == cut || (offset == first.size() && cut < first.size() + 6)) << cut;
    }
  }
}

TEST_P(Decompress, GivesMostOfACutStream) {
  const std::string text = sample(1'000'000);
  const std::string stored = compress(text);
  const Drained drained = inflate(stored.substr(0, stored.size() / 2));
  EXPECT_TRUE(drained.error);
  EXPECT_GT(drained.text.size(), text.size() / 5);
  EXPECT_TRUE(text.starts_with(drained.text));
}

TEST_P(Decompress, NeverTakesAFlippedBitForGood) {
  const std::string text = sample(200);
  const std::string stored = compress(text);
  size_t errors = 0;
  for (size_t bit = 8 * 4; bit < 8 * stored.size(); ++bit) {
    std::string broken = stored;
    broken[bit / 8] = static_cast<char>(broken[bit / 8] ^ (1 << (bit % 8)));
    const Drained drained = inflate(broken, 4096, 1000);
    if (drained.error) {
      ++errors;
      ASSERT_EQ(drained.error->code, "compressed-stream");
      ASSERT_TRUE(drained.error->message.starts_with(name() + " stream is damaged: ") ||
                  drained.error->message == name() + " stream ends early" ||
                  drained.error->message.starts_with("bytes that are not "))
          << drained.error->message;
      ASSERT_LE(drained.error->offset, stored.size());
    } else {
      ASSERT_EQ(drained.text, text) << bit;  // such as the time stamp in gzip's header
    }
  }
  EXPECT_GT(errors, 8 * stored.size() * 3 / 4);
}

TEST_P(Decompress, RepeatsItsError) {
  TextSource source(compress("one\n") + "x");
  const auto plain = decompressed(source, GetParam().compression, GetParam().inflater());
  EXPECT_TRUE(drain(*plain).error);
  EXPECT_TRUE(drain(*plain).error);
  EXPECT_EQ(drain(*plain).text, "");
}

TEST_P(Decompress, PassesOnWhatTheSystemSays) {
  const std::string stored = compress(sample(200'000));
  TextSource source(stored.substr(0, stored.size() - 20));
  source.failing_with("read-failed");
  const auto plain = decompressed(source, GetParam().compression, GetParam().inflater());
  const Drained drained = drain(*plain);
  ASSERT_TRUE(drained.error);
  EXPECT_EQ(drained.error->code, "read-failed");
  EXPECT_TRUE(sample(200'000).starts_with(drained.text));
}

TEST_P(Decompress, AgreesWithTheTextForAnySplitIntoStreams) {
  const Library library = GetParam();
  EXPECT_TRUE(rc::check([&](const std::vector<std::string>& pieces, uint8_t step) {
    std::string stored = library.compress("start");
    std::string text = "start";
    for (const std::string& piece : pieces) {
      stored += library.compress(piece);
      text += piece;
    }
    TextSource source(stored, size_t{step} + 1);
    const Drained drained = drain(*decompressed(source, library.compression, library.inflater()));
    RC_ASSERT(!drained.error);
    RC_ASSERT(drained.text == text);
  }));
}

/// A header with every field there is, the extra one of `length` bytes.
std::string gzip_with_all_fields(const std::string& text, size_t length) {
  std::string extra(length, 'e');
  std::string name(500, 'n');
  std::string comment(700, 'c');
  gz_header header{};
  header.extra = reinterpret_cast<Bytef*>(extra.data());
  header.extra_len = static_cast<uInt>(extra.size());
  header.name = reinterpret_cast<Bytef*>(name.data());
  header.comment = reinterpret_cast<Bytef*>(comment.data());
  header.hcrc = 1;
  return gzip(text, &header);
}

class DecompressGzip : public Decompress {};

INSTANTIATE_TEST_SUITE_P(Libraries, DecompressGzip,
                         testing::ValuesIn(kLibraries, kLibraries + kGzipLibraries),
                         [](const auto& one) { return std::string(one.param.name); });

TEST_P(DecompressGzip, NamesAWrongChecksum) {
  std::string stored = gzip("text\n");
  stored[stored.size() - 8] = static_cast<char>(stored[stored.size() - 8] ^ 1);
  const Drained drained = inflate(stored);
  EXPECT_EQ(drained.text, "text\n");
  ASSERT_TRUE(drained.error);
  EXPECT_EQ(drained.error->message, "gzip stream is damaged: checksum differs");
}

TEST_P(DecompressGzip, NamesAWrongLength) {
  std::string stored = gzip("text\n");
  stored.back() = 1;
  const Drained drained = inflate(stored);
  EXPECT_EQ(drained.text, "text\n");
  ASSERT_TRUE(drained.error);
  EXPECT_EQ(drained.error->message, "gzip stream is damaged: checksum differs");
}

TEST_P(DecompressGzip, ReadsEveryFieldOfTheHeader) {
  const std::string stored =
      gzip_with_all_fields("text\n", 300) + gzip_with_all_fields("more\n", 0);
  for (const size_t step : {1U, 9U, 4'096U}) {
    const Drained drained = inflate(stored, 100, step);
    EXPECT_FALSE(drained.error) << step;
    EXPECT_EQ(drained.text, "text\nmore\n") << step;
  }
}

TEST_P(DecompressGzip, RefusesADamagedHeader) {
  const std::string whole = gzip_with_all_fields("text\n", 20);
  const std::pair<size_t, char> damages[] = {{2, 7}, {3, '\x3F'}, {4, 1}, {14, 'x'}, {50, 'x'}};
  for (const auto& [at, byte] : damages) {
    std::string stored = whole;
    stored[at] = byte;
    const Drained drained = inflate(stored);
    EXPECT_EQ(drained.text, "") << at;
    ASSERT_TRUE(drained.error) << at;
    EXPECT_TRUE(drained.error->message.starts_with("gzip stream is damaged: ")) << at;
  }
}

TEST(DecompressZstd, PassesOverSkippableFrames) {
  const std::string skippable("\x5A\x2A\x4D\x18\x03\0\0\0abc", 11);
  TextSource source(skippable + zstd("one\n") + skippable + zstd("two\n") + skippable);
  const Drained drained = drain(*decompressed(source, Compression::kZstd));
  EXPECT_FALSE(drained.error);
  EXPECT_EQ(drained.text, "one\ntwo\n");
}

TEST(DecompressZstd, RefusesAWindowOfAGigabyte) {
  TextSource source(std::string("\x28\xB5\x2F\xFD\x00\xA0\x01\0\0", 9));
  const Drained drained = drain(*decompressed(source, Compression::kZstd));
  ASSERT_TRUE(drained.error);
  EXPECT_EQ(drained.error->message,
            "zstd stream is damaged: its window needs more than 512 MiB of memory");
}

TEST(DecompressXz, RefusesAWindowOfFourGigabytes) {
  std::string stored = xz("text\n");
  constexpr size_t kBlock = 12;  // where the block's header stands, behind the stream's
  const size_t size = (static_cast<unsigned char>(stored[kBlock]) + size_t{1}) * 4;
  const size_t filter = stored.find("\x21\x01", kBlock);
  ASSERT_LT(filter, kBlock + size);
  stored[filter + 2] = 40;
  const uint32_t checksum =
      lzma_crc32(reinterpret_cast<const uint8_t*>(stored.data() + kBlock), size - 4, 0);
  std::memcpy(stored.data() + kBlock + size - 4, &checksum, sizeof checksum);
  TextSource source(stored);
  const Drained drained = drain(*decompressed(source, Compression::kXz));
  ASSERT_TRUE(drained.error);
  EXPECT_EQ(drained.error->message,
            "xz stream is damaged: its window needs more than 512 MiB of memory");
}

TEST(CompressionOf, NeedsTheWholeMagic) {
  const std::pair<std::string, Compression> magics[] = {{"\x1F\x8B", Compression::kGzip},
                                                        {"BZh1", Compression::kBzip2},
                                                        {"BZh9", Compression::kBzip2},
                                                        {"\x28\xB5\x2F\xFD", Compression::kZstd},
                                                        {"\x50\x2A\x4D\x18", Compression::kZstd},
                                                        {"\x5F\x2A\x4D\x18", Compression::kZstd},
                                                        {std::string("\xFD"
                                                                     "7zXZ\0",
                                                                     6),
                                                         Compression::kXz}};
  for (const auto& [magic, compression] : magics) {
    EXPECT_EQ(compression_of(magic), compression);
    EXPECT_EQ(compression_of(magic + "more"), compression);
    for (size_t length = 0; length < magic.size(); ++length) {
      EXPECT_EQ(compression_of(magic.substr(0, length)), Compression::kNone);
    }
  }
}

TEST(CompressionOf, LeavesTextAlone) {
  for (const char* text : {"# callgrind format\n", "BZh0", "BZhx", "BZ", "P*M", "events: Ir\n"}) {
    EXPECT_EQ(compression_of(text), Compression::kNone) << text;
  }
}

TEST(CompressionOf, HasANameForEach) {
  EXPECT_EQ(to_string(Compression::kNone), "none");
  EXPECT_EQ(to_string(Compression::kGzip), "gzip");
  EXPECT_EQ(to_string(Compression::kBzip2), "bzip2");
  EXPECT_EQ(to_string(Compression::kZstd), "zstd");
  EXPECT_EQ(to_string(Compression::kXz), "xz");
}

}  // namespace
}  // namespace quern
