// SPDX-License-Identifier: MIT
#include "quern/analysis/merge/agreement.h"

#include <algorithm>
#include <iterator>
#include <tuple>
#include <utility>

#include "quern/model/completeness.h"

namespace quern::merge {

namespace {

std::vector<std::string> sorted_once(std::vector<std::string> list) {
  std::ranges::sort(list);
  const auto repeated = std::ranges::unique(list);
  list.erase(repeated.begin(), repeated.end());
  return list;
}

bool is_before(const EventDefinition& one, const EventDefinition& other) {
  return std::tie(one.name, one.formula, one.long_name) <
         std::tie(other.name, other.formula, other.long_name);
}

}  // namespace

void CommonOrAll::add(const std::vector<std::string>& list) {
  if (list.empty() || list == list_) {
    return;
  }
  if (list_.empty()) {
    list_ = list;
    return;
  }
  list_.insert(list_.end(), list.begin(), list.end());
  list_ = sorted_once(std::move(list_));
}

void CommonOrShared::add(const std::vector<std::string>& list) {
  std::vector<std::string> rest;
  for (const std::string& text : list) {
    (text.starts_with(kIncompleteStart) ? incomplete_ : rest).push_back(text);
  }
  incomplete_ = sorted_once(std::move(incomplete_));
  if (!is_told_) {
    list_ = std::move(rest);
    is_told_ = true;
  } else if (rest != list_) {
    std::vector<std::string> shared;
    std::ranges::set_intersection(sorted_once(std::move(list_)), sorted_once(std::move(rest)),
                                  std::back_inserter(shared));
    list_ = std::move(shared);
  }
}

std::vector<std::string> CommonOrShared::list() const {
  std::vector<std::string> all = list_;
  all.insert(all.end(), incomplete_.begin(), incomplete_.end());
  return all;
}

void SharedDefinitions::add(std::vector<EventDefinition> definitions) {
  std::ranges::sort(definitions, is_before);
  const auto repeated = std::ranges::unique(definitions);
  definitions.erase(repeated.begin(), repeated.end());
  if (!is_told_) {
    shared_ = std::move(definitions);
    is_told_ = true;
    return;
  }
  std::vector<EventDefinition> shared;
  std::ranges::set_intersection(shared_, definitions, std::back_inserter(shared), is_before);
  shared_ = std::move(shared);
}

void DeclaredByAll::add(const std::optional<std::vector<int128>>& costs,
                        const std::vector<bool>& is_max) {
  if (!is_told_) {
    sums_ = costs;
    is_told_ = true;
    return;
  }
  if (!sums_ || !costs) {
    sums_.reset();
    return;
  }
  sums_->resize(std::max(sums_->size(), costs->size()));
  for (size_t cell = 0; cell < costs->size(); ++cell) {
    int128& sum = (*sums_)[cell];
    if (is_max[cell]) {
      sum = std::max(sum, (*costs)[cell]);
    } else if (__builtin_add_overflow(sum, (*costs)[cell], &sum)) {
      sums_.reset();  // nobody can have declared that
      return;
    }
  }
}

void DeclaredByAll::add(const DeclaredByAll& others, std::span<const uint32_t> cells,
                        const std::vector<bool>& is_max) {
  if (!others.is_told_) {
    return;
  }
  add(others.sums_.transform([&](const std::vector<int128>& sums) {
    std::vector<int128> row(is_max.size());
    for (size_t at = 0; at < sums.size(); ++at) {
      row[cells[at]] = sums[at];
    }
    return row;
  }),
      is_max);
}

}  // namespace quern::merge
