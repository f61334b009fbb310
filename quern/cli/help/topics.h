// SPDX-License-Identifier: MIT
//
// Pages that `quern help TOPIC` shows, of docs/: embedded when quern is built, so that the web and
// the terminal have one text.
#pragma once

#include <span>
#include <string_view>

namespace quern::cli {

struct Topic {
  std::string_view name;      ///< "callgrind"
  int section = 7;            ///< of manual pages: 5 for file formats, 7 for the rest
  std::string_view markdown;  ///< the page
};

/// All topics in the order that help lists them.
[[nodiscard]] std::span<const Topic> topics();

/// The topic of this name; null where there is none.
[[nodiscard]] const Topic* find_topic(std::string_view name);

}  // namespace quern::cli
