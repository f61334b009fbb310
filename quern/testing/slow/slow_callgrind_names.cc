// SPDX-License-Identifier: MIT
#include "quern/testing/slow/slow_callgrind_names.h"

#include <set>
#include <utility>

#include "quern/testing/slow/slow_callgrind_tokens.h"

namespace quern::testing::slow {
namespace {

bool digit_at(std::string_view row, size_t at) {
  return at < row.size() && row[at] >= '0' && row[at] <= '9';
}

struct Compressed {
  uint64_t id = 0;
  size_t end = 0;  ///< offset behind the `)`
};

/// `(NUM)` at offset `at`.
std::optional<Compressed> read_id(std::string_view row, size_t at) {
  if (at >= row.size() || row[at] != '(') {
    return std::nullopt;
  }
  const size_t close = row.find(')', at);
  if (close == std::string_view::npos) {
    return std::nullopt;
  }
  const auto id = num(row.substr(at + 1, close - at - 1));
  return id ? std::optional(Compressed{*id, close + 1}) : std::nullopt;
}

}  // namespace

Name SlowNames::add(Cell cell) {
  cells_.push_back(std::move(cell));
  return cells_.size() - 1;
}

Name SlowNames::read(Table table, std::string_view row, size_t at, uint64_t line,
                     bool expand_nested, std::vector<Meaning::Lint>& lints) {
  at = skip_blanks(row, at);
  if (at == row.size()) {
    lints.push_back({"empty-name", line, at + 1});
    return kUnknownName;
  }
  size_t text_at = at;
  std::optional<Compressed> compressed;
  if (row[at] == '(' && digit_at(row, at + 1)) {
    compressed = read_id(row, at);
    if (!compressed) {
      lints.push_back({"odd-name", line, at + 1});
    } else {
      text_at = skip_blanks(row, compressed->end);
      if (text_at == row.size()) {
        return refer(table, compressed->id, {line, at + 1});
      }
    }
  }
  const std::string text(row.substr(text_at));
  if (text.find('\0') != std::string::npos) {
    lints.push_back({"nul-byte", line, text_at + 1});
  }
  std::optional<Name> name;
  if (compressed && table == kFunctions && expand_nested) {
    name = read_nested(row, text_at, line);
  }
  if (!name) {
    name = add({text, {}, std::nullopt, true, text});
  }
  if (compressed) {
    define(table, compressed->id, *name, {line, at + 1}, lints);
  }
  return *name;
}

/// A reference means the definition that stands, else waits for the first one that follows.
Name SlowNames::refer(Table table, uint64_t id, Place place) {
  Alias& alias = aliases_[table][id];
  if (alias.current) {
    return *alias.current;
  }
  if (!alias.waiting) {
    alias.waiting = add({"(" + std::to_string(id) + ")", {}, std::nullopt, false, ""});
    alias.first_reference = place;
  }
  return *alias.waiting;
}

void SlowNames::define(Table table, uint64_t id, Name name, Place place,
                       std::vector<Meaning::Lint>& lints) {
  Alias& alias = aliases_[table][id];
  if (alias.current) {
    redefinitions_.push_back({*alias.current, name, place});
  } else if (alias.waiting) {
    lints.push_back({"alias-forward", alias.first_reference.line, alias.first_reference.column});
    if (!contains(name, *alias.waiting)) {  // else it would be part of itself: left as written
      cells_[*alias.waiting].bound_to = name;
    }
  }
  alias.current = name;
}

/// `(NUM)`, perhaps `'` and digits, any number of `'(NUM)`; at least one `'`; nothing else.
std::optional<Name> SlowNames::read_nested(std::string_view row, size_t at, uint64_t line) {
  struct Reference {
    std::string literal;
    uint64_t id;
    uint64_t column;
  };
  const std::string written(row.substr(at));
  auto id = read_id(row, at);
  if (!id || id->end == row.size()) {
    return std::nullopt;
  }
  std::vector<Reference> references = {{"", id->id, at + 1}};
  at = id->end;
  std::string literal;
  if (row[at] == '\'' && digit_at(row, at + 1)) {
    const size_t start = at++;
    while (digit_at(row, at)) {
      ++at;
    }
    literal = row.substr(start, at - start);
  }
  while (at < row.size()) {
    id = row[at] == '\'' ? read_id(row, at + 1) : std::nullopt;
    if (!id) {
      return std::nullopt;
    }
    references.push_back({std::exchange(literal, "") + "'", id->id, at + 2});
    at = id->end;
  }
  Cell cell{written, {}, std::nullopt, false, ""};
  for (const Reference& reference : references) {
    cell.pieces.push_back(
        {reference.literal, refer(kFunctions, reference.id, {line, reference.column})});
  }
  if (!literal.empty()) {
    cell.pieces.push_back({literal, kUnknownName});
  }
  return add(std::move(cell));
}

std::vector<Name> SlowNames::parts_of(const Cell& cell) const {
  std::vector<Name> parts;
  if (cell.bound_to) {
    parts.push_back(*cell.bound_to);
  }
  for (const Piece& piece : cell.pieces) {
    parts.push_back(piece.name);
  }
  return parts;
}

/// Whether the text of `whole` needs that of `part`.
bool SlowNames::contains(Name whole, Name part) const {
  std::set<Name> seen = {whole};
  std::vector<Name> open = {whole};
  while (!open.empty()) {
    const Name name = open.back();
    open.pop_back();
    if (name == part) {
      return true;
    }
    for (const Name next : parts_of(cells_[name])) {
      if (seen.insert(next).second) {
        open.push_back(next);
      }
    }
  }
  return false;
}

/// The text of a cell from those of its parts, which are known.
void SlowNames::compose(Cell& cell) const {
  cell.known = true;
  if (cell.bound_to) {
    cell.text = cells_[*cell.bound_to].text;
    return;
  }
  for (const Piece& piece : cell.pieces) {
    cell.text += piece.literal + cells_[piece.name].text;
    if (cell.text.size() > kMaxExpandedName) {
      break;
    }
  }
  if (cell.pieces.empty() || cell.text.size() > kMaxExpandedName) {
    cell.text = cell.written;
  }
}

/// Makes a text known, those it needs first. No cell contains itself, so this ends.
void SlowNames::settle(Name name) {
  std::vector<Name> open = {name};
  while (!open.empty()) {
    Cell& cell = cells_[open.back()];
    bool ready = true;
    for (const Name part : parts_of(cell)) {
      if (!cells_[part].known) {
        open.push_back(part);
        ready = false;
      }
    }
    if (ready) {
      if (!cell.known) {
        compose(cell);
      }
      open.pop_back();
    }
  }
}

void SlowNames::close_file(std::vector<Meaning::Lint>& lints) {
  for (auto& table : aliases_) {
    for (const auto& [id, alias] : table) {
      if (!alias.current && alias.waiting) {
        lints.push_back(
            {"alias-undefined", alias.first_reference.line, alias.first_reference.column});
      }
    }
    table.clear();
  }
  for (; first_unsettled_ < cells_.size(); ++first_unsettled_) {
    settle(first_unsettled_);
  }
  for (const Redefinition& redefinition : redefinitions_) {
    if (cells_[redefinition.before].text != cells_[redefinition.after].text) {
      lints.push_back({"alias-redefined", redefinition.place.line, redefinition.place.column});
    }
  }
  redefinitions_.clear();
}

std::string SlowNames::text_so_far(Name name) const {
  while (cells_[name].bound_to) {
    name = *cells_[name].bound_to;
  }
  Cell cell = cells_[name];
  if (!cell.known) {
    const std::vector<Piece> pieces = cell.pieces;
    for (const Piece& piece : pieces) {
      if (!cells_[piece.name].known) {
        return "";
      }
    }
    if (pieces.empty()) {
      return "";
    }
    compose(cell);
  }
  return cell.text == "???" ? "" : cell.text;
}

std::string SlowNames::text(Name name) const {
  const std::string& text = cells_[name].text;
  return text == "???" ? "" : text;
}

}  // namespace quern::testing::slow
