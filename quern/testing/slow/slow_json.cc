// SPDX-License-Identifier: MIT
#include "quern/testing/slow/slow_json.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <regex>

#include "quern/base/text.h"

namespace quern::testing {
namespace {

struct NoJson {};

class SlowParser {
 public:
  explicit SlowParser(std::string_view text) : rest_(text) {}

  SlowJson document() {
    SlowJson value = parse(0);
    blanks();
    if (!rest_.empty()) {
      throw NoJson();
    }
    return value;
  }

 private:
  void blanks() {
    while (!rest_.empty() && std::string_view(" \t\r\n").contains(rest_.front())) {
      rest_.remove_prefix(1);
    }
  }

  bool take(char wanted) {
    blanks();
    if (!rest_.starts_with(wanted)) {
      return false;
    }
    rest_.remove_prefix(1);
    return true;
  }

  void demand(char wanted) {
    if (!take(wanted)) {
      throw NoJson();
    }
  }

  SlowJson parse(size_t depth) {
    SlowJson value;
    if (take('{')) {
      value.kind = SlowJson::Kind::kObject;
      fill(value, '}', depth);
    } else if (take('[')) {
      value.kind = SlowJson::Kind::kList;
      fill(value, ']', depth);
    } else if (rest_.starts_with('"')) {
      value.kind = SlowJson::Kind::kText;
      value.text = text();
    } else {
      word(value);
    }
    return value;
  }

  void fill(SlowJson& value, char end, size_t depth) {
    if (depth == 256) {
      throw NoJson();
    }
    if (take(end)) {
      return;
    }
    do {
      blanks();
      if (end == ']') {
        value.items.push_back(parse(depth + 1));
        continue;
      }
      std::string name = text();
      demand(':');
      value.members.emplace_back(std::move(name), parse(depth + 1));
    } while (take(','));
    demand(end);
  }

  void word(SlowJson& value) {
    const size_t end = std::min(rest_.find_first_of(" \t\r\n,]}:[{\""), rest_.size());
    value.text = rest_.substr(0, end);
    rest_.remove_prefix(end);
    if (value.text == "null" || value.text == "true" || value.text == "false") {
      return;
    }
    static const std::regex kNumber("-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][-+]?[0-9]+)?");
    value.kind = SlowJson::Kind::kNumber;
    if (!std::regex_match(value.text, kNumber) ||
        !std::isfinite(std::strtod(value.text.c_str(), nullptr))) {
      throw NoJson();
    }
  }

  std::string text() {
    demand('"');
    std::string out;
    while (!take_quote()) {
      const char c = rest_.front();
      rest_.remove_prefix(1);
      if (static_cast<unsigned char>(c) < 32) {
        throw NoJson();
      }
      if (c == '\\') {
        escape(out);
      } else {
        out += c;
      }
    }
    if (!is_utf8(out)) {
      throw NoJson();
    }
    return out;
  }

  bool take_quote() {
    if (rest_.empty()) {
      throw NoJson();
    }
    if (rest_.front() != '"') {
      return false;
    }
    rest_.remove_prefix(1);
    return true;
  }

  void escape(std::string& out) {
    if (rest_.empty()) {
      throw NoJson();
    }
    const char c = rest_.front();
    rest_.remove_prefix(1);
    const size_t known = std::string_view("\"\\/bfnrt").find(c);
    if (known != std::string_view::npos) {
      out += "\"\\/\b\f\n\r\t"[known];
      return;
    }
    if (c != 'u') {
      throw NoJson();
    }
    uint32_t point = unit();
    if (point >= 0xd800 && point < 0xdc00) {
      if (!rest_.starts_with("\\u")) {
        throw NoJson();
      }
      rest_.remove_prefix(2);
      const uint32_t low = unit();
      if (low < 0xdc00 || low >= 0xe000) {
        throw NoJson();
      }
      point = 0x10000 + (point - 0xd800) * 0x400 + (low - 0xdc00);
    } else if (point >= 0xdc00 && point < 0xe000) {
      throw NoJson();
    }
    put(out, point);
  }

  uint32_t unit() {
    uint32_t value = 0;
    for (int digit = 0; digit < 4; ++digit) {
      if (rest_.empty()) {
        throw NoJson();
      }
      const size_t found = std::string_view("0123456789abcdef0123456789ABCDEF").find(rest_.front());
      if (found == std::string_view::npos) {
        throw NoJson();
      }
      value = value * 16 + static_cast<uint32_t>(found % 16);
      rest_.remove_prefix(1);
    }
    return value;
  }

  static void put(std::string& out, uint32_t point) {
    const auto tail = [&](unsigned shift) {
      out += static_cast<char>(0x80 | (point >> shift & 0x3f));
    };
    if (point < 0x80) {
      out += static_cast<char>(point);
    } else if (point < 0x800) {
      out += static_cast<char>(0xc0 | point >> 6);
      tail(0);
    } else if (point < 0x10000) {
      out += static_cast<char>(0xe0 | point >> 12);
      tail(6);
      tail(0);
    } else {
      out += static_cast<char>(0xf0 | point >> 18);
      tail(12);
      tail(6);
      tail(0);
    }
  }

  std::string_view rest_;
};

}  // namespace

SlowJson::SlowJson() = default;
SlowJson::SlowJson(const SlowJson&) = default;
SlowJson::SlowJson(SlowJson&&) noexcept = default;
SlowJson& SlowJson::operator=(const SlowJson&) = default;
SlowJson& SlowJson::operator=(SlowJson&&) noexcept = default;
SlowJson::~SlowJson() = default;

const SlowJson* SlowJson::find(std::string_view name) const {
  const SlowJson* found = nullptr;
  for (const auto& [key, value] : members) {
    if (key == name && !(value.kind == Kind::kWord && value.text == "null")) {
      found = &value;
    }
  }
  return found;
}

std::optional<SlowJson> slow_parse_json(std::string_view text) {
  try {
    if (text.starts_with("\xef\xbb\xbf")) {
      text.remove_prefix(3);
    }
    return SlowParser(text).document();
  } catch (const NoJson&) {
    return std::nullopt;
  }
}

}  // namespace quern::testing
