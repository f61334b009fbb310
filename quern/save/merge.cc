// SPDX-License-Identifier: MIT
#include "quern/save/merge.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "quern/analysis/costs/profile_graph.h"
#include "quern/analysis/events/event_meanings.h"
#include "quern/analysis/merge/fold.h"
#include "quern/base/parallel.h"
#include "quern/base/text.h"
#include "quern/bytes/files/regular_file.h"
#include "quern/bytes/reading/whole.h"
#include "quern/formats/registry.h"
#include "quern/load/find/siblings.h"
#include "quern/load/read_input.h"
#include "quern/save/convert.h"
#include "quern/save/merged_inputs.h"

namespace quern {
namespace {

/// Adds up how far the readers of single inputs have come.
class MergeProgress {
 public:
  MergeProgress(std::span<const MergeInput> inputs, ReadProgress* told) : told_(told) {
    for (const MergeInput& input : told == nullptr ? std::span<const MergeInput>() : inputs) {
      total_ += stored_bytes(input.path).value_or(0);
    }
  }

  /// One reader's part of it.
  class Of final : public ReadProgress {
   public:
    explicit Of(MergeProgress& all) : all_(&all) {}
    void advanced(uint64_t raw, uint64_t) override {
      all_->advanced(raw - std::min(raw, before_));
      before_ = raw;
    }

   private:
    MergeProgress* all_;
    uint64_t before_ = 0;
  };

  [[nodiscard]] bool is_told() const { return told_ != nullptr; }

 private:
  void advanced(uint64_t more) { told_->advanced(done_ += more, total_); }

  ReadProgress* told_;
  uint64_t total_ = 0;
  std::atomic<uint64_t> done_ = 0;
};

void add_declared(const Profile& profile, std::map<std::string, int128>& declared) {
  const std::vector<int128> missing = costs_without_rows(profile, PartSet::all(profile));
  for (size_t event = 0; event < missing.size(); ++event) {
    declared[profile.events()[event].name] += missing[event];
  }
}

/// Where only some inputs declare a total, the merged profile declares none.
void note_undeclared(const std::map<std::string, int128>& declared, const Profile& merged,
                     std::vector<std::string>& notes) {
  std::map<std::string, int128> kept;
  add_declared(merged, kept);
  for (const auto& [event, cost] : declared) {
    if (const int128 lost = cost - kept[event]; lost > 0) {
      notes.push_back(fmt::format(
          "{} {} are left out: some inputs declare them without rows, others declare no total",
          grouped(lost), printable(event)));
    }
  }
}

/// Nothing is lost of a profile without records, such as a dump's head alone.
bool is_empty(const Profile& profile) {
  const RecordCounts& counts = profile.counts();
  return counts.selfs + counts.calls + counts.jumps + counts.contexts == 0;
}

class Merger {
 public:
  Merger(const MergeShare& share, const MergeOptions& options)
      : inputs_(share.inputs), options_(&options), progress_(inputs_, options.open.progress) {
    names_ = options.open.names;
    // A single file that is merged with statistics will be one of several runs.
    names_.runs_beside = names_.runs_beside || share.in_all > 1 || options.keeps_runs;
    writer_ = writer_named(options.format);
  }

  std::unique_ptr<MergeSums> sums() {
    const size_t workers = std::clamp<size_t>(threads_for(options_->open.threads), 1,
                                              std::max<size_t>(1, inputs_.size()));
    threads_each_ = static_cast<unsigned>(threads_for(options_->open.threads) / workers);
    std::vector<std::unique_ptr<MergeSums>> threads = made_by_threads<std::unique_ptr<MergeSums>>(
        workers, static_cast<unsigned>(workers), [this](size_t) { return made_sums(); });
    for (size_t at = 1; at < threads.size(); ++at) {
      threads.front()->add(*threads[at]);
      threads[at].reset();
    }
    return std::move(threads.front());
  }

 private:
  [[nodiscard]] merge::FoldDetail detail() const {
    return options_->by_function ? merge::FoldDetail::kFunctions : merge::FoldDetail::kPositions;
  }

  /// Takes one input after the other until none is left, or one of them ends it all.
  std::unique_ptr<MergeSums> made_sums() {
    auto sums = std::make_unique<MergeSums>(
        detail(), options_->keeps_runs ? merge::RunsKept::kYes : merge::RunsKept::kNo);
    const Result<std::vector<Namer>> namers = namers_for(names_, sums->notes);
    if (!namers) {
      sums->bad_names = namers.error();
      return sums;
    }
    // What comes before the first bad input is still read: it may be bad itself.
    for (size_t at = next_++; at < inputs_.size() && at < first_bad_; at = next_++) {
      if (Result<void> done = add(inputs_[at], *namers, *sums); !done) {
        sums->errors.emplace(inputs_[at].number, done.error());
        if (!options_->skip_bad) {
          const std::scoped_lock lock(mutex_);
          first_bad_ = std::min(first_bad_.load(), at);
        }
      }
    }
    return sums;
  }

