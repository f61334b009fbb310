// SPDX-License-Identifier: MIT
#include <optional>

#include "quern/output/test_support.h"
#include "quern/testing/golden.h"

namespace quern {

void compare(const std::string& name, std::string_view actual) {
  const std::optional<std::string> difference =
      testing::golden_difference(QUERN_SOURCE_DIR "/tests/golden/output/" + name, actual);
  EXPECT_FALSE(difference.has_value()) << difference.value_or("");
}

}  // namespace quern
