// SPDX-License-Identifier: MIT
//
// Formulas of any kind: ratios, fractions of events, the larger of two. What they give is no cost
// that adds up, so each row has to be worked out from its own costs, exactly (Fraction).
//   (Ir + 20*LLm) / calls      max(D1mr, D1mw) - 0.5 × Dw      100 "L1-dcache misses" ÷ Dr
// + - * / (also − × ÷), brackets, min(…) and max(…) of two or more, decimal numbers; a number in
// front of a name or bracket multiplies it. Names of odd characters stand in quotes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <expected>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/analysis/events/formula.h"
#include "quern/analysis/events/fraction.h"

namespace quern {

class Computed {
 public:
  struct Name {
    std::string name;
    size_t at = 0;  ///< its first place in the text
  };
  /// Error: what is wrong where.
  [[nodiscard]] static std::expected<Computed, FormulaError> parse(std::string_view text);

  /// The names that it needs, each once.
  [[nodiscard]] std::span<const Name> names() const { return names_; }
  /// Replaces a name by its full form.
  void rename(size_t name, std::string_view full) { names_[name].name = full; }
  /// For values by name, as many as names(). Nothing where a value that it needs is not known, is
  /// divided by 0, or leaves 128 bits.
  [[nodiscard]] std::optional<Fraction> evaluate(
      std::span<const std::optional<Fraction>> values) const;
  /// Whether it divides by 0 whatever the values are that are not known: it then has no value, and
  /// not for want of knowing one.
  [[nodiscard]] bool divides_by_zero(std::span<const std::optional<Fraction>> values) const;
  /// The formula as a sum of its names with whole weights above 0, by name, if that is what it is:
  /// "2 Ir + Dr" for parse_formula(); empty if it is anything else.
  [[nodiscard]] std::string as_sum() const;

 private:
  friend class ComputedParser;
  enum class Kind : uint8_t { kNumber, kName, kAdd, kSubtract, kMultiply, kDivide, kMin, kMax };
  struct Step {
    Kind kind;
    uint32_t index = 0;  ///< of a name or number
  };
  /// Of steps[] on values: `leaf(step)` and `join(kind, left, right)`; nothing where one has none.
  template <class Value, class Leaf, class Join>
  [[nodiscard]] std::optional<Value> run(const Leaf& leaf, const Join& join) const;
  [[nodiscard]] std::optional<Fraction> leaf(
      const Step& step, std::span<const std::optional<Fraction>> values) const {
    return step.kind == Kind::kNumber ? numbers_[step.index] : values[step.index];
  }
  [[nodiscard]] static std::optional<Fraction> combined(Kind kind, const Fraction& left,
                                                        const Fraction& right);

  std::vector<Name> names_;
  std::vector<Fraction> numbers_;
  std::vector<Step> steps_;  ///< operands first, then what joins the last two
};

}  // namespace quern
