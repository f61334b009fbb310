// SPDX-License-Identifier: MIT
//
// A query as steps over one answer, yes or no: a condition sets it, `not` turns it, and behind the
// left side of `and` and `or` a step leaves the right side out where it cannot matter. Brackets are
// gone, so that no depth of them costs a stack.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "quern/analysis/events/fraction.h"
#include "quern/query/expression.h"
#include "quern/query/query.h"

namespace quern {

struct QueryQuantity {
  using Kind = QueryCost;
  Kind kind = Kind::kSelf;
  size_t event = 0;  ///< into Query::events()
  size_t place = 0;  ///< in the text
};

enum class QueryCompare : uint8_t { kBelow, kAtMost, kAbove, kAtLeast, kEqual, kUnequal };

/// `quantity` [/ `divisor`] against `number`, or that part of the quantity's total.
struct QueryComparison {
  QueryQuantity quantity;
  std::optional<QueryQuantity> divisor;
  QueryCompare compare = QueryCompare::kEqual;
  Fraction number;
  bool is_share = false;
  size_t share_place = 0;  ///< of the percent sign
};

struct QueryMatch {
  QueryText text = QueryText::kName;
  std::optional<Expression> expression;
  std::string literal;  ///< without an expression: what the text is
  bool wants_no_fit = false;
};

struct QueryStep {
  enum class Kind : uint8_t { kCompare, kMatch, kNegate, kSkipIfTrue, kSkipIfFalse } kind;
  uint32_t index = 0;  ///< of the comparison or match, or the step to go on with
};

struct Query::Program {
  std::string text;
  std::vector<std::string> events;
  std::vector<QueryComparison> comparisons;
  std::vector<QueryMatch> matches;
  std::vector<QueryStep> steps;
  /// Where in the text each is asked for first: by QueryQuantity::Kind, by QueryText.
  std::array<std::optional<size_t>, 3> quantity_places;
  std::array<std::optional<size_t>, 6> text_places;
};

}  // namespace quern
