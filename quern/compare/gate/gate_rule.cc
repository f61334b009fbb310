// SPDX-License-Identifier: MIT
#include "quern/compare/gate/gate_rule.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/base/text.h"
#include "quern/query/codes.h"
#include "quern/query/query_scanner.h"

namespace quern {

namespace {

constexpr std::string_view kHint =
    "for example 'Ir=+1%', 'fn ~ /^parse_/: Ir=+0' or 'by file: incl(Ir)=1e9'; see `quern help "
    "gate-rules`";

/// Where the colon stands that ends the scope: behind it a blank, and not inside "…" or /…/. The
/// text's size where there is none.
size_t end_of_scope(std::string_view text) {
  char inside = 0;
  char before = 0;  // the last sign that is no blank
  for (size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (inside != 0) {
      if (c == '\\') {
        ++at;
      } else if (c == inside) {
        inside = 0;
      }
      continue;
    }
    if (c == '"' || (c == '/' && before == '~')) {
      inside = c;
    } else if (c == ':' && at + 1 < text.size() && is_blank(text[at + 1])) {
      return at;
    }
    before = is_blank(c) ? before : c;
  }
  return text.size();
}

class RuleReader {
 public:
  explicit RuleReader(std::string_view text)
      : text_(text), colon_(end_of_scope(text)), scanner_(text) {}

  Result<GateRule> read() {
    rule_.text = text_;
    Result<void> done;
    if (colon_ != text_.size()) {
      done = read_scope();
    }
    if (done) {
      done = read_measure();
    }
    if (done) {
      done = read_limit();
    }
    if (!done) {
      return failure(done.error());
    }
    return std::move(rule_);
  }

 private:
  [[nodiscard]] Diagnostic bad(size_t at, std::string message) const {
    Diagnostic error = scanner_.error(at, std::move(message), std::string(kHint));
    error.code = kBadRule.name;
    return error;
  }

  /// The rule with `fn = NAME` where the scope is only a name; empty where that is no rule either.
  [[nodiscard]] std::string rule_for_name(std::string_view name) const {
    if (name.find_first_of("=<>~\"\\") != std::string_view::npos) {
      return {};
    }
    const bool is_word =
        std::ranges::all_of(name, [](char c) { return is_letter(c) || is_digit(c) || c == '_'; });
    const std::string rule =
        fmt::format("fn = {}{}", is_word ? std::string(name) : fmt::format("\"{}\"", name),
                    text_.substr(colon_));
    return RuleReader(rule).read() ? rule : std::string();
  }

  Result<void> read_scope() {
    rule_.rows = GateRows::kNodes;
    QueryScanner scope(text_.substr(0, colon_));
    if (scope.take_word("by")) {
      if (Result<void> by = read_key(scope); !by) {
        return by;
      }
    }
    rule_.only_new = scope.take_word("new");
    const std::string_view rest = text_.substr(0, colon_).substr(std::min(scope.place(), colon_));
    if (trim(rest).empty()) {
      return {};
    }
    Result<Query> query = Query::read(trim(rest));
    if (!query) {
      Diagnostic error = query.error();
      if (const std::string rule = rule_for_name(trim(rest)); !rule.empty()) {
        error.hint = fmt::format("for the function of this name: '{}'", printable(rule));
      }
      return failure(std::move(error));
    }
    if (Result<void> fits = query->check(rule_.scope()); !fits) {
      return fits;
    }
    rule_.query = std::make_shared<const Query>(std::move(*query));
    return {};
  }

  Result<void> read_key(QueryScanner& scope) {
    const size_t at = scope.place();
    const std::string key(scope.word());
    const std::optional<GroupBy> by = parse_group_by(key);
    if (key == "call") {
      rule_.rows = GateRows::kCalls;
    } else if (key == to_string(GroupBy::kLine)) {
      rule_.rows = GateRows::kLines;
    } else if (key == to_string(GroupBy::kRules)) {
      rule_.by = GroupBy::kRules;
    } else if (by) {
      rule_.by = *by;
    } else {
      return failure(bad(at,
                         "expected function, name, file, dir, object, class, namespace, line, "
                         "group or call after 'by'"));
    }
    (void)scope.take_word(key);
    return {};
  }

  Result<void> read_measure() {
    const size_t from = colon_ == text_.size() ? 0 : colon_ + 1;
    const size_t equals = text_.rfind('=');
    if (equals == std::string_view::npos || equals < from) {
      return failure(bad(text_.size(), "expected MEASURE=LIMIT"));
    }
    rule_.measure = trim(text_.substr(from, equals - from));
    equals_ = equals;
    const size_t slash = rule_.measure.find('/');
    Result<GateQuantity> first =
        read_quantity(std::string_view(rule_.measure).substr(0, slash), from);
    if (!first) {
      return failure(first.error());
    }
    rule_.quantity = std::move(*first);
    if (slash != std::string::npos) {
      Result<GateQuantity> second =
          read_quantity(std::string_view(rule_.measure).substr(slash + 1), from);
      if (!second) {
        return failure(second.error());
      }
      rule_.divisor = std::move(*second);
    }
    return {};
  }

