// SPDX-License-Identifier: MIT
#include "quern/cli/commands/view_reading.h"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <new>
#include <optional>
#include <thread>
#include <utility>

#include "quern/base/json_writer.h"
#include "quern/base/parallel.h"
#include "quern/bytes/writing/kept_files.h"
#include "quern/cli/memory.h"
#include "quern/cli/terminal/watched_files.h"
#include "quern/load/find/recognize.h"
#include "quern/load/find/siblings.h"
#include "quern/server/handle.h"

namespace quern::cli {
namespace {

using server::LiveProfiles;
using server::ProfilePair;
using server::ServedProfile;
using server::Sides;

/// Of files that are larger in all, sums are read and shown before all is read with its records.
/// Text has to be looked at whole for its sums, too, and gains less.
constexpr uint64_t kSnapshotsReadTwiceFrom = uint64_t{16} << 20;
constexpr uint64_t kTextsReadTwiceFrom = uint64_t{64} << 20;

/// See read_while_served().
class Reading {
 public:
  Reading(Session& session, LiveProfiles& live) : session_(session), live_(live), watched_({}) {}

  void run(const std::atomic<bool>& is_ending) {
    read_or_fail();
    while (!is_ending.load()) {
      std::this_thread::sleep_for(std::chrono::milliseconds(250));
      const bool has_changed = watched_.has_settled();
      if (has_changed) {
        tell_change();
      }
      if (live_.take_reload() || has_changed) {
        read_or_fail();
      }
    }
  }

 private:
  /// All files of both sides, and perhaps siblings that are left out when they are read.
  [[nodiscard]] std::vector<std::string> all_files(const Sides& sides) const {
    std::vector<std::string> files = sides.now;
    files.insert(files.end(), sides.base.begin(), sides.base.end());
    if (!session_.arguments.reading.siblings) {
      return files;
    }
    std::vector<std::string> all;
    for (const std::string& file : files) {
      const Result<std::vector<std::string>> run = sibling_files(file);
      for (const std::string& path : run ? *run : std::vector<std::string>{file}) {
        if (std::ranges::find(all, path) == all.end()) {
          all.push_back(path);
        }
      }
    }
    return all;
  }

  [[nodiscard]] Result<Opened> open(const std::vector<std::string>& files, Keep keep) {
    Result<Opened> opened = session_.loader.open_silently(files, keep, live_);
    if (opened && keep == Keep::kAll) {
      session_.loader.tell_warnings(*opened->profile);
      for (const std::string& note : opened->notes) {
        session_.reporter.note(note);
      }
    }
    return opened;
  }

  using Stamps = std::map<std::string, std::optional<FileStamp>>;
  [[nodiscard]] static Stamps stamps_of(const std::vector<std::string>& files) {
    Stamps stamps;
    for (const std::string& file : files) {
      stamps.emplace(file, file == "-" ? std::nullopt : file_stamp(file));
    }
    return stamps;
  }

  /// Only files can be read twice. Filters may give other results for records than for sums, and
  /// inlined functions need records.
  [[nodiscard]] bool reads_sums_first(const Stamps& stamps) const {
    const Arguments& arguments = session_.arguments;
    uint64_t size = 0;
    bool has_texts = false;
    for (const auto& [file, stamp] : stamps) {
      if (!stamp) {
        return false;
      }
      size += stamp->size;
      const bool is_text = !session_.loader.is_or_has_snapshot(file);
      if (is_text && !is_plain_callgrind(file)) {
        return false;
      }
      has_texts = has_texts || is_text;
    }
    return size >= (has_texts ? kTextsReadTwiceFrom : kSnapshotsReadTwiceFrom) &&
           has_room_for_both_ && !live_.state().set && !arguments.filters.any() &&
           !arguments.baseline && arguments.inlines != Inlines::kFunction;
  }

  /// What was read before stays where the memory does not suffice for more, but for sums: without
  /// them the whole may have room.
  void read_or_fail() {
    const bool had_nothing = !live_.state().set;
    if (read_if_it_fits()) {
      return;
    }
    const bool had_sums = had_nothing && live_.state().set;
    give_back_memory();
    const Diagnostic error = out_of_memory();
    live_.forget_base(tried_.base);
    fail(error);
    give_back_memory();
    has_room_for_both_ = false;
    if (!had_sums || !read_if_it_fits()) {
      session_.reporter.error(error);
    }
  }

  bool read_if_it_fits() {
    try {
      read();
      return true;
    } catch (const std::bad_alloc&) {
      return false;
    }
  }

