// SPDX-License-Identifier: MIT
//
// What libiberty's d-demangle.c (GCC 13) does more than once:
// - Behind an identifier it reads `F…`, `M…` and others as a function's parameters. If that fails
//   it reads the same text again, as a type.
// - A symbol as a template argument, `S12…`, is tried from each digit of its length on.
// - `Q` and a number in base 26 repeat the type or the identifier that many characters before. A
//   type is read again, but not beyond the `Q` that referred to it.
// The bound is coarse: it takes all text behind such a place for text inside it.
#include "quern/source/liberty/d_bounds.h"

#include <algorithm>
#include <cstdint>
#include <vector>

#include "quern/base/text.h"

namespace quern {

namespace {

constexpr size_t kLongest = 1000;
constexpr uint64_t kMostWork = uint64_t{1} << 20;
/// Calls on the stack.
constexpr size_t kDeepest = 8000;

bool is_upper_case(char c) {
  return is_letter(c) && !is_lower(c);
}

class DBounds {
 public:
  explicit DBounds(std::string_view name)
      : name_(name), ends_identifier_(name.size() + 1), work_of_(name.size()), depth_of_(work_of_) {
    for (size_t at = 0; at < name.size(); ++at) {
      if (is_digit(name[at])) {
        const size_t end = digits_end(at);
        ends_identifier_[std::min(end + number(at), name.size())] = true;
      }
    }
    has_templates_from_ = std::min(name.find("__T"), name.find("__U"));
  }

  [[nodiscard]] bool is_quick() {
    for (size_t at = 2; at < name_.size(); ++at) {
      if (name_[at] == 'Q') {
        refer(at);
      }
    }
    const Bound all = from(2, name_.size());
    return all.work <= kMostWork && all.depth <= kDeepest;
  }

 private:
  struct Bound {
    uint64_t work = 1;
    uint64_t depth = 1;
  };

  [[nodiscard]] size_t digits_end(size_t at) const {
    while (at < name_.size() && is_digit(name_[at])) {
      ++at;
    }
    return at;
  }

  /// Of the digits from here on; at most the name's length.
  [[nodiscard]] size_t number(size_t at) const {
    size_t value = 0;
    for (; at < name_.size() && is_digit(name_[at]); ++at) {
      value = std::min(value * 10 + static_cast<size_t>(name_[at] - '0'), name_.size());
    }
    return value;
  }

  /// Notes what the reference at `place` costs.
  void refer(size_t place) {
    size_t distance = 0;
    size_t at = place + 1;
    for (; at < name_.size() && is_upper_case(name_[at]) && distance < name_.size(); ++at) {
      distance = distance * 26 + static_cast<size_t>(name_[at] - 'A');
    }
    if (at == name_.size() || !is_lower(name_[at])) {
      return;
    }
    distance = distance * 26 + static_cast<size_t>(name_[at] - 'a');
    if (distance > place) {
      return;
    }
    const size_t target = place - distance;
    const Bound cost =
        is_digit(name_[target]) ? Bound{.work = 1 + number(target)} : from(target, place);
    work_of_[place] = cost.work;
    depth_of_[place] = cost.depth;
  }

  /// The bound for the text from `begin` on, where references at `limit` and behind it fail.
  [[nodiscard]] Bound from(size_t begin, size_t limit) const {
    Bound bound;
    for (size_t at = name_.size(); at-- > begin;) {
      const bool refers = name_[at] == 'Q' && at < limit;
      bound.work = 1 + bound.work * tries(at) + (refers ? work_of_[at] : 0);
      bound.work = std::min(bound.work, kMostWork + 1);
      bound.depth = 1 + std::max(bound.depth, refers ? depth_of_[at] : 0);
    }
    return bound;
  }

  [[nodiscard]] size_t tries(size_t at) const {
    constexpr std::string_view kParameters = "MFUVWRY";
    if (kParameters.contains(name_[at]) && may_follow_identifier(at)) {
      return 2;
    }
    const bool is_symbol = at > has_templates_from_ && name_[at] == 'S' && at + 1 < name_.size() &&
                           is_digit(name_[at + 1]);
    return is_symbol ? digits_end(at + 1) - at : 1;
  }

  /// An identifier ends by its length, with the `Z` of its template arguments, or as a reference.
  [[nodiscard]] bool may_follow_identifier(size_t at) const {
    if (ends_identifier_[at] || name_[at - 1] == 'Z') {
      return true;
    }
    if (!is_lower(name_[at - 1])) {
      return false;
    }
    size_t begin = at - 1;
    while (begin > 0 && is_upper_case(name_[begin - 1])) {
      --begin;
    }
    return name_.substr(begin, at - 1 - begin).contains('Q');
  }

  std::string_view name_;
  std::vector<bool> ends_identifier_;
  std::vector<uint64_t> work_of_;  ///< of references, by their place
  std::vector<uint64_t> depth_of_;
  size_t has_templates_from_ = 0;
};

}  // namespace

bool reads_d_quickly(std::string_view name) {
  return name.size() <= kLongest && DBounds(name).is_quick();
}

}  // namespace quern
