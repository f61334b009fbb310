// SPDX-License-Identifier: MIT
//
// Built-in formulas and those of the input, in an order in which each uses only earlier ones. The
// input's own wins over a built-in of its name. Built-in events wait until the input's events that
// they use are there, so `CEst` of a file that defines `L1m` itself is computed with that. Every
// event is resolved to stored events with exact integer weights; sums that could exceed 128 bits
// are refused, not rounded.
#include "quern/analysis/events/derived.h"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "quern/analysis/events/event_names.h"
#include "quern/analysis/events/formula.h"
#include "quern/base/int128.h"

namespace quern {

namespace {

struct BuiltIn {
  std::string_view name;
  std::string_view long_name;
  std::string_view numerator;
  std::string_view denominator = {};
  /// All terms but the first may be missing, though not all of them.
  bool is_lenient = false;
};

// Of two rows for a name the first whose inputs exist counts. None uses one after it.
constexpr BuiltIn kBuiltIns[] = {
    {"L1m", "L1 Miss Sum", "I1mr + D1mr + D1mw"},
    {"LLm", "Last-level Miss Sum", "ILmr + DLmr + DLmw"},
    {"LLm", "Last-level Miss Sum", "I2mr + D2mr + D2mw"},
    {"Bm", "Mispredicted Branch", "Bim + Bcm"},
    {"CEst", "Cycle Estimation", "Ir + 10 Bm + 10 L1m + 20 Ge + 100 LLm", {}, true},
    {"TotalRW", "Total Reads and Writes", "Ir + Dr + Dw"},
    {"RAMhits", "RAM Hits", "ILmr + DLmr + DLmw"},
    {"RAMhits", "RAM Hits", "I2mr + D2mr + D2mw"},
    {"EstimatedCycles", "Estimated Cycles (L1hits + 5 LLhits + 35 RAMhits)",
     "TotalRW + 4 L1m + 30 RAMhits"},
    {"I1MissRate", "L1 Instr. Fetch Miss Rate", "I1mr", "Ir"},
    {"ILMissRate", "LL Instr. Fetch Miss Rate", "ILmr", "Ir"},
    {"ILMissRate", "LL Instr. Fetch Miss Rate", "I2mr", "Ir"},
    {"D1MissRate", "L1 Data Miss Rate", "D1mr + D1mw", "Dr + Dw"},
    {"D1ReadMissRate", "L1 Data Read Miss Rate", "D1mr", "Dr"},
    {"D1WriteMissRate", "L1 Data Write Miss Rate", "D1mw", "Dw"},
    {"DLMissRate", "LL Data Miss Rate", "DLmr + DLmw", "Dr + Dw"},
    {"DLMissRate", "LL Data Miss Rate", "D2mr + D2mw", "Dr + Dw"},
    {"L1MissRate", "L1 Miss Rate", "L1m", "Ir + Dr + Dw"},
    {"LLMissRate", "Last-level Miss Rate", "LLm", "Ir + Dr + Dw"},
    {"MispredictRate", "Branch Mispredict Rate", "Bm", "Bc + Bi"},
    {"CondMispredictRate", "Conditional Branch Mispredict Rate", "Bcm", "Bc"},
    {"IndMispredictRate", "Indirect Branch Mispredict Rate", "Bim", "Bi"},
    {"IPC", "Instructions per Cycle", "Instructions", "Cycles"},
    {"IPC", "Instructions per Cycle", "instructions", "cycles"},
};

std::string text_of(std::span<const FormulaTerm> terms) {
  std::string text;
  for (const FormulaTerm& term : terms) {
    text += text.empty() ? "" : " + ";
    if (term.coefficient != 1) {
      append_decimal(text, term.coefficient);
      text += ' ';
    }
    text += term.name;
  }
  return text;
}

std::string in_ratio(std::span<const FormulaTerm> terms) {
  const std::string text = text_of(terms);
  return terms.size() == 1 && terms[0].coefficient == 1 ? text : "(" + text + ")";
}

}  // namespace

class DerivedBuilder {
 public:
  DerivedBuilder(std::span<const Event> stored, std::span<const EventDefinition> definitions)
      : definitions_(definitions) {
    derived_.stored_count_ = stored.size();
    for (size_t at = 0; at < stored.size(); ++at) {
      known_.try_emplace(stored[at].name, Known{Known::kStored, static_cast<uint32_t>(at)});
    }
    for (size_t at = 0; at < definitions.size(); ++at) {
      last_row_[definitions[at].name] = at;
    }
  }

  DerivedEvents run() {
    for (const auto& [name, at] : last_row_) {
      if (definitions_[at].formula && !known_.contains(name)) {
        to_come_.try_emplace(name, at);
      }
    }
    list_built_ins();
    for (size_t at = 0; at < definitions_.size(); ++at) {
      const auto own = to_come_.find(definitions_[at].name);
      if (own != to_come_.end() && own->second == at) {
        add_ready_built_ins();
        add_own(definitions_[at]);
        to_come_.erase(own);
      }
    }
    add_ready_built_ins();
    return std::move(derived_);
  }

