// SPDX-License-Identifier: MIT
#include "quern/testing/generators/callgrind_generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "quern/base/int128.h"
#include "quern/testing/generators/generated_names.h"
#include "quern/testing/generators/generated_numbers.h"
#include "quern/testing/generators/random_choice.h"

namespace quern::testing {
namespace {

using namespace std::string_literals;

using Table = GeneratedNames::Table;
using enum GeneratedNames::Table;

class Generator {
 public:
  explicit Generator(uint64_t seed) : random_(seed) {}

  std::string run() {
    const uint64_t files = random_.chance(15) ? 2 : 1;
    for (uint64_t file = 0; file < files; ++file) {
      begin_file(file > 0);
      const uint64_t parts = random_.chance(25) ? 2 + random_.below(2) : 1;
      for (uint64_t part = 0; part < parts; ++part) {
        write_header(part > 0);
        write_body(files * parts);
      }
    }
    return bytes();
  }

 private:
  // The header.

  void begin_file(bool is_glued) {
    names_.begin_file();
    positions_ = {"line"};
    is_self_rule_ = false;
    const bool has_marker = random_.chance(is_glued ? 60 : 3);
    if (has_marker) {
      rows_.push_back("==== NEW PROFILING FILE ====================");
    } else if (!is_glued && random_.chance(40)) {
      rows_.push_back("# callgrind format");
    }
    is_xdebug_ = random_.chance(20);
    const bool is_old_xdebug = is_xdebug_ && random_.chance(40);
    if (random_.chance(50) || is_old_xdebug || (is_glued && !has_marker)) {
      rows_.push_back(is_old_xdebug ? "version: 0.9.6"
                                    : random_.pick({"version: 1", "version: 0"}));
    }
    if (is_old_xdebug) {
      rows_.push_back("cmd: www/a.php");
    } else if (is_xdebug_) {
      rows_.push_back("creator: xdebug 3.1.4 (PHP 8.1.0)");
    } else if (random_.chance(55)) {
      is_self_rule_ = random_.chance(65);
      rows_.push_back("creator:  " +
                      (is_self_rule_
                           ? random_.pick({"callgrind-3.19.0", "calltree-0.9", "3.4.1-Debian"})
                           : random_.pick({"xtree-1", "some tool", "callgrind", "", "3.x"})));
    }
  }

  void write_header(bool is_later_part) {
    std::vector<std::string> early;
    if (is_later_part) {
      early.push_back(fmt::format("part: {}", random_.below(9)));
    }
    const auto maybe = [&](uint64_t percent, std::string row) {
      if (random_.chance(percent)) {
        early.push_back(std::move(row));
      }
    };
    maybe(30, "pid: " + random_.pick({"1", "0x10", "18446744073709551615"}));
    maybe(20, "thread: 2");
    maybe(30, "cmd:  ./prog -x 'a b' ");
    maybe(15, "desc: I1 cache:  32768 B, 64 B");
    maybe(15, "desc: Trigger: Program termination");
    maybe(4, "desc: Files compared:   old; new");
    maybe(3, "arch: x86");
    maybe(3, "timeframe (BB): 0 - 40");
    maybe(4, random_.pick({"flavour: vanilla", "Events: no", "events : no"}));
    maybe(10, "event: Ir : Instruction Fetches");
    maybe(10, "event: Sum = Ir + 2*Dr + 0x3 Dw: sum : all");
    maybe(2, "summary: 1 2");
    if (random_.chance(45)) {
      early.push_back(positions_row());
    }
    rows_.insert(rows_.end(), early.begin(), early.end());
    rows_.push_back(events_row());
    if (random_.chance(4)) {
      rows_.push_back(random_.pick({"pid: 7", "part: 3", "thread: 1"}));
    }
    if (random_.chance(10)) {
      rows_.push_back(random_.pick({"event: Ir", "event: Miss = L1m+ 10 LLm", "event: X=Ir:"}));
    }
    numbers_.begin_part();
    has_callee_ = false;
    sums_.assign(columns_, 0);
  }

  std::string positions_row() {
    positions_.clear();
    for (const char* kind : {"instr", "bb", "line"}) {
      if (random_.chance(50)) {
        positions_.push_back(kind);
      }
    }
    if (positions_.empty()) {
      positions_ = {"line"};
    }
    std::string row = "positions:";
    for (const std::string& kind : positions_) {
      row += ' ' + (kind == "instr" && random_.chance(20) ? "addr" : kind);
    }
    return row;
  }

