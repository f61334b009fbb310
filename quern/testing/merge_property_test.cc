// SPDX-License-Identifier: MIT
//
// Laws of merging, on generated profiles of several formats: the same bytes for every order, for
// every grouping into merges of merges, and for every number of threads and processes; and each
// record once, with what a plain sum over all inputs gives. QUERN_DIFFERENTIAL_CASES sets how many.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "quern/save/convert.h"
#include "quern/save/merge.h"
#include "quern/testing/cases.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/generators/igprof_generator.h"
#include "quern/testing/generators/random_choice.h"
#include "quern/testing/generators/xdebug_generator.h"
#include "quern/testing/meaning/meaning.h"
#include "quern/testing/merge_in_shares.h"
#include "quern/testing/slow/slow_merge.h"
#include "quern/testing/temporary_folder.h"

namespace quern::testing {
namespace {

/// Each case merges a handful of profiles several times, through files.
uint64_t rounds() {
  return std::max<uint64_t>(1, cases() / 1000);
}

bool is_readable(const std::string& bytes) {
  OpenOptions options;
  options.keep = Keep::kTotals;
  return open_bytes("generated", bytes, options).has_value();
}

/// Where merges are written and read again.
class Bench {
 public:
  explicit Bench(std::string_view format, bool by_function = false)
      : format_(format), by_function_(by_function) {}

  std::string keep(const std::string& bytes) {
    return folder_.file(std::to_string(files_++), bytes);
  }
  /// `shares`: by so many processes; 0: by this one.
  [[nodiscard]] Result<Merged> merged(std::span<const std::string> paths, unsigned threads,
                                      size_t shares = 0) const {
    MergeOptions options;
    options.format = format_;
    options.open.threads = threads;
    options.by_function = by_function_;
    return shares == 0 ? merge_profiles(paths, options)
                       : test::merge_in_shares(paths, options, shares);
  }
  /// The merge as it is written; the code of an error in brackets.
  [[nodiscard]] std::string bytes(std::span<const std::string> paths, unsigned threads = 1,
                                  size_t shares = 0) const {
    const Result<Merged> merged = this->merged(paths, threads, shares);
    if (!merged) {
      return "[" + merged.error().code + "] " + merged.error().message;
    }
    StringSink sink;
    const Result<void> done = convert(*merged->profile, format_, {}, {}, sink);
    return done ? std::move(sink.text()) : "[" + done.error().code + "]";
  }
  /// Merges some into a file first, and so on until one is left.
  std::string nested(std::vector<std::string> paths, RandomChoice& random) {
    while (paths.size() > 1) {
      const size_t count = 1 + random.index(paths.size());
      const std::span<const std::string> some(paths.end() - static_cast<std::ptrdiff_t>(count),
                                              paths.end());
      const std::string bytes = this->bytes(some);
      if (bytes.starts_with('[')) {
        continue;  // of inputs without events alone: others have some
      }
      const std::string made = keep(bytes);
      paths.resize(paths.size() - count);
      paths.insert(paths.begin() + static_cast<std::ptrdiff_t>(random.index(paths.size() + 1)),
                   made);
    }
    return bytes(paths);
  }

