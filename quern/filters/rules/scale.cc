// SPDX-License-Identifier: MIT
#include "quern/filters/rules/scale.h"

#include <fmt/format.h>

#include "quern/analysis/graph/proportion.h"
#include "quern/base/text.h"
#include "quern/filters/rules/codes.h"

namespace quern {
namespace {

/// "0", "0.5" or "50%": between 0 and 1, with room to be multiplied.
std::optional<Fraction> read_factor(std::string_view word) {
  const bool is_percent = word.ends_with('%');
  word.remove_suffix(is_percent ? 1 : 0);
  const auto number = parse_fraction(trim(word));
  const std::optional<Fraction> factor = !number      ? std::nullopt
                                         : is_percent ? quotient(*number, Fraction{100, 1})
                                                      : std::optional(*number);
  const bool fits = factor && *factor >= Fraction{} && *factor <= Fraction{1, 1};
  return fits ? factor : std::nullopt;
}

}  // namespace

Result<ScaleRules> ScaleRules::read(std::span<const std::string> words, const MatchedNames& names) {
  ScaleRules rules;
  for (const std::string& word : words) {
    const size_t equals = word.rfind('=');
    const std::optional<Fraction> factor =
        equals == std::string::npos ? std::nullopt
                                    : read_factor(trim(std::string_view(word).substr(equals + 1)));
    if (!factor || equals == 0) {
      return failure(usage_error(
          kBadFilter.name, fmt::format("--what-if expects RE=FACTOR, not '{}'", printable(word)),
          "use a factor from 0 to 1 or from 0% to 100%: 'malloc=0', '^parse_=50%'"));
    }
    const std::string expression = word.substr(0, equals);
    Result<FunctionRules> functions = FunctionRules::read(std::span(&expression, 1), names);
    if (!functions) {
      return failure(functions.error());
    }
    rules.functions_.push_back(std::move(*functions));
    rules.factors_.push_back(*factor);
  }
  return rules;
}

std::optional<size_t> ScaleRules::rule_for(const Identity& function) const {
  for (size_t rule = 0; rule < functions_.size(); ++rule) {
    if (functions_[rule].fits(function)) {
      return rule;
    }
  }
  return std::nullopt;
}

size_t ScaleRules::matched(const Symbols& symbols) const {
  size_t matched = 0;
  for (size_t at = 0; at < symbols.functions.size(); ++at) {
    const FunctionId id(at);
    matched += rule_for({symbols.name(id), symbols.file(id), symbols.object(id)}) ? 1U : 0U;
  }
  return matched;
}

int128 ScaleRules::scaled(size_t rule, int128 cost) const {
  const Fraction& factor = factors_[rule];
  return signed_proportion(cost, static_cast<uint128>(factor.numerator),
                           static_cast<uint128>(factor.denominator));
}

}  // namespace quern
