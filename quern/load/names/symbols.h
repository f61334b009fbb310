// SPDX-License-Identifier: MIT
//
// Better names for a profile's functions: those of frames that IgProf knows by address alone
// (`@?0x7f26cec4524a`), from files of symbols and from this machine's object files; and mangled
// names made readable. docs/topics/symbols.md explains it for users.
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
#include "quern/source/readable_names.h"

namespace quern {

/// What becomes of mangled names.
enum class Demangling : uint8_t {
  kNever,   ///< they stay
  kShown,   ///< they become readable; functions of different names stay different ones
  kMerged,  ///< they become readable, and functions whose names become equal one function
};

/// Other names than the input's; nothing of it below Keep::kSums.
struct NameOptions {
  /// Files that write_symbols() wrote: names of addresses.
  std::vector<std::string> symbol_files;
  /// Look up the other addresses in this machine's object files.
  bool resolve = false;
  Demangling demangle = Demangling::kNever;
  /// Callgrind's names of separated callers and levels of recursion (f'g, f'2) become f.
  bool fold = false;
  /// Names of Parrot's subroutines lose the addresses in front, which differ from run to run; part
  /// of `fold`.
  bool drop_addresses = false;
  /// Other runs are added or compared to this one, so that no address tells two apart.
  bool runs_beside = false;
  /// But not those of functions whose name, file or object one of these expressions fits.
  std::vector<std::string> unfolded = {};
  /// Which names these are held against.
  MatchedNames matched = {};
};

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

/// Writes the names of all addresses that `profile` has instead of functions (Keep::kSums), as far
/// as this machine's object files know them, in the form of NameOptions::symbol_files; adds to
/// `notes` how many that are. Error: `not-built-in`.
[[nodiscard]] Result<void> write_symbols(const Profile& profile, ByteSink& out,
                                         std::vector<std::string>& notes);

/// A mangled name as Demangling::kShown has it; other names as they are.
[[nodiscard]] std::string readable_name(const std::string& name);

}  // namespace quern
