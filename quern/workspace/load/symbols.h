// SPDX-License-Identifier: MIT
//
// Better names for a profile's functions: those of frames that IgProf knows by address alone
// (`@?0x7f26cec4524a`), from files of symbols and from this machine's object files; and mangled
// names made readable. docs/topics/symbols.md says what users are told.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "quern/base/byte_sink.h"
#include "quern/base/result.h"
#include "quern/model/new_names.h"
#include "quern/model/profile.h"
#include "quern/workspace/workspace.h"

namespace quern {

/// A frame whose function has an address for a name.
struct BareFrame {
  FrameId frame;
  std::string object;
  uint64_t address = 0;  ///< as recorded: from where the object is loaded
  /// The address to look up. A caller's is the one its callee returns to, which is behind the call
  /// and may be another function's; only where a clock interrupted the program it is exact.
  uint64_t looked_up = 0;
};

/// By object, then by address.
[[nodiscard]] std::vector<BareFrame> bare_frames(const Profile& profile);

/// Namers as the options want them, in order. What they have to say (how many addresses were
/// resolved, which objects cannot be read) is added to `notes`, which must outlive them. Errors:
/// those of reading a symbol file, and `not-built-in`.
[[nodiscard]] Result<std::vector<Namer>> namers_for(const NameOptions& options,
                                                    std::vector<std::string>& notes);

}  // namespace quern