 private:
  using Term = DerivedEvents::Term;
  struct Known {
    enum Kind : uint8_t { kStored, kSum, kRatio, kRefused } kind;
    uint32_t index;
  };

  /// A built-in event that is not declared yet.
  struct Waiting {
    Waiting(const BuiltIn* built_in, std::vector<FormulaTerm> terms)
        : row(built_in), numerator(std::move(terms)) {}
    const BuiltIn* row;
    std::vector<FormulaTerm> numerator;
    std::vector<FormulaTerm> denominator;
  };

  /// The terms bound to what is known. Names that are not go to `missing`, each once.
  std::vector<Term> bind(std::span<const FormulaTerm> terms,
                         std::vector<std::string_view>& missing) const {
    std::vector<Term> bound;
    std::unordered_set<std::string_view> seen(missing.begin(), missing.end());
    for (const FormulaTerm& term : terms) {
      const auto known = known_.find(term.name);
      if (known != known_.end() && known->second.kind <= Known::kSum) {
        bound.push_back({known->second.kind == Known::kSum, known->second.index, term.coefficient});
      } else if (seen.insert(term.name).second) {
        missing.push_back(term.name);
      }
    }
    return bound;
  }

  void add(DerivedEvent event, DerivedEvents::Definition definition, std::string_view key) {
    const auto index = static_cast<uint32_t>(derived_.events_.size());
    known_.insert_or_assign(key, Known{event.is_ratio ? Known::kRatio : Known::kSum, index});
    derived_.events_.push_back(std::move(event));
    derived_.definitions_.push_back(std::move(definition));
  }

  /// The input's own. One that cannot be computed still keeps a built-in of its name away: that
  /// would be another number than the input means.
  void add_own(const EventDefinition& row) {
    std::string long_name = row.long_name.value_or(describe_event(row.name).long_name);
    const auto terms = parse_formula(*row.formula);
    std::vector<std::string_view> missing;
    std::vector<Term> bound;
    if (terms && row.problem.empty()) {
      bound = bind(*terms, missing);
    }
    if (terms && missing.empty() && row.problem.empty()) {
      add({row.name, std::move(long_name), *row.formula, false, false}, {std::move(bound), {}},
          row.name);
      return;
    }
    known_.try_emplace(row.name, Known{Known::kRefused, 0});
    derived_.unavailable_.push_back({row.name,
                                     *row.formula,
                                     {missing.begin(), missing.end()},
                                     terms ? row.problem : terms.error().message});
  }

  void list_built_ins() {
    for (const BuiltIn& built_in : kBuiltIns) {
      if (known_.contains(built_in.name) || to_come_.contains(built_in.name)) {
        continue;
      }
      // The table's own formulas parse: a test walks through all of them.
      Waiting& waiting = built_ins_.emplace_back(&built_in, *parse_formula(built_in.numerator));
      if (!built_in.denominator.empty()) {
        waiting.denominator = *parse_formula(built_in.denominator);
      }
    }
  }

  /// Built-in events come as early as they can, but after the input's own that they use.
  void add_ready_built_ins() {
    std::vector<Waiting> all = std::exchange(built_ins_, {});
    for (Waiting& built_in : all) {
      if (has_to_wait(built_in)) {
        built_ins_.push_back(std::move(built_in));
      } else if (!known_.contains(built_in.row->name)) {
        add_built_in(*built_in.row, std::move(built_in.numerator), built_in.denominator);
      }
    }
  }

  [[nodiscard]] bool has_to_wait(const Waiting& built_in) const {
    const auto waits = [this](std::string_view name) {
      return to_come_.contains(name) ||
             std::ranges::any_of(built_ins_,
                                 [name](const Waiting& other) { return other.row->name == name; });
    };
    const auto term_waits = [&waits](const FormulaTerm& term) { return waits(term.name); };
    return waits(built_in.row->name) || std::ranges::any_of(built_in.numerator, term_waits) ||
           std::ranges::any_of(built_in.denominator, term_waits);
  }

  /// A lenient formula leaves out terms that the input does not count, such as `Ge`, but never its
  /// first.
  void add_built_in(const BuiltIn& built_in, std::vector<FormulaTerm> numerator,
                    std::span<const FormulaTerm> denominator) {
    std::vector<std::string_view> missing;
    DerivedEvents::Definition definition{bind(numerator, missing), {}};
    if (built_in.is_lenient && std::ranges::find(missing, numerator[0].name) == missing.end() &&
        definition.numerator.size() > 1) {
      std::erase_if(numerator, [&missing](const FormulaTerm& term) {
        return std::ranges::find(missing, term.name) != missing.end();
      });
      missing.clear();
    }
    definition.denominator = bind(denominator, missing);
    if (!missing.empty()) {
      return;
    }
    const bool is_ratio = !denominator.empty();
    std::string formula =
        is_ratio ? in_ratio(numerator) + " / " + in_ratio(denominator) : text_of(numerator);
    std::string long_name(built_in.long_name);
    const auto row = last_row_.find(built_in.name);
    if (row != last_row_.end() && definitions_[row->second].long_name) {
      long_name = *definitions_[row->second].long_name;
    }
    add({std::string(built_in.name), std::move(long_name), std::move(formula), is_ratio, true},
        std::move(definition), built_in.name);
  }

