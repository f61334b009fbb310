// SPDX-License-Identifier: MIT
//
// Whether a profile is all that its producers meant to write. Only profiles make one, so that an
// answer cannot be made without saying it. A profile that is not complete stays so when it is
// filtered, merged, converted or kept as a snapshot, where the target can say it.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/diagnostic.h"
#include "quern/base/int128.h"

namespace quern {

class Profile;
struct InputInfo;
struct PartHeader;

/// How the description of a part begins that says why what was read is incomplete. Formats that
/// keep descriptions keep it.
inline constexpr std::string_view kIncompleteStart = "Incomplete: ";
/// Of an input that says so of what it was made from.
inline constexpr CodeInfo kMadeFromIncomplete{"made-from-incomplete", Severity::kNote,
                                              "the file was made from an incomplete profile", false,
                                              true};

/// Of formats that have no end to miss, such as folded stacks.
inline constexpr CodeInfo kEndUnknown{
    "end-unknown", Severity::kNote,
    "nothing in the file shows whether rows are missing at its end"};

/// Why an input is not complete.
struct Shortfall {
  /// An event of which the input declares more than its rows have.
  struct Missing {
    std::string event;
    int128 declared = 0;
    int128 read = 0;
  };
  std::string input;  ///< as the user named it
  const CodeInfo* code = nullptr;
  Place place;          ///< where that shows; 0:0 where it is known from a description
  std::string message;  ///< one phrase
  std::vector<Missing> missing;
};

class Completeness {
 public:
  explicit Completeness(const Profile& profile);

  [[nodiscard]] bool is_complete() const { return shortfalls_->empty(); }
  /// By input, in the order found.
  [[nodiscard]] std::span<const Shortfall> shortfalls() const { return *shortfalls_; }
  /// Both together: of an answer about several profiles.
  [[nodiscard]] Completeness with(const Completeness& other) const;

 private:
  using Shortfalls = std::vector<Shortfall>;
  explicit Completeness(Shortfalls shortfalls)
      : shortfalls_(std::make_shared<const Shortfalls>(std::move(shortfalls))) {}

  std::shared_ptr<const Shortfalls> shortfalls_;
};

/// The descriptions of any part that say so, each once.
[[nodiscard]] std::vector<std::string> incomplete_descriptions(const Profile& profile);
/// Says in a part of the input why the input is incomplete, if it is.
void describe_incompleteness(const InputInfo& info, PartHeader& part);

}  // namespace quern
