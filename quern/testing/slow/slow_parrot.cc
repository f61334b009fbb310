// SPDX-License-Identifier: MIT
#include "quern/testing/slow/slow_parrot.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <vector>

#include "quern/testing/slow/slow_callgrind_tokens.h"

namespace quern::testing {
namespace {

using slow::Row;
using slow::split_rows;
using slow::trimmed;

using Fields = std::map<std::string, std::string_view>;

class Reader {
 public:
  Meaning read(std::string_view bytes) {
    meaning_.events = {"Time", "Ops"};
    meaning_.totals = {0, 0};
    meaning_.parts.emplace_back().events = meaning_.events;
    for (const Row& row : split_rows(bytes)) {
      read_row(row);
      if (!meaning_.valid) {
        return meaning_;
      }
    }
    return_to(0);
    if (meaning_.lines.empty()) {
      lint("no-data", 1, 1);
    }
    meaning_.parts[0].cmd = meaning_.cmd;
    if (is_running_ || (!bytes.empty() && !bytes.ends_with('\n'))) {
      lint(is_running_ ? "end-missing" : "no-line-feed", split_rows(bytes).size(), 1);
    }
    std::sort(meaning_.lints.begin(), meaning_.lints.end(), [](const auto& a, const auto& b) {
      return std::tie(a.line, a.column, a.code) < std::tie(b.line, b.column, b.code);
    });
    return meaning_;
  }

 private:
  struct Frame {
    std::string ctx;
    std::string sub;
    Meaning::Function function;
    std::string call_file;
    std::optional<uint64_t> call_line;
    std::optional<Meaning::SelfLine> last_op;
    std::vector<int128> inclusive = {0, 0};
    size_t context = 0;
  };

  void read_row(const Row& row) {
    const auto value = [&row](std::string_view key) { return row.text.substr(key.size()); };
    if (row.text.starts_with('#') || trimmed(row.text).empty()) {
      return;
    }
    if (row.text.starts_with("CLI:")) {
      meaning_.cmd = meaning_.cmd.value_or(trimmed(value("CLI:")));
    } else if (row.text.starts_with("VERSION:")) {
      has_version_ = true;
      if (trimmed(value("VERSION:")) != "2") {
        fail(row, 9);
      }
    } else if (row.text.starts_with("END_OF_RUNLOOP:")) {
      return_to(0);
      is_running_ = false;
    } else if (row.text.starts_with("CS:")) {
      if (const auto fields = fields_of(row, {"ns", "file", "sub", "ctx"})) {
        read_context(row, *fields);
      }
    } else if (row.text.starts_with("OP:")) {
      if (const auto fields = fields_of(row, {"line", "time", "op"})) {
        read_op(row, *fields);
      }
    } else if (row.text.starts_with("AN:")) {
      fields_of(row, {"name", "value"});
    } else {
      fail(row, 1);
    }
  }

  /// {x{key:value}x} and so on up to the end of the row, where blanks may stand.
  std::optional<Fields> fields_of(const Row& row, const std::vector<std::string>& wanted) {
    if (!has_version_) {
      fail(row, 1);
      return std::nullopt;
    }
    Fields fields;
    size_t at = 3;
    while (!trimmed(row.text.substr(at)).empty()) {
      if (!row.text.substr(at).starts_with("{x{")) {
        fail(row, at + 1);
        return std::nullopt;
      }
      const size_t end = row.text.find("}x}", at + 3);
      if (end == std::string_view::npos) {
        fail(row, row.end_column());
        return std::nullopt;
      }
      const std::string_view field = row.text.substr(at + 3, end - at - 3);
      const size_t colon = field.find(':');
      if (colon == std::string_view::npos) {
        fail(row, at + 4);
        return std::nullopt;
      }
      fields.emplace(field.substr(0, colon), field.substr(colon + 1));
      at = end + 3;
    }
    for (const std::string& key : wanted) {
      if (!fields.contains(key)) {
        fail(row, row.end_column());
        return std::nullopt;
      }
    }
    return fields;
  }

  void read_context(const Row& row, const Fields& fields) {
    const auto text = [&fields](const char* key) { return std::string(fields.at(key)); };
    if (!any_context_ && text("sub") == "0x3" && text("ctx") == "0x3") {
      is_canonical_ = true;
      lint("canonical-output", row.number, 1);
    }
    any_context_ = true;
    is_running_ = is_running_ || text("file") != "no_file";
    const std::string ctx = address(text("ctx"));
    const std::string sub = address(text("sub"));
    const Meaning::Function function = {address(text("ns")), address(text("file")), ""};
    if (!stack_.empty() && (is_canonical_ || stack_.back().ctx == ctx)) {
      if (is_canonical_ || stack_.back().sub != sub) {
        stack_.back().sub = sub;
        name_top(function);
      }
      return;
    }
    for (size_t depth = stack_.size(); depth > 0; --depth) {
      if (stack_[depth - 1].ctx == ctx) {
        return_to(depth);
        return;
      }
    }
    Frame frame;
    frame.ctx = ctx;
    frame.sub = sub;
    if (!stack_.empty()) {
      const auto& last = stack_.back().last_op;
      frame.call_file = last ? last->file : stack_.back().function.file;
      frame.call_line = last ? last->at.line : std::nullopt;
    }
    stack_.push_back(frame);
    name_top(function);
  }