  std::span<const EventDefinition> definitions_;
  DerivedEvents derived_;
  std::unordered_map<std::string_view, Known> known_;
  std::unordered_map<std::string_view, size_t> last_row_;  ///< by name: the row that counts
  std::unordered_map<std::string_view, size_t> to_come_;   ///< the input's own, not reached yet
  std::vector<Waiting> built_ins_;
};

std::optional<size_t> DerivedEvents::find(std::string_view name) const {
  const auto found = std::ranges::find(events_, name, &DerivedEvent::name);
  if (found == events_.end()) {
    return std::nullopt;
  }
  return static_cast<size_t>(found - events_.begin());
}

/// Replaces derived events by what they stand for, the latest first: each is used only by later
/// ones, so that its coefficient is complete when its turn comes.
std::optional<EventSum> DerivedEvents::resolve(size_t derived,
                                               const std::vector<Term>& terms) const {
  std::vector<int128> stored(stored_count_);
  std::vector<int128> pending(derived);
  const auto add = [&](const Term& term, int128 factor) {
    int128& total = term.is_derived ? pending[term.index] : stored[term.index];
    int128 amount = 0;
    return !__builtin_mul_overflow(term.coefficient, factor, &amount) &&
           !__builtin_add_overflow(total, amount, &total);
  };
  for (const Term& term : terms) {
    if (!add(term, 1)) {
      return std::nullopt;
    }
  }
  for (size_t at = derived; at-- != 0;) {
    if (pending[at] == 0) {
      continue;
    }
    for (const Term& term : definitions_[at].numerator) {
      if (!add(term, pending[at])) {
        return std::nullopt;
      }
    }
  }
  EventSum sum;
  int128 weight = 0;
  for (size_t event = 0; event < stored.size(); ++event) {
    if (stored[event] == 0) {
      continue;
    }
    // One alone may be near 128 bits: cut off, so that the sum cannot wrap.
    weight += std::min(stored[event], kMaxWeight + 1);
    if (weight > kMaxWeight) {
      return std::nullopt;
    }
    sum.terms.push_back({EventId(event), stored[event]});
  }
  return sum;
}

std::optional<EventSum> DerivedEvents::sum(size_t derived) const {
  if (events_[derived].is_ratio) {
    return std::nullopt;
  }
  return resolve(derived, definitions_[derived].numerator);
}

std::optional<EventRatio> DerivedEvents::ratio(size_t derived) const {
  if (!events_[derived].is_ratio) {
    return std::nullopt;
  }
  std::optional<EventSum> numerator = resolve(derived, definitions_[derived].numerator);
  std::optional<EventSum> denominator = resolve(derived, definitions_[derived].denominator);
  if (!numerator || !denominator) {
    return std::nullopt;
  }
  return EventRatio{std::move(*numerator), std::move(*denominator)};
}

/// A sum that has been evaluated.
struct DerivedEvents::Known {
  int128 weight = 0;            ///< its coefficients in all; above kMaxWeight: it is no sum
  std::optional<int128> value;  ///< nothing: beyond 128 bits
};

DerivedEvents::Known DerivedEvents::evaluate(std::span<const Term> terms,
                                             std::span<const int128> costs,
                                             std::span<const Known> before) {
  Known sum{0, 0};
  for (const Term& term : terms) {
    if (term.coefficient == 0) {
      continue;
    }
    const Known part = term.is_derived ? before[term.index] : Known{1, costs[term.index]};
    sum.weight = std::min(sum.weight + term.coefficient * part.weight, kMaxWeight + 1);
    int128 amount = 0;
    int128 total = 0;
    const bool fits = sum.value && part.value &&
                      !__builtin_mul_overflow(*part.value, term.coefficient, &amount) &&
                      !__builtin_add_overflow(*sum.value, amount, &total);
    sum.value = fits ? std::optional(total) : std::nullopt;
  }
  return sum;
}

std::vector<DerivedEvents::Value> DerivedEvents::evaluate(std::span<const int128> costs) const {
  const auto value_of = [](const Known& sum) {
    return sum.weight <= kMaxWeight ? sum.value : std::nullopt;
  };
  std::vector<Value> values;
  std::vector<Known> known;
  for (size_t at = 0; at < events_.size(); ++at) {
    const Definition& definition = definitions_[at];
    known.push_back(evaluate(definition.numerator, costs, known));
    Value& value = values.emplace_back();
    if (!events_[at].is_ratio) {
      value.sum = value_of(known.back());
      continue;
    }
    const auto numerator = value_of(known.back());
    const auto denominator = value_of(evaluate(definition.denominator, costs, known));
    if (numerator && denominator) {
      value.ratio = Ratio{*numerator, *denominator};
    }
  }
  return values;
}

DerivedEvents derive_events(std::span<const Event> stored,
                            std::span<const EventDefinition> definitions) {
  return DerivedBuilder(stored, definitions).run();
}

}  // namespace quern
