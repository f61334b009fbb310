// SPDX-License-Identifier: MIT
//
// Query::read(): operators wait on a stack until their right side is complete, and what they become
// is appended to the steps.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <memory>
#include <utility>

#include "quern/base/text.h"
#include "quern/query/query_program.h"
#include "quern/query/query_scanner.h"

namespace quern {

namespace {

constexpr size_t kLongestQuery = 64 * 1024;

/// What waits for its right side; those of higher rank are complete first.
enum class Waiting : uint8_t { kBracket, kOr, kAnd, kNot };

struct Operator {
  Waiting kind;
  size_t at;  ///< of a bracket: its place; of and, or: the step that leaves out their right side
};

struct TextWord {
  std::string_view word;
  QueryText text;
};
constexpr auto kTextWords = std::to_array<TextWord>({
    {"name", QueryText::kName},
    {"fn", QueryText::kName},
    {"function", QueryText::kName},
    {"file", QueryText::kFile},
    {"object", QueryText::kObject},
    {"ob", QueryText::kObject},
    {"group", QueryText::kGroup},
    {"caller", QueryText::kCaller},
    {"callee", QueryText::kCallee},
});

struct CompareSign {
  std::string_view sign;
  QueryCompare compare;
};
/// The longer first.
constexpr auto kCompareSigns = std::to_array<CompareSign>({
    {"<=", QueryCompare::kAtMost},
    {">=", QueryCompare::kAtLeast},
    {"==", QueryCompare::kEqual},
    {"!=", QueryCompare::kUnequal},
    {"<", QueryCompare::kBelow},
    {">", QueryCompare::kAbove},
    {"=", QueryCompare::kEqual},
});

constexpr std::string_view kHowConditions =
    "write a condition such as self(Ir) > 1%, calls > 1e6, file ~ /net/ or name = main";

}  // namespace

/// Reads one query into a program.
class QueryReader {
 public:
  using Program = Query::Program;

  explicit QueryReader(Program& program) : program_(program), scanner_(program.text) {}

  Result<void> run() {
    bool wants_condition = true;
    while (wants_condition || !scanner_.at_end()) {
      Result<void> done = wants_condition ? operand(wants_condition) : joint(wants_condition);
      if (!done) {
        return done;
      }
    }
    complete(Waiting::kOr);
    if (!waiting_.empty()) {
      return failure(scanner_.error(waiting_.back().at, "this bracket is not closed"));
    }
    return {};
  }

 private:
  /// A bracket, a `not`, or a condition.
  Result<void> operand(bool& wants_condition) {
    const size_t at = scanner_.place();
    if (scanner_.take("(")) {
      waiting_.push_back({Waiting::kBracket, at});
      return {};
    }
    if (scanner_.take_word("not") || scanner_.take("!")) {
      waiting_.push_back({Waiting::kNot, at});
      return {};
    }
    wants_condition = false;
    Result<void> done = condition();
    complete(Waiting::kNot);
    return done;
  }

  /// What stands behind a condition: and, or, a closing bracket.
  Result<void> joint(bool& wants_condition) {
    const size_t at = scanner_.place();
    if (scanner_.take(")")) {
      complete(Waiting::kOr);
      if (waiting_.empty()) {
        return failure(scanner_.error(at, "this closing bracket has no opening bracket"));
      }
      waiting_.pop_back();
      complete(Waiting::kNot);
      return {};
    }
    wants_condition = true;
    if (scanner_.take_word("and") || scanner_.take("&&") || scanner_.take("&")) {
      join(Waiting::kAnd, QueryStep::Kind::kSkipIfFalse);
      return {};
    }
    if (scanner_.take_word("or") || scanner_.take("||") || scanner_.take("|")) {
      join(Waiting::kOr, QueryStep::Kind::kSkipIfTrue);
      return {};
    }
    return failure(scanner_.error(at,
                                  fmt::format("expected and, or, or the end, found {}", found(at)),
                                  "put texts of several words in quotes"));
  }

