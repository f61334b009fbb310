// SPDX-License-Identifier: MIT
//
// The only file that sees toml++, which is slow to compile.
#include "quern/cli/config/toml.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "quern/base/text.h"
#define TOML_EXCEPTIONS 0
#include <toml++/toml.h>

namespace quern::cli {
namespace {

/// toml++ reads nested tables by recursion, and a hostile file could exhaust the stack. It limits
/// open brackets itself, but not dotted keys such as a.b.c: so dots are counted before it runs.
constexpr std::ptrdiff_t kMostDots = 4096;
constexpr size_t kDeepest = 2;  ///< nested tables; no setting needs more

class TomlReader {
 public:
  TomlReader(std::string_view text, const std::string& file) : text_(text), file_(&file) {}

  Result<std::vector<TomlItem>> read() {
    if (Result<void> fits = check_bounds(); !fits) {
      return failure(fits.error());
    }
    const toml::parse_result parsed = toml::parse(text_);
    if (!parsed) {
      std::string_view what = parsed.error().description();
      constexpr std::string_view kPrefix = "Error while parsing ";
      what.remove_prefix(what.starts_with(kPrefix) ? kPrefix.size() : 0);
      return failure(error(parsed.error().source().begin,
                           fmt::format("not valid TOML: {}", printable(what)),
                           "write KEY = VALUE lines under [TABLE] lines, with texts in quotes"));
    }
    return items(parsed.table(), 1);
  }

 private:
  [[nodiscard]] Result<void> check_bounds() const {
    if (text_.size() > kLargestConfig) {
      return failure(config_error(
          text_, *file_, {},
          fmt::format("a configuration file has at most {} bytes", grouped(kLargestConfig))));
    }
    if (std::ranges::count(text_, '.') > kMostDots) {
      return failure(
          config_error(text_, *file_, {},
                       fmt::format("a configuration file has at most {} dots", grouped(kMostDots)),
                       "each may open a table in a table"));
    }
    return {};
  }

  /// toml++ counts code points, from behind a byte order mark; a Place counts bytes.
  [[nodiscard]] Place place(const toml::source_position& at) const {
    constexpr std::string_view kMark = "\xef\xbb\xbf";
    const std::string_view row = row_of(at.line);
    size_t bytes = at.line == 1 && row.starts_with(kMark) ? kMark.size() : 0;
    for (size_t column = 1; column < at.column && bytes < row.size(); ++column) {
      bytes += std::max(utf8_sequence(row.substr(bytes)), size_t{1});
    }
    return {at.line, bytes + 1};
  }

  /// Searches from the start each time, which is fast enough below kLargestConfig.
  [[nodiscard]] std::string_view row_of(size_t line) const {
    size_t start = 0;
    for (size_t at = 1; at < line && start < text_.size(); ++at) {
      start = std::min(text_.find('\n', start), text_.size() - 1) + 1;
    }
    return text_.substr(start, text_.find('\n', start) - start);
  }

  [[nodiscard]] Diagnostic error(const toml::source_position& at, std::string message,
                                 std::string hint = {}) const {
    return config_error(text_, *file_, place(at), std::move(message), std::move(hint));
  }

  // NOLINTNEXTLINE(misc-no-recursion): at most kDeepest levels.
  Result<std::vector<TomlItem>> items(const toml::table& table, size_t depth) {
    std::vector<TomlItem> found;
    for (const auto& [key, node] : table) {
      TomlItem item;
      item.key = key.str();
      item.key_place = place(key.source().begin);
      item.place = place(node.source().begin);
      if (Result<void> taken = take(node, depth, item); !taken) {
        return failure(taken.error());
      }
      found.push_back(std::move(item));
    }
    // toml++ sorts tables by key; errors are to come in the order of the file.
    std::ranges::sort(found, [](const TomlItem& a, const TomlItem& b) {
      return std::pair(a.key_place.line, a.key_place.column) <
             std::pair(b.key_place.line, b.key_place.column);
    });
    return found;
  }

  // NOLINTNEXTLINE(misc-no-recursion)
  Result<void> take(const toml::node& node, size_t depth, TomlItem& item) {
    if (const toml::table* const table = node.as_table()) {
      if (depth > kDeepest) {
        return failure(error(node.source().begin, "a table within a table within a table"));
      }
      item.is_table = true;
      Result<std::vector<TomlItem>> within = items(*table, depth + 1);
      if (!within) {
        return failure(within.error());
      }
      item.items = std::move(*within);
      return {};
    }
    if (const auto* const flag = node.as_boolean()) {
      item.flag = flag->get();
      return {};
    }
    if (const toml::array* const array = node.as_array()) {
      item.is_array = true;
      for (const toml::node& element : *array) {
        if (Result<void> added = add_text(element, item); !added) {
          return added;
        }
      }
      return {};
    }
    return add_text(node, item);
  }

  Result<void> add_text(const toml::node& node, TomlItem& item) {
    if (const auto* const text = node.as_string()) {
      item.texts.push_back(text->get());
    } else if (const auto* const integer = node.as_integer()) {
      item.texts.push_back(fmt::format("{}", integer->get()));
    } else if (const auto* const number = node.as_floating_point()) {
      item.texts.push_back(fmt::format("{}", number->get()));
    } else {
      return failure(error(node.source().begin,
                           "a setting is a text, a number, true or false, or an array of texts "
                           "and numbers"));
    }
    item.text_places.push_back(place(node.source().begin));
    if (item.texts.back().empty()) {
      return failure(
          error(node.source().begin, "a setting cannot be empty", "[] is a list without elements"));
    }
    return {};
  }

  std::string_view text_;
  const std::string* file_;
};

}  // namespace

std::string toml_library() {
  return fmt::format("toml++ {}.{}.{}", TOML_LIB_MAJOR, TOML_LIB_MINOR, TOML_LIB_PATCH);
}

Result<std::vector<TomlItem>> parse_toml(std::string_view text, const std::string& file) {
  return TomlReader(text, file).read();
}

}  // namespace quern::cli
