// SPDX-License-Identifier: MIT
#include "quern/output/shared/name_pieces.h"

#include <algorithm>
#include <array>

#include "quern/base/text.h"

namespace quern {

bool is_name_character(char c) {
  return is_letter(c) || is_digit(c) || c == '_' || c == '$' ||
         (static_cast<unsigned char>(c) & 0x80U) != 0;
}

namespace {

constexpr std::string_view kOperator = "operator";
/// Those that hold a bracket; the longest first.
constexpr std::array<std::string_view, 13> kBracketSymbols = {
    "<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "()", "[]", "<", ">"};
/// The others are runs of these.
constexpr std::string_view kPlainSymbols = "+-*/%^&|~!=,";

size_t symbol_length(std::string_view rest) {
  for (const std::string_view symbol : kBracketSymbols) {
    if (rest.starts_with(symbol)) {
      // `operator<<int>` is operator< of int, `operator<<<int>` is operator<< of it.
      const bool is_less = symbol == "<<" && rest.size() > 2 && is_name_character(rest[2]);
      return is_less ? 1 : symbol.size();
    }
  }
  return std::min(rest.find_first_not_of(kPlainSymbols), rest.size());
}

}  // namespace

size_t operator_length(std::string_view name, size_t at) {
  if (name.substr(at, kOperator.size()) != kOperator ||
      (at > 0 && is_name_character(name[at - 1]))) {
    return 0;
  }
  const std::string_view rest = name.substr(at + kOperator.size());
  const size_t length = symbol_length(rest);
  if (length == 0) {
    return 0;
  }
  const bool blank = rest.size() > length + 1 && rest[length] == ' ' && rest[length + 1] == '<';
  return kOperator.size() + length + (blank ? 1 : 0);
}

size_t behind_arguments(std::string_view name, size_t open) {
  size_t angles = 0;
  size_t others = 0;
  for (size_t at = open; at < name.size(); ++at) {
    if (const size_t length = operator_length(name, at); length != 0) {
      at += length - 1;
      continue;
    }
    const char c = name[at];
    bool closes = false;
    if (c == '(' || c == '[' || c == '{') {
      ++others;
    } else if (c == ')' || c == ']' || c == '}') {
      if (others == 0) {
        return open;
      }
      closes = --others == 0;
    } else if (others == 0 && c == '<') {
      ++angles;
    } else if (others == 0 && c == '>' && name[at - 1] != '-') {
      closes = --angles == 0;
    }
    if (closes && angles == 0 && others == 0) {
      return at + 1;
    }
  }
  return open;
}

namespace {

class PieceScanner {
  using Kind = NamePiece::Kind;

 public:
  explicit PieceScanner(std::string_view name) : name_(name) {}

  NamePieces scan() {
    if (is_objective_c()) {
      objective_c();
    }
    while (at_ < name_.size() && !is_broken_) {
      step();
    }
    at_ = name_.size();
    end_text();
    const auto has = [this](Kind kind) {
      return std::any_of(found_.pieces.begin() + static_cast<std::ptrdiff_t>(blank_),
                         found_.pieces.end(),
                         [kind](const NamePiece& piece) { return piece.kind == kind; });
    };
    // Demanglers print return types of templates alone.
    if (has(Kind::kTemplates) && has(Kind::kArguments)) {
      found_.name_begin = blank_;
    }
    return std::move(found_);
  }

 private:
  /// `-[Class selector:]`
  [[nodiscard]] bool is_objective_c() const {
    return (name_.starts_with("-[") || name_.starts_with("+[")) && name_.contains(' ') &&
           behind_arguments(name_, 1) == name_.size();
  }

  void objective_c() {
    const size_t blank = name_.find(' ');
    at_ = 2;
    begin_name();
    at_ = std::min(blank, name_.find('('));
    if (at_ != blank) {
      push(Kind::kArguments, blank - at_);
    }
    push(Kind::kSeparator, 1);
    found_.last_begin = found_.pieces.size();
    at_ = name_.size() - 1;
    push(Kind::kClosing, 1);
  }

  /// What is before this place goes together with a piece behind the name.
  void begin_name() {
    end_text();
    found_.name_begin = blank_ = found_.last_begin = found_.pieces.size();
  }

