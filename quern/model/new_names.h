// SPDX-License-Identifier: MIT
//
// New names for what a profile's input names otherwise: mangled names made readable, addresses
// resolved. A Namer is asked once all is read, and before anything is summed: functions that become
// equal are one function to everything that follows.
#pragma once

#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/model/records/ids.h"

namespace quern {

class Profile;

/// What a frame that was known by its address alone belongs to.
struct FrameName {
  std::string function;
  /// Of the frame's address in the function: what its positions grow by.
  int64_t offset = 0;
  bool operator==(const FrameName&) const = default;
};

struct FunctionName {
  FunctionId function;
  NameId known = {};  ///< the name's id in the profile, where that is known; else unknown
  std::string_view name = {};
};

struct NewNames {
  /// By FrameId, may be shorter: the frame is of this function in its object. A function that loses
  /// all its frames is gone. Only for frames of parts whose contexts stand alone.
  std::vector<std::optional<FrameName>> frames{};
  /// Those that are named otherwise, ascending by function; applied after `frames`. Functions of
  /// one name have one new name.
  /// Their texts are pieces of the profile's names, or in `texts`.
  std::vector<FunctionName> functions{};
  std::shared_ptr<std::deque<std::string>> texts{};  ///< null: none
  /// Functions of different names stay apart, even where `functions` calls them alike.
  bool keeps_apart = false;
  /// The profile remembers which functions were separate before `functions` merged them: see
  /// SplitFunctions. Without `frames`.
  bool remembers = false;

  void add(FunctionId function, std::string name) {
    if (!texts) {
      texts = std::make_shared<std::deque<std::string>>();
    }
    functions.push_back({function, {}, texts->emplace_back(std::move(name))});
  }
};

/// Looks at the profile (its symbols, events, parts and contexts; sums are still missing).
using Namer = std::function<NewNames(const Profile& profile)>;

}  // namespace quern
