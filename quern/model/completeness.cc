// SPDX-License-Identifier: MIT
#include "quern/model/completeness.h"

#include <algorithm>
#include <map>
#include <utility>

#include "quern/model/profile.h"

namespace quern {

namespace {

/// What a part declares its rows to add up to; null: nothing. Xdebug's `summary:` is no sum.
const std::vector<int128>* declared_sums(const PartHeader& header, const InputInfo& info) {
  if (header.declared_totals) {
    return &*header.declared_totals;
  }
  return header.summaries.empty() || info.format == "xdebug" ? nullptr : &header.summaries.back();
}

std::vector<Shortfall::Missing> missing_costs(const Profile& profile, size_t input) {
  std::map<size_t, Shortfall::Missing> by_event;
  for (const Part& part : profile.parts()) {
    const std::vector<int128>* const declared =
        part.header.input == input ? declared_sums(part.header, profile.inputs()[input]) : nullptr;
    if (declared == nullptr) {
      continue;
    }
    const std::vector<int128> recorded = recorded_totals(profile, part);
    for (size_t at = 0; at < recorded.size(); ++at) {
      Shortfall::Missing& sums = by_event[part.header.events[at].index()];
      sums.declared += at < declared->size() ? (*declared)[at] : 0;
      sums.read += recorded[at];
    }
  }
  std::vector<Shortfall::Missing> missing;
  for (auto& [event, sums] : by_event) {
    if (sums.declared > sums.read && profile.events()[event].combine == Combine::kSum) {
      sums.event = profile.events()[event].name;
      missing.push_back(std::move(sums));
    }
  }
  return missing;
}

void collect_descriptions(const PartHeader& header, std::vector<std::string>& texts) {
  for (const std::string& text : header.descriptions) {
    if (text.starts_with(kIncompleteStart) && std::ranges::find(texts, text) == texts.end()) {
      texts.push_back(text);
    }
  }
}

/// What the descriptions of an input's parts say.
std::vector<std::string> described(const Profile& profile, size_t input) {
  std::vector<std::string> texts;
  for (const Part& part : profile.parts()) {
    if (part.header.input == input) {
      collect_descriptions(part.header, texts);
    }
  }
  return texts;
}

}  // namespace

Completeness::Completeness(const Profile& profile) {
  Shortfalls all;
  for (size_t input = 0; input < profile.inputs().size(); ++input) {
    const InputInfo& info = profile.inputs()[input];
    const size_t before = all.size();
    for (const Findings::Kind& kind : info.findings.kinds()) {
      if (kind.code->is_incomplete) {
        const Finding& first = kind.first();
        all.push_back({info.name, kind.code, first.place, first.message, {}});
      }
    }
    if (all.size() == before) {
      for (const std::string& text : described(profile, input)) {
        all.push_back(
            {info.name, &kMadeFromIncomplete, {}, text.substr(kIncompleteStart.size()), {}});
      }
    }
    if (all.size() != before) {
      all[before].missing = missing_costs(profile, input);
    }
  }
  shortfalls_ = std::make_shared<const Shortfalls>(std::move(all));
}

Completeness Completeness::with(const Completeness& other) const {
  if (other.is_complete() || other.shortfalls_ == shortfalls_) {
    return *this;
  }
  Shortfalls both = *shortfalls_;
  both.insert(both.end(), other.shortfalls_->begin(), other.shortfalls_->end());
  return Completeness(std::move(both));
}

std::vector<std::string> incomplete_descriptions(const Profile& profile) {
  std::vector<std::string> texts;
  for (const Part& part : profile.parts()) {
    collect_descriptions(part.header, texts);
  }
  return texts;
}

void describe_incompleteness(const InputInfo& info, PartHeader& part) {
  for (const Findings::Kind& kind : info.findings.kinds()) {
    if (kind.code->is_incomplete) {
      std::string text = std::string(kIncompleteStart) + kind.first().message;
      if (std::ranges::find(part.descriptions, text) == part.descriptions.end()) {
        part.descriptions.push_back(std::move(text));
      }
    }
  }
}

}  // namespace quern
