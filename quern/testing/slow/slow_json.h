// SPDX-License-Identifier: MIT
//
// A JSON document as a tree of values, for slow twins: strict, whole, with numbers as written.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace quern::testing {

struct SlowJson {
  SlowJson();
  SlowJson(const SlowJson&);
  SlowJson(SlowJson&&) noexcept;
  SlowJson& operator=(const SlowJson&);
  SlowJson& operator=(SlowJson&&) noexcept;
  ~SlowJson();

  enum class Kind : uint8_t { kWord, kNumber, kText, kList, kObject };
  Kind kind = Kind::kWord;
  std::string text;  ///< of words and numbers as written
  std::vector<SlowJson> items;
  std::vector<std::pair<std::string, SlowJson>> members;

  /// The last member of this name that is not null; null: there is none.
  [[nodiscard]] const SlowJson* find(std::string_view name) const;
};

/// Nothing: `text` is not one well-formed document, or nests deeper than 256 brackets.
[[nodiscard]] std::optional<SlowJson> slow_parse_json(std::string_view text);

}  // namespace quern::testing
