// SPDX-License-Identifier: MIT
//
// Compressed names, in one pass. A reference before its definition gets a provisional name, which
// is bound to the first definition that follows, or to `(ID)` when the file ends. Valgrind itself
// leaves some undefined, so that is a finding and no error. Nested names are composed of other
// names, which may be provisional too: they are composed when their last piece is known. Two
// dangers are bounded: text that doubles with each level (allowance()), and names that contain
// themselves (contains()).
#include "quern/formats/callgrind/names/aliases.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <utility>

#include "quern/base/text.h"
#include "quern/bytes/writing/kept_files.h"
#include "quern/formats/callgrind/grammar/codes.h"
#include "quern/formats/callgrind/grammar/lexer.h"

namespace quern::callgrind {

namespace {

/// Expanded nested names may take this much for each byte of nested text, and this much to begin
/// with: definitions that double each other would otherwise grow without bound.
constexpr uint64_t kExpansionFactor = 64;
constexpr uint64_t kExpansionStart = uint64_t{16} << 20;
constexpr size_t kShortPiece = 16;  ///< what is kept of each piece beyond that

/// "(ID)" at the start of `text`: its length, or 0.
size_t parse_id(std::string_view text, uint64_t& id) {
  const size_t close = text.find(')');
  if (text.size() < 3 || text.front() != '(' || close == std::string_view::npos ||
      parse_number(text.substr(1, close - 1), id) != NumberFault::kNone) {
    return 0;
  }
  return close + 1;
}

bool looks_compressed(std::string_view text) {
  return text.size() >= 2 && text[0] == '(' && is_digit(text[1]);
}

}  // namespace

/// The forms are in aliases.h. A `(` with a digit that is no alias, as in `(1, 2)::f`, is a name.
NameId Aliases::resolve(NameKind kind, std::string_view value, Place place, bool nested) {
  if (value.empty()) {
    findings_->add(kEmptyName, place, "an empty name: taken as unknown");
    return kUnknownName;
  }
  if (!looks_compressed(value)) {
    return plain(value, place);
  }
  uint64_t id = 0;
  const size_t length = parse_id(value, id);
  if (length == 0) {
    findings_->add(kOddName, place, [value] {
      return fmt::format("`{}` looks like a compressed name but is not: used as it is",
                         printable(value.substr(0, 60)));
    });
    return plain(value, place);
  }
  size_t start = length;
  while (start < value.size() && is_blank(value[start])) {
    ++start;
  }
  if (start == value.size()) {
    return refer(kind, id, place);
  }
  const std::string_view text = value.substr(start);
  std::optional<NameId> name;
  if (nested && kind == NameKind::kFunction && looks_compressed(text)) {
    name = expand(text, {place.line, place.column + start});
  }
  if (!name) {
    name = plain(text, {place.line, place.column + start},
                 tables_[static_cast<size_t>(kind)].name(id));
  }
  define(kind, id, *name, place);
  return *name;
}

/// `known`: a name that it may be, which the table of names need not look for then.
NameId Aliases::plain(std::string_view text, Place place, std::optional<NameId> known) {
  if (text.find('\0') != std::string_view::npos) [[unlikely]] {
    findings_->add(kNulByte, place, "a NUL byte inside a name: kept");
  }
  NameTable& names = symbols_->names;
  return known && names.is(*known, text) ? *known : names.intern(text);
}

NameId Aliases::refer(NameKind kind, uint64_t id, Place place) {
  AliasTable& table = tables_[static_cast<size_t>(kind)];
  if (const auto known = table.name(id)) [[likely]] {
    return *known;
  }
  const NameId name = symbols_->names.provisional();
  table.set(id, name);
  waiting_of_[name.value] = waiting_.size();
  waiting_.push_back({name, kind, id, place});
  return name;
}

/// A definition of an id that is known: it may be the same text again, the first definition that a
/// reference waited for, or another text, which counts from here on.
void Aliases::define(NameKind kind, uint64_t id, NameId name, Place place) {
  AliasTable& table = tables_[static_cast<size_t>(kind)];
  const auto known = table.name(id);
  table.set(id, name);
  if (!known || *known == name) {
    return;
  }
  const auto waiting = waiting_of_.find(known->value);
  if (waiting != waiting_of_.end()) {
    Waiting& reference = waiting_[waiting->second];
    reference.defined = true;
    findings_->add(kAliasForward, reference.place, [&reference, place] {
      return fmt::format("({}) is used here but defined only at line {}", reference.id, place.line);
    });
    symbols_->names.bind(reference.name,
                         contains(name, reference.name)
                             ? symbols_->names.intern(fmt::format("({})", reference.id))
                             : name);
    waiting_of_.erase(waiting);
    return;
  }
  const Redefinition redefinition{id, place, *known, name};
  if (is_waiting(*known) || is_waiting(name)) {
    redefinitions_.push_back(redefinition);  // whether it is another text is known in the end
  } else {
    report(redefinition);
  }
}

void Aliases::report(const Redefinition& redefinition) {
  const NameTable& names = symbols_->names;
  if (names.are_equal(redefinition.before, redefinition.after)) {
    return;
  }
  findings_->add(kAliasRedefined, redefinition.place, [&] {
    return fmt::format("({}) was `{}` and becomes `{}`", redefinition.id,
                       printable(names.text(redefinition.before).substr(0, 60)),
                       printable(names.text(redefinition.after).substr(0, 60)));
  });
}

/// (NUM) then zero or one 'digits, then any number of '(NUM), with at least one ': nothing else is
/// a nested name.
std::optional<NameId> Aliases::expand(std::string_view text, Place place) {
  struct Piece {
    uint64_t id = 0;
    size_t at = 0;
  };
  std::vector<Piece> pieces;
  Composite composite;
  uint64_t id = 0;
  size_t at = parse_id(text, id);
  if (at == 0 || at == text.size()) {
    return std::nullopt;
  }
  pieces.push_back({id, 0});
  std::string between;
  for (bool may_have_level = true; at < text.size(); may_have_level = false) {
    if (text[at] != '\'') {
      return std::nullopt;
    }
    const size_t mark = at++;
    size_t digits = at;
    while (digits < text.size() && is_digit(text[digits])) {
      ++digits;
    }
    if (digits != at && may_have_level) {
      between = text.substr(mark, digits - mark);
      at = digits;
      continue;
    }
    const size_t length = parse_id(text.substr(at), id);
    if (length == 0) {
      return std::nullopt;
    }
    pieces.push_back({id, at});
    composite.between.push_back(between + "'");
    between.clear();
    at += length;
  }
  if (!between.empty()) {
    composite.between.push_back(between);
  }
  composite.place = place;
  text_bytes_ += text.size();
  for (const Piece& piece : pieces) {
    composite.pieces.push_back(
        refer(NameKind::kFunction, piece.id, {place.line, place.column + piece.at}));
  }
  return compose(std::move(composite));
}

bool Aliases::is_waiting(NameId name) const {
  return waiting_of_.contains(name.value) || composite_of_.contains(name.value);
}

/// Most pieces are known at once, because Callgrind defines functions before contexts of them.
NameId Aliases::compose(Composite composite) {
  const bool ready =
      std::ranges::none_of(composite.pieces, [this](NameId piece) { return is_waiting(piece); });
  if (ready) {
    return symbols_->names.intern(joined(composite));
  }
  composite.name = symbols_->names.provisional();
  composite_of_[composite.name.value] = composites_.size();
  composites_.push_back(std::move(composite));
  return composites_.back().name;
}

/// Whether composing `whole` would need `part`. Walking far costs from the same allowance as text,
/// and if it does not suffice, the answer is yes.
bool Aliases::contains(NameId whole, NameId part) {
  if (composites_.empty()) {
    return false;
  }
  ++walk_;
  std::vector<NameId> open = {whole};
  while (!open.empty()) {
    const NameId name = symbols_->names.canonical(open.back());
    open.pop_back();
    if (name == part || ++expanded_bytes_ > allowance()) {
      return true;
    }
    const auto found = composite_of_.find(name.value);
    if (found != composite_of_.end() && composites_[found->second].walk != walk_) {
      composites_[found->second].walk = walk_;
      const std::vector<NameId>& pieces = composites_[found->second].pieces;
      open.insert(open.end(), pieces.begin(), pieces.end());
    }
  }
  return false;
}

/// Grows with the nested text that was read: real files stay far below, and a file whose
/// definitions double each other ends in shortened names instead of exhausted memory.
uint64_t Aliases::allowance() const {
  return kExpansionStart + kExpansionFactor * text_bytes_;
}

/// A name that would be too long keeps the start of each piece and a digest of their full texts:
/// names that differ stay different.
std::string Aliases::joined(const Composite& composite) {
  uint64_t length = 0;
  for (const NameId piece : composite.pieces) {
    length += symbols_->names.text(piece).size();
  }
  expanded_bytes_ += length;
  const bool fits = expanded_bytes_ <= allowance();
  std::string text;
  std::string whole;  // pieces that look alike once they are cut are others still
  for (size_t at = 0; at < composite.pieces.size(); ++at) {
    std::string_view piece = symbols_->names.text(composite.pieces[at]);
    piece = piece.empty() ? "???" : piece;
    text += fits ? piece : piece.substr(0, kShortPiece);
    if (!fits) {
      whole += digest_of(composite.pieces[at]);
    }
    if (at < composite.between.size()) {
      text += composite.between[at];
    }
  }
  if (fits) {
    return text;
  }
  findings_->add(kOddName, composite.place,
                 "written out, this name and those before it are too long: the name is shortened");
  return fmt::format("{} [shortened: {}]", text, text_digest(whole));
}

/// Of its text: the same in every file, whatever numbers names have there.
const std::string& Aliases::digest_of(NameId name) {
  const auto [found, is_new] = digests_.try_emplace(symbols_->names.canonical(name).value);
  if (is_new) {
    found->second = text_digest(symbols_->names.text(name));
  }
  return found->second;
}

/// The first piece that is a nested name which still has to be composed.
std::optional<size_t> Aliases::unsettled_piece(const Composite& composite) const {
  for (const NameId piece : composite.pieces) {
    const auto found = composite_of_.find(symbols_->names.canonical(piece).value);
    if (found != composite_of_.end()) {
      return found->second;
    }
  }
  return std::nullopt;
}

/// Names nested names whose pieces came later, pieces first; none leads back to itself.
void Aliases::settle_composites() {
  for (size_t first = 0; first < composites_.size(); ++first) {
    std::vector<size_t> open = {first};
    while (!open.empty()) {
      const Composite& composite = composites_[open.back()];
      if (!composite_of_.contains(composite.name.value)) {
        open.pop_back();
      } else if (const auto piece = unsettled_piece(composite)) {
        open.push_back(*piece);
      } else {
        symbols_->names.bind(composite.name, symbols_->names.intern(joined(composite)));
        composite_of_.erase(composite.name.value);
        open.pop_back();
      }
    }
  }
  composites_.clear();
}

/// The order matters: undefined references become final first, then nested names that contain them,
/// and redefinitions last, since they compare final texts.
void Aliases::end_file() {
  for (const Waiting& reference : waiting_) {
    if (!reference.defined) {
      findings_->add(kAliasUndefined, reference.place, [&reference] {
        return fmt::format("({}) is never defined: the name is used as it is", reference.id);
      });
      symbols_->names.bind(reference.name,
                           symbols_->names.intern(fmt::format("({})", reference.id)));
    }
  }
  waiting_.clear();
  waiting_of_.clear();
  settle_composites();
  composite_of_.clear();
  for (const Redefinition& redefinition : redefinitions_) {
    report(redefinition);
  }
  redefinitions_.clear();
  digests_.clear();
  expanded_bytes_ = 0;
  text_bytes_ = 0;
  for (AliasTable& table : tables_) {
    table.clear();
  }
}

/// A stretch that was read ahead can refer to aliases of the text before it. That is a mere look-up
/// here, unless the name itself still waits, or the stretch composes or redefines names: then it
/// has to be read again in order.
std::optional<std::unordered_map<uint32_t, NameId>> Aliases::references_of(
    const Aliases& later) const {
  std::unordered_map<uint32_t, NameId> found;
  if (!later.composites_.empty() || !later.redefinitions_.empty()) {
    return std::nullopt;
  }
  for (const Waiting& reference : later.waiting_) {
    const std::optional<NameId> name =
        tables_[static_cast<size_t>(reference.kind)].name(reference.id);
    if (reference.defined || !name || is_waiting(*name)) {
      return std::nullopt;
    }
    found[reference.name.value] = *name;
  }
  return found;
}

/// All or nothing: the tables are compared before any is changed, because the stretch is read again
/// if one disagrees.
bool Aliases::adopt(const Aliases& later, const std::vector<NameId>& names) {
  if (expanded_bytes_ + later.expanded_bytes_ > allowance()) {
    return false;  // names might have been shortened, had it not begun anew there
  }
  for (size_t kind = 0; kind < tables_.size(); ++kind) {
    bool agrees = true;
    later.tables_[kind].each([&](uint64_t id, NameId name) {
      const std::optional<NameId> own = tables_[kind].name(id);
      const NameTable& known = symbols_->names;
      agrees = agrees && (!own || known.are_equal(*own, names[name.index()]));
    });
    if (!agrees) {
      return false;
    }
  }
  for (size_t kind = 0; kind < tables_.size(); ++kind) {
    later.tables_[kind].each(
        [&](uint64_t id, NameId name) { tables_[kind].set(id, names[name.index()]); });
  }
  expanded_bytes_ += later.expanded_bytes_;
  text_bytes_ += later.text_bytes_;
  return true;
}

}  // namespace quern::callgrind
