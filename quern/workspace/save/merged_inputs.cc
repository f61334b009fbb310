// SPDX-License-Identifier: MIT
#include "quern/workspace/save/merged_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/base/text.h"
#include "quern/bytes/writing/same_file.h"

namespace quern {

std::vector<std::string> repeated_files(std::span<const std::string> paths) {
  std::vector<std::string> notes;
  std::map<FileIdentity, const std::string*> seen;
  for (const std::string& path : paths) {
    const std::optional<FileIdentity> identity = identity_of(path);
    if (!identity) {
      continue;
    }
    const auto [first, is_new] = seen.emplace(*identity, &path);
    if (is_new) {
      continue;
    }
    const std::string again = *first->second == path
                                  ? fmt::format("'{}' is given more than once", printable(path))
                                  : fmt::format("'{}' and '{}' are the same file",
                                                printable(*first->second), printable(path));
    notes.push_back(again + ": its costs are added each time");
  }
  return notes;
}

void SharedEvents::add(size_t number, std::string_view input, std::span<const Event> events) {
  inputs_ += events.empty() ? 0U : 1U;
  for (const Event& event : events) {
    Inputs& known = events_[event.name];
    if (known.count == 0 || number < known.first) {
      known.first = number;
      known.name = input;
    }
    ++known.count;
  }
}

void SharedEvents::add(const SharedEvents& others) {
  inputs_ += others.inputs_;
  for (const auto& [event, theirs] : others.events_) {
    Inputs& own = events_[event];
    const size_t count = own.count + theirs.count;
    if (own.count == 0 || theirs.first < own.first) {
      own = theirs;
    }
    own.count = count;
  }
}

std::optional<std::string> SharedEvents::fault() const {
  const auto is_in_all = [this](const auto& each) { return each.second.count == inputs_; };
  if (inputs_ < 2 || std::ranges::any_of(events_, is_in_all)) {
    return std::nullopt;
  }
  const auto first_input = [](const auto& each) { return each.second.first; };
  const auto& [event, input] = *std::ranges::min_element(events_, {}, first_input);
  const auto& [other, other_input] = *std::ranges::max_element(events_, {}, first_input);
  if (input.first == other_input.first) {
    return "no event is in all of the files: each total is a sum over some of them";
  }
  return fmt::format(
      "no event is in all of the files: '{}' is in {}, '{}' in {}; each total is a sum over some "
      "of them",
      printable(event), printable(input.name), printable(other), printable(other_input.name));
}

}  // namespace quern
