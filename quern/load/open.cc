// SPDX-License-Identifier: MIT
#include "quern/load/open.h"

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "quern/analysis/costs/call_costs.h"
#include "quern/analysis/costs/context_sums.h"
#include "quern/analysis/events/event_meanings.h"
#include "quern/analysis/events/shared_definitions.h"
#include "quern/base/quoting/shell_words.h"
#include "quern/base/text.h"
#include "quern/bytes/files/regular_file.h"
#include "quern/formats/snapshot/layout.h"
#include "quern/formats/snapshot/snapshot.h"
#include "quern/load/cache.h"
#include "quern/load/find/codes.h"
#include "quern/load/find/recognize.h"
#include "quern/load/find/siblings.h"
#include "quern/load/read_input.h"

namespace quern {

namespace {

/// None where only totals are kept: they know no names.
Result<std::vector<Namer>> namers_of(const OpenOptions& options, std::vector<std::string>& notes) {
  return options.keep == Keep::kTotals ? std::vector<Namer>() : namers_for(options.names, notes);
}

std::string key_of(bool value) {
  return value ? "1" : "0";
}

std::string key_of(const std::optional<std::string>& value) {
  return value.value_or("-");
}

/// All that changes what a reader makes of the same bytes, and what is kept of it.
std::string ways_of_reading(const OpenOptions& options) {
  std::string ways = fmt::format("{} {}", QUERN_VERSION, snapshot::kFormatVersion);
  const ReadingOptions& asked = options;
  each_reading_option(asked, [&](std::string_view, ReadingEffect effect, const auto& value) {
    if (effect == ReadingEffect::kRecords) {
      ways += ' ' + key_of(value);
    }
  });
  return ways;
}

/// The whole of one file, for the cache; null where it has errors.
std::unique_ptr<const Profile> read_all(const std::string& path, OpenOptions options) {
  options.keep = Keep::kAll;
  options.adds_declared_costs = false;
  Result<Input> input = open_input(path);
  return input ? read_profile(std::move(*input), options).value_or(nullptr) : nullptr;
}

/// Whether functions are called as what stands for their calls in a snapshot calls them. If not,
/// all would be read for nothing, and once more.
bool names_as_usual(const NameOptions& names) {
  return names.fold && names.unfolded.empty() && names.demangle != Demangling::kMerged;
}

/// What `read` gives; with calls and stacks where what stands for them does not do.
template <class Read>
Result<std::unique_ptr<const Profile>> read_with_calls(OpenOptions options, Read read) {
  Result<std::unique_ptr<const Profile>> profile = read(options);
  if (profile && !can_tell(**profile)) {
    options.needs_calls = true;
    options.takes_call_costs = false;
    profile->reset();  // not both at a time
    profile = read(options);
  }
  return profile;
}

/// As open_input(); a folder is answered with the newest profile in it.
Result<Input> open_file(const std::string& path) {
  Result<Input> input = open_input(path);
  if (input || input.error().code != "is-a-directory") {
    return input;
  }
  const std::string folder = path.ends_with('/') ? path.substr(0, path.size() - 1) : path;
  const Result<std::string> newest = newest_profile(folder.empty() ? "/" : folder);
  Diagnostic error = input.error();
  error.hint = newest ? fmt::format("its newest profile is {}", shell_quoted(*newest))
                      : fmt::format("it has no file named like a profile; {}", kRecordOne);
  return failure(std::move(error));
}

/// The file, or its snapshot in the cache.
Result<std::pair<Input, Origin>> open_cached(const std::string& path, const OpenOptions& options,
                                             SnapshotCache& cache) {
  if (!options.keep_going) {
    if (std::optional<Input> kept = cache.open(path, [&] { return read_all(path, options); })) {
      return std::pair(std::move(*kept), Origin::kCache);
    }
  }
  Result<Input> input = open_file(path);
  if (!input) {
    return failure(std::move(input.error()));
  }
  return std::pair(std::move(*input), Origin::kItself);
}

Result<std::unique_ptr<const Profile>> read_files(std::span<const std::string> paths,
                                                  const OpenOptions& options,
                                                  std::span<const Namer> namers,
                                                  SnapshotCache& cache,
                                                  std::vector<std::string>& notes) {
  ProfileBuilder builder(options.keep);
  prepare(builder, options);
  EventMeanings meanings;
  std::vector<SettledUnit> units;
  size_t number = 0;
  for (const std::string& path : paths) {
    Result<std::pair<Input, Origin>> input = open_cached(path, options, cache);
    if (!input) {
      return failure(input.error());
    }
    const Origin origin = input->second;
    if (Result<void> done = add_input(std::move(input->first), options, builder, origin); !done) {
      return failure(done.error());
    }
    if (paths.size() == 1 || options.keep_going) {  // who checks files asks about each of them
      continue;
    }
    meanings.add(number++, path, builder.take_told_events());
    Result<std::vector<SettledUnit>> settled = meanings.settled();
    if (!settled) {
      return failure(settled.error());
    }
    units = std::move(*settled);
  }
  for (const SettledUnit& settled : units) {
    builder.set_unit(settled.name, settled.unit, settled.scale);
    if (!settled.note.empty()) {
      notes.push_back(settled.note);
    }
  }
  return builder.finish(namers);
}

void tell_differing_formulas(const Profile& profile, std::vector<std::string>& notes) {
  for (const EventDefinition& row : shared_definitions(profile.inputs())) {
    if (!row.problem.empty() && !profile.event(row.name)) {  // a stored event wins
      notes.push_back(
          fmt::format("event '{}' is not computed: {}", printable(row.name), row.problem));
    }
  }
}

/// Whether an error may be that of what lies in the cache.
bool tells_of_snapshot(const Diagnostic& error) {
  return std::ranges::any_of(snapshot::kFormat.codes,
                             [&error](const CodeInfo* code) { return code->name == error.code; }) ||
         error.code == kReadFailed.name;
}

}  // namespace

Result<Opened> open_profile(std::span<const std::string> paths, const OpenOptions& options) {
  Opened opened;
  std::vector<std::string> wanted(paths.begin(), paths.end());
  if (options.siblings) {
    Result<std::vector<std::string>> all = with_siblings(wanted, opened.notes);
    if (!all) {
      return failure(all.error());
    }
    wanted = std::move(*all);
  }
  drop_empty_thread_bases(wanted, opened.notes);
  const Result<std::vector<Namer>> namers = namers_of(options, opened.notes);
  if (!namers) {
    return failure(namers.error());
  }
  SnapshotCache cache(options.cache, ways_of_reading(options));
  OpenOptions reading = options;
  reading.needs_calls =
      options.needs_calls || wanted.size() != 1 || !is_regular_file(wanted.front());
  reading.takes_call_costs = options.takes_call_costs && wanted.size() == 1 &&
                             is_regular_file(wanted.front()) && names_as_usual(options.names);
  const auto read_by = [&](SnapshotCache& kept) {
    return read_with_calls(reading, [&](const OpenOptions& how) {
      return read_files(wanted, how, *namers, kept, opened.notes);
    });
  };
  Result<std::unique_ptr<const Profile>> profile = read_by(cache);
  if (!profile && cache.was_used() && tells_of_snapshot(profile.error())) {
    cache.drop_used();
    SnapshotCache none({}, {});
    profile = read_by(none);
  }
  if (!profile) {
    return failure(std::move(profile.error()));
  }
  opened.profile = std::move(*profile);
  tell_differing_formulas(*opened.profile, opened.notes);
  for (const std::string& note : cache.notes()) {
    if (std::ranges::find(opened.notes, note) == opened.notes.end()) {  // it may be read twice
      opened.notes.push_back(note);
    }
  }
  return opened;
}

Result<Opened> open_bytes(const std::string& name, std::string bytes, const OpenOptions& options) {
  Opened opened;
  const Result<std::vector<Namer>> namers = namers_of(options, opened.notes);
  if (!namers) {
    return failure(namers.error());
  }
  const bool may_be_read_twice = !options.needs_calls || options.takes_call_costs;
  Result<std::unique_ptr<const Profile>> profile =
      read_with_calls(options, [&](const OpenOptions& how) {
        Input input = memory_input(name, may_be_read_twice ? bytes : std::move(bytes));
        return read_profile(std::move(input), how, *namers);
      });
  if (!profile) {
    return failure(std::move(profile.error()));
  }
  opened.profile = std::move(*profile);
  return opened;
}

bool is_cached(const std::string& path, const OpenOptions& options) {
  const std::optional<std::string> kept =
      SnapshotCache(options.cache, ways_of_reading(options)).known(path);
  return kept && is_snapshot(*kept);
}

}  // namespace quern
