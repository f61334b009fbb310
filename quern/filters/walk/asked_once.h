// SPDX-License-Identifier: MIT
//
// What is worked out of each function or name of a profile, once, when it is first asked for:
// matching an expression takes longer than all else that a filter does with a record.
#pragma once

#include <cstddef>
#include <limits>
#include <vector>

namespace quern {

/// `Answer`: a whole number, whose highest value is no answer.
template <class Answer>
class AskedOnce {
 public:
  /// Of a dense index. `ask()` gives the answer and must not ask this object.
  template <class Ask>
  [[nodiscard]] Answer of(size_t index, const Ask& ask) {
    if (known_.size() <= index) {
      known_.resize(index + 1, kUnasked);
    }
    if (known_[index] == kUnasked) {
      known_[index] = static_cast<Answer>(ask());
    }
    return known_[index];
  }

 private:
  static constexpr Answer kUnasked = std::numeric_limits<Answer>::max();
  std::vector<Answer> known_;
};

}  // namespace quern
