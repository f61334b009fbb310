// SPDX-License-Identifier: MIT
#include "quern/output/shared/short_names.h"

#include <array>
#include <cstddef>

#include "quern/base/text.h"

namespace quern {
namespace {

constexpr std::string_view kOperator = "operator";
/// Those that hold an angle bracket, and the call operator, which arguments may follow; the longest
/// first.
constexpr std::array<std::string_view, 12> kSymbols = {"<=>", "<<=", ">>=", "->*", "<<", ">>",
                                                       "<=",  ">=",  "->",  "()",  "<",  ">"};

bool is_word(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '$' ||
         (static_cast<unsigned char>(c) & 0x80U) != 0;
}

/// The length of an `operator…` that `name` has at `at`, its symbol included; 0 where there is
/// none.
size_t operator_length(std::string_view name, size_t at) {
  if (name.substr(at, kOperator.size()) != kOperator || (at > 0 && is_word(name[at - 1]))) {
    return 0;
  }
  const std::string_view rest = name.substr(at + kOperator.size());
  for (const std::string_view symbol : kSymbols) {
    if (!rest.starts_with(symbol)) {
      continue;
    }
    // `operator<<int>` is operator< of int, `operator<<<int>` is operator<< of it.
    const bool is_less = symbol == "<<" && rest.size() > 2 && is_word(rest[2]);
    const size_t length = is_less ? 1 : symbol.size();
    const bool blank = rest.size() > length + 1 && rest[length] == ' ' && rest[length + 1] == '<';
    return kOperator.size() + length + (blank ? 1 : 0);
  }
  return 0;
}

/// Behind the bracket that closes the one at `open`; `open` itself where none does.
size_t behind_arguments(std::string_view name, size_t open) {
  size_t angles = 0;
  size_t parentheses = 0;
  for (size_t at = open; at < name.size(); ++at) {
    if (const size_t length = operator_length(name, at); length != 0) {
      at += length - 1;
      continue;
    }
    const char c = name[at];
    if (c == '(' || c == '[' || c == '{') {
      ++parentheses;
    } else if (c == ')' || c == ']' || c == '}') {
      if (parentheses == 0) {
        return open;
      }
      --parentheses;
    } else if (parentheses == 0 && c == '<') {
      ++angles;
    } else if (parentheses == 0 && c == '>' && name[at - 1] != '-' && --angles == 0) {
      return at + 1;
    }
  }
  return open;
}

}  // namespace

std::string short_name(std::string_view name) {
  std::string out;
  bool takes_arguments = false;  // what stands before this place may be a template's name
  for (size_t at = 0; at < name.size();) {
    if (const size_t length = operator_length(name, at); length != 0) {
      out.append(name.substr(at, length));
      at += length;
      takes_arguments = true;
      continue;
    }
    if (name[at] == '<' && takes_arguments) {
      const size_t behind = behind_arguments(name, at);
      if (behind == at) {
        return out.append(name.substr(at));
      }
      out.append("<…>");
      at = behind;
      takes_arguments = false;
      continue;
    }
    takes_arguments = is_word(name[at]);
    out.push_back(name[at++]);
  }
  return out;
}

}  // namespace quern
