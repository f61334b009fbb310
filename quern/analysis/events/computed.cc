// SPDX-License-Identifier: MIT
#include "quern/analysis/events/computed.h"

#include <algorithm>
#include <utility>

#include "quern/base/text.h"

namespace quern {

namespace {

constexpr size_t kLongestFormula = 16 * 1024;

constexpr bool begins_name(char c) {
  return is_letter(c) || c == '_' || c == '@' || c == '$';
}

constexpr bool continues_name(char c) {
  return begins_name(c) || is_digit(c) || c == '.';
}

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

/// Operators wait on a stack until their right side is complete.
class ComputedParser {
 public:
  explicit ComputedParser(std::string_view text) : text_(text) {}

  std::expected<Computed, FormulaError> run() {
    if (text_.size() > kLongestFormula) {
      return std::unexpected(FormulaError{0, "expected at most 16,384 characters"});
    }
    bool wants_operand = true;
    while (!fault_ && (wants_operand || !at_end())) {
      wants_operand = wants_operand ? operand() : joint();
    }
    complete(kSumRank);
    if (!fault_ && !waiting_.empty()) {
      refuse(waiting_.back().at, "this bracket is not closed");
    }
    if (fault_) {
      return std::unexpected(std::move(*fault_));
    }
    return std::move(computed_);
  }

 private:
  using Kind = Computed::Kind;
  static constexpr int kBracketRank = 0;
  static constexpr int kSumRank = 1;
  static constexpr int kProductRank = 2;
  /// A sign, which binds tighter than what joins, and an implied product tighter still.
  static constexpr int kSignRank = 3;

  struct Waiting {
    int rank;
    Kind kind;
    size_t at;
    bool is_function = false;  ///< a bracket of min( or max(
    size_t arguments = 1;
  };

  [[nodiscard]] size_t place() {
    while (at_ < text_.size() && is_blank(text_[at_])) {
      ++at_;
    }
    return at_;
  }
  [[nodiscard]] bool at_end() { return place() == text_.size(); }
  bool take(std::string_view symbol) {
    if (!text_.substr(place()).starts_with(symbol)) {
      return false;
    }
    at_ += symbol.size();
    return true;
  }
  void refuse(size_t at, std::string message) {
    if (!fault_) {
      fault_ = FormulaError{at, std::move(message)};
    }
  }
  bool refused(size_t at, std::string message) {
    refuse(at, std::move(message));
    return false;
  }

  void push(Kind kind, size_t index = 0) {
    computed_.steps_.push_back({kind, static_cast<uint32_t>(index)});
  }
  void push_number(const Fraction& number) {
    push(Kind::kNumber, computed_.numbers_.size());
    computed_.numbers_.push_back(number);
  }

  /// Ends what waits and binds at least as tight as `least`.
  void complete(int least) {
    while (!waiting_.empty() && waiting_.back().rank >= least) {
      push(waiting_.back().kind);
      waiting_.pop_back();
    }
  }

  /// Whether another operand is wanted.
  bool operand() {
    const size_t at = place();
    if (take("(")) {
      waiting_.push_back({kBracketRank, Kind::kAdd, at});
      return true;
    }
    if (take("-") || take("−")) {
      push_number({-1, 1});
      waiting_.push_back({kSignRank, Kind::kMultiply, at});
      return true;
    }
    if (at < text_.size() && (is_digit(text_[at]) || text_[at] == '.')) {
      return number();
    }
    return name();
  }

  bool number() {
    const size_t start = place();
    size_t end = start;
    while (end < text_.size() && (is_digit(text_[end]) || text_[end] == '.')) {
      ++end;
    }
    const size_t sign = end + 1 < text_.size() && (text_[end + 1] == '-' || text_[end + 1] == '+');
    const size_t exponent = end + 1 + sign;
    if (end < text_.size() && (text_[end] == 'e' || text_[end] == 'E') && exponent < text_.size() &&
        is_digit(text_[exponent])) {
      end = exponent;
      while (end < text_.size() && is_digit(text_[end])) {
        ++end;
      }
    }
    const auto value = parse_fraction(text_.substr(start, end - start));
    if (!value) {
      return refused(start, std::string(value.error()));
    }
    at_ = end;
    push_number(*value);
    // "20 LLm", "2 (Dr + Dw)"
    const bool multiplies = !at_end() && (begins_name(text_[at_]) || text_[at_] == '"' ||
                                          text_[at_] == '\'' || text_[at_] == '(');
    if (multiplies) {
      waiting_.push_back({kSignRank, Kind::kMultiply, at_});
    }
    return multiplies;
  }