  Result<void> add(const MergeInput& input, std::span<const Namer> namers, MergeSums& sums) {
    Result<std::unique_ptr<const Profile>> profile = read(input.path, namers);
    if (!profile) {
      return failure(profile.error());
    }
    for (const InputInfo& info : (*profile)->inputs()) {
      sums.findings.add(input.number, info);
    }
    note_units(input, **profile, sums);
    const std::string name = (*profile)->inputs().front().name;
    if (!is_empty(**profile) && writer_ != nullptr && writer_->keeps != nullptr &&
        !writer_->keeps(**profile)) {
      if (Result<void> held = hold(*profile, sums.losses); !held) {
        Diagnostic error = held.error();
        error.input = name;
        return failure(std::move(error));
      }
    }
    // Work and memory grow with records x events.
    if ((*profile)->events().size() > merge::kMostEvents) {
      return failure(
          input_error(merge::kCannotMerge.name, name,
                      fmt::format("the file has more than {} events", merge::kMostEvents),
                      "merge files with the same events"));
    }
    add_declared(**profile, sums.declared);
    if (options_->keeps_runs && merge::are_runs_unknown(**profile)) {
      sums.notes.push_back(
          fmt::format("{} was merged without --stats: it counts as one run", printable(name)));
    }
    if (sums.fold.event_count() <= merge::kMostEvents) {  // its result is an error otherwise
      sums.add(**profile);
    }
    sums.has_any = true;
    return {};
  }

  /// The fold itself distinguishes sums and maxima.
  static void note_units(const MergeInput& input, const Profile& profile, MergeSums& sums) {
    std::vector<Event> events(profile.events().begin(), profile.events().end());
    for (Event& event : events) {
      event.combine = Combine::kSum;
    }
    sums.meanings.add(input.number, input.path, events);
    sums.events.add(input.number, input.path, events);
  }

  Result<std::unique_ptr<const Profile>> read(const std::string& path,
                                              std::span<const Namer> namers) {
    Result<Input> input = open_input(path);
    if (!input) {
      return failure(input.error());
    }
    OpenOptions options = options_->open;
    options.keep = options_->by_function ? Keep::kSums : Keep::kAll;
    options.keeps_calls_of_stacks = true;
    options.keep_going = false;
    options.threads = threads_each_;
    MergeProgress::Of progress(progress_);
    options.progress = progress_.is_told() ? &progress : nullptr;
    return read_profile(std::move(*input), options, namers);
  }

  /// Makes of a profile what the format to write can hold of it.
  Result<void> hold(std::unique_ptr<const Profile>& profile, std::vector<Loss>& losses) const {
    if (options_->by_function) {
      merge::Fold alone(detail());
      alone.add(*profile);
      Result<std::unique_ptr<const Profile>> whole = alone.result({});
      if (!whole) {
        return failure(whole.error());
      }
      profile = std::move(*whole);
    }
    StringSink written;
    if (Result<void> done =
            convert(*profile, options_->format, {}, options_->write, written, &losses);
        !done) {
      return done;
    }
    OpenOptions options;
    options.keep = Keep::kAll;
    options.threads = 1;
    Result<Opened> opened =
        open_bytes(profile->inputs().front().name, std::move(written.text()), options);
    if (!opened) {
      return failure(opened.error());
    }
    profile = std::move(opened->profile);
    return {};
  }

