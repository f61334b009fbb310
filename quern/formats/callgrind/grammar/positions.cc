// SPDX-License-Identifier: MIT
//
// Positions of rows, absolute or relative. Parsing returns where the base would go and does not
// move it: the caller knows the kind of the row, and which base rule holds. Each kind of position
// has a base of its own.
#include "quern/formats/callgrind/grammar/positions.h"

#include <fmt/format.h>

#include "quern/base/text.h"
#include "quern/formats/callgrind/grammar/codes.h"

namespace quern::callgrind {

namespace {

constexpr size_t kLineKind = 2;
constexpr std::array<std::string_view, 3> kPositionNames = {"address", "basic block", "line"};

bool uses(const PositionKinds& kinds, size_t kind) {
  return kind == 0 ? kinds.instr : kind == 1 ? kinds.bb : kinds.line;
}

RowError no_position(std::string_view token, std::string hint = {}) {
  return {&kBadPosition, token.data(), fmt::format("{} is not a position", quoted_start(token)),
          std::move(hint)};
}

/// Applies a subposition to `value`; false: the result is below 0 or too large.
bool move_by(const Subposition& subposition, uint64_t& value) {
  switch (subposition.kind) {
    case SubpositionKind::kAbsolute:
      value = subposition.number;
      return true;
    case SubpositionKind::kPlus:
      return !__builtin_add_overflow(value, subposition.number, &value);
    case SubpositionKind::kMinus:
      return !__builtin_sub_overflow(value, subposition.number, &value);
    case SubpositionKind::kSame:
      break;
  }
  return true;
}

}  // namespace

std::optional<RowError> Positions::parse_one(std::string_view token, size_t kind,
                                             bool may_lack_line, ParsedRow& parsed) const {
  // Parrot's subroutine profiler writes -1 where it knows no line.
  if (token == "-1" && kind == kLineKind && may_lack_line) {
    parsed.base[kind] = kNoLine;
    parsed.lacks_line = true;
    return std::nullopt;
  }
  Subposition subposition;
  const NumberFault fault = parse_subposition(token, subposition);
  if (fault == NumberFault::kMalformed) {
    return no_position(token, "use NUMBER, +NUMBER, -NUMBER or *");
  }
  uint64_t value = has_base_[kind] ? base_[kind] : 0;
  if (!move_by(subposition, value) || fault != NumberFault::kNone) {
    return RowError{&kBadPosition,
                    token.data(),
                    fmt::format("{} gives a {} {} below 0 or above 2^64-1", quoted_start(token),
                                kind == 0 ? "an" : "a", kPositionNames[kind]),
                    {}};
  }
  if (subposition.is_range) {
    parsed.notes.push_back({token.data(), &kPositionRange});
  }
  if (subposition.kind != SubpositionKind::kAbsolute && !has_base_[kind]) {
    parsed.notes.push_back({token.data(), &kRelativeWithoutBase});
  }
  parsed.base[kind] = value;
  return std::nullopt;
}

std::optional<RowError> Positions::parse(const Row& row, Tokens& tokens, bool may_lack_line,
                                         ParsedRow& parsed) const {
  for (size_t kind = 0; kind < parsed.base.size(); ++kind) {
    if (!uses(kinds, kind)) {
      continue;
    }
    if (tokens.done()) {
      return RowError{&kMissingPosition,
                      row.end,
                      fmt::format("the {} is missing: `positions:` declares {}",
                                  kPositionNames[kind], count_of(kinds)),
                      {}};
    }
    if (auto error = parse_one(tokens.next(), kind, may_lack_line, parsed)) {
      return error;
    }
  }
  return std::nullopt;
}

std::optional<RowError> Positions::parse_target(const Row& row, Tokens& tokens, bool may_lack_line,
                                                TargetForm form, ParsedRow& parsed) const {
  if (!tokens.done()) {
    if (auto error = parse(row, tokens, may_lack_line, parsed)) {
      return error;
    }
  }
  if (!tokens.done() && form == TargetForm::kOne) {
    parsed.notes.push_back({tokens.at(), &kCallsExtraTarget});
  }
  while (!tokens.done()) {
    const std::string_view token = tokens.next();
    Subposition ignored;
    if (parse_subposition(token, ignored) != NumberFault::kNone) {
      return no_position(token);
    }
  }
  return std::nullopt;
}

/// Tells the source row of a jump, which has positions only, from a row of self costs. With no cost
/// behind its positions a row is taken for the source.
bool Positions::are_all_of(Tokens tokens) const {
  size_t count = 0;
  for (; !tokens.done(); ++count) {
    if (!starts_cost(tokens.next().front())) {
      return false;
    }
  }
  return count == count_of(kinds);
}

void Positions::move(const ParsedRow& parsed) {
  for (size_t kind = 0; kind < base_.size(); ++kind) {
    if (uses(kinds, kind) && !(kind == kLineKind && parsed.lacks_line)) {
      base_[kind] = parsed.base[kind];
      has_base_[kind] = true;
    }
  }
}

void Positions::take_base(const Positions& later) {
  for (size_t kind = 0; kind < base_.size(); ++kind) {
    if (later.has_base_[kind]) {
      base_[kind] = later.base_[kind];
      has_base_[kind] = true;
    }
  }
}

}  // namespace quern::callgrind
