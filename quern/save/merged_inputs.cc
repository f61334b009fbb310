// SPDX-License-Identifier: MIT
#include "quern/save/merged_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/base/text.h"
#include "quern/bytes/writing/same_file.h"

namespace quern {

namespace {

/// Adds what was counted by key; of each the first counts.
template <class Map>
void add_counted(const Map& others, Map& counted) {
  for (const auto& [key, theirs] : others) {
    auto& own = counted[key];
    const size_t count = own.count + theirs.count;
    if (own.count == 0 || theirs.first < own.first) {
      own = theirs;
    }
    own.count = count;
  }
}

}  // namespace

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
  add_counted(others.events_, events_);
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
    return "no event is in all files: each total is a sum over some of them";
  }
  return fmt::format(
      "no event is in all files: '{}' is in {}, '{}' in {}; each total is a sum over some of them",
      printable(event), printable(input.name), printable(other), printable(other_input.name));
}

void MergedFindings::add(size_t number, const InputInfo& info) {
  for (const Findings::Kind& kind : info.findings.kinds()) {
    Found& found = by_code_[std::string(kind.code->name)];
    if (found.count == 0 || number < found.first) {
      found.first = number;
      found.input = info.name;
      found.finding = kind.first();
    }
    found.count += kind.count;
  }
}

void MergedFindings::add(const MergedFindings& others) {
  add_counted(others.by_code_, by_code_);
}

std::vector<InputInfo> MergedFindings::infos() const {
  std::vector<const Found*> all;
  for (const auto& [code, found] : by_code_) {
    all.push_back(&found);
  }
  std::ranges::sort(all, {}, [](const Found* found) {
    return std::pair(found->first, found->finding.code->name);
  });
  std::vector<InputInfo> infos;
  for (const Found* found : all) {
    InputInfo& info = infos.emplace_back();
    info.name = found->input;
    const Finding& first = found->finding;
    if (first.excerpt) {
      info.findings.set_row(first.place.line, *first.excerpt);
    }
    info.findings.add(*first.code, first.place, [&first] { return first.message; }, first.hint);
    info.findings.repeat(*first.code, found->count - 1);
  }
  return infos;
}

/// Each once, and not one for each of thousands of inputs.
std::vector<std::string> told_notes(std::vector<std::string> notes) {
  constexpr size_t kMost = 10;
  std::ranges::sort(notes);
  const auto repeated = std::ranges::unique(notes);
  notes.erase(repeated.begin(), repeated.end());
  if (notes.size() > kMost) {
    const size_t more = notes.size() - kMost;
    notes.resize(kMost);
    notes.push_back(fmt::format("and {} more like these", more));
  }
  return notes;
}

}  // namespace quern
