// SPDX-License-Identifier: MIT
//
// Everything that an input means, in plain containers with whole names: what two readers of it have
// to agree on, and what must survive a conversion. Profiles are no good for that: their ids and
// packing depend on the reader. The empty string is the unknown name. Costs are one number an event
// of `Meaning::events`; those of a part follow its own list. An invalid input has only its error.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "quern/base/int128.h"

namespace quern::testing {

struct Meaning {
  struct Error {
    uint64_t line = 0;    ///< from 1
    uint64_t column = 0;  ///< in bytes, from 1
    std::string code;     ///< for people who debug: readers need only agree on the place
    std::string message;  ///< for people who debug
  };
  struct Lint {
    std::string code;
    uint64_t line = 0;
    uint64_t column = 0;
    auto operator<=>(const Lint&) const = default;
  };
  struct Function {
    std::string name;
    std::string file;
    std::string object;
    auto operator<=>(const Function&) const = default;
  };
  struct Position {
    std::optional<uint64_t> line;
    std::optional<uint64_t> address;
  };
  struct SelfLine {
    Function function;
    std::string file;
    Position at;
    size_t part = 0;
    std::vector<int128> self;
  };
  struct Call {
    Function caller;
    Function callee;
    std::string file;
    Position at;
    Position target;
    size_t part = 0;
    uint64_t count = 0;
    std::vector<int128> inclusive;
  };
  struct Jump {
    bool conditional = false;
    Function from;
    std::string from_file;
    Position from_at;
    Function to;
    std::string to_file;
    Position to_at;
    size_t part = 0;
    uint64_t executed = 0;
    uint64_t followed = 0;
  };
  /// A node of the exact call tree.
  struct Context {
    std::optional<size_t> parent;  ///< its index
    Function function;
    std::string file;  ///< of the call that led here
    std::optional<int64_t> line;
    size_t part = 0;
    std::vector<int128> self;
  };
  struct Part {
    std::optional<uint64_t> number;
    std::optional<uint64_t> pid;
    std::optional<uint64_t> thread;
    std::optional<std::string> cmd;
    std::optional<std::string> trigger;
    std::vector<std::string> positions = {"line"};  ///< in force: given, inherited or default
    std::vector<std::string> events;                ///< each name once
    std::vector<std::vector<int128>> summaries;     ///< cut or filled to `events`
    std::optional<std::vector<int128>> declared_totals;
    std::vector<std::string> descriptions;  ///< texts behind `desc:`, without blanks around
  };
  struct EventDefinition {
    std::string name;
    std::optional<std::string> formula;
    std::optional<std::string> long_name;
  };

  bool valid = true;
  std::optional<Error> error;
  std::vector<Lint> lints;  ///< all of them, by line, column, code
  std::vector<std::string> events;
  std::vector<int128> totals;
  std::map<Function, std::vector<int128>> functions;  ///< self costs
  std::vector<Function> function_order;               ///< by first appearance
  std::vector<Call> calls;
  std::vector<SelfLine> lines;
  std::vector<Jump> jumps;
  std::vector<Context> contexts;  ///< depth first, parents before children
  std::vector<Part> parts;
  std::optional<std::string> creator;  ///< of the first `creator:`
  std::optional<std::string> cmd;      ///< of the first `cmd:`
  std::string base_rule;               ///< what relative positions count from: "self" or "cost"
  std::vector<EventDefinition> event_definitions;
};

/// One record a line: the same text for the same meaning, so that comparing is comparing texts and
/// the first line that differs names the record. Bytes beyond printable ASCII appear as \xNN.
[[nodiscard]] std::string to_text(const Meaning& meaning);

/// The first line in which the texts of two meanings differ, from both; empty if they are equal.
[[nodiscard]] std::string difference(const Meaning& a, const Meaning& b);
/// The first lines of two texts that differ; empty if none do.
[[nodiscard]] std::string first_difference(std::string_view a, std::string_view b);
/// In quotes, with what is not printable as \x and two digits.
[[nodiscard]] std::string quoted_text(std::string_view text);

}  // namespace quern::testing
