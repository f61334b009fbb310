// SPDX-License-Identifier: MIT
#include "quern/query/definition.h"

#include <algorithm>
#include <array>
#include <utility>

#include "quern/base/text.h"
#include "quern/query/codes.h"

namespace quern {

namespace {

/// Where the colon stands that ends a formula: one beside a blank, or at the very end.
size_t find_colon(std::string_view text) {
  for (size_t at = 1; at < text.size(); ++at) {
    if (text[at] == ':' &&
        (is_blank(text[at - 1]) || at + 1 == text.size() || is_blank(text[at + 1]))) {
      return at;
    }
  }
  return text.size();
}

Result<Computed> parse_formula_in(std::string_view text, size_t at, std::string_view formula) {
  auto computed = Computed::parse(formula);
  if (!computed) {
    return failure(formula_error(text, at + computed.error().offset, computed.error().message,
                                 "write a formula such as Ir + 20*LLm, max(Dr, Dw) or Ir/calls"));
  }
  return std::move(*computed);
}

}  // namespace

Diagnostic formula_error(std::string_view text, size_t at, std::string message, std::string hint) {
  Diagnostic error = usage_error(kBadFormula.name, std::move(message), std::move(hint));
  error.place = {1, at + 1};
  error.excerpt = std::string(text);
  return error;
}

Result<Definition> parse_definition(std::string_view text) {
  constexpr std::string_view kHow = "write a definition such as 'CEst2 = Ir + 20*LLm'";
  const size_t equals = text.find('=');
  if (equals == std::string_view::npos) {
    return failure(formula_error(text, text.size(), "expected = and a formula, found the end",
                                 std::string(kHow)));
  }
  Definition result;
  result.text = text;
  std::string_view name = trim(text.substr(0, equals));
  if (const size_t open = name.find('['); open != std::string_view::npos) {
    if (!name.ends_with(']')) {
      return failure(formula_error(text, text.find('['), "this unit has no closing bracket",
                                   "the unit follows the name: 'Rate [%] = 100 Dr/Ir'"));
    }
    result.unit = trim(name.substr(open + 1, name.size() - open - 2));
    name = trim(name.substr(0, open));
  }
  if (name.empty()) {
    return failure(formula_error(text, 0, "expected a name", std::string(kHow)));
  }
  result.name = name;
  const std::string_view right = text.substr(equals + 1);
  const size_t colon = find_colon(right);
  if (colon != right.size()) {
    result.long_name = trim(right.substr(colon + 1));
  }
  result.formula = trim(right.substr(0, colon));
  result.formula_at = result.formula.empty() ? equals + 1 : text.find(result.formula, equals + 1);
  Result<Computed> computed = parse_formula_in(text, result.formula_at, result.formula);
  if (!computed) {
    return failure(computed.error());
  }
  result.computed = std::move(*computed);
  return result;
}

Result<Definition> parse_unnamed(std::string_view formula) {
  Result<Computed> computed = parse_formula_in(formula, 0, formula);
  if (!computed) {
    return failure(computed.error());
  }
  Definition result;
  result.name = formula;
  result.formula = formula;
  result.computed = std::move(*computed);
  result.text = formula;
  return result;
}

bool looks_like_formula(std::string_view name) {
  constexpr std::array<std::string_view, 8> kSigns = {"*", "/", "+", "(", "×", "÷", "−", " - "};
  return std::ranges::any_of(
      kSigns, [name](std::string_view sign) { return name.find(sign) != std::string_view::npos; });
}

}  // namespace quern
