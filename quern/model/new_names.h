// SPDX-License-Identifier: MIT
//
// New names for what a profile's input names otherwise: mangled names made readable, addresses
// resolved. A Namer is asked once all is read, and before anything is summed: functions that become
// equal are one function to everything that follows.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace quern {

class Profile;

/// What a frame that was known by its address alone belongs to.
struct FrameName {
  std::string function;
  /// Of the frame's address in the function: what its positions grow by.
  int64_t offset = 0;
  bool operator==(const FrameName&) const = default;
};

struct NewNames {
  /// By FrameId, may be shorter: the frame is of this function in its object. A function that loses
  /// all its frames is gone. Only for frames of parts whose contexts stand alone.
  std::vector<std::optional<FrameName>> frames{};
  /// By FunctionId, may be shorter; applied after `frames`. Functions of one name have one new
  /// name.
  std::vector<std::optional<std::string>> functions{};
  /// Functions of different names stay apart, even where `functions` calls them alike.
  bool keeps_apart = false;
};

/// Looks at the profile (its symbols, events, parts and contexts; sums are still missing).
using Namer = std::function<NewNames(const Profile& profile)>;

}  // namespace quern
