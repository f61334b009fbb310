// SPDX-License-Identifier: MIT
#include "quern/testing/slow/slow_folded.h"

#include <optional>
#include <regex>
#include <string>
#include <utility>
#include <vector>

namespace quern::testing {
namespace {

const std::regex& row_form(size_t counts) {
  static const std::regex kOne("^(?:([\\s\\S]*[^ \t])[ \t]+|[ \t]*)([0-9]+(?:\\.[0-9]*)?)[ \t]*$");
  static const std::regex kTwo(
      "^(?:([\\s\\S]*[^ \t])[ \t]+|[ \t]*)([0-9]+(?:\\.[0-9]*)?)[ \t]+([0-9]+(?:\\.[0-9]*)?)[ "
      "\t]*$");
  return counts == 1 ? kOne : kTwo;
}

bool is_nothing(const std::string& row) {
  return row == "#" || row.starts_with("# ") || row.find_first_not_of(" \t") == std::string::npos;
}

std::vector<std::string> rows_in(std::string_view bytes) {
  std::vector<std::string> rows;
  std::string row;
  for (const char c : bytes) {
    if (c != '\n') {
      row += c;
      continue;
    }
    rows.push_back(std::exchange(row, ""));
  }
  if (!row.empty()) {
    rows.push_back(row);
  }
  for (std::string& each : rows) {
    if (each.ends_with('\r')) {
      each.pop_back();
    }
  }
  return rows;
}

std::vector<std::string> frames_of(const std::string& stack) {
  std::vector<std::string> frames(1);
  for (const char c : stack) {
    if (c == ';') {
      frames.emplace_back();
    } else {
      frames.back() += c;
    }
  }
  return frames;
}

/// Nothing: beyond 64 bits, or with a fraction.
std::optional<int128> whole_number(const std::string& digits) {
  int128 number = 0;
  for (const char digit : digits) {
    number = number * 10 + (digit - '0');
    if (digit == '.' || number > int128{UINT64_MAX}) {
      return std::nullopt;
    }
  }
  return number;
}

class FoldedTwin {
 public:
  Meaning read(std::string_view bytes) {
    const std::vector<std::string> rows = rows_in(bytes);
    counts_ = counts_of(rows);
    meaning_.events =
        counts_ == 2 ? std::vector<std::string>{"old", "new"} : std::vector<std::string>{"samples"};
    meaning_.totals.resize(counts_);
    Meaning::Part& part = meaning_.parts.emplace_back();
    part.events = meaning_.events;
    part.positions.clear();
    for (size_t at = 0; at < rows.size() && meaning_.valid; ++at) {
      if (!is_nothing(rows[at])) {
        read_row(at + 1, rows[at]);
      }
    }
    if (meaning_.valid && meaning_.contexts.empty()) {
      meaning_.lints.push_back({"no-data", 1, 1});
    }
    if (!bytes.empty() && !bytes.ends_with('\n') && !is_nothing(rows.back())) {
      meaning_.lints.push_back({"no-line-feed", rows.size(), 1});
    }
    return std::move(meaning_);
  }

 private:
  static size_t counts_of(const std::vector<std::string>& rows) {
    bool has_rows = false;
    for (const std::string& row : rows) {
      std::smatch match;
      if (is_nothing(row)) {
        continue;
      }
      if (!std::regex_match(row, match, row_form(2)) || match[1].length() == 0) {
        return 1;
      }
      has_rows = true;
    }
    return has_rows ? 2 : 1;
  }

  void fail(size_t line, size_t column) {
    meaning_ = {};
    meaning_.valid = false;
    meaning_.error = {line, column, "", ""};
  }

  void read_row(size_t line, const std::string& row) {
    std::smatch match;
    if (!std::regex_match(row, match, row_form(counts_))) {
      fail(line, row.find_last_not_of(" \t") + 2);
      return;
    }
    if (match[1].length() == 0) {
      fail(line, 1);
      return;
    }
    std::vector<int128> costs;
    for (size_t at = 0; at < counts_; ++at) {
      const std::string digits = match[2 + at];
      const std::optional<int128> cost = whole_number(digits);
      if (!cost) {
        const size_t point = digits.find('.');
        fail(line, static_cast<size_t>(match.position(2 + at)) + 1 +
                       (point == std::string::npos ? 0 : point));
        return;
      }
      costs.push_back(*cost);
    }
    push(frames_of(match[1]), costs);
  }

  void push(std::vector<std::string> frames, const std::vector<int128>& costs) {
    size_t shared = 0;
    while (shared < path_.size() && shared + 1 < frames.size() &&
           frames_[shared] == frames[shared]) {
      ++shared;
    }
    path_.resize(shared);
    for (size_t at = shared; at < frames.size(); ++at) {
      Meaning::Context context;
      context.parent = path_.empty() ? std::nullopt : std::optional(path_.back());
      context.function.name = frames[at] == "???" ? "" : frames[at];
      context.self.resize(counts_);
      if (!meaning_.functions.contains(context.function)) {
        meaning_.functions[context.function].resize(counts_);
        meaning_.function_order.push_back(context.function);
      }
      path_.push_back(meaning_.contexts.size());
      meaning_.contexts.push_back(std::move(context));
    }
    Meaning::Context& last = meaning_.contexts.back();
    for (size_t at = 0; at < counts_; ++at) {
      last.self[at] = costs[at];
      meaning_.functions[last.function][at] += costs[at];
      meaning_.totals[at] += costs[at];
    }
    frames_ = std::move(frames);
  }

  Meaning meaning_;
  size_t counts_ = 1;
  std::vector<std::string> frames_;  ///< of the row before
  std::vector<size_t> path_;         ///< their contexts
};

}  // namespace

Meaning slow_read_folded(std::string_view bytes) {
  // A byte order mark is nothing of the first row: columns count from behind it.
  return FoldedTwin().read(bytes.starts_with("\xef\xbb\xbf") ? bytes.substr(3) : bytes);
}

}  // namespace quern::testing
