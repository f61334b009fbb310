// SPDX-License-Identifier: MIT
#include "quern/testing/generators/generated_names.h"

#include <fmt/format.h>

#include <vector>

namespace quern::testing {
namespace {

using namespace std::string_literals;

const std::array<std::vector<std::string>, 3>& name_pool() {
  static const std::array<std::vector<std::string>, 3> kPool = {
      std::vector<std::string>{"prog", "libz.so", "/usr/lib/x y/libc.so.6", "???"},
      {"a.c", "b.h", "php:internal", "UnknownFile???", "~", "my file (v2).c", "???", "c\xff.c"},
      {"main", "walk", "f", "g", "f'2", "(below main)", "operator new(unsigned long)", "{main}",
       "(anonymous namespace)::f(int, char const*)", "('~', 0, 'len')", "a=b:c  ", "???",
       "(1, 2)::odd", "nul\0byte"s, "#not a comment"}};
  return kPool;
}

}  // namespace

void GeneratedNames::begin_file() {
  for (auto& table : defined_) {
    table.clear();
  }
}

std::string GeneratedNames::next(Table table, bool often_nested) {
  std::string blanks = random_->chance(4) ? "  " : "";
  const uint64_t id = random_->chance(98) ? 1 + random_->below(6) : 4294967296 + random_->below(2);
  const std::string shown =
      random_->chance(95) ? fmt::format("({})", id) : fmt::format("(0x{:X})", id);
  const uint64_t kind = random_->below(100);
  if (kind < 2) {
    return blanks;
  }
  if (kind < 30) {
    return blanks + random_->pick(name_pool()[table]);
  }
  const bool is_known = defined_[table].contains(id);
  if (is_known ? kind < 90 : kind < 36) {
    return blanks + shown + (random_->chance(5) ? " " : "");
  }
  defined_[table].insert(id);
  if (table == kFunctions && random_->chance(often_nested ? 40 : 5)) {
    return blanks + shown + ' ' + nested();
  }
  std::string text = blanks + shown;
  text += random_->pick({" ", " ", " ", "", "\t "});
  return text + random_->pick(name_pool()[table]);
}

std::string GeneratedNames::nested() {
  std::string text = fmt::format("({})", 1 + random_->below(6));
  text += random_->pick({"", "'2", "'13"});
  for (uint64_t more = random_->below(3); more > 0; --more) {
    text += fmt::format("'({})", 1 + random_->below(6));
  }
  return text;
}

}  // namespace quern::testing
