// SPDX-License-Identifier: MIT
//
// Names as rows, compressed. Aliases are defined again in each part, although the format keeps them
// for the whole file: KCachegrind empties its tables at each part. A name has the same number in
// all of them. A name that looks like an alias gets one even if the user asked for plain names,
// because it would be read as a reference.
#include "quern/formats/callgrind/rows/written_names.h"

#include <algorithm>

#include "quern/base/text.h"
#include "quern/formats/callgrind/rows/digits.h"

namespace quern::callgrind {

namespace {

/// A name that would be read as an alias unless it had one.
bool looks_like_alias(std::string_view name) {
  return name.size() > 1 && name[0] == '(' && is_digit(name[1]);
}

constexpr size_t kLongestAlias = 64;  ///< `cfn=(`, a number and what follows it

char* put_alias(char* end, std::string_view key, uint32_t id) {
  end = std::ranges::copy(key, end).out;
  *end++ = '=';
  *end++ = '(';
  end = put_number(end, id);
  *end++ = ')';
  return end;
}

}  // namespace

bool is_one_row(std::string_view text) {
  return !text.starts_with(' ') && !text.starts_with('\t') &&
         std::ranges::none_of(text, [](char c) { return c == '\n' || c == '\r' || c == '\0'; });
}

std::string one_row(std::string_view text) {
  const size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  std::string row(text.substr(begin));
  std::ranges::replace_if(row, [](char c) { return c == '\n' || c == '\r' || c == '\0'; }, ' ');
  return row;
}

void WrittenNames::object(std::string& out, std::string_view key, NameId name) {
  row(out, key, objects_, name.index(), name);
}

void WrittenNames::file(std::string& out, std::string_view key, NameId name) {
  row(out, key, files_, name.index(), name);
}

void WrittenNames::function(std::string& out, std::string_view key, FunctionId id) {
  row(out, key, functions_, id.index(), symbols_->functions[id].name);
}

/// In nearly all rows the name has an alias in this part already, and the row is `fn=(12)`.
void WrittenNames::row(std::string& out, std::string_view key, Table& table, size_t at,
                       NameId name) {
  table.aliases.grow(at + 1);
  Alias& alias = table.aliases[at];
  if (!is_plain_ && alias.part == part_) [[likely]] {
    append_row(out, kLongestAlias, [&](char* end) {
      end = put_alias(end, key, alias.id);
      *end++ = '\n';
      return end;
    });
    return;
  }
  std::string_view text = symbols_->names.text(name);
  std::string changed;
  if (!is_one_row(text)) [[unlikely]] {
    changed = one_row(text);
    text = changed;
  }
  if (text.empty()) {
    text = "???";
  }
  if (!is_plain_ || looks_like_alias(text)) {
    alias.id = alias.id == 0 ? ++table.used : alias.id;
    alias.part = part_;
    append_row(out, kLongestAlias, [&](char* end) {
      end = put_alias(end, key, alias.id);
      *end++ = ' ';
      return end;
    });
  } else {
    out.append(key) += '=';
  }
  out.append(text) += '\n';
}

}  // namespace quern::callgrind
