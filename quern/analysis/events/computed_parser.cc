// SPDX-License-Identifier: MIT
//
// Computed::parse().
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "quern/analysis/events/computed.h"
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
    const size_t end = start + decimal_length(text_.substr(start));
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
        return refused(start, "the closing quote of this name is missing");
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
        return refused(at, "separate the arguments of min(…) and max(…) with commas");
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
      return refused(at, "this closing bracket has no opening bracket");
    }
    const Waiting open = waiting_.back();
    waiting_.pop_back();
    if (open.is_function && open.arguments < 2) {
      return refused(open.at, "expected two or more, separated by commas");
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

}  // namespace quern
