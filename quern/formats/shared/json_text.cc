// SPDX-License-Identifier: MIT
//
// Feeds bytes of a window to the JSON library and its calls to a visitor, so documents of any size
// are read in little memory. The library reports errors without a useful place; so this class
// watches the bytes on their way: where a token began, whether a string is open, where the row is.
// Nesting is bounded. Numbers with a fraction come as they were written, since a `double` would
// round them.
#include "quern/formats/shared/json_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>
#include <nlohmann/json.hpp>
#include <utility>

#include "quern/base/text.h"
#include "quern/formats/shared/reading_error.h"

namespace quern {

namespace {

constexpr size_t kLongestRowShown = size_t{64} << 10;

}  // namespace

/// The window's bytes as the library takes them.
class JsonText::Bytes {
 public:
  using iterator_category = std::input_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = char;

  Bytes() = default;
  explicit Bytes(JsonText& text) : text_(&text) {}
  char operator*() const { return *text_->at_; }
  Bytes& operator++() {
    text_->step();
    return *this;
  }
  bool operator==(const Bytes& end) const {
    return (text_ == nullptr || text_->is_at_end()) ==
           (end.text_ == nullptr || end.text_->is_at_end());
  }

 private:
  JsonText* text_ = nullptr;
};

/// The library's calls as the visitor's.
class JsonText::Handler {
 public:
  using Json = nlohmann::json;
  Handler(JsonText& text, JsonVisitor& visitor) : text_(&text), visitor_(&visitor) {}

  bool null() { return visitor_->word("null"); }
  bool boolean(bool value) { return visitor_->word(value ? "true" : "false"); }
  bool number_integer(Json::number_integer_t value) {
    return visitor_->number(value == 0 ? "-0" : fmt::format_int(value).c_str());
  }
  bool number_unsigned(Json::number_unsigned_t value) {
    const fmt::format_int written(value);
    return visitor_->number({written.data(), written.size()});
  }
  bool number_float(Json::number_float_t, const std::string& written) {
    return visitor_->number(written);
  }
  bool string(std::string& value) { return visitor_->text(value); }
  bool binary(Json::binary_t&) { return false; }
  bool start_object(size_t) { return deeper() && visitor_->begin_object(); }
  bool key(std::string& name) { return visitor_->key(name); }
  bool end_object() { return higher() && visitor_->end_object(); }
  bool start_array(size_t) { return deeper() && visitor_->begin_array(); }
  bool end_array() { return higher() && visitor_->end_array(); }

  bool parse_error(size_t, const std::string&, const nlohmann::detail::exception& error) {
    constexpr int kNumberOverflow = 406;
    if (error.id == kNumberOverflow) {
      return text_->fail(kBadJson, "a number that is too large");
    }
    return text_->fail_syntax();
  }

 private:
  bool deeper() {
    return ++text_->depth_ <= kDeepest ||
           text_->fail(kBadJson, fmt::format("more than {} nested brackets", kDeepest));
  }
  bool higher() {
    text_->is_whole_ = --text_->depth_ == 0;
    return true;
  }

