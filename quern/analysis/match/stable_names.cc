// SPDX-License-Identifier: MIT
//
// Rules for what changes between builds, each for one compiler or tool. They work on text only, so
// they are tried on every name, of whatever language: each must leave names alone that merely look
// similar, for two functions of one side would else become one text and be paired by order.
#include "quern/analysis/match/stable_names.h"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <vector>

#include "quern/analysis/match/clone_suffixes.h"
#include "quern/base/number_text.h"
#include "quern/base/text.h"

namespace quern {

namespace {

size_t hex_run(std::string_view text) {
  const auto* const end = std::ranges::find_if_not(text, is_hex);
  return static_cast<size_t>(end - text.begin());
}

size_t digit_run(std::string_view text) {
  const auto* const end = std::ranges::find_if_not(text, is_digit);
  return static_cast<size_t>(end - text.begin());
}

/// Rust's legacy names end in `::h` and 16 hex digits, as mangled ones in `17h…E`.
bool drop_rust_hash(std::string_view& name) {
  constexpr size_t kDigits = 16;
  for (const auto& [before, after] : {std::pair(std::string_view("::h"), std::string_view()),
                                      std::pair(std::string_view("17h"), std::string_view("E"))}) {
    const size_t tail = before.size() + kDigits + after.size();
    if (name.size() > tail && name.ends_with(after) &&
        name.substr(name.size() - tail).starts_with(before) &&
        hex_run(name.substr(name.size() - tail + before.size())) >= kDigits) {
      name.remove_suffix(tail);
      return true;
    }
  }
  return false;
}

/// ".isra.0", ".cold", ".llvm.1234": the name of a clone at the end, with or without a number.
bool drop_clone(std::string_view& name) {
  std::string_view left = name;
  const size_t dot = left.rfind('.');
  if (dot == std::string_view::npos) {
    return false;
  }
  const std::string_view number = left.substr(dot + 1);
  if (!number.empty() && digit_run(number) == number.size()) {
    left = left.substr(0, dot);
  }
  const size_t word = left.rfind('.');
  if (word == std::string_view::npos || word == 0 || !is_clone_suffix(left.substr(word + 1))) {
    return false;
  }
  name = left.substr(0, word);
  return true;
}

/// " [clone .isra.0]", as demanglers write it.
bool drop_clone_mark(std::string_view& name) {
  constexpr std::string_view kMark = " [clone ";
  const size_t at = name.ends_with(']') ? name.rfind(kMark) : std::string_view::npos;
  if (at == std::string_view::npos || at == 0) {
    return false;
  }
  name = name.substr(0, at);
  return true;
}

/// Parrot's profiler and others put the address of a record in front: "0x55d0c8:sub".
void drop_leading_address(std::string_view& name) {
  if (!name.starts_with("0x")) {
    return;
  }
  const size_t end = 2 + hex_run(name.substr(2));
  if (end > 2 && end + 1 < name.size() && name[end] == ':') {
    name.remove_prefix(end + 1);
  }
}

/// True where the digits that follow `before` number a lambda, a closure or an address.
bool numbers_follow(std::string_view before, bool in_closure) {
  return before.ends_with('#') || before.ends_with("$_") ||
         (in_closure && (before.ends_with(':') || before.ends_with('-')));
}

/// Where something may begin that changes, or that decides what changes.
bool may_change(char c) {
  return is_digit(c) || c == '{' || c == '}';
}

bool is_separator(char c) {
  return c == '-' || c == '_' || c == '.';
}

/// Whether a piece of a path is a hash: seven or more hex digits, letters and digits among them, or
/// sixteen of any.
bool is_hash(std::string_view piece) {
  constexpr size_t kShort = 7;
  constexpr size_t kLong = 16;
  if (hex_run(piece) != piece.size() || piece.size() < kShort) {
    return false;
  }
  const auto digits = static_cast<size_t>(std::ranges::count_if(piece, is_digit));
  return piece.size() >= kLong || (digits != 0 && digits != piece.size());
}

/// A component of a path with its hashes as `*`.
void append_stable_component(std::string& out, std::string_view component) {
  size_t at = 0;
  while (at < component.size()) {
    const auto rest = component.substr(at);
    const auto* const end = std::ranges::find_if(rest, is_separator);
    const std::string_view piece = rest.substr(0, static_cast<size_t>(end - rest.begin()));
    out += is_hash(piece) ? std::string_view("*") : piece;
    at += piece.size();
    if (at < component.size()) {
      out.push_back(component[at++]);
    }
  }
}

/// Whether what stands below this folder has a name that someone made up for the moment.
bool is_temporary(std::string_view folder) {
  return folder == "/tmp" || folder == "/var/tmp" || folder == "/private/tmp" || folder == "/rustc";
}

/// The components of a path, without `.` and with `..` undone where that can be known.
std::vector<std::string_view> components(std::string_view path) {
  std::vector<std::string_view> all;
  while (!path.empty()) {
    const size_t slash = std::min(path.find('/'), path.size());
    const std::string_view each = path.substr(0, slash);
    path.remove_prefix(std::min(slash + 1, path.size()));
    if (each.empty() || each == ".") {
      continue;
    }
    if (each == ".." && !all.empty() && all.back() != "..") {
      all.pop_back();
    } else {
      all.push_back(each);
    }
  }
  return all;
}

}  // namespace

/// Suffixes are dropped from the end as long as one is there, because compilers stack them:
/// `f.isra.0.cold`. Then one pass over the rest.
std::string stable_name(std::string_view name) {
  drop_leading_address(name);
  while (drop_clone_mark(name) || drop_clone(name) || drop_rust_hash(name)) {
  }
  std::string out;
  out.reserve(name.size());
  bool in_closure = false;
  for (size_t at = 0; at < name.size();) {
    const std::string_view rest = name.substr(at);
    const auto* const end = std::ranges::find_if(rest, may_change);
    if (const auto plain = static_cast<size_t>(end - rest.begin()); plain != 0) {
      out += rest.substr(0, plain);
      at += plain;
      continue;
    }
    if (rest.starts_with("{closure:") || rest.starts_with("{anonymous-class:")) {
      in_closure = true;
    } else if (rest.starts_with('}')) {
      in_closure = false;
    }
    const size_t digits = digit_run(rest);
    if (digits != 0 && numbers_follow(out, in_closure)) {
      at += digits;
      continue;
    }
    if (rest.starts_with("0x") && hex_run(rest.substr(2)) != 0) {
      out += "0x";
      at += 2 + hex_run(rest.substr(2));
      continue;
    }
    const size_t run = std::max<size_t>(digits, 1);
    out += rest.substr(0, run);
    at += run;
  }
  return out;
}

std::string stable_path(std::string_view path) {
  std::string out;
  out.reserve(path.size());
  const bool is_absolute = path.starts_with('/');
  bool is_first = true;
  for (const std::string_view component : components(path)) {
    const bool is_made_up = is_absolute && is_temporary(out);
    out += is_first && !is_absolute ? "" : "/";
    is_first = false;
    if (is_made_up) {
      out += "*";
    } else {
      append_stable_component(out, component);
    }
  }
  return out;
}

}  // namespace quern
