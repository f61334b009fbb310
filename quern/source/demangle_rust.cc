// SPDX-License-Identifier: MIT
//
// Rust's v0 names, by LLVM. It writes out what a name refers back to, and again inside that: a name
// of 200 bytes makes gigabytes. So a name is measured first, by the grammar of
// https://rust-lang.github.io/rfcs/2603-rust-symbol-name-mangling-v0.html.
#include <algorithm>
#include <vector>

#include "quern/base/text.h"
#include "quern/source/demanglers.h"

namespace quern {

namespace {

constexpr size_t kDeepest = 200;
/// What LLVM adds to a piece at most: "unsafe extern \"…\" fn(", ") -> ", a decimal constant.
constexpr size_t kAround = 40;

/// Adds up what each production writes. A reference back costs what was found for its place.
class RustMeasure {
 public:
  explicit RustMeasure(std::string_view text) : text_(text), size_at_(text.size()) {}

  std::optional<size_t> measure() {
    size_t size = path();
    if (at_ != text_.size()) {  // where the crate of the instance is
      size += path();
    }
    return failed_ || at_ != text_.size() ? std::nullopt : std::optional(size);
  }

 private:
  /// Notes what begins at a place, and how deep it stands.
  class Production {
   public:
    explicit Production(RustMeasure& measure) : measure_(&measure), begin_(measure.at_) {
      measure.failed_ = measure.failed_ || ++measure.depth_ > kDeepest;
    }
    Production(const Production&) = delete;
    Production& operator=(const Production&) = delete;
    ~Production() { --measure_->depth_; }
    size_t done(size_t size) {
      size = std::min(size + kAround, kLongestDemangled + 1);
      if (begin_ < measure_->size_at_.size()) {
        measure_->size_at_[begin_] = size;
      }
      return size;
    }

   private:
    RustMeasure* measure_;
    size_t begin_;
  };

  char peek() const { return !failed_ && at_ < text_.size() ? text_[at_] : '\0'; }
  char take() {
    if (failed_ || at_ == text_.size()) {
      failed_ = true;
      return '\0';
    }
    return text_[at_++];
  }
  bool take(char wanted) {
    const bool is_there = !failed_ && peek() == wanted;
    at_ += is_there ? 1 : 0;
    return is_there;
  }

  /// `_` is 0, `0_` is 1.
  size_t base62() {
    size_t value = 0;
    bool is_empty = true;
    for (char c = take(); c != '_' && !failed_; c = take()) {
      const bool is_word = is_digit(c) || is_letter(c);
      const int digit = is_digit(c) ? c - '0' : is_lower(c) ? c - 'a' + 10 : c - 'A' + 36;
      failed_ = failed_ || !is_word;
      // Hashes of crates are larger than any place or number of lifetimes can be.
      value = std::min(value, kLongestDemangled) * 62 + static_cast<size_t>(std::max(digit, 0));
      is_empty = false;
    }
    return is_empty ? 0 : value + 1;
  }
  void optional_base62(char mark) {
    if (take(mark)) {
      base62();
    }
  }

  size_t identifier() {
    optional_base62('s');
    return undisambiguated();
  }
  size_t undisambiguated() {
    constexpr size_t kPerByte = 4;  // punycode is written as UTF-8
    take('u');
    size_t bytes = 0;
    failed_ = failed_ || !is_digit(peek());
    const bool is_empty = take('0');  // nothing follows a leading 0: "00" is two empty names
    while (!is_empty && is_digit(peek()) && bytes <= text_.size()) {
      bytes = bytes * 10 + static_cast<size_t>(take() - '0');
    }
    take('_');
    if (failed_ || bytes > text_.size() - at_) {
      failed_ = true;
      return 0;
    }
    at_ += bytes;
    return bytes * kPerByte;
  }

  /// Behind `B`.
  size_t back_reference() {
    const size_t place = base62();
    if (failed_ || place >= size_at_.size() || size_at_[place] == 0) {
      failed_ = true;
      return 0;
    }
    return size_at_[place];
  }

  size_t impl_path() {
    optional_base62('s');
    return path();
  }

  size_t path() {
    Production production(*this);
    const char kind = take();
    size_t size = 0;
    switch (kind) {
      case 'C':
        size = identifier();
        break;
      case 'M':
        size = impl_path();
        size += type();
        break;
      case 'X':
        size = impl_path();
        size += type();
        size += path();
        break;
      case 'Y':
        size = type();
        size += path();
        break;
      case 'N':
        take();
        size = path();
        size += identifier();
        break;
      case 'I':
        size = path();
        size += until_end(&RustMeasure::generic_argument);
        break;
      case 'B':
        size = back_reference();
        break;
      default:
        failed_ = true;
    }
    return production.done(size);
  }

  size_t until_end(size_t (RustMeasure::*piece)()) {
    size_t size = 0;
    while (!failed_ && !take('E')) {
      size = std::min(size + (this->*piece)(), kLongestDemangled + 1);
    }
    return size;
  }

  size_t generic_argument() {
    if (take('L')) {
      base62();
      return kAround;
    }
    return take('K') ? constant() : type();
  }

  size_t constant() {
    Production production(*this);
    if (take('B')) {
      return production.done(back_reference());
    }
    size_t digits = 0;
    if (!take('p')) {
      failed_ = failed_ || !is_lower(take());
      for (; !failed_ && take() != '_'; ++digits) {
      }
    }
    return production.done(digits);
  }

  size_t type() {
    Production production(*this);
    const char kind = peek();
    if (is_lower(kind)) {
      take();
      return production.done(0);
    }
    size_t size = 0;
    switch (kind) {
      case 'A':
        take();
        size = type();
        size += constant();
        break;
      case 'S':
      case 'P':
      case 'O':
        take();
        size = type();
        break;
      case 'R':
      case 'Q':
        take();
        optional_base62('L');
        size = type();
        break;
      case 'T':
        take();
        size = until_end(&RustMeasure::type);
        break;
      case 'F':
        take();
        size = function();
        break;
      case 'D':
        take();
        size = dynamic();
        break;
      default:
        size = path();
    }
    return production.done(size);
  }

  size_t binder() {
    if (!take('G')) {
      return 0;
    }
    const size_t lifetimes = base62();
    failed_ = failed_ || lifetimes > kDeepest;
    return lifetimes * kAround;
  }

  size_t function() {
    size_t size = binder();
    take('U');
    if (take('K') && !take('C')) {
      size += undisambiguated();
    }
    size += until_end(&RustMeasure::type);
    return size + type();
  }

  size_t dynamic() {
    size_t size = binder();
    size += until_end(&RustMeasure::dynamic_trait);
    failed_ = failed_ || !take('L');
    base62();
    return size;
  }
  size_t dynamic_trait() {
    size_t size = path();
    while (take('p')) {
      size += undisambiguated();
      size += type();
    }
    return size;
  }

  std::string_view text_;
  size_t at_ = 0;
  size_t depth_ = 0;
  bool failed_ = false;
  std::vector<size_t> size_at_;  ///< 0: nothing ended yet that began here
};

}  // namespace

std::optional<size_t> measure_rust(std::string_view name) {
  if (!name.starts_with("_R")) {
    return std::nullopt;
  }
  return RustMeasure(name.substr(2)).measure();
}

}  // namespace quern