  void join(Waiting kind, QueryStep::Kind skip) {
    complete(kind);
    waiting_.push_back({kind, program_.steps.size()});
    program_.steps.push_back({skip, 0});
  }

  /// Ends what waits and binds at least as tight as `least`.
  void complete(Waiting least) {
    while (!waiting_.empty() && waiting_.back().kind >= least) {
      const Operator done = waiting_.back();
      waiting_.pop_back();
      if (done.kind == Waiting::kNot) {
        program_.steps.push_back({QueryStep::Kind::kNegate, 0});
      } else {
        program_.steps[done.at].index = static_cast<uint32_t>(program_.steps.size());
      }
    }
  }

  Result<void> condition() {
    const size_t at = scanner_.place();
    const std::string_view word = scanner_.word();
    const auto* const text = std::ranges::find(kTextWords, word, &TextWord::word);
    if (text != kTextWords.end()) {
      (void)scanner_.take_word(word);
      note(program_.text_places[static_cast<size_t>(text->text)], at);
      return match(text->text);
    }
    return comparison();
  }

  Result<void> match(QueryText text) {
    QueryMatch match{.text = text, .expression = {}, .literal = {}, .wants_no_fit = false};
    const size_t at = scanner_.place();
    const bool fits_not = scanner_.take("!~");
    if (fits_not || scanner_.take("~")) {
      Result<Expression> expression = this->expression();
      if (!expression) {
        return failure(expression.error());
      }
      match.expression = std::move(*expression);
      match.wants_no_fit = fits_not;
    } else {
      match.wants_no_fit = scanner_.take("!=");
      if (!match.wants_no_fit && !scanner_.take("==") && !scanner_.take("=")) {
        return failure(scanner_.error(at,
                                      fmt::format("expected ~, !~, = or !=, found {}", found(at)),
                                      "write a comparison such as file ~ /net/ or name = main"));
      }
      Result<std::string> literal = scanner_.any_text();
      if (!literal) {
        return failure(literal.error());
      }
      match.literal = std::move(*literal);
    }
    add(QueryStep::Kind::kMatch, program_.matches.size());
    program_.matches.push_back(std::move(match));
    return {};
  }

  Result<Expression> expression() {
    const size_t at = scanner_.place();
    bool ignore_case = false;
    const Result<std::string> text = scanner_.expression(ignore_case);
    if (!text) {
      return failure(text.error());
    }
    Result<Expression> expression = Expression::read(*text, ignore_case);
    if (!expression) {
      return failure(scanner_.placed(at, expression.error()));
    }
    return expression;
  }

  Result<void> comparison() {
    QueryComparison comparison;
    const Result<QueryQuantity> quantity = this->quantity(kHowConditions);
    if (!quantity) {
      return failure(quantity.error());
    }
    comparison.quantity = *quantity;
    if (scanner_.take("/")) {
      const Result<QueryQuantity> divisor = this->quantity("write a quantity after '/'");
      if (!divisor) {
        return failure(divisor.error());
      }
      comparison.divisor = *divisor;
    }
    const size_t at = scanner_.place();
    const auto* const sign = std::ranges::find_if(
        kCompareSigns, [this](const CompareSign& each) { return scanner_.take(each.sign); });
    if (sign == kCompareSigns.end()) {
      return failure(scanner_.error(
          at, fmt::format("expected <, <=, >, >=, = or !=, found {}", found(at)), is_match(at)));
    }
    comparison.compare = sign->compare;
    Result<void> done = number(comparison);
    if (done) {
      add(QueryStep::Kind::kCompare, program_.comparisons.size());
      program_.comparisons.push_back(comparison);
    }
    return done;
  }

  /// What to say where a cost is matched like a text.
  [[nodiscard]] std::string is_match(size_t at) const {
    const bool is_match =
        program_.text.substr(at).starts_with('~') || program_.text.substr(at).starts_with("!~");
    return is_match ? "~ works with name, file, object, group, caller and callee" : "";
  }

