// SPDX-License-Identifier: MIT
#include "quern/query/part_choice.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "quern/base/text.h"
#include "quern/query/codes.h"

namespace quern {

namespace {

constexpr size_t kRunsTold = 20;

struct NumberRange {
  uint64_t first = 0;
  uint64_t last = 0;
};

std::optional<NumberRange> parse_range(std::string_view item) {
  const size_t dash = item.find('-');
  const std::optional<uint64_t> first = whole_number(trim(item.substr(0, dash)));
  const std::optional<uint64_t> last =
      dash == std::string_view::npos ? first : whole_number(trim(item.substr(dash + 1)));
  if (!first || !last || *last < *first) {
    return std::nullopt;
  }
  return NumberRange{*first, *last};
}

/// By part.
std::vector<std::optional<uint64_t>> keys_of(const Profile& profile, PartKey key) {
  if (key == PartKey::kNumber) {
    const std::vector<uint64_t> numbers = part_numbers(profile);
    return {numbers.begin(), numbers.end()};
  }
  std::vector<std::optional<uint64_t>> threads;
  for (const Part& part : profile.parts()) {
    threads.push_back(part.header.thread);
  }
  return threads;
}

/// The inputs that have several parts of one number, thread and process.
std::vector<bool> inputs_that_repeat_numbers(const Profile& profile) {
  using Named = std::tuple<size_t, uint64_t, std::optional<uint64_t>, std::optional<uint64_t>>;
  std::set<Named> met;
  std::vector<bool> repeats(profile.inputs().size() + 1);
  for (const Part& part : profile.parts()) {
    const PartHeader& header = part.header;
    if (header.number &&
        !met.emplace(header.input, *header.number, header.thread, header.pid).second) {
      repeats[header.input] = true;
    }
  }
  return repeats;
}

const CodeInfo& code_of(PartKey key) {
  return key == PartKey::kNumber ? kUnknownPart : kUnknownThread;
}

/// "1-3, 7": the numbers that exist, each run of neighbours as a range.
std::string known_numbers(const Profile& profile, PartKey key) {
  std::vector<uint64_t> numbers;
  for (const std::optional<uint64_t>& number : keys_of(profile, key)) {
    if (number) {
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
    return fmt::format("no part of the profile has a {} number", noun);
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
      fmt::format("no part {} {}", key == PartKey::kNumber ? "has the number" : "belongs to thread",
                  printable(item)),
      there_are(profile, key));
}

}  // namespace

std::vector<uint64_t> part_numbers(const Profile& profile) {
  const std::vector<bool> repeats = inputs_that_repeat_numbers(profile);
  std::vector<uint64_t> numbers;
  size_t input = 0;
  uint64_t in_input = 0;
  for (size_t at = 0; at < profile.parts().size(); ++at) {
    const PartHeader& header = profile.parts()[at].header;
    in_input = header.input == input ? in_input + 1 : 1;
    input = header.input;
    numbers.push_back(repeats[input] ? in_input : header.number.value_or(at + 1));
  }
  return numbers;
}

std::vector<std::optional<uint64_t>> part_processes(const Profile& profile) {
  std::vector<std::optional<uint64_t>> processes;
  size_t input = 0;
  for (const Part& part : profile.parts()) {
    const bool is_later = !processes.empty() && part.header.input == input;
    processes.push_back(is_later && !part.header.pid ? processes.back() : part.header.pid);
    input = part.header.input;
  }
  return processes;
}

Result<PartSet> choose_parts(const Profile& profile, PartKey key, std::string_view list) {
  PartSet chosen = PartSet::none(profile);
  const std::vector<std::optional<uint64_t>> keys = keys_of(profile, key);
  for (std::string_view rest = list;;) {
    const size_t comma = rest.find(',');
    const std::string_view item = trim(rest.substr(0, comma));
    const std::optional<NumberRange> range = parse_range(item);
    if (!range) {
      return failure(bad_list(profile, key, list));
    }
    bool fits = false;
    for (size_t at = 0; at < profile.parts().size(); ++at) {
      const std::optional<uint64_t> number = keys[at];
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
                               fmt::format("no part with number {} belongs to thread {}",
                                           printable(numbers), printable(threads)),
                               "`quern check` lists the parts with their threads"));
  }
  return common;
}

}  // namespace quern
