// SPDX-License-Identifier: MIT
//
// A formula is a list of steps in reverse Polish order; run() executes it with any kind of value.
// Three kinds are used: fractions for a result, fractions that may be unknown to find divisions by
// 0, and sums of names to see whether a formula is a plain weighted sum, which can be computed for
// all functions at once.
#include "quern/analysis/events/computed.h"

#include <algorithm>
#include <utility>

#include "quern/base/text.h"

namespace quern {

namespace {

/// A sum: the weights of the names, then the number.
using Linear = std::vector<Fraction>;

bool is_number(std::span<const Fraction> value) {
  return std::ranges::all_of(value.first(value.size() - 1),
                             [](const Fraction& weight) { return weight.numerator == 0; });
}

/// `apply` on all of both, pairwise; nothing where one has no result.
template <class Apply>
std::optional<Linear> joined(const Linear& left, const Linear& right, const Apply& apply) {
  Linear result;
  for (size_t at = 0; at < left.size(); ++at) {
    const std::optional<Fraction> value = apply(left[at], right[at]);
    if (!value) {
      return std::nullopt;
    }
    result.push_back(*value);
  }
  return result;
}

/// The same with the number of a sum on the right of each.
template <class Apply>
std::optional<Linear> scaled(const Linear& value, const Linear& by, const Apply& apply) {
  return joined(value, Linear(value.size(), by.back()), apply);
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

template <class Value, class Leaf, class Join>
std::optional<Value> Computed::run(const Leaf& leaf, const Join& join) const {
  std::vector<Value> stack;
  for (const Step& step : steps_) {
    std::optional<Value> value;
    if (step.kind == Kind::kNumber || step.kind == Kind::kName) {
      value = leaf(step);
    } else {
      const Value right = std::move(stack.back());
      stack.pop_back();
      value = join(step.kind, stack.back(), right);
      stack.pop_back();
    }
    if (!value) {
      return std::nullopt;
    }
    stack.push_back(std::move(*value));
  }
  return std::move(stack.back());
}

std::optional<Fraction> Computed::evaluate(std::span<const std::optional<Fraction>> values) const {
  return run<Fraction>([&](const Step& step) { return leaf(step, values); }, combined);
}

bool Computed::divides_by_zero(std::span<const std::optional<Fraction>> values) const {
  using Value = std::optional<Fraction>;  // one that is not known has none
  const auto join = [](Kind kind, const Value& left, const Value& right) -> std::optional<Value> {
    if (kind == Kind::kDivide && right && right->numerator == 0) {
      return std::nullopt;
    }
    return std::optional<Value>(std::in_place,
                                left && right ? combined(kind, *left, *right) : std::nullopt);
  };
  const auto known = [&](const Step& step) {
    return std::optional<Value>(std::in_place, leaf(step, values));
  };
  return !run<Value>(known, join);
}

/// Formulas that are sums with whole weights from 0 on are events like any other: their costs add
/// up over functions, and bounds and estimates carry over.
std::string Computed::as_sum() const {
  constexpr size_t kMostWeights = 1 << 16;  // each step may have one a name
  if (steps_.size() * names_.size() > kMostWeights) {
    return {};
  }
  const auto alone = [&](const Step& step) -> std::optional<Linear> {
    Linear one(names_.size() + 1);
    (step.kind == Kind::kNumber ? one.back() : one[step.index]) =
        step.kind == Kind::kNumber ? numbers_[step.index] : Fraction{1, 1};
    return one;
  };
  const auto both = [](Kind kind, const Linear& left, const Linear& right) {
    return kind == Kind::kAdd                            ? joined(left, right, sum)
           : kind == Kind::kSubtract                     ? joined(left, right, difference)
           : kind == Kind::kMultiply && is_number(right) ? scaled(left, right, product)
           : kind == Kind::kMultiply && is_number(left)  ? scaled(right, left, product)
           : kind == Kind::kDivide && is_number(right)   ? scaled(left, right, quotient)
                                                         : std::optional<Linear>();
  };
  const std::optional<Linear> whole = run<Linear>(alone, both);
  if (!whole || whole->back().numerator != 0) {
    return {};
  }
  std::string text;
  for (size_t at = 0; at < names_.size(); ++at) {
    const Fraction& weight = (*whole)[at];
    if (weight.numerator < 0 || weight.denominator != 1 || weight.numerator > kUint64Max) {
      return {};
    }
    if (weight.numerator != 0) {
      text += text.empty() ? "" : " + ";
      text += weight.numerator == 1 ? "" : to_decimal(weight.numerator) + " ";
      text += names_[at].name;
    }
  }
  return text;
}

}  // namespace quern