  Result<void> number(QueryComparison& comparison) {
    const Result<Fraction> number = scanner_.number();
    if (!number) {
      return failure(number.error());
    }
    comparison.number = *number;
    const size_t at = scanner_.place();
    if (!scanner_.take("%")) {
      return {};
    }
    if (comparison.divisor || comparison.quantity.kind == QueryQuantity::Kind::kCalls) {
      return failure(
          scanner_.error(at, "a percentage needs an event's total",
                         "compare self(E) or incl(E) with a percentage, others with a number"));
    }
    const std::optional<Fraction> share = quotient(*number, {100, 1});
    comparison.number = *share;  // by parse_fraction there is room for two digits
    comparison.is_share = true;
    comparison.share_place = at;
    return {};
  }

  Result<QueryQuantity> quantity(std::string_view hint) {
    using Kind = QueryQuantity::Kind;
    const size_t at = scanner_.place();
    QueryQuantity quantity{.place = at};
    if (scanner_.take_word("calls")) {
      quantity.kind = Kind::kCalls;
    } else if (scanner_.take_word("self")) {
      quantity.kind = Kind::kSelf;
    } else if (scanner_.take_word("incl") || scanner_.take_word("inclusive")) {
      quantity.kind = Kind::kInclusive;
    } else {
      Result<size_t> event = this->event("expected a condition", hint);
      if (!event) {
        return failure(event.error());
      }
      note(program_.quantity_places[static_cast<size_t>(Kind::kSelf)], at);
      return QueryQuantity{Kind::kSelf, *event, at};
    }
    note(program_.quantity_places[static_cast<size_t>(quantity.kind)], at);
    if (quantity.kind == Kind::kCalls) {
      return quantity;
    }
    if (!scanner_.take("(")) {
      quantity.event = event_index("");
      return quantity;
    }
    Result<size_t> event = this->event("expected the name of an event", "");
    if (!event) {
      return failure(event.error());
    }
    quantity.event = *event;
    if (const size_t end = scanner_.place(); !scanner_.take(")")) {
      return failure(scanner_.error(end, fmt::format("expected ), found {}", found(end)),
                                    "put names with special characters in quotes"));
    }
    return quantity;
  }

  /// The name of an event.
  Result<size_t> event(std::string_view expected, std::string_view hint) {
    const size_t at = scanner_.place();
    if (scanner_.at_quote()) {
      const Result<std::string> name = scanner_.quoted();
      if (!name) {
        return failure(name.error());
      }
      return event_index(*name);
    }
    const std::string_view word = scanner_.word();
    if (word.empty() || word == "and" || word == "or" || word == "not") {
      return failure(
          scanner_.error(at, fmt::format("{}, found {}", expected, found(at)), std::string(hint)));
    }
    (void)scanner_.take_word(word);
    return event_index(word);
  }

  size_t event_index(std::string_view name) {
    const auto known = std::ranges::find(program_.events, name);
    const auto at = static_cast<size_t>(known - program_.events.begin());
    if (known == program_.events.end()) {
      program_.events.emplace_back(name);
    }
    return at;
  }

  void add(QueryStep::Kind kind, size_t index) {
    program_.steps.push_back({kind, static_cast<uint32_t>(index)});
  }

  static void note(std::optional<size_t>& place, size_t at) { place = place ? place : at; }

  [[nodiscard]] std::string found(size_t at) const { return scanner_.found(at); }

  Program& program_;
  QueryScanner scanner_;
  std::vector<Operator> waiting_;
};

Result<Query> Query::read(std::string_view text) {
  if (text.size() > kLongestQuery) {
    return failure(QueryScanner({}).error(0,
                                          fmt::format("the query has {} characters, more than {}",
                                                      grouped(static_cast<int128>(text.size())),
                                                      grouped(static_cast<int128>(kLongestQuery))),
                                          "use a regular expression such as /^(parse|scan)_/"));
  }
  auto program = std::make_unique<Program>();
  program->text = text;
  if (Result<void> done = QueryReader(*program).run(); !done) {
    return failure(done.error());
  }
  return Query(std::move(program));
}

}  // namespace quern
