// SPDX-License-Identifier: MIT
//
// `word=` rows: names.h says what each of them means.
// Words have up to four letters, so a word is compared as one number, which also lets a `switch`
// choose. The fast path below reads the forms that Valgrind writes and leaves all others to
// name_row().
#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <utility>

#include "quern/formats/callgrind/grammar/codes.h"
#include "quern/formats/callgrind/reader.h"

namespace quern::callgrind {

namespace {

constexpr uint32_t key(char a, char b, char c = 0, char d = 0) {
  return static_cast<uint32_t>(static_cast<unsigned char>(a)) |
         static_cast<uint32_t>(static_cast<unsigned char>(b)) << 8 |
         static_cast<uint32_t>(static_cast<unsigned char>(c)) << 16 |
         static_cast<uint32_t>(static_cast<unsigned char>(d)) << 24;
}

uint32_t key_of(std::string_view word) {
  return word.size() < 2 || word.size() > 4
             ? 0
             : key(word[0], word[1], word.size() > 2 ? word[2] : '\0',
                   word.size() > 3 ? word[3] : '\0');
}

/// What a row names; nothing: it is none of those that a function's block consists of.
std::optional<NameKind> kind_of(uint32_t spec) {
  switch (spec) {
    case key('f', 'n'):
    case key('c', 'f', 'n'):
      return NameKind::kFunction;
    case key('f', 'l'):
    case key('f', 'i'):
    case key('f', 'e'):
    case key('c', 'f', 'l'):
    case key('c', 'f', 'i'):
      return NameKind::kFile;
    case key('o', 'b'):
    case key('c', 'o', 'b'):
      return NameKind::kObject;
    default:
      return std::nullopt;
  }
}

}  // namespace

/// An unknown word is skipped. A `calls=` or a jump that is an error leaves the row behind it
/// without a meaning: `lost_` says so, and that row is dropped with it (orphan_row()).
bool Reader::spec_row(const Row& row, const char* at, const char* equals) {
  const std::string_view word(at, equals);
  const char* const value = std::find_if_not(equals + 1, row.end, is_blank);
  if (word == "calls" || word == "rcalls") {
    part_.has_body = true;
    const bool is_read = calls_row(row, at, value, word == "rcalls");
    lost_ = is_read || !part_.has_events ? Lost::kNothing : Lost::kCall;
    return is_read;
  }
  switch (key_of(word)) {
    case key('j', 'u', 'm', 'p'):
    case key('j', 'c', 'n', 'd'): {
      part_.has_body = true;
      const bool is_read = jump_row(row, at, value, word == "jcnd");
      lost_ = is_read || !part_.has_events ? Lost::kNothing : Lost::kJump;
      names_.forget_jump_target();
      return is_read;
    }
    case key('r', 'e', 'c'):
    case key('l', 'n'):
    case key('b', 'b'):
    case key('m', 'p'):
      part_.has_body = true;  // Callgrind's own debugging aids: mean nothing to a reader
      return true;
    case key('o', 'b'):
    case key('f', 'l'):
    case key('f', 'i'):
    case key('f', 'e'):
    case key('f', 'n'):
    case key('c', 'o', 'b'):
    case key('c', 'f', 'l'):
    case key('c', 'f', 'i'):
    case key('c', 'f', 'n'):
    case key('j', 'f', 'i'):
    case key('j', 'f', 'n'):
    case key('f', 'r', 'f', 'n'):
      part_.has_body = true;
      name_row(word, row, at, value);
      return true;
    default:
      note(kUnknownSpec, row.place(at),
           [word] { return fmt::format("unknown `{}=` skipped", printable(word.substr(0, 40))); });
      return true;
  }
}

void Reader::name_row(std::string_view word, const Row& row, const char* at, const char* value) {
  look_for_joined_row(row, Tokens(value, row.end));
  const uint32_t spec = key_of(word);
  const bool is_function = spec == key('j', 'f', 'n') || spec == key('f', 'r', 'f', 'n');
  const NameKind kind = kind_of(spec).value_or(is_function ? NameKind::kFunction : NameKind::kFile);
  const NameId name = names_.resolve(kind, {value, row.end}, row.place(value));
  apply(spec, name, row.place(at));
}

/// What a row that names something does; the word is a key().
void Reader::apply(uint32_t spec, NameId name, Place place) {
  switch (spec) {
    case key('c', 'f', 'n'):
      signs_.has_callees = true;
      return names_.set_callee(name, place);
    case key('c', 'f', 'l'):
    case key('c', 'f', 'i'):
      return names_.set_callee_file(name, place);
    case key('f', 'n'):
      end_block();
      ++part_.blocks;
      return names_.begin_function(name, place);
    case key('f', 'i'):
    case key('f', 'e'):
      return names_.set_position_file(name);
    case key('f', 'l'):
      return names_.set_file(name, place);
    case key('o', 'b'):
      return names_.set_object(name, place, row_.text());
    case key('c', 'o', 'b'):
      return names_.set_callee_object(name, place);
    case key('j', 'f', 'i'):
      return names_.set_jump_file(name);
    case key('j', 'f', 'n'):
      return names_.set_jump_function(name);
    default:  // frfn=: only its alias counts
      return;
  }
}

/// The plain definition of an id that is not known yet, from behind its `(12)`: ` main`. Returns
/// what follows the row; null: not so.
const char* Reader::plain_definition(NameKind kind, uint64_t id, const char* at, const char* stop,
                                     Alias*& alias) {
  if (alias != nullptr || names_.has_callee() || other_output_.is_expected() || at[0] != ' ' ||
      at[1] == '(' || is_blank(at[1])) {
    return nullptr;
  }
  const auto* const end =
      static_cast<const char*>(std::memchr(at, '\n', static_cast<size_t>(stop - at)));
  const std::string_view text(at + 1, end);
  if (text.empty() || text.back() == '\r' || text.find('\0') != text.npos ||
      text.find('=') != text.npos) {
    return nullptr;
  }
  alias = &names_.aliases().add(kind, id, text,
                                defers_names_ && !dialect_->hides_callee_files()
                                    ? std::optional(offset_of(text))
                                    : std::nullopt);
  return end + 1;
}

/// Blank rows and specifications in their plainest forms: `fn=(12)` with a known id, `fn=(12) main`
/// with a new one. Null: not so.
const char* Reader::plain_spec(const char* at, const char* stop) {
  if (*at == '\n') {
    ++row_number_;
    return at + 1;
  }
  const size_t length = at[1] == '\n' ? 1 : at[2] == '=' ? 2 : 3;
  if (length == 1 || at[2] == '\0' || at[length] != '=' || at[length + 1] != '(') {
    return nullptr;  // a NUL would vanish in key_of()
  }
  const char* end = at + length + 2;
  uint64_t id = 0;
  const uint32_t spec = key_of({at, length});
  const std::optional<NameKind> kind = kind_of(spec);
  if (!kind || !fast_decimal(end, id) || *end++ != ')') {
    return nullptr;
  }
  // Whatever could be reported of this row is left to the full path, which shows the row.
  if (names_.has_callee() || (spec == key('f', 'n') && !names_.has_file()) ||
      (spec == key('o', 'b') && names_.is_fixed())) {
    return nullptr;
  }
  Alias* alias = names_.aliases().find(*kind, id);
  if (*end != '\n') {
    end = plain_definition(*kind, id, end, stop, alias);
  } else {
    end = alias != nullptr ? end + 1 : nullptr;
  }
  if (end != nullptr) {
    apply(spec, alias->name, {row_number_, 1});
    part_.has_body = any_row_ = true;
    ++row_number_;
  }
  return end;
}

}  // namespace quern::callgrind