  JsonText* text_;
  JsonVisitor* visitor_;
};

JsonText::JsonText(Reading& reading) : reading_(&reading) {}

/// Whether the text has ended; else a byte is at hand.
bool JsonText::is_at_end() {
  if (at_ != stop_) [[likely]] {
    return false;
  }
  if (has_ended_) {
    return true;
  }
  const Result<bool> more = read_on();
  if (!more) {
    error_ = more.error();
  }
  has_ended_ = !more || !*more;
  return has_ended_;
}

/// Has more bytes at hand behind stop_. The row stays at hand while it is short, for an error to
/// show.
Result<bool> JsonText::read_on() {
  Window& window = reading_->window;
  if (at_ == nullptr) {
    at_ = row_ = stop_ = window.begin();
  }
  const auto row_bytes = static_cast<size_t>(stop_ - row_);
  const auto at = static_cast<size_t>(at_ - row_);
  const bool is_kept = row_bytes <= kLongestRowShown;
  const Result<bool> more =
      window.read_on(static_cast<size_t>(stop_ - window.begin()), is_kept ? row_bytes : 0);
  columns_before_ += is_kept ? 0 : row_bytes;
  row_ = window.begin();
  at_ = row_ + (is_kept ? at : 0);
  stop_ = window.end();
  last_row_ = nullptr;
  return more;
}

/// Goes on by a byte; a value's first one is where its token begins.
void JsonText::step() {
  const char c = *at_;
  if (is_whole_ && !tail_ && c != ' ' && c != '\t' && c != '\r' && c != '\n') [[unlikely]] {
    tail_ = here();
  }
  if (is_in_text_) {
    is_in_text_ = is_escaped_ || c != '"';
    is_escaped_ = !is_escaped_ && c == '\\';
  } else if (c == '"') {
    token_ = here();
    is_in_text_ = true;
    is_in_word_ = false;
  } else if (c == '{' || c == '[') {
    token_ = here();
    is_in_word_ = false;
  } else {
    const bool is_word = is_letter(c) || is_digit(c) || c == '-' || c == '+' || c == '.';
    if (is_word && !is_in_word_) {
      token_ = here();
    }
    is_in_word_ = is_word;
  }
  ++at_;
  if (c == '\n') {
    ++row_number_;
    last_row_ = columns_before_ == 0 ? row_ : nullptr;
    last_columns_ = columns_before_ + static_cast<uint64_t>(at_ - row_);
    columns_before_ = 0;
    row_ = at_;
  }
}

/// What the library stopped at, the byte before the one at hand, begins no JSON.
bool JsonText::fail_syntax() {
  if (tail_) {
    return fail(kBadJson, *tail_, "more text follows the end of the JSON document",
                "the file may be several documents; read each of them separately");
  }
  if (has_ended_) {
    return fail(kBadJson, here(), "the JSON text is not complete",
                "the program may have been killed while it wrote; record the profile again");
  }
  if (is_in_text_ && here().column == 1 && row_number_ > 1) {  // a raw LF was the last byte
    --row_number_;
    stop_ = at_ - 1;
    row_ = last_row_;
    has_ended_ = true;  // nothing is read on behind it
    return fail(kBadJson, {row_number_, last_columns_},
                "the row ends inside a string: its closing quote is missing",
                "write \\n for a line break in a string");
  }
  Place place = here();
  place.column -= place.column > 1 ? 1U : 0U;
  return fail(kBadJson, place, "this is not valid JSON",
              "check whether the file is damaged or has other output mixed into it");
}

Result<void> JsonText::read(JsonVisitor& visitor) {
  Handler handler(*this, visitor);
  const bool is_read = nlohmann::json::sax_parse(Bytes(*this), Bytes(), &handler);
  if (is_read && tail_) {  // the library takes a NUL for the end of the text
    (void)fail_syntax();
  }
  return result();
}

Result<void> JsonText::result() {
  return error_ ? Result<void>(failure(*error_)) : Result<void>();
}

bool JsonText::fail(const CodeInfo& code, Place place, std::string message, std::string hint) {
  if (error_) {
    return false;  // the window's own comes first
  }
  error_ = told(*reading_, {&code, nullptr, std::move(message), std::move(hint)}, place, {});
  if (error_) {
    error_->excerpt = excerpt_of(place);
  }
  return false;
}

/// The row of `place`, for an error to show: nothing where what was read of it is long, whatever is
/// at hand.
std::optional<std::string> JsonText::excerpt_of(Place place) {
  if (place.line != row_number_ || row_ == nullptr || columns_before_ != 0 ||
      static_cast<size_t>(at_ - row_) > kLongestRowShown || place.column > kLongestRowShown / 2) {
    return std::nullopt;
  }
  size_t searched = 0;
  for (;;) {
    const std::string_view row(row_, static_cast<size_t>(stop_ - row_));
    const size_t end = row.find('\n', searched);
    if (end != std::string_view::npos || row.size() >= kLongestRowShown || has_ended_) {
      return std::string(row.substr(0, std::min(end, kLongestRowShown)));
    }
    searched = row.size();
    has_ended_ = !read_on().value_or(false);
  }
}

}  // namespace quern