  void step() {
    if (const size_t length = operator_length(name_, at_); length != 0) {
      at_ += length;
      takes_templates_ = has_text_ = true;
      if (name_[at_ - 1] == ' ') {
        templates_behind_blank();
      }
      return;
    }
    if (const size_t end = conversion_end(); end != at_) {
      convert_until(end);
      return;
    }
    const char c = name_[at_];
    if (at_ == closing_) {
      push(Kind::kClosing, behind_arguments(name_, at_ + 1) - at_);
    } else if (c == '<' || c == '(' || c == '[') {
      bracket(c);
    } else if (const size_t suffix = suffix_length(); suffix != 0) {
      push(Kind::kClone, suffix);
    } else if (const size_t separator = separator_length(); separator != 0) {
      push(Kind::kSeparator, separator);
      found_.last_begin = found_.pieces.size();
      takes_templates_ = has_text_ = false;
    } else if (c == ' ' && braces_ == 0) {
      blank();
    } else {
      braces_ += c == '{' ? 1 : 0;
      braces_ -= c == '}' && braces_ != 0 ? 1 : 0;
      takes_templates_ = is_name_character(c) || c == '}';
      has_text_ = true;
      ++at_;
    }
  }

  /// Of a conversion operator that begins here, with its type; else this place.
  [[nodiscard]] size_t conversion_end() const {
    const bool is_word = name_.substr(at_, kOperator.size()) == kOperator &&
                         (at_ == 0 || !is_name_character(name_[at_ - 1]));
    const size_t start = at_ + kOperator.size();
    if (!is_word || start >= name_.size() || (name_[start] != ' ' && name_[start] != '"')) {
      return at_;
    }
    size_t end = start;
    while (end < name_.size() && name_[end] != '(') {
      const size_t behind = name_[end] == '<' ? behind_arguments(name_, end) : end;
      if (name_[end] == '<' && behind == end) {
        break;
      }
      end = behind == end ? end + 1 : behind;
    }
    return end;
  }

  void convert_until(size_t end) {
    takes_templates_ = has_text_ = true;
    while (at_ < end) {
      const size_t behind = name_[at_] == '<' ? behind_arguments(name_, at_) : at_;
      if (behind == at_) {
        ++at_;
      } else {
        push(Kind::kTemplates, behind - at_);
      }
    }
  }

  /// Of the type that a method of Java returns, behind its arguments.
  [[nodiscard]] static size_t java_type_length(std::string_view rest) {
    const bool is_type =
        !rest.empty() && (is_letter(rest[0]) || rest[0] == '[') && !rest.starts_with("[abi:");
    return is_type ? std::min(rest.find(' '), rest.size()) : 0;
  }

  /// Of `operator<< <char>`, whose blank goes with them.
  void templates_behind_blank() {
    if (const size_t behind = behind_arguments(name_, at_); behind != at_) {
      --at_;
      push(Kind::kTemplates, behind - at_);
      takes_templates_ = false;
    }
  }

  void bracket(char c) {
    const size_t behind = behind_arguments(name_, at_);
    if (behind == at_) {
      is_broken_ = true;
      return;
    }
    const size_t length = behind - at_;
    const std::string_view inside = name_.substr(at_ + 1, length - 2);
    const bool is_behind_blank = at_ > 0 && name_[at_ - 1] == ' ';
    if (c == '<' && takes_templates_) {
      push(Kind::kTemplates, length);
      takes_templates_ = false;
    } else if (c == '<' && !has_text_ && name_.substr(behind).starts_with("::")) {
      push(Kind::kOwner, length);
    } else if (c == '(' && has_text_ && !is_behind_blank) {
      push_parentheses(length);
    } else if (is_behind_blank && name_.substr(behind).starts_with('(') &&
               (inside.starts_with('*') || inside.starts_with('&')) && inside.contains('(')) {
      at_ += 2;
      begin_name();
      closing_ = behind - 1;
    } else if (c == '[' && has_text_ && inside.starts_with("abi:")) {
      push(Kind::kClone, length);
      takes_templates_ = true;
    } else {
      at_ = behind;
      has_text_ = true;
    }
  }

  void push_parentheses(size_t length) {
    if (name_[at_ - 1] == '!') {
      push(Kind::kTemplates, length);
    } else {
      push(Kind::kArguments,
           length + (braces_ == 0 ? java_type_length(name_.substr(at_ + length)) : 0));
    }
  }

  void blank() {
    static constexpr std::array<std::string_view, 5> kQualifiers = {" const", " volatile",
                                                                    " noexcept", " &&", " &"};
    const std::string_view rest = name_.substr(at_);
    if (const size_t length = addition_length(rest); length != 0) {
      const bool is_note = rest[1] == '-' || rest.substr(0, length).contains('/');
      push(is_note ? Kind::kNote : Kind::kClone, length);
      return;
    }
    const bool is_behind_arguments = text_begin_ == at_ && !found_.pieces.empty() &&
                                     (found_.pieces.back().kind == Kind::kArguments ||
                                      found_.pieces.back().kind == Kind::kQualifier);
    if (is_behind_arguments && (rest.starts_with(" requires ") || rest.starts_with(" -> "))) {
      push(Kind::kQualifier, rest.size());
      return;
    }
    for (const std::string_view word : kQualifiers) {
      if (is_behind_arguments && rest.starts_with(word) &&
          (rest.size() == word.size() || !is_name_character(rest[word.size()]))) {
        push(Kind::kQualifier, word.size());
        return;
      }
    }
    ++at_;
    end_text();
    // What stands before a blank is the start of the name or a type, and no component of its own.
    blank_ = found_.pieces.size();
    found_.last_begin = blank_;
    takes_templates_ = has_text_ = false;
  }

