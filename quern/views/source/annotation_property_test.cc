// SPDX-License-Identifier: MIT
//
// What annotate shows and what it accounts for are the total together, whatever is asked.
#include <algorithm>
#include <map>

#include "quern/query/test_support.h"
#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/generators/random_choice.h"
#include "quern/views/source/annotation.h"

namespace quern {
namespace {

constexpr uint64_t kTracedSeeds = 800;

std::unique_ptr<const Profile> generated_lines(uint64_t seed) {
  OpenOptions options;
  options.keep = Keep::kAll;
  options.dialect = "callgrind";
  Result<Opened> opened = open_bytes("in", testing::generate_callgrind(seed), options);
  return opened ? std::move(opened->profile) : nullptr;
}

std::string some_target(testing::RandomChoice& random, const Profile& profile) {
  if (random.chance(40) || profile.symbols().functions.size() == 0) {
    return {};
  }
  const FunctionId function(random.index(profile.symbols().functions.size()));
  const auto& symbols = profile.symbols();
  return std::string(random.chance(50)   ? symbols.name(function)
                     : random.chance(50) ? symbols.file(function)
                                         : std::string(symbols.file(function)) + ":3");
}

AnnotationRequest some_request(testing::RandomChoice& random, const Profile& profile,
                               const std::string& folder) {
  AnnotationRequest request;
  request.target = some_target(random, profile);
  request.context = random.index(4);
  request.whole = random.chance(20);
  request.least_share = random.chance(40) ? static_cast<uint32_t>(random.index(3000)) : 0;
  request.most_calls = random.index(3);
  request.lists_without_source = random.chance(50);
  request.most_lines = random.chance(50) ? random.index(5) : 0;
  if (random.chance(50)) {
    request.places.folders = {folder};
  }
  return request;
}

/// Some of the files there are, with some lines.
void write_sources(testing::RandomChoice& random, const Profile& profile,
                   const TemporaryFolder& folder) {
  for (uint32_t at = 0; at < profile.symbols().functions.size(); ++at) {
    const std::string name(profile.symbols().file(FunctionId(at)));
    if (random.chance(60) && !name.empty() && name.size() < 100 &&
        name.find_first_of(std::string_view("/\0", 2)) == std::string::npos && name != "." &&
        name != "..") {
      folder.file(name, std::string(random.index(60), '\n'));
    }
  }
}

Costs accounted(const Annotation& answer) {
  Costs sums(answer.totals().size());
  for (const AccountedCost& account : answer.accounting()) {
    for (size_t column = 0; column < sums.size(); ++column) {
      sums[column] += exactly(account.self[column]);
    }
  }
  return sums;
}

/// By category, what the lines of all shown files are.
std::map<Accounted, Costs> listed_costs(const Annotation& answer) {
  std::map<Accounted, Costs> sums;
  for (size_t rank = 0; rank < answer.shown(); ++rank) {
    const AnnotatedFile file = answer.file(rank);
    size_t lines = 0;
    file.each_line([&](uint64_t number, const AnnotatedLine* line, std::string_view) {
      if (line == nullptr) {
        return;
      }
      ++lines;
      EXPECT_EQ(number, line->number);
      const Accounted what = !file.source.is_found() ? Accounted::kWithoutSource
                             : number == 0           ? Accounted::kUnknownLine
                             : line->is_beyond_end   ? Accounted::kBeyondEnd
                                                     : Accounted::kAnnotated;
      Costs& sum = sums.try_emplace(what, answer.totals().size()).first->second;
      for (size_t column = 0; column < sum.size(); ++column) {
        sum[column] += exactly(line->self[column]);
      }
    });
    EXPECT_EQ(lines, file.lines.size()) << "each line is in a range";
  }
  return sums;
}

/// What the files say that the limit of lines left out.
Costs further(const Annotation& answer) {
  Costs sums(answer.totals().size());
  for (size_t rank = 0; rank < answer.shown(); ++rank) {
    const AnnotatedFile file = answer.file(rank);
    for (size_t column = 0; column < file.more_self.size(); ++column) {
      sums[column] += exactly(file.more_self[column]);
    }
  }
  return sums;
}

TEST(AnnotationProperty, ShownAndAccountedForAreTheTotal) {
  size_t answered = 0;
  for (uint64_t seed = 0; seed < kTracedSeeds; ++seed) {
    const auto profile = generated_lines(seed);
    if (!profile) {
      continue;
    }
    SCOPED_TRACE(seed);
    testing::RandomChoice random(seed);
    const TemporaryFolder folder;
    write_sources(random, *profile, folder);
    Words words;
    words.all_events = random.chance(50);
    words.limit = random.index(4);
    const AnnotationRequest request = some_request(random, *profile, folder.path());
    const Result<Annotation> answer =
        Annotation::make(*profile, selected(*profile, words), request);
    if (!answer) {
      continue;
    }
    ++answered;
    EXPECT_EQ(told(accounted(*answer)), told(answer->totals()));
    const auto beyond =
        std::ranges::find(answer->accounting(), Accounted::kFurtherLines, &AccountedCost::what);
    EXPECT_EQ(told(further(*answer)),
              told(beyond != answer->accounting().end() ? exactly(beyond->self)
                                                        : Costs(answer->totals().size())));
    const std::map<Accounted, Costs> shown = listed_costs(*answer);
    for (const AccountedCost& account : answer->accounting()) {
      if (account.what > Accounted::kWithoutSource ||
          (account.what == Accounted::kWithoutSource && !request.lists_without_source)) {
        continue;
      }
      const auto found = shown.find(account.what);
      EXPECT_EQ(told(found != shown.end() ? found->second : Costs(account.self.size())),
                told(account.self))
          << to_string(account.what);
    }
    if (HasFailure()) {
      return;
    }
  }
  EXPECT_GT(answered, kTracedSeeds / 3);
}

}  // namespace
}  // namespace quern
