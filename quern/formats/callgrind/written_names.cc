// SPDX-License-Identifier: MIT
#include "quern/formats/callgrind/written_names.h"

#include <algorithm>

#include "quern/base/text.h"

namespace quern::callgrind {

namespace {

/// A name that would be read as an alias unless it had one.
bool looks_like_alias(std::string_view name) {
  return name.size() > 1 && name[0] == '(' && is_digit(name[1]);
}

}  // namespace

std::string one_row(std::string_view text) {
  const size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  std::string row(text.substr(begin));
  std::ranges::replace_if(row, [](char c) { return c == '\n' || c == '\r' || c == '\0'; }, ' ');
  return row;
}

WrittenNames::WrittenNames(const Profile& profile, bool is_plain)
    : symbols_(&profile.symbols()), is_plain_(is_plain) {
  objects_.aliases.resize(symbols_->names.size());
  files_.aliases.resize(symbols_->names.size());
  functions_.aliases.resize(symbols_->functions.size());
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

void WrittenNames::row(std::string& out, std::string_view key, Table& table, size_t at,
                       NameId name) {
  out.append(key) += '=';
  Alias& alias = table.aliases[at];
  if (!is_plain_ && alias.part == part_) [[likely]] {
    out += '(';
    append_unsigned(out, alias.id, 10);
    out += ")\n";
    return;
  }
  std::string text = one_row(symbols_->names.text(name));
  if (text.empty()) {
    text = "???";
  }
  if (!is_plain_ || looks_like_alias(text)) {
    alias.id = alias.id == 0 ? ++table.used : alias.id;
    alias.part = part_;
    out += '(';
    append_unsigned(out, alias.id, 10);
    out += ") ";
  }
  out.append(text) += '\n';
}

}  // namespace quern::callgrind
