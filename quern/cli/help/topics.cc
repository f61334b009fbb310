// SPDX-License-Identifier: MIT
#include "quern/cli/help/topics.h"

namespace quern::cli {

const Topic* find_topic(std::string_view name) {
  for (const Topic& topic : topics()) {
    if (topic.name == name) {
      return &topic;
    }
  }
  return nullptr;
}

}  // namespace quern::cli
