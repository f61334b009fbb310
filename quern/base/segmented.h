// SPDX-License-Identifier: MIT
//
// A growing array in segments of a power-of-two size. Nothing moves when it grows: no copying, no
// moment with old and new side by side, and pointers to elements stay good.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <type_traits>
#include <vector>

namespace quern {

template <class T, size_t kShift = 16>
class Segmented {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  static constexpr size_t kSegment = size_t{1} << kShift;

  [[nodiscard]] size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }

  T& operator[](size_t at) { return segments_[at >> kShift][at & (kSegment - 1)]; }
  const T& operator[](size_t at) const { return segments_[at >> kShift][at & (kSegment - 1)]; }
  T& back() { return (*this)[size_ - 1]; }

  void push_back(const T& value) {
    if ((size_ & (kSegment - 1)) == 0 && (size_ >> kShift) == segments_.size()) {
      segments_.push_back(std::make_unique_for_overwrite<T[]>(kSegment));
    }
    (*this)[size_] = value;
    ++size_;
  }

  /// Grows to `size` elements, new ones value-initialized; never shrinks.
  void grow(size_t size) {
    while (size_ < size) {
      const size_t at = size_ & (kSegment - 1);
      if (at == 0 && (size_ >> kShift) == segments_.size()) {
        segments_.push_back(std::make_unique_for_overwrite<T[]>(kSegment));
      }
      const size_t count = std::min(size - size_, kSegment - at);
      std::fill_n(segments_[size_ >> kShift].get() + at, count, T{});
      size_ += count;
    }
  }

  /// No element is left, but their memory, with what was in it.
  void cut() { size_ = 0; }
  void clear() {
    segments_.clear();
    size_ = 0;
  }

  class Iterator {
   public:
    using value_type = T;
    using difference_type = std::ptrdiff_t;
    Iterator() = default;
    Iterator(const Segmented& of, size_t at) : of_(&of), at_(at) {}
    const T& operator*() const { return (*of_)[at_]; }
    Iterator& operator++() {
      ++at_;
      return *this;
    }
    Iterator operator++(int) {
      const Iterator before = *this;
      ++at_;
      return before;
    }
    bool operator==(const Iterator& other) const { return at_ == other.at_; }

   private:
    const Segmented* of_ = nullptr;
    size_t at_ = 0;
  };
  [[nodiscard]] Iterator begin() const { return {*this, 0}; }
  [[nodiscard]] Iterator end() const { return {*this, size_}; }

 private:
  std::vector<std::unique_ptr<T[]>> segments_;
  size_t size_ = 0;
};

}  // namespace quern
