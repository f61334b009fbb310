// SPDX-License-Identifier: MIT
//
// The one door to a profile: finds the files meant, recognizes and reads them, and hands out one
// constant Profile. Several files become one profile whose parts stay apart. It prints nothing and
// knows no command line.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "quern/base/byte_sink.h"
#include "quern/base/result.h"
#include "quern/base/stopped.h"
#include "quern/bytes/reading/source.h"
#include "quern/formats/shared/format.h"
#include "quern/model/builder.h"
#include "quern/model/profile.h"
#include "quern/model/records/sink.h"
#include "quern/source/readable_names.h"
#include "quern/workspace/load/cache.h"

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

/// How files become a profile. With keep_going, only what cannot be read at all (missing,
/// unrecognized) is an error of open_profile().
struct OpenOptions : ReadOptions {
  Keep keep = Keep::kSums;
  NameOptions names;
  /// Costs that `summary:` declares beyond the rows are the row `(not in this profile)` of each
  /// answer; see ProfileBuilder::add_declared_costs(). Not for what is written as a profile.
  bool adds_declared_costs = false;
  ReadProgress* progress = nullptr;
  /// Where snapshots of large inputs are kept and taken from; not where keep_going is set.
  CacheOptions cache = {};
};

struct Opened {
  std::unique_ptr<const Profile> profile;
  /// What the user should know about how the files were found: one sentence each, such as which
  /// siblings were read and that an empty thread base was skipped.
  std::vector<std::string> notes;
};

/// Opens and reads `paths` ("-": standard input). Errors: those of open_input, `unrecognised`
/// (at 1:1, with what the first bytes look like), and every error of the format's reader.
[[nodiscard]] Result<Opened> open_profile(std::span<const std::string> paths,
                                          const OpenOptions& options);

/// The same for bytes in memory, which errors call `name`.
[[nodiscard]] Result<Opened> open_bytes(const std::string& name, std::string bytes,
                                        const OpenOptions& options);

/// Reads one input into a sink of the caller's own (StreamingSink is one to begin with): no profile
/// is made, and nothing is kept but what the sink keeps and what the format needs to be read;
/// quern's own JSON, speedscope's and pprof's files are collected, packed, before they are pushed.
/// The sink is called on this thread. Of `options`, keep, names, siblings and threads mean nothing
/// here. `is_stopped`: once it is true, reading ends soon, with the error `stopped`; null: never.
/// Other errors: those of open_profile(); with keep_going they are findings of the result.
[[nodiscard]] Result<InputInfo> read_into(const std::string& path, Sink& sink,
                                          const OpenOptions& options,
                                          const bool* is_stopped = nullptr);

/// Whether `path` is a file that open_profile() would read: one that a format recognizes or, with a
/// dialect named, any regular one. A pipe is taken for one, since its bytes can be read only once.
[[nodiscard]] bool is_profile(const std::string& path, const std::optional<std::string>& dialect);

/// Whether `path` is a snapshot, whose sums can be read without its records.
[[nodiscard]] bool is_snapshot(const std::string& path);

/// Whether `path` is a text in Callgrind's format that need not be unpacked: its sums are read in
/// less time than its records.
[[nodiscard]] bool is_plain_callgrind(const std::string& path);

/// Whether open_profile() would take `path` from the cache without a look at its text. A copy of
/// what is kept, or a file that was touched, is not known so far.
[[nodiscard]] bool is_cached(const std::string& path, const OpenOptions& options);

/// The files of the same run as `path`, itself included, in order of part and thread.
[[nodiscard]] Result<std::vector<std::string>> sibling_files(const std::string& path);

/// The newest file in `folder` that is named like a profile (callgrind.out.*, cachegrind.out.*,
/// *.callgrind, …) and not empty. Error `no-profile-here` where there is none.
[[nodiscard]] Result<std::string> newest_profile(const std::string& folder);

/// Writes the names of all addresses that `profile` has instead of functions (Keep::kSums), as far
/// as this machine's object files know them, in the form of NameOptions::symbol_files; adds to
/// `notes` how many that are. Error: `not-built-in`.
[[nodiscard]] Result<void> write_symbols(const Profile& profile, ByteSink& out,
                                         std::vector<std::string>& notes);

/// A mangled name as Demangling::kShown has it; other names as they are.
[[nodiscard]] std::string readable_name(const std::string& name);

/// What quern can read, for help pages and messages.
struct FormatInfo {
  std::string_view name;                   ///< "callgrind"
  std::string_view summary;                ///< one phrase
  std::vector<std::string_view> dialects;  ///< values of --dialect that belong to it
};
[[nodiscard]] std::vector<FormatInfo> readable_formats();

/// Every lint and error code of every format and of opening itself, sorted by name.
[[nodiscard]] std::vector<const CodeInfo*> all_codes();

/// Streams `profile` (a full load) as quern.profile/1 into `out`.
void write_profile_json(const Profile& profile, ByteSink& out);

}  // namespace quern