  std::string events_row() {
    const std::string names =
        is_xdebug_ ? random_.pick({"Time", "Time Memory", "Time_(10ns) Memory_(bytes)"})
                   : random_.pick({"Ir", "Ir ", "Ir Dr Dw", "Dw  Ir", "Ir Dr Ir", "cpu(ns)",
                                   "A A A", "Ir I1mr ILmr Dr D1mr DLmr Dw D1mw DLmw "});
    columns_ = 0;
    for (size_t i = 0; i < names.size(); ++i) {
      const bool starts = names[i] != ' ' && (i == 0 || names[i - 1] == ' ');
      columns_ += starts ? 1 : 0;
    }
    return "events: " + names;
  }

  // The body.

  void write_body(uint64_t shares) {
    if (random_.chance(4)) {
      return;
    }
    if (random_.chance(10)) {
      write_summary();
    }
    const uint64_t blocks = 1 + random_.below(shares > 2 ? 2 : 4);
    for (uint64_t block = 0; block < blocks; ++block) {
      write_block_start(block == 0);
      for (uint64_t item = random_.below(shares > 2 ? 3 : 5); item > 0; --item) {
        write_item();
      }
    }
    if (random_.chance(25)) {
      write_summary();
    }
    if (random_.chance(35)) {
      rows_.push_back(declared("totals:"));
    }
  }

  void write_block_start(bool is_first) {
    const std::string ob = "ob=" + name(kObjects);
    const std::string fl = specification({"fl=", "fl=", "fl=", "fi=", "fe="}, kFiles);
    const std::string fn = "fn=" + name(kFunctions);
    switch (random_.below(9)) {
      case 0:
        rows_.insert(rows_.end(), {ob, fn, fl});
        break;
      case 1:
        rows_.push_back(fn);
        break;
      case 2:
        if (is_first) {
          rows_.push_back(random_.chance(50) ? fl : ob);
          return;  // no function at all
        }
        rows_.insert(rows_.end(), {fn, ob});
        break;
      case 3:
      case 4:
        rows_.insert(rows_.end(), {ob, fl, fn});
        break;
      default:
        rows_.insert(rows_.end(), {fl, fn});
        break;
    }
    has_callee_ = false;
  }

  void write_item() {
    const uint64_t kind = random_.below(100);
    if (kind < 40) {
      write_self();
    } else if (kind < 62) {
      write_call();
    } else if (kind < 72) {
      write_jump();
    } else if (kind < 84) {
      rows_.push_back(specification({"fi=", "fe=", "fi="}, kFiles));
    } else if (kind < 87) {
      rows_.push_back("fl=" + name(kFiles));
    } else if (kind < 89) {
      rows_.push_back("ob=" + name(kObjects));
    } else if (kind < 92) {
      rows_.push_back(specification({"frfn=", "cfn=", "cfn=", "cfi=", "jfi="}, kFunctions));
    } else if (kind < 94) {
      write_summary();
    } else {
      rows_.push_back(random_.pick({"bb=0x10 3 4", "ln=9", "rec=1", "mp=1", "zz=1", "hello world",
                                    "desc: Timerange: 1 - 2", "=====", "event: Late = Ir"}));
    }
  }

  void write_self() {
    std::string row = position_tokens();
    for (size_t i = 0; i < cost_count(); ++i) {
      row += ' ' + numbers_.cost(sums_[i]);
    }
    rows_.push_back(row + (random_.chance(10) ? " " : ""));
    numbers_.set_base();
  }

  void write_call() {
    const bool reuses = has_callee_ && random_.chance(15);
    if (!reuses) {
      std::vector<std::string> group = {"cfn=" + name(kFunctions)};
      if (random_.chance(40)) {
        const std::string row = specification({"cfi=", "cfl="}, kFiles);
        group.insert(random_.chance(80) ? group.begin() : group.end(), row);
      }
      if (random_.chance(25)) {
        const std::string row = specification({"cob="}, kObjects);
        group.insert(random_.chance(80) ? group.begin() : group.end(), row);
      }
      if (random_.chance(5)) {
        group.push_back("cfn=" + name(kFunctions));
      }
      rows_.insert(rows_.end(), group.begin(), group.end());
    }
    std::string calls = random_.chance(3) ? "rcalls=" : "calls=";
    calls += random_.pick({"1", "0", "3", "0x2", "18446744073709551615"});
    if (is_xdebug_ && positions_.size() == 1 && random_.chance(80)) {
      calls += " 0 0";
    } else if (random_.chance(92)) {
      calls += ' ' + position_tokens();
      calls += random_.pick({"", "", "", "", " ", "  0"});
    }
    rows_.push_back(calls);
    std::string row = position_tokens();
    for (size_t i = 0; i < cost_count(); ++i) {
      int128 ignored = 0;
      row += ' ' + numbers_.cost(ignored);
    }
    rows_.push_back(row);
    has_callee_ = true;
    if (!is_self_rule_) {
      numbers_.set_base();
    }
  }