  /// Of what tools append to a name: " [inlined]", " (a.py:3)", " - a.rb", " + 0x12", " @ a.so".
  [[nodiscard]] size_t addition_length(std::string_view rest) const {
    if (at_ == 0 || rest.size() < 3) {
      return 0;
    }
    if (rest[1] == '[' || rest[1] == '(') {
      const size_t behind = behind_arguments(name_, at_ + 1);
      const bool ends = behind == name_.size() || name_[behind] == ' ';
      return behind != at_ + 1 && ends ? behind - at_ : 0;
    }
    const bool is_sign = rest[1] == '-' || rest[1] == '+' || rest[1] == '@';
    return is_sign && rest[2] == ' ' ? rest.size() : 0;
  }

  [[nodiscard]] size_t separator_length() const {
    if (braces_ != 0) {
      return 0;
    }
    const std::string_view rest = name_.substr(at_);
    const char before = at_ == 0 ? ' ' : name_[at_ - 1];
    const char behind = rest.size() < 2 ? ' ' : rest[1];
    if (rest.starts_with("::")) {
      return 2;
    }
    if (rest.starts_with("->")) {
      const char next = rest.size() < 3 ? ' ' : rest[2];
      return before != ' ' && (is_name_character(next) || next == '{') ? 2 : 0;
    }
    if (rest[0] == '\\') {
      return is_name_character(before) && is_name_character(behind) ? 1 : 0;
    }
    if (rest[0] == '/') {
      return behind != ' ' && behind != '/' ? 1 : 0;
    }
    return rest[0] == '.' && before != ' ' && begins_member(rest.substr(1)) ? 1 : 0;
  }

  /// Whether a dot before this text separates components, and does not begin the ending of a file's
  /// name ("a.cpp").
  [[nodiscard]] static bool begins_member(std::string_view text) {
    constexpr size_t kLongestEnding = 4;
    if (text.empty() || is_digit(text[0])) {
      return false;
    }
    return text[0] == '(' || text[0] == '<' || text[0] == '{' ||
           first_word(text).size() > kLongestEnding;
  }

  [[nodiscard]] static std::string_view first_word(std::string_view text) {
    const auto end = std::ranges::find_if_not(text, is_name_character);
    return text.substr(0, static_cast<size_t>(end - text.begin()));
  }

  /// Of what compilers append to the names of functions that they make: ".constprop.0".
  [[nodiscard]] size_t suffix_length() const {
    static constexpr std::array<std::string_view, 8> kWords = {
        "constprop", "isra", "part", "cold", "lto_priv", "localalias", "llvm", "clone"};
    size_t length = 0;
    while (has_text_ && braces_ == 0 && name_.substr(at_ + length).starts_with('.')) {
      const std::string_view word = first_word(name_.substr(at_ + length + 1));
      const bool is_number = length != 0 && std::ranges::all_of(word, is_digit);
      if (word.empty() || (!is_number && std::ranges::find(kWords, word) == kWords.end())) {
        break;
      }
      length += 1 + word.size();
    }
    return length;
  }

  void end_text() {
    if (text_begin_ != at_) {
      found_.pieces.push_back({Kind::kText, name_.substr(text_begin_, at_ - text_begin_)});
      text_begin_ = at_;
    }
  }
  void push(Kind kind, size_t length) {
    end_text();
    found_.pieces.push_back({kind, name_.substr(at_, length)});
    at_ += length;
    text_begin_ = at_;
  }

  std::string_view name_;
  NamePieces found_;
  size_t at_ = 0;
  size_t text_begin_ = 0;  ///< of text that has no piece yet
  size_t blank_ = 0;       ///< the piece behind the last blank outside of brackets
  size_t closing_ = std::string_view::npos;  ///< where `)(int)` of `void (*f())(int)` begins
  size_t braces_ = 0;                        ///< open ones: they hold no separators
  bool has_text_ = false;                    ///< of this component: arguments may follow
  bool takes_templates_ = false;
  bool is_broken_ = false;
};

}  // namespace

NamePieces pieces_of(std::string_view name) {
  return PieceScanner(name).scan();
}

}  // namespace quern
