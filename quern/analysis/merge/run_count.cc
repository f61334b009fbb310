// SPDX-License-Identifier: MIT
#include "quern/analysis/merge/run_count.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "quern/base/text.h"

namespace quern::merge {
namespace {

constexpr std::string_view kStart = "Runs: ";
constexpr std::string_view kEnd = " (one per file)";

std::optional<uint64_t> described_runs(std::string_view text) {
  if (text.size() <= kStart.size() + kEnd.size() || !text.starts_with(kStart) ||
      !text.ends_with(kEnd)) {
    return std::nullopt;
  }
  text.remove_prefix(kStart.size());
  text.remove_suffix(kEnd.size());
  const std::optional<uint64_t> runs = whole_number(text);
  return runs.value_or(0) != 0 ? runs : std::nullopt;
}

}  // namespace

void RunCount::add(uint64_t runs) {
  if (__builtin_add_overflow(runs_, runs, &runs_)) {
    runs_ = UINT64_MAX;
  }
}

void RunCount::add(const std::vector<std::string>& descriptions) {
  bool is_described = false;
  for (const std::string& text : descriptions) {
    if (const std::optional<uint64_t> runs = described_runs(text)) {
      add(*runs);
      is_described = true;
    }
  }
  if (!is_described && !has_counted_input_) {
    add(1);
    has_counted_input_ = true;
  }
}

std::string RunCount::description() const {
  return runs_ < 2 ? std::string() : fmt::format("{}{}{}", kStart, runs_, kEnd);
}

bool RunCount::is_description(std::string_view text) {
  return described_runs(text).has_value();
}

bool are_runs_unknown(const Profile& profile) {
  return profile.run_statistics() == nullptr &&
         std::ranges::any_of(profile.parts(), [](const Part& part) {
           return std::ranges::any_of(part.header.descriptions, RunCount::is_description);
         });
}

}  // namespace quern::merge
