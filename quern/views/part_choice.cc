// SPDX-License-Identifier: MIT
#include "quern/views/part_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "quern/base/text.h"
#include "quern/views/codes.h"

namespace quern {

namespace {

constexpr size_t kRunsTold = 20;

struct NumberRange {
  uint64_t first = 0;
  uint64_t last = 0;
};

std::optional<uint64_t> parse_number(std::string_view text) {
  uint64_t number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error != std::errc() || stop != end || text.empty()) {
    return std::nullopt;
  }
  return number;
}

std::optional<NumberRange> parse_range(std::string_view item) {
  const size_t dash = item.find('-');
  const std::optional<uint64_t> first = parse_number(trim(item.substr(0, dash)));
  const std::optional<uint64_t> last =
      dash == std::string_view::npos ? first : parse_number(trim(item.substr(dash + 1)));
  if (!first || !last || *last < *first) {
    return std::nullopt;
  }
  return NumberRange{*first, *last};
}

std::optional<uint64_t> key_of(const Profile& profile, size_t at, PartKey key) {
  const PartHeader& header = profile.parts()[at].header;
  return key == PartKey::kNumber ? header.number.value_or(at + 1) : header.thread;
}

const CodeInfo& code_of(PartKey key) {
  return key == PartKey::kNumber ? kUnknownPart : kUnknownThread;
}

/// "1-3, 7": the numbers that exist, each run of neighbours as a range.
std::string known_numbers(const Profile& profile, PartKey key) {
  std::vector<uint64_t> numbers;
  for (size_t at = 0; at < profile.parts().size(); ++at) {
    if (const std::optional<uint64_t> number = key_of(profile, at, key)) {
      numbers.push_back(*number);
    }
  }
  std::ranges::sort(numbers);
  numbers.erase(std::ranges::unique(numbers).begin(), numbers.end());
  std::string text;
  size_t at = 0;
  for (size_t told = 0; at < numbers.size() && told < kRunsTold; ++told) {
    const size_t first = at++;
    while (at < numbers.size() && numbers[at] - numbers[at - 1] == 1) {
      ++at;
    }
    text += text.empty() ? "" : ", ";
    text += at - first == 1 ? fmt::format("{}", numbers[first])
                            : fmt::format("{}-{}", numbers[first], numbers[at - 1]);
  }
  return at < numbers.size() ? text + " …" : text;
}

bool is_one(std::string_view numbers) {
  return numbers.find_first_of(",-") == std::string_view::npos;
}

/// The hint: which numbers there are.
std::string there_are(const Profile& profile, PartKey key) {
  const std::string_view noun = key == PartKey::kNumber ? "part" : "thread";
  const std::string known = known_numbers(profile, key);
  if (known.empty()) {
    return fmt::format("the input tells no {} of any part", noun);
  }
  return fmt::format("there {} {} {}", is_one(known) ? "is" : "are",
                     is_one(known) ? noun : fmt::format("{}s", noun), known);
}

Diagnostic bad_list(const Profile& profile, PartKey key, std::string_view list) {
  return usage_error(
      code_of(key).name,
      fmt::format("expected numbers and ranges such as 1,3-5 but found '{}'", printable(list)),
      there_are(profile, key));
}

Diagnostic none_fits(const Profile& profile, PartKey key, std::string_view item) {
  return usage_error(
      code_of(key).name,
      fmt::format("no part {} {}", key == PartKey::kNumber ? "has the number" : "is of thread",
                  printable(item)),
      there_are(profile, key));
}

}  // namespace

Result<PartSet> choose_parts(const Profile& profile, PartKey key, std::string_view list) {
  PartSet chosen = PartSet::none(profile);
  for (std::string_view rest = list;;) {
    const size_t comma = rest.find(',');
    const std::string_view item = trim(rest.substr(0, comma));
    const std::optional<NumberRange> range = parse_range(item);
    if (!range) {
      return failure(bad_list(profile, key, list));
    }
    bool fits = false;
    for (size_t at = 0; at < profile.parts().size(); ++at) {
      const std::optional<uint64_t> number = key_of(profile, at, key);
      if (number && range->first <= *number && *number <= range->last) {
        chosen.add(PartId(at));
        fits = true;
      }
    }
    if (!fits) {
      return failure(none_fits(profile, key, item));
    }
    if (comma == std::string_view::npos) {
      return chosen;
    }
    rest.remove_prefix(comma + 1);
  }
}

Result<PartSet> choose_parts(const Profile& profile, std::string_view numbers,
                             std::string_view threads) {
  PartSet common = PartSet::all(profile);
  bool has_any = true;
  for (const auto& [list, key] :
       {std::pair(numbers, PartKey::kNumber), std::pair(threads, PartKey::kThread)}) {
    Result<PartSet> chosen =
        list.empty() ? PartSet::all(profile) : choose_parts(profile, key, list);
    if (!chosen) {
      return chosen;
    }
    const PartSet before = std::exchange(common, PartSet::none(profile));
    has_any = profile.parts().empty();
    for (size_t at = 0; at < profile.parts().size(); ++at) {
      if (before.contains(at) && chosen->contains(at)) {
        common.add(PartId(at));
        has_any = true;
      }
    }
  }
  if (!has_any) {
    return failure(usage_error(kUnknownPart.name,
                               fmt::format("no part with number {} is of thread {}",
                                           printable(numbers), printable(threads)),
                               "`quern info` lists the parts with their threads"));
  }
  return common;
}

}  // namespace quern
