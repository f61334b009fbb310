// SPDX-License-Identifier: MIT
//
// What is written in the Callgrind format means what was read, to both readers and under both base
// rules, on generated profiles. QUERN_DIFFERENTIAL_CASES sets how many.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "quern/load/open.h"
#include "quern/save/convert.h"
#include "quern/testing/cases.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/meaning/profile_meaning.h"
#include "quern/testing/slow/slow_callgrind.h"

namespace quern::testing {
namespace {

/// Without what the format has no place for, or the writer its own words.
Meaning as_written(Meaning meaning) {
  meaning.lints.clear();
  meaning.contexts.clear();
  meaning.function_order.clear();
  meaning.creator.reset();
  meaning.cmd.reset();  // of several in one part, the last is the part's
  meaning.base_rule.clear();
  for (Meaning::Jump& jump : meaning.jumps) {
    jump.to.object = jump.from.object;  // jumps between objects have no row of their own
  }
  for (Meaning::Part& part : meaning.parts) {
    part.declared_totals.reset();
    std::erase(part.positions, "bb");
    std::erase_if(part.summaries, [](const std::vector<int128>& summary) {  // no row can say them
      return std::ranges::any_of(summary,
                                 [](int128 cost) { return cost > kUint64Max || cost < kInt64Min; });
    });
    if (part.positions.empty()) {
      part.positions = {"line"};
    }
  }
  return meaning;
}

Result<std::string> written(const Profile& profile, const WriteOptions& options) {
  StringSink sink;
  if (Result<void> done = convert(profile, "callgrind", {}, options, sink); !done) {
    return failure(done.error());
  }
  return sink.text();
}

Result<Opened> opened(const std::string& bytes) {
  OpenOptions options;
  options.keep = Keep::kAll;
  options.dialect = "callgrind";
  return open_bytes("generated", bytes, options);
}

/// Names hold what ends a row for some reader: it is written as a blank.
bool has_lost_bytes(const std::string& bytes) {
  return bytes.find('\0') != std::string::npos || bytes.find('\r') != std::string::npos;
}

/// A part of `bb` positions alone has lines only when it is written.
bool lacks_positions(const Profile& profile) {
  return std::ranges::any_of(profile.parts(), [](const Part& part) {
    return !part.header.positions.instr && !part.header.positions.line;
  });
}

bool jumps_between_objects(const Meaning& meaning) {
  return std::ranges::any_of(
      meaning.jumps, [](const Meaning::Jump& jump) { return jump.to.object != jump.from.object; });
}

TEST(WrittenCallgrind, MeansWhatWasRead) {
  uint64_t compared = 0;
  for (uint64_t seed = 0; seed < cases() / 10; ++seed) {
    const std::string bytes = generate_callgrind(seed);
    const Result<Opened> original = opened(bytes);
    if (!original || has_lost_bytes(bytes) || lacks_positions(*original->profile)) {
      continue;
    }
    WriteOptions options;
    options.plain_names = seed % 2 != 0;
    options.plain_positions = seed % 3 == 0;
    const Result<std::string> text = written(*original->profile, options);
    if (!text) {
      ASSERT_EQ(text.error().code, "cannot-hold") << "seed " << seed;
      continue;
    }
    ++compared;
    Meaning meant = as_written(meaning_of(*original->profile));
    for (size_t part = 0; part < meant.parts.size(); ++part) {
      if (!original->profile->parts()[part].header.has_summary_as_base) {
        meant.parts[part]
            .summaries.clear();  // a reader would take them for the base of percentages
      }
    }
    ASSERT_EQ(difference(meant, as_written(slow_read_callgrind(*text))), "")
        << "seed " << seed << "\n"
        << bytes << "\n---\n"
        << *text;
    for (const char* const rule : {"self", "cost"}) {
      if (*rule == 's' && bytes.find(")'") != std::string::npos) {
        continue;  // a name that is made of aliases to that rule alone
      }
      OpenOptions reading;
      reading.base_rule = rule;
      ASSERT_EQ(difference(meant, as_written(read_meaning(*text, reading))), "")
          << "seed " << seed << ", rule " << rule << "\n"
          << bytes << "\n---\n"
          << *text;
    }
    if (!jumps_between_objects(meaning_of(*original->profile))) {
      ASSERT_EQ(written(*opened(*text)->profile, options).value_or(""), *text) << "seed " << seed;
    }
  }
  EXPECT_GT(compared, cases() / 30);
}

}  // namespace
}  // namespace quern::testing
