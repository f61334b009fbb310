// SPDX-License-Identifier: MIT
//
// What tests of this room share: a profile of a text.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>

#include "quern/workspace/workspace.h"

namespace quern::test {

inline std::unique_ptr<const Profile> read_text(std::string text, Keep keep = Keep::kAll) {
  OpenOptions options;
  options.keep = keep;
  Result<Opened> opened = open_bytes("in", std::move(text), options);
  EXPECT_TRUE(opened.has_value()) << (opened ? "" : opened.error().message);
  return opened ? std::move(opened->profile) : nullptr;
}

}  // namespace quern::test
