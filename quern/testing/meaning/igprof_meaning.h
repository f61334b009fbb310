// SPDX-License-Identifier: MIT
//
// Everything an IgProf dump means, in plain containers with whole names: what two readers of one
// input have to agree on. No ids, no packing; the empty string is the unknown name. An invalid
// input means its error and nothing else.
#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/int128.h"
#include "quern/load/open_options.h"

namespace quern::testing {

struct IgprofMeaning {
  struct Error {
    uint64_t line = 0;    ///< from 1
    uint64_t column = 0;  ///< in bytes, from 1
  };
  struct Lint {
    std::string code;
    uint64_t line = 0;
    uint64_t column = 0;
    auto operator<=>(const Lint&) const = default;
  };
  struct Event {
    std::string name;
    bool is_max = false;
    std::string unit = {};  ///< as the dump tells it
    uint64_t scale = 1;
  };
  struct Function {
    std::string name;
    std::string object;
    auto operator<=>(const Function&) const = default;
  };
  using Costs = std::map<std::string, int128>;  ///< by event; what is 0 is left out
  struct Context {
    std::optional<size_t> parent;
    Function function;
    uint64_t start = 0;
    int64_t offset = 0;
    size_t part = 0;
    Costs self;
  };
  struct Leak {
    size_t context = 0;
    std::string event;
    uint64_t address = 0;
    uint64_t size = 0;
  };
  struct Part {
    std::vector<std::string> events;
    std::vector<int128> totals;
  };

  std::optional<Error> error;
  std::vector<Lint> lints;
  std::string dialect;
  uint64_t pid = 0;
  std::string command;
  double period = 0;
  std::vector<Event> events;
  std::vector<Part> parts;
  std::vector<Function> functions;  ///< by first appearance
  std::vector<Context> contexts;
  std::vector<Leak> leaks;
};

/// One record a line, the same text for the same meaning.
[[nodiscard]] std::string to_text(const IgprofMeaning& meaning);

/// What the production reader makes of `bytes`. `options.keep` is always Keep::kAll.
[[nodiscard]] IgprofMeaning read_igprof_meaning(std::string_view bytes, OpenOptions options);

/// The first line in which the meanings differ, of both; "" where they mean the same.
[[nodiscard]] std::string difference(const IgprofMeaning& a, const IgprofMeaning& b);

}  // namespace quern::testing