  /// What the page shows is watched again.
  void fail(const Diagnostic& error) {
    live_.fail(error, tried_);
    if (live_.files() != tried_) {
      watched_.watch(all_files(live_.files()));
    }
  }

  void read() {
    ++times_read_;
    tried_ = live_.files();
    const std::vector<std::string> files = all_files(tried_);
    watched_.watch(files);
    const Stamps before = stamps_of(files);
    const bool has_sums = reads_sums_first(before);
    if (has_sums) {
      if (!put(Keep::kSums, before)) {
        return;
      }
      // What every page begins with is worked out while the browser starts, which may take a
      // second.
      answer_first_list();
      live_.wait_until_asked(std::chrono::seconds(1));
    }
    const bool replaces_some = live_.state().set != nullptr;
    const bool could_read = has_sums ? put_behind_page(before) : put(Keep::kAll, before);
    if (has_sums && could_read) {
      prepare_clicks();
    }
    if (replaces_some || !could_read) {  // else the first answers need what reading has left
      give_back_memory();
    }
  }

  /// The page asks for this list first. Its ids take about as long as its costs.
  void answer_first_list() {
    const std::shared_ptr<const ProfilePair> set = live_.state().set;
    do_both(
        [&] {
          [[maybe_unused]] const server::Response first =
              server::handle({.path = "/api/functions"}, live_);
        },
        [&] { [[maybe_unused]] const server::Identities& ids = set->now->identities(); });
  }

  /// A click on a function then need not wait for the call graph.
  void prepare_clicks() {
    try {
      live_.state().set->now->prepare_edges();
    } catch (const std::bad_alloc&) {
      give_back_memory();  // the answer to whoever asks for it reports that
    }
  }

  /// put() of all records while the browser draws the list: on a thread of lower priority.
  bool put_behind_page(const Stamps& before) {
    bool could_read = false;
    const auto read = [&] {
      constexpr int kLessUrgent = 5;
      // This holds for the thread and those that it starts. If it fails, the list comes later.
      ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kLessUrgent);
      could_read = put(Keep::kAll, before);
    };
    do_both([] {}, read);
    return could_read;
  }

  /// Whether the profiles could be read. `before`: what was known of the files then.
  bool put(Keep keep, const Stamps& before) {
    Result<std::shared_ptr<const ProfilePair>> set = profiles_of(
        live_, tried_, [&](const std::vector<std::string>& files) { return open(files, keep); },
        [&] {
          const bool has_changed = keep == Keep::kAll && stamps_of(all_files(tried_)) != before;
          times_read_ += has_changed ? 1U : 0U;  // the sums may be of other bytes
          return fmt::format("{}-{}", started_, times_read_);
        });
    if (!set) {
      session_.reporter.error(set.error());
      fail(set.error());
      return false;
    }
    live_.put(*std::move(set));
    return true;
  }

  void tell_change() {
    std::string line;
    JsonWriter json(line);
    json.begin_object().key("event").string("changed").key("files").begin_array();
    for (const std::string& file : watched_.changed()) {
      json.string(file);
    }
    json.end_array().end_object();
    live_.events().publish(std::move(line));
  }

  Session& session_;
  LiveProfiles& live_;
  WatchedFiles watched_;
  Sides tried_ = {};  ///< what was read last, or could not be
  /// Distinguishes answers of this process from those of earlier processes.
  int64_t started_ = std::chrono::system_clock::now().time_since_epoch().count();
  uint64_t times_read_ = 0;
  bool has_room_for_both_ = true;  ///< for sums beside all records
};

}  // namespace

Result<std::shared_ptr<const ProfilePair>> profiles_of(const LiveProfiles& live, const Sides& files,
                                                       const OpenFiles& open,
                                                       const std::function<std::string()>& hash) {
  Result<Opened> now = open(files.now);
  if (!now) {
    return failure(now.error());
  }
  std::shared_ptr<const ServedProfile> base;
  if (!files.base.empty()) {
    Result<Opened> opened = open(files.base);
    if (!opened) {
      live.forget_base(files.base);
      return failure(opened.error());
    }
    base = std::make_shared<const ServedProfile>("base", *std::move(opened));
  }
  auto pair = std::make_shared<ProfilePair>(
      hash(), std::make_shared<const ServedProfile>("new", *std::move(now)), std::move(base));
  pair->files = files;
  return pair;
}

void read_while_served(Session& session, LiveProfiles& live, const std::atomic<bool>& is_ending) {
  Reading(session, live).run(is_ending);
}

}  // namespace quern::cli
