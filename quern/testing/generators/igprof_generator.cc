// SPDX-License-Identifier: MIT
#include "quern/testing/generators/igprof_generator.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "quern/testing/generators/random_choice.h"

namespace quern::testing {

namespace {

class IgprofGenerator {
 public:
  explicit IgprofGenerator(uint64_t seed) : random_(seed), is_hex_(random_.chance(70)) {}

  std::string run() {
    end_of_row_ = random_.chance(15) ? "\r\n" : "\n";
    text_ = fmt::format("P=({}ID={} N=({}) T={})", is_hex_ ? "HEX " : "", number(random_.below(99)),
                        random_.pick({"p", "./tmpl", "/opt/my app (v2)/run", "a) T=1.5", "", "("}),
                        random_.pick({"0.005000", "0.010000", "0", "0.000000", "17"}));
    text_ += end_of_row_;
    const uint64_t rows = random_.below(40);
    for (uint64_t row = 0; row < rows; ++row) {
      if (random_.chance(3)) {
        text_ += random_.pick({"", " ", "\t "});
      } else {
        record();
      }
      text_ += end_of_row_;
    }
    if (random_.chance(20)) {
      text_.resize(text_.size() - end_of_row_.size());
    }
    return text_;
  }

 private:
  std::string number(uint64_t value) const {
    return is_hex_ ? fmt::format("{:x}", value) : fmt::format("{}", value);
  }

  std::string signed_number() {
    if (random_.chance(2)) {
      return is_hex_ ? random_.pick({"7fffffffffffffff", "-8000000000000000"})
                     : random_.pick({"9223372036854775807", "-9223372036854775808"});
    }
    return (random_.chance(15) ? "-" : "") + number(random_.below(300));
  }

  std::string amount() {
    if (random_.chance(3)) {
      return number(UINT64_MAX - random_.below(2));
    }
    return number(random_.chance(30) ? 0 : random_.below(1000));
  }

  /// An id that is not taken: mostly the next one, as IgProf does.
  uint64_t new_id(std::vector<uint64_t>& ids) {
    uint64_t id = ids.empty() ? 0 : *std::ranges::max_element(ids) + 1;
    if (random_.chance(8) && id < uint64_t{1} << 60) {
      id += random_.chance(50) ? random_.below(5000) : random_.below(uint64_t{1} << 50);
    }
    ids.push_back(id);
    return id;
  }

  std::string file() {
    if (!files_.empty() && random_.chance(75)) {
      return number(files_[random_.index(files_.size())]);
    }
    const uint64_t id = new_id(files_);
    return fmt::format(
        "{}=({})", number(id),
        random_.pick({"/bin/p", "/lib/libc.so.6", "", "???", "/opt/my app (v2)/run", "a)+1 N=(x",
                      "a)+01 N=(x", "a)+ N=(", "a)+1", "/x)+-2)", "\xff\x01"}));
  }

  std::string function() {
    if (!functions_.empty() && random_.chance(65)) {
      return number(functions_[random_.index(functions_.size())]);
    }
    const uint64_t id = new_id(functions_);
    const std::string file = this->file();
    const std::string start = random_.chance(3) && is_hex_ ? "ffffffffff600000" : signed_number();
    std::string name =
        random_.pick({"main", "_Znwm", "@?(nil)", "@?0x7f00", "operator()(int, char)", "", "???",
                      "a V0=(b)", "f))+1x", "f))+01 V", "f))+", "f))+-", "f))+ V", "x;LK=(0x1,2)",
                      "\xc3\xa9\r", "C1 FN0+0", "))"});
    return fmt::format("{}=(F{}+{} N=({}))", number(id), file, start, name);
  }

  std::string counter() {
    if (!counters_.empty() && random_.chance(70)) {
      return number(counters_[random_.index(counters_.size())]);
    }
    const uint64_t id = new_id(counters_);
    return fmt::format("{}=({})", number(id),
                       random_.pick({"PERF_TICKS", "MEM_TOTAL", "MEM_MAX", "MEM_LIVE", "FD_LIVE",
                                     "PERF_TICKS:calls", "PERF_TICKS:peak", "a b)(", "x) V", "_MAX",
                                     "MEM_MAX:peak", "):"}));
  }