 private:
  std::string_view format_;
  bool by_function_;
  test::TemporaryFolder folder_;
  size_t files_ = 0;
};

using Generate = std::string (*)(RandomChoice& random);

std::string any_callgrind(RandomChoice& random) {
  return generate_callgrind(random.below(100'000));
}
/// A counter may be called like the peak or count of another: written, it would be that.
std::string any_igprof(RandomChoice& random) {
  for (;;) {
    std::string bytes = generate_igprof(random.below(100'000));
    if (!bytes.contains(":peak)") && !bytes.contains(":calls)")) {
      return bytes;
    }
  }
}
std::string any_xdebug(RandomChoice& random) {
  return generate_xdebug(random.below(100'000)).bytes;
}
std::string any_format(RandomChoice& random) {
  switch (random.below(3)) {
    case 0:
      return any_callgrind(random);
    case 1:
      return any_igprof(random);
    default:
      return any_xdebug(random);
  }
}

void check_laws(std::string_view format, Generate generate, bool by_function = false) {
  for (uint64_t seed = 0; seed < rounds(); ++seed) {
    RandomChoice random(seed);
    Bench bench(format, by_function);
    std::vector<std::string> paths;
    for (size_t left = 2 + random.index(4); left != 0; --left) {
      const std::string bytes = generate(random);
      if (is_readable(bytes)) {
        paths.push_back(bench.keep(bytes));
      }
    }
    if (paths.empty()) {
      continue;
    }
    const std::string flat = bench.bytes(paths);
    for (size_t at = paths.size(); at > 1; --at) {
      std::swap(paths[at - 1], paths[random.index(at)]);
    }
    const unsigned threads = 1 + static_cast<unsigned>(random.below(4));
    const std::string turned = bench.bytes(paths, threads);
    if (flat.starts_with('[') && turned.starts_with('[')) {
      continue;  // each names the first of the inputs that cannot be written
    }
    ASSERT_EQ(first_difference(flat, turned), "")
        << "another order, " << format << ", seed " << seed;
    ASSERT_EQ(first_difference(flat, bench.bytes(paths, 1, 1 + seed % 5)), "")
        << "in shares, " << format << ", seed " << seed;
    ASSERT_EQ(first_difference(flat, bench.nested(paths, random)), "")
        << "another grouping, " << format << ", seed " << seed;
  }
}

TEST(MergeLaws, HoldForCallgrindProfiles) {
  check_laws("callgrind", any_callgrind);
}

TEST(MergeLaws, HoldForStacksOfIgprof) {
  check_laws("igprof", any_igprof);
}

TEST(MergeLaws, HoldForAnyMixAsJson) {
  check_laws("json", any_format);
}

TEST(MergeLaws, HoldForAnyMixAsCallgrind) {
  check_laws("callgrind", any_format);
}

TEST(MergeLaws, HoldForAnyMixAsCachegrind) {
  check_laws("cachegrind", any_format);
}

TEST(MergeLaws, HoldForFunctionsAlone) {
  check_laws("json", any_format, true);
  check_laws("callgrind", any_format, true);
  check_laws("snapshot", any_format, true);
}

/// Merged profiles come to what they come to apart.
void check_sums(bool by_function) {
  for (uint64_t seed = 0; seed < 3 * rounds(); ++seed) {
    RandomChoice random(seed);
    Bench bench("json", by_function);
    SlowSums apart;
    std::map<std::string, size_t> records;
    std::vector<std::string> paths;
    const bool is_mixed = random.chance(50);
    for (size_t left = 1 + random.index(4); left != 0; --left) {
      const std::string bytes = is_mixed ? any_format(random) : any_callgrind(random);
      OpenOptions options;
      options.keep = Keep::kAll;
      if (const Result<Opened> opened = open_bytes("generated", bytes, options)) {
        slow_merge(*opened->profile, apart, records, by_function);
        paths.push_back(bench.keep(bytes));
      }
    }
    const Result<Merged> merged = bench.merged(paths, 2);
    if (paths.empty() || !merged) {
      continue;
    }
    SlowSums together;
    records.clear();
    slow_merge(*merged->profile, together, records, by_function);
    ASSERT_EQ(difference(apart, together), "") << "seed " << seed;
    // Parts of different kinds may have records that differ in their positions alone.
    const size_t most = by_function ? merged->profile->parts().size() : 1;
    for (const auto& [key, count] : records) {
      const bool is_beyond = key.starts_with("call") || key.starts_with("j");  // of 64 bits
      ASSERT_TRUE(count <= most || is_beyond) << key << ", seed " << seed;
    }
  }
}

TEST(MergeSums, AreThoseOfAllInputsEachRecordOnce) {
  check_sums(false);
}

TEST(MergeSums, OfFunctionsAreThoseOfRecordsWithoutPositions) {
  check_sums(true);
}

}  // namespace
}  // namespace quern::testing
