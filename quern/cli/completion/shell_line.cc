// SPDX-License-Identifier: MIT
#include "quern/cli/completion/shell_line.h"

#include <algorithm>

#include "quern/base/text.h"

namespace quern::cli {
namespace {

constexpr std::string_view kBlanks = " \t\n";

/// Words that grow byte by byte.
class LineReader {
 public:
  explicit LineReader(std::string_view breaks) : breaks_(breaks) {}

  void read(std::string_view text) {
    for (size_t at = 0; at < text.size(); ++at) {
      const char c = text[at];
      if (c == '\\' && quote_ != '\'' && is_escape(text.substr(at + 1))) {
        if (++at < text.size()) {
          put(text[at]);
        }
      } else if (quote_ != 0 && c == quote_) {
        quote_ = 0;
        replaced_from_ = before_quote_;
      } else if (quote_ != 0) {
        put(c);
      } else {
        take_unquoted(c);
      }
    }
  }

  ShellLine line() && {
    ShellLine line;
    line.words = std::move(words_);
    line.current = line.words.size();
    line.words.push_back(std::move(word_));
    line.replaced_from = replaced_from_;
    line.quote = quote_;
    return line;
  }

 private:
  /// Whether a backslash with this behind it means something: within double quotes only some do.
  [[nodiscard]] bool is_escape(std::string_view rest) const {
    return quote_ == 0 || rest.empty() || std::string_view("\"\\$`").contains(rest.front());
  }

  void put(char c) {
    word_.push_back(c);
    has_word_ = true;
  }

  void take_unquoted(char c) {
    if (kBlanks.contains(c)) {
      if (has_word_) {
        words_.push_back(std::move(word_));
      }
      word_.clear();
      has_word_ = false;
      replaced_from_ = 0;
    } else if (c == '"' || c == '\'') {
      quote_ = c;
      has_word_ = true;
      before_quote_ = replaced_from_;
      replaced_from_ = word_.size();
    } else {
      put(c);
      if (breaks_.contains(c)) {
        replaced_from_ = word_.size();
      }
    }
  }

  std::string_view breaks_;
  std::vector<std::string> words_;
  std::string word_;
  bool has_word_ = false;  ///< it has begun, though it may be empty yet
  size_t replaced_from_ = 0;
  size_t before_quote_ = 0;  ///< the same where the open quote did not count
  char quote_ = 0;
};

bool needs_backslash(char c) {
  constexpr std::string_view kHarmless = "_-+=:,./@%";
  const bool is_ascii = (static_cast<unsigned char>(c) & 0x80U) == 0;
  return is_ascii && !is_letter(c) && !is_digit(c) && !kHarmless.contains(c);
}

}  // namespace

ShellLine parse_shell_line(std::string_view before, std::string_view after,
                           std::string_view breaks) {
  LineReader reader(breaks);
  reader.read(before);
  ShellLine line = std::move(reader).line();
  // The rest of the word at the cursor is no word of its own.
  after.remove_prefix(std::min(after.find_first_of(kBlanks), after.size()));
  LineReader rest(breaks);
  rest.read(after);
  ShellLine behind = std::move(rest).line();
  for (std::string& word : behind.words) {
    if (!word.empty()) {
      line.words.push_back(std::move(word));
    }
  }
  return line;
}

std::string replacement(const ShellLine& line, std::string_view value) {
  std::string out;
  for (const char c : value.substr(std::min(line.replaced_from, value.size()))) {
    if (line.quote == '\'') {
      out.append(c == '\'' ? std::string_view("'\\''") : std::string_view(&c, 1));
      continue;
    }
    if (line.quote == '"' ? std::string_view("\"\\$`").contains(c) : needs_backslash(c)) {
      out.push_back('\\');
    }
    out.push_back(c);
  }
  return out;
}

}  // namespace quern::cli
