// SPDX-License-Identifier: MIT
#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "quern/testing/generators/callgrind_generator.h"
#include "quern/testing/generators/random_choice.h"

namespace quern::testing {
namespace {

using namespace std::string_literals;

const std::vector<std::string>& nasty_tokens() {
  static const std::vector<std::string> kTokens = {"0",
                                                   "1",
                                                   "*",
                                                   "+1",
                                                   "-1",
                                                   "+0",
                                                   "-99999999",
                                                   "+18446744073709551615",
                                                   "0x",
                                                   "0X10",
                                                   "0xg",
                                                   "18446744073709551615",
                                                   "18446744073709551616",
                                                   "-9223372036854775808",
                                                   "-9223372036854775809",
                                                   "00000000000000000000000000000007",
                                                   "1.5",
                                                   "1e5",
                                                   ".",
                                                   "..",
                                                   "-",
                                                   "+",
                                                   "--1",
                                                   "+-1",
                                                   "1:2",
                                                   "1-2",
                                                   "1+2",
                                                   "*:3",
                                                   "+1-0x2",
                                                   "1:",
                                                   "1:2:3",
                                                   "-.",
                                                   "(1)",
                                                   "(0x1)",
                                                   "(1",
                                                   "(1)'2",
                                                   "(1)'(2)",
                                                   "(2)'(1)'(1)",
                                                   "(99999999999999999999)",
                                                   "(1) (1)'2",
                                                   "()",
                                                   "3/2",
                                                   "2/3",
                                                   "/",
                                                   "3/",
                                                   "/3",
                                                   "(null)",
                                                   "???",
                                                   "=",
                                                   ":",
                                                   "====",
                                                   "instr",
                                                   "addr",
                                                   "bb",
                                                   "line",
                                                   "\0"s,
                                                   "\r",
                                                   "\xff"};
  return kTokens;
}

const std::vector<std::string>& nasty_rows() {
  static const std::vector<std::string> kRows = {"events: Ir",
                                                 "events:",
                                                 "events: A B A",
                                                 "positions: instr line",
                                                 "positions: line",
                                                 "positions:",
                                                 "positions: line instr",
                                                 "positions: bb bb",
                                                 "positions: lines",
                                                 "version: 1",
                                                 "version: 0.9.6",
                                                 "version: 2",
                                                 "version: 0000000000000000000000001.0",
                                                 "version: 1x",
                                                 "version:",
                                                 "version: 1. ",
                                                 "version: 1.0 x",
                                                 "creator: callgrind-3.19.0",
                                                 "creator: xdebug 2.9",
                                                 "creator:",
                                                 "creator: 3.4",
                                                 "pid: x",
                                                 "pid: 1 2",
                                                 "part:",
                                                 "thread: 3",
                                                 "cmd: a.php",
                                                 "desc: Files compared: a; b",
                                                 "desc: Trigger:",
                                                 "event: A = B +",
                                                 "event: = 3",
                                                 "event: A B",
                                                 "event: A = 3",
                                                 "event: A=3*B+0x2 C:d:e",
                                                 "event:",
                                                 "event: A = 2 3 4",
                                                 "summary: 1",
                                                 "summary:",
                                                 "summary: x",
                                                 "totals: 1 2 3",
                                                 "totals: (null)",
                                                 "totals: -1",
                                                 "arch: x",
                                                 "key: x",
                                                 "Key",
                                                 "========",
                                                 "=======",
                                                 "==== x ====",
                                                 "==== x ===",
                                                 "fn=(1) f",
                                                 "fn=(1)",
                                                 "fn=",
                                                 "fn=(9)",
                                                 "fn=(1) (1)'2",
                                                 "fn=(2) (3)'(1)",
                                                 "fn=(3) (2)'(1)",
                                                 "fl=(1) a.c",
                                                 "fl=",
                                                 "fl=a.c",
                                                 "fi=b.h",
                                                 "fe=c.h",
                                                 "fe=(2)",
                                                 "ob=o",
                                                 "ob=(1)",
                                                 "cfn=g",
                                                 "cfn=(1)",
                                                 "cfn=",
                                                 "cfi=b.h",
                                                 "cfl=",
                                                 "cob=p",
                                                 "cob=",
                                                 "calls=1 1",
                                                 "calls=1",
                                                 "calls=",
                                                 "calls=0 * *",
                                                 "calls=1 1 1 1 1",
                                                 "rcalls=1 +1",
                                                 "calls=x",
                                                 "jump=1 1",
                                                 "jump=3",
                                                 "jump=1 +1 +1",
                                                 "jcnd=1/2 1",
                                                 "jcnd=3/1 1",
                                                 "jcnd=2 1 5",
                                                 "jcnd=/ 1",
                                                 "jcnd=1",
                                                 "jfi=x.h",
                                                 "jfn=(1)",
                                                 "jfn=h",
                                                 "frfn=(4) outer",
                                                 "bb=1",
                                                 "zz=1",
                                                 "1",
                                                 "1 1",
                                                 "* *",
                                                 "+1 1",
                                                 "1 1 1 1 1 1 1 1 1 1 1 1",
                                                 "0x10 5 7",
                                                 "# note",
                                                 "",
                                                 " ",
                                                 "  3 4",
                                                 " hello",
                                                 "hello"};
  return kRows;
}

/// Offset and length of each token of `text`, or of each row with its LF.
std::vector<std::pair<size_t, size_t>> pieces(const std::string& text, bool rows) {
  std::vector<std::pair<size_t, size_t>> found;
  for (size_t at = 0; at < text.size();) {
    const size_t start = rows ? at : text.find_first_not_of(" \t\n=:", at);
    if (start == std::string::npos) {
      break;
    }
    const size_t stop = rows ? text.find('\n', start) : text.find_first_of(" \t\n=:", start);
    at = stop == std::string::npos ? text.size() : stop + (rows ? 1 : 0);
    found.emplace_back(start, at - start);
  }
  return found;
}

class Mutator {
 public:
  Mutator(uint64_t seed, std::string_view bytes) : random_(seed), text_(bytes) {}

