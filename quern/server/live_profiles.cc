// SPDX-License-Identifier: MIT
#include "quern/server/live_profiles.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include "quern/base/json_writer.h"
#include "quern/base/text.h"
#include "quern/server/request.h"

namespace quern::server {
namespace {

constexpr size_t kComparisonsKept = 2;
constexpr size_t kDiffsKept = 6;
constexpr size_t kDiffAnnotationsKept = 3;
constexpr size_t kFilteredSetsKept = 3;

std::string ready_line(std::string_view event, const std::string& hash) {
  std::string line;
  JsonWriter json(line);
  json.begin_object().key("event").string(event).key("hash").string(hash).end_object();
  return line;
}

std::string failed_line(const Diagnostic& error) {
  // The body of the error without its closing brackets is the same object.
  const std::string body = error_response({.status = 503, .error = error}).body;
  return R"({"event":"failed",)" + body.substr(1);
}

}  // namespace

ProfilePair::ProfilePair(std::string hash_text, std::shared_ptr<const ServedProfile> now_side,
                         std::shared_ptr<const ServedProfile> base_side)
    : hash(std::move(hash_text)),
      now(std::move(now_side)),
      base(std::move(base_side)),
      comparisons(kComparisonsKept),
      diffs(kDiffsKept),
      diff_annotations(kDiffAnnotationsKept),
      filtered(kFilteredSetsKept) {}

LiveProfiles::State LiveProfiles::state() const {
  const std::lock_guard lock(mutex_);
  return state_;
}

void LiveProfiles::put(std::shared_ptr<const ProfilePair> set) {
  const std::string hash = set->hash;
  std::string_view event = "ready";
  {
    const std::lock_guard lock(mutex_);
    if (state_.set) {
      event = state_.set->hash == hash ? "records" : "reloaded";
      if (event == "reloaded") {
        objects_ = std::make_shared<ObjectSources>();  // programs were built anew, too
      }
    }
    shown_ = set->files;
    state_ = {.set = std::move(set), .error = {}};
    was_asked_ = false;
    forget_received();
  }
  told_step_.store(0);
  events_.publish(ready_line(event, hash));
}

void LiveProfiles::fail(Diagnostic error, const Sides& tried) {
  error.input = name_of(error.input);
  const std::string line = failed_line(error);
  {
    const std::lock_guard lock(mutex_);
    if (chosen_ == tried) {
      chosen_ = shown_;
    }
    forget_received();
    if (state_.set && !state_.set->has_records()) {
      state_.set = nullptr;
    }
    state_.error = std::move(error);
  }
  told_step_.store(0);
  events_.publish(line);
}

void LiveProfiles::wait_until_asked(std::chrono::milliseconds most) {
  std::unique_lock lock(mutex_);
  asked_.wait_for(lock, most, [this] { return was_asked_; });
}

void LiveProfiles::tell_asked() const {
  const std::lock_guard lock(mutex_);
  was_asked_ = true;
  asked_.notify_all();
}

void LiveProfiles::advanced(uint64_t raw, uint64_t total) {
  constexpr uint64_t kUnknownStep = uint64_t{16} << 20;
  const uint64_t step = 1 + (total != 0 ? raw / (total / 100 + 1) : raw / kUnknownStep);
  if (told_step_.exchange(step) == step) {
    return;
  }
  std::string line;
  JsonWriter json(line);
  json.begin_object().key("event").string("progress").key("read").integer(raw);
  json.key("total").integer(total).end_object();
  events_.publish(std::move(line));
}

std::string LiveProfiles::state_line() const {
  const State now = state();
  if (now.set) {
    return ready_line("ready", now.set->hash);
  }
  if (now.error) {
    return failed_line(*now.error);
  }
  return R"({"event":"progress","read":0,"total":0})";
}

std::pair<SourcePlaces, uint64_t> LiveProfiles::places() const {
  const std::lock_guard lock(mutex_);
  SourcePlaces places = facts_.places;
  places.posted_maps = posted_maps_;
  places.objects = objects_;
  return {std::move(places), places_changed_};
}

Sides LiveProfiles::files() const {
  const std::lock_guard lock(mutex_);
  return chosen_;
}

void LiveProfiles::choose(Side side, std::string file) const {
  const std::lock_guard lock(mutex_);
  take_choice(side, std::move(file));
}

void LiveProfiles::take_choice(Side side, std::string file) const {
  if (side == Side::kBase) {
    chosen_.base = {std::move(file)};
  } else {
    std::error_code unknown;
    if (chosen_.base.size() == 1 &&
        std::filesystem::equivalent(chosen_.base.front(), file, unknown)) {
      chosen_.base.clear();
    }
    chosen_.now = {std::move(file)};
  }
  ask_reload();
}

void LiveProfiles::receive(std::shared_ptr<const ReceivedFile> file) const {
  const std::lock_guard lock(mutex_);
  received_.push_back(std::move(file));
  take_choice(Side::kNow, received_.back()->path());
}

bool LiveProfiles::was_received(const std::string& file) const {
  return std::ranges::any_of(received_, [&](const auto& each) { return each->path() == file; });
}

/// Only once a file has been read, or could not be: until then it may still be shown, even if
/// another was chosen meanwhile.
void LiveProfiles::forget_received() const {
  std::erase_if(received_, [this](const auto& each) {
    return std::ranges::none_of(std::array{&chosen_, &shown_}, [&](const Sides* sides) {
      return sides->now == std::vector{each->path()};
    });
  });
}

std::string LiveProfiles::name_of(const std::string& file) const {
  const std::lock_guard lock(mutex_);
  return was_received(file) ? std::string(base_name(file)) : file;
}

std::vector<std::string> LiveProfiles::files_of_folder() const {
  const std::lock_guard lock(mutex_);
  const bool has_folder = chosen_.now.size() != 1 || !was_received(chosen_.now.front());
  return has_folder ? chosen_.now : facts_.files;
}

void LiveProfiles::forget_base(const std::vector<std::string>& base) const {
  const std::lock_guard lock(mutex_);
  if (shown_.base == base) {
    shown_.base = facts_.base_files;
  }
}

void LiveProfiles::map_paths(std::vector<PathMap> maps) const {
  const std::lock_guard lock(mutex_);
  posted_maps_ = std::move(maps);
  ++places_changed_;
}

}  // namespace quern::server