  Result<GateQuantity> read_quantity(std::string_view word, size_t at) {
    word = trim(word);
    const QueryScope scope = rule_.scope();
    if (word == "calls") {
      return scope.calls ? Result<GateQuantity>(GateQuantity{GateQuantity::Kind::kCalls, {}})
                         : failure(bad(at, fmt::format("{} has no number of calls", scope.rows)));
    }
    for (const auto& [prefix, kind] :
         {std::pair(std::string_view("self("), GateQuantity::Kind::kSelf),
          std::pair(std::string_view("incl("), GateQuantity::Kind::kInclusive),
          std::pair(std::string_view("inclusive("), GateQuantity::Kind::kInclusive)}) {
      if (word.starts_with(prefix) && word.ends_with(')')) {
        if (kind == GateQuantity::Kind::kInclusive && !scope.inclusive) {
          return failure(bad(at, fmt::format("{} has no inclusive cost", scope.rows)));
        }
        word.remove_prefix(prefix.size());
        word.remove_suffix(1);
        word = trim(word);
        return word.empty() ? Result<GateQuantity>(failure(bad(at, "expected an event")))
                            : GateQuantity{kind, std::string(word)};
      }
    }
    if (word.empty()) {
      return failure(bad(at, "expected an event, self(EVENT), incl(EVENT) or calls"));
    }
    // A call has no self cost: what it costs is inclusive. Lines are ranked with inlined code.
    using enum GateQuantity::Kind;
    return GateQuantity{rule_.rows == GateRows::kCalls   ? kInclusive
                        : rule_.rows == GateRows::kLines ? kWithInlined
                                                         : kSelf,
                        std::string(word)};
  }

  Result<void> read_limit() {
    const std::string_view limit = trim(text_.substr(equals_ + 1));
    rule_.limit.text = limit;
    QueryScanner scanner(limit);
    rule_.limit.is_change = limit.starts_with('+') || limit.starts_with('-');
    const bool has_plus = limit.starts_with('+') && scanner.take("+");
    const Result<Fraction> number = scanner.number();
    const bool is_twice_signed =
        has_plus && limit.size() > 1 && (limit[1] == '-' || limit[1] == '+');
    if (!number || is_twice_signed) {
      return failure(bad(equals_ + 1, "expected a limit such as +1%, -5%, +1000 or 2e9"));
    }
    rule_.limit.number = *number;
    rule_.limit.is_percent = scanner.take("%");
    if (!scanner.at_end()) {
      return failure(bad(equals_ + 1, "expected nothing after the limit"));
    }
    const bool is_share = rule_.limit.is_percent && !rule_.limit.is_change;
    if (is_share && (rule_.rows == GateRows::kTotal || rule_.divisor ||
                     rule_.quantity.kind == GateQuantity::Kind::kCalls)) {
      return failure(
          bad(equals_ + 1,
              "a limit in % without a sign is a share of the total, which only rules about "
              "functions, groups, calls or lines can have"));
    }
    return {};
  }

  std::string_view text_;
  size_t colon_;
  QueryScanner scanner_;
  size_t equals_ = 0;
  GateRule rule_;
};

}  // namespace

QueryScope GateRule::scope() const {
  const bool is_calls = rows == GateRows::kCalls;
  const bool is_lines = rows == GateRows::kLines;
  return {.rows = is_lines   ? "a line of source code"
                  : is_calls ? "a call"
                             : "a function or group",
          .self = !is_calls,
          .inclusive = !is_lines,
          .calls = !is_lines,
          .group = true,
          .neighbours = is_calls,
          .objects = !is_lines};
}

std::vector<std::string> GateRule::events() const {
  std::vector<std::string> all;
  const auto add = [&all](const std::string& event) {
    if (std::ranges::find(all, event) == all.end()) {
      all.push_back(event);
    }
  };
  for (const GateQuantity* each : {&quantity, divisor ? &*divisor : nullptr}) {
    if (each != nullptr && each->kind != GateQuantity::Kind::kCalls) {
      add(each->event);
    }
  }
  if (query) {
    for (const std::string& event : query->events()) {
      add(event);
    }
  }
  return all;
}

Result<GateRule> read_gate_rule(std::string_view text) {
  return RuleReader(text).read();
}

}  // namespace quern
