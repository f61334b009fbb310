// SPDX-License-Identifier: MIT
#include "quern/server/live_profiles.h"

#include <utility>

#include "quern/base/json_writer.h"
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
    state_ = {.set = std::move(set), .error = {}};
    was_asked_ = false;
  }
  told_step_.store(0);
  events_.publish(ready_line(event, hash));
}

void LiveProfiles::fail(Diagnostic error) {
  const std::string line = failed_line(error);
  {
    const std::lock_guard lock(mutex_);
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

std::vector<std::string> LiveProfiles::files(Side side) const {
  const std::lock_guard lock(mutex_);
  const auto of = [this](Side which, const std::vector<std::string>& started) {
    const std::optional<std::string>& chosen = chosen_[std::to_underlying(which)];
    return chosen ? std::vector{*chosen} : started;
  };
  std::vector<std::string> now = of(Side::kNow, facts_.files);
  if (side == Side::kNow) {
    return now;
  }
  std::vector<std::string> base = of(Side::kBase, facts_.base_files);
  const bool was_chosen = chosen_[0] || chosen_[1];
  return was_chosen && base == now ? std::vector<std::string>() : base;
}

void LiveProfiles::choose(Side side, std::string file) const {
  const std::lock_guard lock(mutex_);
  chosen_[std::to_underlying(side)] = std::move(file);
  ask_reload();
}

void LiveProfiles::forget(Side side, const std::string& file) const {
  const std::lock_guard lock(mutex_);
  std::optional<std::string>& chosen = chosen_[std::to_underlying(side)];
  if (chosen == file) {
    chosen.reset();
  }
}

void LiveProfiles::map_paths(std::vector<PathMap> maps) const {
  const std::lock_guard lock(mutex_);
  posted_maps_ = std::move(maps);
  ++places_changed_;
}

}  // namespace quern::server