  bool name() {
    const size_t start = place();
    std::string name;
    if (start < text_.size() && (text_[start] == '"' || text_[start] == '\'')) {
      const size_t end = text_.find(text_[start], start + 1);
      if (end == std::string_view::npos) {
        return refused(start, "the name that begins here has no closing quote");
      }
      name = text_.substr(start + 1, end - start - 1);
      at_ = end + 1;
    } else {
      name = word();
      if (name.empty()) {
        return refused(start, "expected an event, a number or a bracket");
      }
      if ((name == "min" || name == "max") && take("(")) {
        waiting_.push_back({kBracketRank, name == "min" ? Kind::kMin : Kind::kMax, start, true});
        return true;
      }
    }
    push(Kind::kName, index_of(name, start));
    return false;
  }

  std::string_view word() {
    const size_t start = place();
    size_t end = start;
    while (end < text_.size()) {
      const char c = text_[end];
      const bool is_inner =
          end != start && ((c == ':' && end + 1 < text_.size() && begins_name(text_[end + 1])) ||
                           continues_name(c));
      // Xdebug's events are called Time_(10ns) and Memory_(bytes).
      const bool opens = end != start && c == '(' && text_[end - 1] == '_';
      const size_t close = opens ? text_.find(')', end) : std::string_view::npos;
      if (close != std::string_view::npos) {
        end = close;
      } else if (!is_inner && (end != start || !begins_name(c)) &&
                 static_cast<unsigned char>(c) < 0x80) {
        break;
      } else if (is_operator_sign(end)) {
        break;
      }
      ++end;
    }
    at_ = end;
    return text_.substr(start, end - start);
  }

  /// Whether −, × or ÷ stands there.
  [[nodiscard]] bool is_operator_sign(size_t at) const {
    const std::string_view rest = text_.substr(at);
    return rest.starts_with("−") || rest.starts_with("×") || rest.starts_with("÷");
  }

  size_t index_of(const std::string& name, size_t at) {
    const auto known = std::ranges::find(computed_.names_, name, &Computed::Name::name);
    const auto index = static_cast<size_t>(known - computed_.names_.begin());
    if (known == computed_.names_.end()) {
      computed_.names_.push_back({name, at});
    }
    return index;
  }

  /// What stands behind an operand; whether another operand is wanted.
  bool joint() {
    const size_t at = place();
    if (take(")")) {
      return close(at);
    }
    if (take(",")) {
      complete(kSumRank);
      if (waiting_.empty() || !waiting_.back().is_function) {
        return refused(at, "a comma stands between what min(…) or max(…) compare");
      }
      ++waiting_.back().arguments;
      return true;
    }
    if (take("+")) {
      return join(kSumRank, Kind::kAdd, at);
    }
    if (take("-") || take("−")) {
      return join(kSumRank, Kind::kSubtract, at);
    }
    if (take("*") || take("×")) {
      return join(kProductRank, Kind::kMultiply, at);
    }
    if (take("/") || take("÷")) {
      return join(kProductRank, Kind::kDivide, at);
    }
    return refused(at, "expected +, -, *, / or the end");
  }

  bool join(int rank, Kind kind, size_t at) {
    complete(rank);
    waiting_.push_back({rank, kind, at});
    return true;
  }

  bool close(size_t at) {
    complete(kSumRank);
    if (waiting_.empty()) {
      return refused(at, "this bracket closes none");
    }
    const Waiting open = waiting_.back();
    waiting_.pop_back();
    if (open.is_function && open.arguments < 2) {
      return refused(open.at, "expected two or more, with commas between them");
    }
    for (size_t more = 1; open.is_function && more < open.arguments; ++more) {
      push(open.kind);
    }
    return false;
  }

  std::string_view text_;
  size_t at_ = 0;
  std::vector<Waiting> waiting_;
  Computed computed_;
  std::optional<FormulaError> fault_;
};

std::expected<Computed, FormulaError> Computed::parse(std::string_view text) {
  return ComputedParser(text).run();
}

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