  void write_jump() {
    if (random_.chance(30)) {
      rows_.push_back("jfi=" + name(kFiles));
    }
    if (random_.chance(30)) {
      rows_.push_back("jfn=" + name(kFunctions));
    }
    const uint64_t executed = random_.below(20);
    const uint64_t followed = random_.chance(90) ? random_.below(executed + 1) : executed + 1;
    std::string row;
    switch (random_.below(5)) {
      case 0:
      case 1:
        row = fmt::format("jump={}", executed);
        break;
      case 2:
        row = fmt::format("jcnd={} {}", executed, followed);
        break;
      default:
        row = fmt::format("jcnd={}/0x{:X}", followed, executed);
        break;
    }
    row += ' ' + position_tokens();
    rows_.push_back(row + (random_.chance(50) ? " " : ""));
    if (random_.chance(75)) {
      row = position_tokens();
      rows_.push_back(row + (random_.chance(50) ? " " : ""));
      if (!is_self_rule_) {
        numbers_.set_base();
      }
    }
  }

  void write_summary() { rows_.push_back(declared("summary:")); }

  /// `summary:` or `totals:`: right, wrong, absent, too short, too long.
  std::string declared(std::string row) {
    if (random_.chance(5)) {
      return row + " (null)";
    }
    const int128 error = random_.chance(80) ? 0 : int128{random_.below(5)} - 2;
    for (const int128 sum : sums_) {
      const bool fits = sum + error >= kInt64Min && sum + error <= kUint64Max;
      row += ' ' + (fits ? to_decimal(sum + error) : "18446744073709551615"s);
      if (random_.chance(3)) {
        break;
      }
    }
    return row + (random_.chance(5) ? " 1" : "");
  }

  // Tokens.

  /// One of the words and a name. (The order of draws has to be the same for every compiler.)
  std::string specification(std::initializer_list<const char*> words, Table table) {
    std::string row = random_.pick(words);
    row += name(table);
    return row;
  }

  std::string position_tokens() {
    std::string tokens;
    for (size_t i = 0; i < positions_.size(); ++i) {
      tokens += (i == 0 ? "" : " ") + numbers_.position();
    }
    return tokens;
  }

  size_t cost_count() { return random_.chance(75) ? columns_ : random_.index(columns_ + 1); }

  std::string name(Table table) { return names_.next(table, is_self_rule_); }

  // The bytes.

  std::string bytes() {
    const uint64_t style = random_.below(10);  // of row ends: mostly LF
    std::string out;
    for (std::string& row : rows_) {
      if (random_.chance(4)) {
        out += random_.pick({"", "", "# note", "   # indented", "  \t", "#"}) + '\n';
      }
      if (random_.chance(1)) {
        out += random_.pick({" ", "\t", "  "});
      }
      const bool is_cost = row.find_first_not_of("0123456789+-*abcdefxABCDEF. ") == row.npos;
      if (is_cost && random_.chance(5)) {
        std::replace(row.begin(), row.end(), ' ', '\t');
      }
      out += row;
      out += style == 0 || (style == 1 && random_.chance(50)) ? "\r\n" : "\n";
    }
    if (random_.chance(15)) {
      out.pop_back();
    } else if (random_.chance(8)) {
      out.resize(random_.index(out.size()));
    }
    return out;
  }

  RandomChoice random_;
  GeneratedNames names_{random_};
  GeneratedNumbers numbers_{random_};
  std::vector<std::string> rows_;
  std::vector<std::string> positions_;
  bool is_self_rule_ = false;
  bool is_xdebug_ = false;
  bool has_callee_ = false;  ///< in this block
  size_t columns_ = 1;
  std::vector<int128> sums_;
};

}  // namespace

std::string generate_callgrind(uint64_t seed) {
  return Generator(seed).run();
}

}  // namespace quern::testing
