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
#include "quern/bytes/reading/window.h"
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

/// The largest OpenOptions::max_row that makes sense: 1 TiB.
inline constexpr size_t kMostMaxRow = size_t{1} << 40;

struct OpenOptions {
  Keep keep = Keep::kSums;
  NameOptions names;
  /// Read the other files of the same run too (callgrind.out.PID[.N][-TT]), never another pid's.
  bool siblings = false;
  /// Overrides the base rule that the creator implies: "self" or "cost".
  std::optional<std::string> base_rule;
  /// Reads as this format or dialect instead of recognizing it.
  std::optional<std::string> dialect;
  /// Report errors as findings of the profile and go on after them where that makes sense; only
  /// what cannot be read at all (missing, unrecognized) is then an error of open_profile().
  bool keep_going = false;
  /// Keep what stands before a damaged or cut end, with a warning, where the format can do so.
  bool recover = false;
  /// Costs that `summary:` declares beyond the rows are the row `(not in this profile)` of each
  /// answer; see ProfileBuilder::add_declared_costs(). Not for what is written as a profile.
  bool adds_declared_costs = false;
  /// False: the answer is about functions alone and all parts, so that Profile::call_costs() may
  /// stand for the calls. Means nothing where several inputs are read, or a pipe.
  bool needs_calls = true;
  /// Read Profile::call_costs() too, although calls are needed: lists of functions are then made
  /// without a walk over the calls. Means nothing where several inputs are read, or a pipe.
  bool takes_call_costs = false;
  /// Raw Parrot profiles: each opcode is a function that its subroutine calls.
  bool opcodes = false;
  /// pprof: labels of samples are the outermost functions of their stacks.
  bool labels = false;
  unsigned threads = 0;                         ///< 0: as many as help
  uint64_t parallel_from = uint64_t{16} << 20;  ///< smaller inputs are read by one thread
  size_t buffer_bytes = Window::kDefaultSize;
  /// Longer rows of the line-oriented formats are an error, `line-too-long`: it bounds the memory
  /// that a small compressed file can make a reader take. Recognition holds up to 1 MiB, so that
  /// smaller limits have no effect on what it holds.
  size_t max_row = Window::kLongestLine;
  ReadProgress* progress = nullptr;
  /// Where snapshots of large inputs are kept and taken from; not where keep_going is set.
  CacheOptions cache = {};
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
