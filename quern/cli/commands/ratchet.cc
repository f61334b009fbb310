// SPDX-License-Identifier: MIT
#include "quern/cli/commands/ratchet.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <utility>

#include "quern/base/text.h"
#include "quern/cli/config/config.h"
#include "quern/cli/config/toml.h"

namespace quern::cli {
namespace {

class RatchetReader {
 public:
  RatchetReader(std::string_view text, const std::string& file) {
    ratchet_.file = file;
    ratchet_.text = text;
  }

  Result<Ratchet> read() {
    const Result<std::vector<TomlItem>> items = parse_toml(ratchet_.text, ratchet_.file);
    if (!items) {
      return failure(items.error());
    }
    if (Result<void> taken = take(*items, true); !taken) {
      return failure(taken.error());
    }
    if (ratchet_.rules.empty()) {
      return failure(
          error({}, "missing-argument", "this file contains no limits", "e.g. max = [\"Ir=1e9\"]"));
    }
    return std::move(ratchet_);
  }

 private:
  // NOLINTNEXTLINE(misc-no-recursion): [gate] holds no tables.
  Result<void> take(const std::vector<TomlItem>& items, bool is_top) {
    for (const TomlItem& item : items) {
      const bool is_gate = is_top && item.is_table && item.key == "gate";
      if (!is_gate && (item.key != "max" || item.is_table || item.flag)) {
        return failure(
            error(item.key_place, "unknown-key",
                  fmt::format("a file of limits contains max = [...], at the top or under "
                              "[gate], but not '{}'",
                              printable(item.key)),
                  ""));
      }
      Result<void> taken = is_gate ? take(item.items, false) : take_rules(item);
      if (!taken) {
        return taken;
      }
    }
    return {};
  }

  Result<void> take_rules(const TomlItem& item) {
    for (size_t at = 0; at < item.texts.size(); ++at) {
      Result<GateRule> rule = read_gate_rule(item.texts[at]);
      if (!rule) {
        return failure(error(item.text_places[at], rule.error().code, rule.error().message,
                             rule.error().hint));
      }
      if (rule->needs_base()) {
        return failure(error(item.text_places[at], "bad-rule",
                             fmt::format("the rule '{}' is about {}", printable(rule->text),
                                         rule->only_new ? "what is new" : "a change"),
                             "write limits without + or -, e.g. 'Ir=1e9'"));
      }
      rule->written = {ratchet_.file, item.text_places[at].line};
      ratchet_.rules.push_back(std::move(*rule));
      ratchet_.places.push_back(item.text_places[at]);
    }
    return {};
  }

  [[nodiscard]] Diagnostic error(Place place, std::string_view code, std::string message,
                                 std::string hint) const {
    Diagnostic error =
        config_error(ratchet_.text, ratchet_.file, place, std::move(message), std::move(hint));
    error.code = code;
    return error;
  }

  Ratchet ratchet_;
};

size_t offset_of(std::string_view text, Place place) {
  size_t start = 0;
  for (uint64_t line = 1; line < place.line && start < text.size(); ++line) {
    start = std::min(text.find('\n', start), text.size() - 1) + 1;
  }
  return std::min(start + place.column - 1, text.size());
}

/// The characters of a limit within the quotes that begin at `quote`.
struct LimitRange {
  size_t from = 0;
  size_t size = 0;
};

std::optional<LimitRange> limit_range(std::string_view text, size_t quote) {
  const char sign = quote < text.size() ? text[quote] : '\0';
  if (sign != '"' && sign != '\'') {
    return std::nullopt;
  }
  size_t end = quote + 1;
  while (end < text.size() && text[end] != sign && text[end] != '\n') {
    end += sign == '"' && text[end] == '\\' ? size_t{2} : size_t{1};
  }
  if (end >= text.size() || text[end] != sign) {
    return std::nullopt;
  }
  const std::string_view inside = text.substr(quote + 1, end - quote - 1);
  const size_t equals = inside.rfind('=');
  if (equals == std::string_view::npos) {
    return std::nullopt;
  }
  return LimitRange{quote + 1 + equals + 1, inside.size() - equals - 1};
}

/// Whether a text holds the rules of `ratchet` with those limits, and nothing else.
bool says(const std::string& text, const Ratchet& ratchet,
          std::span<const std::optional<std::string>> limits) {
  const Result<Ratchet> now = parse_ratchet(text, ratchet.file);
  if (!now || now->rules.size() != ratchet.rules.size()) {
    return false;
  }
  for (size_t at = 0; at < ratchet.rules.size(); ++at) {
    const std::string& was = ratchet.rules[at].text;
    const std::string expected = limits[at] ? was.substr(0, was.rfind('=') + 1) + *limits[at] : was;
    if (now->rules[at].text != expected) {
      return false;
    }
  }
  return true;
}

}  // namespace

Result<Ratchet> parse_ratchet(std::string_view text, const std::string& file) {
  return RatchetReader(text, file).read();
}

Result<Ratchet> read_ratchet(const std::string& file) {
  std::error_code ignored;
  if (file == "-" || (std::filesystem::exists(file, ignored) &&
                      !std::filesystem::is_regular_file(file, ignored))) {
    return failure(usage_error("bad-value",
                               fmt::format("'{}' is not a file of limits", printable(file)),
                               "limits are written back, so --ratchet needs a regular file"));
  }
  const Result<std::string> text = read_config_text(file);
  if (!text) {
    return failure(text.error());
  }
  if (text->size() != std::filesystem::file_size(file, ignored)) {
    return failure(usage_error("bad-value", fmt::format("'{}' is compressed", printable(file)),
                               "limits are written back to this file: decompress it first"));
  }
  return parse_ratchet(*text, file);
}

Result<std::string> with_limits(const Ratchet& ratchet,
                                std::span<const std::optional<std::string>> limits) {
  std::vector<std::pair<LimitRange, std::string>> changes;
  std::string text = ratchet.text;
  for (size_t at = 0; at < ratchet.rules.size(); ++at) {
    if (!limits[at]) {
      continue;
    }
    const std::optional<LimitRange> range =
        limit_range(ratchet.text, offset_of(ratchet.text, ratchet.places[at]));
    if (range) {
      changes.emplace_back(*range, *limits[at]);
    }
  }
  // From the end on, so that places before stay where they are.
  std::ranges::sort(changes, std::greater(), [](const auto& change) { return change.first.from; });
  for (const auto& [range, limit] : changes) {
    text.replace(range.from, range.size, limit);
  }
  if (!says(text, ratchet, limits)) {
    return failure(config_error(ratchet.text, ratchet.file, {},
                                "a limit here is written in a way that quern cannot replace",
                                "each rule stands in quotes on one row, without escapes in its "
                                "limit"));
  }
  return text;
}

}  // namespace quern::cli