  std::string run() {
    for (uint64_t left = 1 + random_.below(1 + random_.below(4)); left > 0; --left) {
      damage();
    }
    return std::move(text_);
  }

 private:
  void damage() {
    const bool rows = random_.chance(50);
    const auto found = pieces(text_, rows);
    const uint64_t kind = random_.below(20);
    if (found.empty() || kind < 5) {
      insert_row();
    } else if (kind < 6) {
      flip_byte();
    } else if (kind < 7) {
      repeat_byte();
    } else if (kind < 8) {
      text_.resize(random_.index(text_.size() + 1));
    } else if (kind < 12) {
      replace_token();
    } else {
      const auto [first, first_size] = found[random_.index(found.size())];
      const auto [second, second_size] = found[random_.index(found.size())];
      const std::string piece = text_.substr(first, first_size);
      if (kind < 14) {
        text_.erase(first, first_size);
      } else if (kind < 17) {
        text_.insert(second, piece + (rows ? "" : " "));
      } else {
        swap(std::min(first, second), std::max(first, second), first_size, second_size,
             first < second);
      }
    }
  }

  void swap(size_t low, size_t high, size_t first_size, size_t second_size, bool in_order) {
    const size_t low_size = in_order ? first_size : second_size;
    const size_t high_size = in_order ? second_size : first_size;
    if (low == high) {
      return;
    }
    const std::string low_text = text_.substr(low, low_size);
    const std::string high_text = text_.substr(high, high_size);
    text_.replace(high, high_size, low_text);
    text_.replace(low, low_size, high_text);
  }

  void insert_row() {
    const auto rows = pieces(text_, true);
    const size_t at =
        rows.empty() || random_.chance(10) ? text_.size() : rows[random_.index(rows.size())].first;
    text_.insert(at, random_.pick(nasty_rows()) + '\n');
  }

  void replace_token() {
    const auto tokens = pieces(text_, false);
    if (tokens.empty()) {
      return;
    }
    const auto [at, size] = tokens[random_.index(tokens.size())];
    const std::string& nasty = random_.pick(nasty_tokens());
    if (random_.chance(70)) {
      text_.replace(at, size, nasty);
    } else {
      text_.insert(at, nasty + ' ');
    }
  }

  void flip_byte() {
    static const std::string kBytes = "\n\r\t \0#=:()'/+-*.0189afxzAZ\x7f\xff"s;
    char& byte = text_[random_.index(text_.size())];
    byte = random_.chance(30) ? static_cast<char>(byte ^ (1 << random_.below(8)))
                              : kBytes[random_.index(kBytes.size())];
  }

  /// Numbers with more digits than any number needs, long names, many blanks.
  void repeat_byte() {
    const size_t at = random_.index(text_.size());
    const char byte = random_.chance(50) ? text_[at] : "0 9\t(x"[random_.index(6)];
    text_.insert(at, 3 + random_.index(60), byte);
  }

  RandomChoice random_;
  std::string text_;
};

}  // namespace

std::string mutate_callgrind(uint64_t seed, std::string_view bytes) {
  return Mutator(seed, bytes).run();
}

}  // namespace quern::testing
