// SPDX-License-Identifier: MIT
//
// What many inputs say alike. Each of these takes what one input says after the other; the outcome
// is the same for every order and grouping of the inputs, also where a group was merged and
// written before: what is gone stays gone, for it is no input's value any more.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/int128.h"
#include "quern/model/records/event.h"

namespace quern::merge {

/// A value that all have; T{}, which is "none told", where they differ.
template <class T>
class Agreed {
 public:
  void add(const T& value) {
    if (!is_told_) {
      value_ = value;
      is_told_ = true;
    } else if (!(value_ == value)) {
      value_ = T{};
    }
  }
  void add(const Agreed& others) {
    if (others.is_told_) {
      add(others.value_);
    }
  }
  [[nodiscard]] const T& value() const { return value_; }

 private:
  T value_{};
  bool is_told_ = false;
};

/// The list that all have; else what they have together, sorted. Empty lists say nothing.
class CommonOrAll {
 public:
  void add(const std::vector<std::string>& list);
  void add(const CommonOrAll& others) { add(others.list_); }
  [[nodiscard]] const std::vector<std::string>& list() const { return list_; }

 private:
  std::vector<std::string> list_;
};

/// The list that all have; else what is in each of them, sorted. What any of them says of an
/// incomplete profile stays, behind the rest.
class CommonOrShared {
 public:
  void add(const std::vector<std::string>& list);
  void add(const CommonOrShared& others) {
    if (others.is_told_) {
      add(others.list());
    }
  }
  [[nodiscard]] std::vector<std::string> list() const;

 private:
  std::vector<std::string> list_;
  std::vector<std::string> incomplete_;
  bool is_told_ = false;
};

/// The definitions that each input has, by name.
class SharedDefinitions {
 public:
  void add(std::vector<EventDefinition> definitions);
  void add(const SharedDefinitions& others) {
    if (others.is_told_) {
      add(others.shared_);
    }
  }
  [[nodiscard]] const std::vector<EventDefinition>& shared() const { return shared_; }

 private:
  std::vector<EventDefinition> shared_;
  bool is_told_ = false;
};

/// Costs that each input declares, added up; none where one declares none.
class DeclaredByAll {
 public:
  /// By cell; `is_max` tells of each whether the highest counts.
  void add(const std::optional<std::vector<int128>>& costs, const std::vector<bool>& is_max);
  /// `cells`: for each cell of the others the one here.
  void add(const DeclaredByAll& others, std::span<const uint32_t> cells,
           const std::vector<bool>& is_max);
  [[nodiscard]] const std::optional<std::vector<int128>>& sums() const { return sums_; }

 private:
  std::optional<std::vector<int128>> sums_;
  bool is_told_ = false;
};

}  // namespace quern::merge
