// SPDX-License-Identifier: MIT
#include "quern/analysis/events/computed.h"

#include <algorithm>
#include <utility>

#include "quern/base/text.h"

namespace quern {

namespace {

/// A sum of names and a number, or nothing: how far a formula is linear.
struct Linear {
  std::vector<Fraction> weights;  ///< by name
  Fraction number;
  [[nodiscard]] bool is_number() const {
    return std::ranges::all_of(weights,
                               [](const Fraction& weight) { return weight.numerator == 0; });
  }
};

/// `apply` on all weights and numbers of both, pairwise; nothing where one has no result.
template <class Apply>
std::optional<Linear> joined(const Linear& left, const Linear& right, const Apply& apply) {
  Linear result;
  for (size_t at = 0; at < left.weights.size(); ++at) {
    const std::optional<Fraction> weight = apply(left.weights[at], right.weights[at]);
    if (!weight) {
      return std::nullopt;
    }
    result.weights.push_back(*weight);
  }
  const std::optional<Fraction> number = apply(left.number, right.number);
  if (!number) {
    return std::nullopt;
  }
  result.number = *number;
  return result;
}

/// The same with a number on the right of each.
template <class Apply>
std::optional<Linear> scaled(const Linear& value, const Fraction& by, const Apply& apply) {
  Linear same;
  same.weights.assign(value.weights.size(), by);
  same.number = by;
  return joined(value, same, apply);
}

}  // namespace

std::optional<Fraction> Computed::combined(Kind kind, const Fraction& left, const Fraction& right) {
  switch (kind) {
    case Kind::kAdd:
      return sum(left, right);
    case Kind::kSubtract:
      return difference(left, right);
    case Kind::kMultiply:
      return product(left, right);
    case Kind::kDivide:
      return quotient(left, right);
    case Kind::kMin:
      return std::min(left, right);
    case Kind::kMax:
    case Kind::kNumber:
    case Kind::kName:
      break;
  }
  return std::max(left, right);
}

std::optional<Fraction> Computed::evaluate(std::span<const std::optional<Fraction>> values) const {
  std::vector<Fraction> stack;
  for (const Step& step : steps_) {
    if (step.kind == Kind::kNumber) {
      stack.push_back(numbers_[step.index]);
      continue;
    }
    std::optional<Fraction> value;
    if (step.kind == Kind::kName) {
      value = values[step.index];
    } else {
      const Fraction right = stack.back();
      stack.pop_back();
      value = combined(step.kind, stack.back(), right);
      stack.pop_back();
    }
    if (!value) {
      return std::nullopt;
    }
    stack.push_back(*value);
  }
  return stack.back();
}

bool Computed::divides_by_zero(std::span<const std::optional<Fraction>> values) const {
  std::vector<std::optional<Fraction>> stack;
  for (const Step& step : steps_) {
    if (step.kind == Kind::kNumber || step.kind == Kind::kName) {
      stack.push_back(step.kind == Kind::kNumber ? numbers_[step.index] : values[step.index]);
      continue;
    }
    const std::optional<Fraction> right = stack.back();
    stack.pop_back();
    if (step.kind == Kind::kDivide && right && right->numerator == 0) {
      return true;
    }
    std::optional<Fraction>& left = stack.back();
    left = left && right ? combined(step.kind, *left, *right) : std::nullopt;
  }
  return false;
}

std::string Computed::as_sum() const {
  constexpr size_t kMostWeights = 1 << 16;  // each step may have one a name
  if (steps_.size() * names_.size() > kMostWeights) {
    return {};
  }
  std::vector<Linear> stack;
  for (const Step& step : steps_) {
    if (step.kind == Kind::kNumber || step.kind == Kind::kName) {
      Linear& leaf = stack.emplace_back();
      leaf.weights.resize(names_.size());
      (step.kind == Kind::kNumber ? leaf.number : leaf.weights[step.index]) =
          step.kind == Kind::kNumber ? numbers_[step.index] : Fraction{1, 1};
      continue;
    }
    const Linear right = std::move(stack.back());
    stack.pop_back();
    const Linear left = std::move(stack.back());
    stack.pop_back();
    std::optional<Linear> both;
    if (step.kind == Kind::kAdd) {
      both = joined(left, right, sum);
    } else if (step.kind == Kind::kSubtract) {
      both = joined(left, right, difference);
    } else if (step.kind == Kind::kMultiply && right.is_number()) {
      both = scaled(left, right.number, product);
    } else if (step.kind == Kind::kMultiply && left.is_number()) {
      both = scaled(right, left.number, product);
    } else if (step.kind == Kind::kDivide && right.is_number()) {
      both = scaled(left, right.number, quotient);
    }
    if (!both) {
      return {};
    }
    stack.push_back(std::move(*both));
  }
  const Linear& whole = stack.back();
  std::string text;
  for (size_t at = 0; at < names_.size(); ++at) {
    const Fraction& weight = whole.weights[at];
    if (weight.numerator < 0 || weight.denominator != 1 || weight.numerator > kUint64Max) {
      return {};
    }
    if (weight.numerator != 0) {
      text += text.empty() ? "" : " + ";
      text += weight.numerator == 1 ? "" : to_decimal(weight.numerator) + " ";
      text += names_[at].name;
    }
  }
  return whole.number.numerator == 0 ? text : std::string();
}

}  // namespace quern
