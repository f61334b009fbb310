// SPDX-License-Identifier: MIT
//
// What a server has to tell at the moment: nothing yet, a set of profiles, or why there is none.
// Whoever reads profiles puts them here; requests take what there is and keep it for as long as
// they need it, so that a reload disturbs none. Of large profiles sums come first, from which most
// questions have the same answers, and the set with all records in their place.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "quern/analysis/match/alignment.h"
#include "quern/base/diagnostic.h"
#include "quern/bytes/reading/source.h"
#include "quern/bytes/writing/received_file.h"
#include "quern/compare/match/matched_sides.h"
#include "quern/compare/source/diff_annotation.h"
#include "quern/server/events.h"
#include "quern/server/served_profile.h"
#include "quern/server/shared_cache.h"
#include "quern/source/object_sources.h"
#include "quern/source/source_files.h"

namespace quern::server {

enum class Side : uint8_t { kNow, kBase };

/// Files, as they were named.
struct Sides {
  std::vector<std::string> now;
  std::vector<std::string> base;  ///< empty: there is none
  bool operator==(const Sides&) const = default;
};

/// The profiles that questions are asked of.
struct ProfilePair {
  ProfilePair(std::string hash, std::shared_ptr<const ServedProfile> now,
              std::shared_ptr<const ServedProfile> base);
  /// Whether its profiles are whole: questions about single records wait for that.
  [[nodiscard]] bool has_records() const { return now->profile().has_records(); }
  std::string hash;  ///< changes when answers may; the same for sums and for records after them
  std::shared_ptr<const ServedProfile> now;
  std::shared_ptr<const ServedProfile> base;  ///< null: there is none
  Sides files = {};
  mutable SharedCache<MatchedCosts> comparisons;
  mutable SharedCache<Diff> diffs;
  mutable SharedCache<DiffAnnotation> diff_annotations;
  mutable SharedCache<ProfilePair> filtered;
};

struct LiveFacts {
  std::string version;
  std::vector<std::string> files;
  std::vector<std::string> base_files;
  SourcePlaces places = {};
  /// Where sources and objects of the old side are looked for first.
  std::vector<std::string> base_sources = {};
  std::vector<ObjectFolder> base_objects = {};
  MatchLayers layers = {};
  /// Words for a shell that commands need to show the same: how inputs are read, where sources are.
  std::vector<std::string> options = {};
  std::vector<std::string> source_options = {};
  /// No option has scaled costs, moved them or taken some away: loops are found from what was
  /// recorded.
  bool has_recorded_costs = true;
  /// Where files that the page sends lie until quern ends.
  std::string temporary_folder = {};
  unsigned threads = 0;  ///< so many may work on an answer; 0: as many as help
};

class LiveProfiles final : public ReadProgress {
 public:
  explicit LiveProfiles(LiveFacts facts)
      : facts_(std::move(facts)),
        chosen_{.now = facts_.files, .base = facts_.base_files},
        shown_(chosen_) {}

  [[nodiscard]] const LiveFacts& facts() const { return facts_; }

  struct State {
    std::shared_ptr<const ProfilePair> set;  ///< null while nothing has been read
    std::optional<Diagnostic> error;         ///< why the last reading failed
  };
  [[nodiscard]] State state() const;
  void put(std::shared_ptr<const ProfilePair> set);
  /// What was there before stays, but for sums: the records they are of are none. If it was
  /// `tried`, which the page chose, that is forgotten.
  void fail(Diagnostic error, const Sides& tried);
  /// Waits until a question about the present set was answered or sent away, at most so long: what
  /// somebody looks at goes before what is read beside it.
  void wait_until_asked(std::chrono::milliseconds most);
  void tell_asked() const;
  /// Told to all streams, once each time another hundredth has been read.
  void advanced(uint64_t raw, uint64_t total) override;

  [[nodiscard]] Events& events() const { return events_; }
  /// The line that tells the present state: what a stream begins with.
  [[nodiscard]] std::string state_line() const;

  /// Where sources are looked for, and how often that was changed.
  [[nodiscard]] std::pair<SourcePlaces, uint64_t> places() const;
  void map_paths(std::vector<PathMap> maps) const;

  /// The files to read: those that the page chose, at first those that quern was started with.
  [[nodiscard]] Sides files() const;
  /// Asks for the file to be read, too. If a base is opened as the profile, there is no base then.
  void choose(Side side, std::string file) const;
  /// The same as the profile, of a file that the page has sent. It is kept until another is chosen
  /// and read.
  void receive(std::shared_ptr<const ReceivedFile> file) const;
  /// What the user calls a file: one that was received has a name and no folder.
  [[nodiscard]] std::string name_of(const std::string& file) const;
  /// Those whose folder the page offers: what is shown, or what quern was started with where that
  /// was received.
  [[nodiscard]] std::vector<std::string> files_of_folder() const;
  /// A base that cannot be read: if the page chose it, there is the one that quern was started
  /// with.
  void forget_base(const std::vector<std::string>& base) const;

  /// Asks whoever reads profiles to read them again.
  void ask_reload() const { reload_asked_.store(true); }
  [[nodiscard]] bool take_reload() const { return reload_asked_.exchange(false); }

 private:
  // While `mutex_` is held:
  void take_choice(Side side, std::string file) const;
  [[nodiscard]] bool was_received(const std::string& file) const;
  void forget_received() const;

  LiveFacts facts_;
  mutable std::mutex mutex_;
  State state_;
  /// Of the programs that the present files are of.
  std::shared_ptr<ObjectSources> objects_ = std::make_shared<ObjectSources>();
  mutable bool was_asked_ = false;  ///< since `state_` is what it is
  mutable std::condition_variable asked_;
  mutable uint64_t places_changed_ = 0;
  mutable std::optional<std::vector<PathMap>> posted_maps_;
  mutable Sides chosen_;
  mutable Sides shown_;  ///< chosen before, and read
  mutable std::vector<std::shared_ptr<const ReceivedFile>> received_;
  mutable std::atomic<bool> reload_asked_ = false;
  std::atomic<uint64_t> told_step_ = 0;
  mutable Events events_;
};

}  // namespace quern::server
