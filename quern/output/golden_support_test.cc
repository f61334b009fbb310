// SPDX-License-Identifier: MIT
#include <optional>

#include "quern/output/test_support.h"
#include "quern/testing/golden.h"

namespace quern {

void compare(const std::string& name, std::string_view actual) {
  const std::string answer = name.substr(0, name.find('.'));
  const std::string question = answer.substr(0, answer.find('_'));
  const std::optional<std::string> difference = testing::golden_difference(
      QUERN_SOURCE_DIR "/tests/golden/output/" + question + "/" + answer + "/" + name, actual);
  EXPECT_FALSE(difference.has_value()) << difference.value_or("");
}

}  // namespace quern
