// SPDX-License-Identifier: MIT
//
// Whatever is read can be written in every format, the same way each time, and has the totals then
// that `convert --check` announced. On generated profiles; QUERN_DIFFERENTIAL_CASES sets how many.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "quern/load/open.h"
#include "quern/save/convert.h"
#include "quern/testing/cases.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/generators/igprof_generator.h"

namespace quern::testing {
namespace {

using Totals = std::map<std::string, int128>;

/// By event, those that are not 0: some formats have events only where there is a cost.
Totals announced(const Conversion& conversion, int128 ConvertedTotal::* of) {
  Totals totals;
  for (const ConvertedTotal& total : conversion.totals) {
    if (total.*of != 0) {
      std::string event = total.event;
      std::ranges::replace(event, ' ', '_');  // of which Callgrind's names have none
      totals[event] = total.*of;
    }
  }
  return totals;
}

std::unique_ptr<const Profile> read_records(const std::string& bytes) {
  OpenOptions options;
  options.keep = Keep::kAll;
  Result<Opened> opened = open_bytes("generated", bytes, options);
  return opened ? std::move(opened->profile) : nullptr;
}

/// What is there, with costs that are declared alone; nothing changes from IgProf's to IgProf's.
Totals totals_there(const Profile& profile, std::string_view format) {
  const bool is_igprof = format == "igprof";
  const Result<Conversion> conversion = check_conversion(profile, is_igprof ? "igprof" : "csv", {});
  return conversion
             ? announced(*conversion, is_igprof ? &ConvertedTotal::after : &ConvertedTotal::before)
             : Totals();
}

/// Whoever reads folded stacks adds them up.
Totals folded_total(const std::string& text, const Event& event) {
  int128 sum = 0;
  for (size_t at = 0; at < text.size();) {
    const size_t end = text.find('\n', at);
    const size_t blank = text.rfind(' ', end);
    sum += parse_decimal(text.substr(blank + 1, end - blank - 1)).value_or(-1);
    at = end + 1;
  }
  return sum == 0 ? Totals() : Totals{{event.name, sum}};
}

/// IgProf counts what an event of another format has no count of, and generated counters are called
/// what the count or peak of another is.
void drop_counts(Totals& totals) {
  std::erase_if(totals, [](const auto& each) { return each.first.find(':') != each.first.npos; });
}

void check_format(const Profile& profile, std::string_view format, const std::string& told) {
  StringSink text;
  StringSink again;
  const Result<void> done = convert(profile, format, "plain", {}, text);
  (void)convert(profile, format, "plain", {}, again);
  ASSERT_EQ(text.text(), again.text()) << told;
  if (!done) {
    ASSERT_EQ(done.error().code, "cannot-hold") << told;
    return;
  }
  const Result<Conversion> conversion = check_conversion(profile, format, {});
  ASSERT_TRUE(conversion) << told;
  Totals wanted = announced(*conversion, &ConvertedTotal::after);
  Totals got;
  if (format == "folded") {
    // The first that adds up: peaks are left out.
    Event event = *std::ranges::find(profile.events(), Combine::kSum, &Event::combine);
    std::ranges::replace(event.name, ' ', '_');
    got = folded_total(text.text(), event);
  } else if (format == "callgrind" || format == "cachegrind" || format == "igprof") {
    const std::unique_ptr<const Profile> read = read_records(text.text());
    ASSERT_TRUE(read) << told << "\n" << text.text();
    got = totals_there(*read, format);
  } else {
    return;
  }
  if (format == "igprof") {
    drop_counts(wanted);
    drop_counts(got);
  }
  ASSERT_EQ(wanted, got) << told << "\n" << text.text();
}

TEST(WrittenTotals, AreThoseAnnounced) {
  for (uint64_t seed = 0; seed < cases() / 50; ++seed) {
    for (const std::string& bytes : {generate_callgrind(seed), generate_igprof(seed)}) {
      const std::unique_ptr<const Profile> profile = read_records(bytes);
      if (profile == nullptr || profile->events().empty()) {
        continue;
      }
      for (const FormatWriter* target : writable_formats()) {
        check_format(*profile, target->name,
                     std::string(target->name) + ", seed " + std::to_string(seed) + "\n" + bytes);
        if (HasFatalFailure()) {
          return;
        }
      }
    }
  }
}

}  // namespace
}  // namespace quern::testing