  std::span<const MergeInput> inputs_;
  const MergeOptions* options_;
  NameOptions names_;
  const FormatWriter* writer_ = nullptr;  ///< null: not known which
  MergeProgress progress_;
  unsigned threads_each_ = 1;
  std::atomic<size_t> next_ = 0;
  std::mutex mutex_;                            ///< of who writes the next
  std::atomic<size_t> first_bad_ = ~size_t{0};  ///< unless bad ones are skipped
};

/// Leaves out what cannot be read; standard input, which can be read only once, stays.
std::vector<std::string> sound_inputs(std::span<const std::string> paths,
                                      const MergeOptions& options,
                                      std::vector<Diagnostic>& skipped) {
  OpenOptions check = options.open;
  check.keep = Keep::kAll;  // less may pass over what is bad
  check.siblings = false;   // they are there already
  check.progress = nullptr;
  check.cache = {};  // what is asked is whether the file itself is sound
  check.threads = 1;
  const std::vector<std::optional<Diagnostic>> errors = made_by_threads<std::optional<Diagnostic>>(
      paths.size(), threads_for(options.open.threads), [&](size_t at) {
        const Result<Opened> opened =
            paths[at] == "-" ? Result<Opened>(Opened{}) : open_profile({&paths[at], 1}, check);
        return opened ? std::nullopt : std::optional(opened.error());
      });
  std::vector<std::string> sound;
  for (size_t at = 0; at < paths.size(); ++at) {
    if (errors[at]) {
      skipped.push_back(*errors[at]);
    } else {
      sound.push_back(paths[at]);
    }
  }
  return sound;
}

Result<Merged> joined(MergeList list, const MergeOptions& options) {
  Merged merged;
  const size_t in_all = list.paths.size();
  std::vector<std::string> wanted = std::move(list.paths);
  if (options.skip_bad) {
    wanted = sound_inputs(wanted, options, merged.skipped);
    if (wanted.empty()) {
      return failure(merged.skipped.front());
    }
  }
  OpenOptions open = options.open;
  open.keep = Keep::kAll;
  open.siblings = false;  // they are there already
  open.names.runs_beside = open.names.runs_beside || in_all > 1;
  Result<Opened> opened = open_profile(wanted, open);
  if (!opened) {
    return failure(opened.error());
  }
  merged.profile = std::move(opened->profile);
  merged.notes = std::move(list.notes);
  std::ranges::move(opened->notes, std::back_inserter(merged.notes));
  MergedFindings findings;
  for (size_t at = 0; at < merged.profile->inputs().size(); ++at) {
    findings.add(at, merged.profile->inputs()[at]);
  }
  merged.warnings = findings.infos();
  return merged;
}

}  // namespace

Result<MergeList> list_of_merge(std::span<const std::string> paths, const MergeOptions& options) {
  MergeList list{.paths = {paths.begin(), paths.end()}, .notes = {}};
  if (options.open.siblings) {
    Result<std::vector<std::string>> all = with_siblings(list.paths, list.notes);
    if (!all) {
      return failure(all.error());
    }
    list.paths = std::move(*all);
  }
  drop_empty_thread_bases(list.paths, list.notes);
  std::ranges::move(told_notes(repeated_files(list.paths)), std::back_inserter(list.notes));
  return list;
}

std::unique_ptr<MergeSums> add_up(const MergeShare& share, const MergeOptions& options) {
  return Merger(share, options).sums();
}

Result<Merged> end_merge(MergeList list, MergeSums& sums, const MergeOptions& options) {
  if (sums.bad_names) {
    return failure(*sums.bad_names);
  }
  if (!sums.errors.empty() && (!options.skip_bad || sums.errors.size() == list.paths.size())) {
    return failure(sums.errors.begin()->second);
  }
  Merged merged;
  const Result<std::vector<SettledUnit>> units = sums.meanings.settled();
  if (!units) {
    return failure(units.error());
  }
  for (const SettledUnit& settled : *units) {
    if (!settled.note.empty()) {
      sums.notes.push_back(settled.note);
    }
  }
  if (std::optional<std::string> fault = sums.events.fault()) {
    sums.notes.push_back(std::move(*fault));
  }
  const FormatWriter* const writer = writer_named(options.format);
  Result<std::unique_ptr<const Profile>> profile = sums.fold.result(
      {.events_by_name = writer != nullptr && !writer->keeps_event_order, .units = *units});
  // The same of several faults, whoever met them.
  if (sums.fault && (profile || sums.fault->message < profile.error().message)) {
    return failure(*sums.fault);
  }
  if (!profile) {
    return failure(profile.error());
  }
  merged.profile = std::move(*profile);
  note_undeclared(sums.declared, *merged.profile, sums.notes);
  for (auto& [at, error] : sums.errors) {
    merged.skipped.push_back(std::move(error));
  }
  merged.warnings = sums.findings.infos();
  merged.notes = std::move(list.notes);
  std::ranges::move(told_notes(std::move(sums.notes)), std::back_inserter(merged.notes));
  // Threads meet them in any order.
  std::ranges::sort(sums.losses, {}, &Loss::what);
  merged.losses = std::move(sums.losses);
  return merged;
}

Result<Merged> merge_profiles(std::span<const std::string> paths, const MergeOptions& options) {
  Result<MergeList> list = list_of_merge(paths, options);
  if (!list) {
    return failure(list.error());
  }
  if (options.keep_parts) {
    return joined(std::move(*list), options);
  }
  MergeShare share{.inputs = {}, .in_all = list->paths.size()};
  for (const std::string& path : list->paths) {
    share.inputs.push_back({share.inputs.size(), path});
  }
  const std::unique_ptr<MergeSums> sums = add_up(share, options);
  return end_merge(std::move(*list), *sums, options);
}

Result<std::vector<std::string>> read_path_list(const std::string& list) {
  Result<Input> input = open_input(list);
  if (!input) {
    return failure(input.error());
  }
  const Result<std::string> text = read_whole(*input);
  if (!text) {
    return failure(text.error());
  }
  std::vector<std::string> paths;
  for (size_t at = 0; at < text->size();) {
    const size_t end = std::min(text->find('\n', at), text->size());
    if (end != at) {
      paths.push_back(text->substr(at, end - at));
    }
    at = end + 1;
  }
  return paths;
}

}  // namespace quern