  /// Unknown however it is written.
  static std::string address(const std::string& text) { return text == "???" ? "" : text; }

  void name_top(const Meaning::Function& function) {
    Frame& top = stack_.back();
    top.function = function;
    if (meaning_.functions.emplace(function, std::vector<int128>(2)).second) {
      meaning_.function_order.push_back(function);
    }
    if (is_canonical_) {
      return;
    }
    Meaning::Context context;
    context.function = function;
    context.file = top.call_file;
    if (top.call_line) {
      context.line = static_cast<int64_t>(*top.call_line);
    }
    if (stack_.size() > 1) {
      context.parent = stack_[stack_.size() - 2].context;
    }
    context.self = {0, 0};
    top.context = meaning_.contexts.size();
    meaning_.contexts.push_back(context);
  }

  void read_op(const Row& row, const Fields& fields) {
    const auto column = [&](const char* key) {
      return static_cast<uint64_t>(fields.at(key).data() - row.text.data()) + 1;
    };
    const auto line = integer(fields.at("line"));
    const auto time = integer(fields.at("time"));
    if (!line || *line > (int128{1} << 63) - 1) {
      return fail(row, column("line"));
    }
    if (!time) {
      return fail(row, column("time"));
    }
    if (stack_.empty()) {
      return fail(row, 1);
    }
    is_running_ = is_running_ || fields.at("op") != "noop";
    if (*time < 0) {
      lint("negative-cost", row.number, column("time"));
    }
    Frame& top = stack_.back();
    Meaning::SelfLine self;
    self.function = top.function;
    self.file = top.function.file;
    if (*line >= 0) {
      self.at.line = static_cast<uint64_t>(*line);
    }
    self.self = {*time, 1};
    top.last_op = self;
    for (size_t event = 0; event < 2; ++event) {
      top.inclusive[event] += self.self[event];
      meaning_.totals[event] += self.self[event];
      meaning_.functions[top.function][event] += self.self[event];
      if (!is_canonical_) {
        meaning_.contexts[top.context].self[event] += self.self[event];
      }
    }
    meaning_.lines.push_back(self);
  }

  static std::optional<int128> integer(std::string_view text) {
    const bool is_negative = text.starts_with('-');
    const std::string_view digits = text.substr(is_negative ? 1 : 0);
    if (digits.empty() || digits.find_first_not_of("0123456789") != std::string_view::npos) {
      return std::nullopt;
    }
    return slow::cost(text);
  }

  void return_to(size_t depth) {
    while (stack_.size() > depth) {
      const Frame done = stack_.back();
      stack_.pop_back();
      if (stack_.empty() || is_canonical_) {
        continue;
      }
      Frame& caller = stack_.back();
      Meaning::Call call;
      call.caller = caller.function;
      call.callee = done.function;
      call.file = done.call_file;
      call.at.line = done.call_line;
      call.count = 1;
      call.inclusive = done.inclusive;
      for (size_t event = 0; event < 2; ++event) {
        caller.inclusive[event] += done.inclusive[event];
      }
      meaning_.calls.push_back(call);
    }
  }

  void fail(const Row& row, uint64_t column) {
    meaning_ = Meaning{};
    meaning_.valid = false;
    meaning_.error = Meaning::Error{row.number, column, "", ""};
  }

  void lint(const char* code, uint64_t line, uint64_t column) {
    meaning_.lints.push_back({code, line, column});
  }

  bool is_running_ = true;
  Meaning meaning_;
  bool has_version_ = false;
  bool any_context_ = false;
  bool is_canonical_ = false;
  std::vector<Frame> stack_;
};

}  // namespace

bool looks_like_raw_parrot(std::string_view bytes) {
  for (const Row& row : split_rows(bytes)) {
    if (!row.text.starts_with('#') && !trimmed(row.text).empty()) {
      return row.text.starts_with("CLI:") || row.text.starts_with("VERSION:") ||
             row.text.starts_with("CS:{x{");
    }
  }
  return false;
}

Meaning slow_read_parrot(std::string_view bytes) {
  return Reader().read(bytes);
}

}  // namespace quern::testing
