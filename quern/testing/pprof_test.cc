// SPDX-License-Identifier: MIT
//
// pprof's files: the reader against its slow twin, on generated and damaged files.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <string>

#include "quern/base/text.h"
#include "quern/formats/pprof/encoder.h"
#include "quern/testing/cases.h"
#include "quern/testing/generators/random_choice.h"
#include "quern/testing/meaning/profile_meaning.h"
#include "quern/testing/slow/slow_pprof.h"

namespace quern::testing {
namespace {

using pprof::Encoder;

OpenOptions pprof_options(uint64_t seed) {
  OpenOptions options;
  constexpr size_t kBuffers[] = {1, 7, 64, 300, 4096};
  options.buffer_bytes = kBuffers[seed % std::size(kBuffers)];
  options.dialect = "pprof";
  return options;
}

class PprofGenerator {
 public:
  explicit PprofGenerator(uint64_t seed) : random_(seed) {}

  std::string generate() {
    for (const char* text :
         {"", "cpu", "nanoseconds", "samples", "count", "main", "f", "a.c", "/bin/p", "???",
          "written by x", "command: y", "note",
          "stacks are estimated from a call graph; self costs of functions are exact"}) {
      texts_ += field(6, text);
    }
    types_ = 1 + random_.below(3);
    std::string out = random_.chance(50) ? samples() + tables() : tables() + samples();
    for (uint64_t type = 0; type < types_; ++type) {
      out += field(1, numbers({1 + 2 * type % 6, type == 2 ? 4 : 2 + 2 * (type % 2)}));
    }
    return out + run() + texts_;
  }

 private:
  static std::string field(uint32_t number, const std::string& bytes) {
    std::string out;
    Encoder(out).bytes(number, bytes);
    return out;
  }

  static std::string numbers(std::initializer_list<uint64_t> values) {
    std::string out;
    uint32_t number = 0;
    for (const uint64_t value : values) {
      Encoder(out).number(++number, value);
    }
    return out;
  }

  std::string tables() {
    const bool has_lines = random_.chance(70);
    std::string out = field(3, numbers({1, 4096, 8192, 0, 8})) + field(3, numbers({7}));
    for (uint64_t id = 1; id <= 4; ++id) {
      out += field(5, numbers({id, random_.below(4) + 4, 5, random_.below(2) * 7}));
    }
    for (uint64_t id = 1; id <= kLocations; ++id) {
      std::string location =
          numbers({id, random_.below(2),
                   random_.chance(20) ? uint64_t{1} << 63 | id : random_.below(3) * 16});
      for (uint64_t line = random_.below(4); line > 0; --line) {
        location += field(4, numbers({1 + random_.below(4), has_lines ? random_.below(4) : 0}));
      }
      out += field(4, location);
    }
    return out;
  }

  std::string samples() {
    std::string out;
    for (uint64_t count = random_.below(20); count > 0; --count) {
      std::string ids;
      for (uint64_t depth = random_.below(6); depth > 0; --depth) {
        Encoder(ids).varint(1 + random_.below(kLocations));
      }
      std::string values;
      for (uint64_t type = 0; type < types_; ++type) {
        Encoder(values).varint(random_.chance(20)   ? 0
                               : random_.chance(10) ? ~random_.below(9)
                                                    : random_.below(1 << 20));
      }
      std::string sample = field(1, ids) + field(2, values);
      sample += random_.chance(5) ? field(3, numbers({1, 2})) : "";
      out += field(2, sample);
    }
    return out;
  }

  std::string run() {
    std::string out;
    Encoder encoder(out);
    encoder.number(14, random_.below(4));
    encoder.number(7, random_.below(2) * 6);
    encoder.number(9, random_.below(2) * 1700000000);
    for (uint64_t comment = random_.below(4); comment > 0; --comment) {
      encoder.number(13, 10 + random_.below(3));
    }
    if (random_.chance(50)) {
      encoder.bytes(11, numbers({1, 2}));
      encoder.number(12, 10000000);
    }
    return out;
  }

  static constexpr uint64_t kLocations = 6;
  RandomChoice random_;
  uint64_t types_ = 1;
  std::string texts_;
};

std::string damaged(uint64_t seed, std::string bytes) {
  RandomChoice random(seed);
  for (uint64_t damage = 1 + random.below(3); damage > 0 && !bytes.empty(); --damage) {
    const size_t at = random.index(bytes.size());
    switch (random.below(5)) {
      case 0:
        bytes[at] = static_cast<char>(random.below(256));
        break;
      case 1:
        bytes[at] = static_cast<char>(bytes[at] ^ 1 << random.below(8));
        break;
      case 2:
        bytes.erase(at, 1 + random.below(4));
        break;
      case 3:
        bytes.insert(at, 1, static_cast<char>(random.below(20)));
        break;
      default:
        bytes.resize(at);
    }
  }
  return bytes;
}

TEST(Pprof, SoundFilesMeanTheSame) {
  for (uint64_t seed = 0; seed < cases() / 20; ++seed) {
    const std::string bytes = PprofGenerator(seed).generate();
    const Meaning slow = slow_read_pprof(bytes);
    ASSERT_TRUE(slow.valid) << "seed " << seed;
    ASSERT_EQ(difference(slow, read_meaning(bytes, pprof_options(seed))), "")
        << "seed " << seed << "\n"
        << to_hex(bytes);
  }
}

TEST(Pprof, DamagedFilesMeanTheSame) {
  for (uint64_t seed = 0; seed < cases() / 10; ++seed) {
    const std::string bytes = damaged(seed, PprofGenerator(seed).generate());
    ASSERT_EQ(difference(slow_read_pprof(bytes), read_meaning(bytes, pprof_options(seed))), "")
        << "seed " << seed << "\n"
        << to_hex(bytes);
  }
}

}  // namespace
}  // namespace quern::testing