  std::string leaks() {
    std::string text;
    for (uint64_t left = random_.below(4); left != 0; --left) {
      text += fmt::format(";LK=({},{})",
                          random_.pick({"0x55f0", "0x00055f0", "(nil)", "0xffffffffffffffff"}),
                          amount());
    }
    return text;
  }

  void record() {
    const uint64_t missing = random_.chance(3) ? 1 + random_.below(4) : 0;
    const uint64_t depth = random_.chance(55) ? depth_ + 1 + missing
                                              : 1 + random_.below(std::max<uint64_t>(depth_, 1));
    depth_ = depth;
    text_ += fmt::format("C{} FN{}", number(depth), function());
    text_ += "+" + signed_number();
    for (uint64_t left = random_.chance(50) ? 1 + random_.below(4) : 0; left != 0; --left) {
      text_ += fmt::format(" V{}:({},{}", counter(), amount(), amount());
      text_ += random_.chance(85) ? "," + amount() + ")" : ")";
      text_ += random_.chance(20) ? leaks() : "";
    }
  }

  RandomChoice random_;
  bool is_hex_;
  std::string end_of_row_;
  std::string text_;
  uint64_t depth_ = 0;
  std::vector<uint64_t> files_;
  std::vector<uint64_t> functions_;
  std::vector<uint64_t> counters_;
};

std::vector<std::string> rows_of(std::string_view bytes) {
  std::vector<std::string> rows;
  while (!bytes.empty()) {
    const size_t end = std::min(bytes.find('\n'), bytes.size() - 1) + 1;
    rows.emplace_back(bytes.substr(0, end));
    bytes.remove_prefix(end);
  }
  return rows;
}

std::string joined(const std::vector<std::string>& rows) {
  std::string bytes;
  for (const std::string& row : rows) {
    bytes += row;
  }
  return bytes;
}

std::string damage_rows(RandomChoice& random, std::string_view bytes) {
  std::vector<std::string> rows = rows_of(bytes);
  const size_t at = random.index(rows.size());
  const size_t other = random.index(rows.size());
  switch (random.below(3)) {
    case 0:
      rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(at));
      break;
    case 1:
      std::swap(rows[at], rows[other]);
      break;
    default:
      rows.insert(rows.begin() + static_cast<std::ptrdiff_t>(at), std::string(rows[other]));
  }
  return joined(rows);
}

std::string damage(RandomChoice& random, std::string bytes) {
  if (bytes.empty()) {
    return "C1 FN0+0";
  }
  const size_t at = random.index(bytes.size());
  switch (random.below(6)) {
    case 0:
      bytes[at] = random.pick({"0", "1",  "a",  "f", "g", "F", ")", "(", "+", "-",
                               " ", "\n", "\r", "=", ",", ";", "V", "C", ":", "\xff"})[0];
      break;
    case 1:
      bytes.erase(at, 1 + random.below(3));
      break;
    case 2:
      bytes.resize(at);
      break;
    case 3:
      return damage_rows(random, bytes);
    case 4:
      bytes.insert(at, 1, bytes[at]);
      break;
    default:
      bytes.insert(at, random.pick({"\n",
                                    "\r\n",
                                    "C0 FN0+0\n",
                                    "ffffffffffffffff",
                                    "10000000000000000",
                                    "18446744073709551616",
                                    "00000000000000000001",
                                    "0",
                                    "))+",
                                    ")+",
                                    " V",
                                    "=(",
                                    "):(",
                                    ";LK=(",
                                    "0x",
                                    "(nil)",
                                    "P=(HEX ID=1 N=(x) T=0)\n",
                                    " V0:(1,1)",
                                    "-",
                                    "\t",
                                    " ",
                                    "+1"}));
  }
  return bytes;
}

}  // namespace

std::string generate_igprof(uint64_t seed) {
  return IgprofGenerator(seed).run();
}

std::string mutate_igprof(uint64_t seed, std::string_view bytes) {
  RandomChoice random(seed ^ 0x9e3779b97f4a7c15U);
  std::string damaged(bytes);
  for (uint64_t left = 1 + random.below(3); left != 0; --left) {
    damaged = damage(random, std::move(damaged));
  }
  return damaged;
}

}  // namespace quern::testing
