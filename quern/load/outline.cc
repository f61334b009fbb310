// SPDX-License-Identifier: MIT
#include "quern/load/outline.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <span>
#include <string_view>
#include <utility>

#include "quern/bytes/files/regular_file.h"
#include "quern/bytes/reading/source.h"
#include "quern/load/find/recognize.h"
#include "quern/load/read_input.h"
#include "quern/model/builder.h"
#include "quern/query/event_choice.h"
#include "quern/query/events.h"

namespace quern {

namespace {

/// Headers are shorter, and IgProf and folded stacks have met their events by then.
constexpr uint64_t kHeaderBytes = uint64_t{1} << 17;
/// Formats without a header, such as pprof's, are read whole. Text that much larger than the
/// largest file is a small compressed one, which nobody waits for.
constexpr uint64_t kMostText = kLargestWithNames * 8;
/// Of a snapshot, whose records are skipped unless errors are to be findings.
constexpr uint64_t kWhole = UINT64_MAX;
constexpr std::chrono::milliseconds kPatience{800};

/// The beginning of an input: as if its file ended after so many bytes, or soon.
class Beginning final : public ByteSource {
 public:
  Beginning(Input input, uint64_t most) : input_(std::move(input)), left_(most) {}

  Result<size_t> read(std::span<char> room) override {
    if (left_ == 0 || Clock::now() > end_) {
      return size_t{0};
    }
    Result<size_t> got = input_.read(room.first(std::min<uint64_t>(room.size(), left_)));
    left_ -= got.value_or(0);
    return got;
  }

 private:
  using Clock = std::chrono::steady_clock;
  Input input_;
  uint64_t left_;
  Clock::time_point end_ = Clock::now() + kPatience;
};

/// A profile of the first bytes of a file, with its names and events; null where it has none.
std::unique_ptr<const Profile> beginning_of(const std::string& path,
                                            const std::optional<std::string>& dialect,
                                            uint64_t most, const NameOptions& names = {}) {
  Result<Input> input = open_input(path);
  std::vector<std::string> notes;
  const Result<std::vector<Namer>> namers = namers_for(names, notes);
  if (!input || !namers) {
    return nullptr;
  }
  OpenOptions options;
  options.keep = Keep::kTotals;
  options.keep_going = most != kWhole;
  options.threads = 1;
  options.dialect = dialect;
  Input beginning(path, std::make_unique<Beginning>(std::move(*input), most));
  return read_profile(std::move(beginning), options, *namers).value_or(nullptr);
}

}  // namespace

std::vector<OfferedEvent> offered_events(const std::string& path,
                                         const std::optional<std::string>& dialect) {
  const std::optional<uint64_t> size = stored_bytes(path);
  if (!size) {
    return {};
  }
  std::unique_ptr<const Profile> profile = beginning_of(path, dialect, kHeaderBytes);
  const bool has_none = profile == nullptr || profile->events().empty();
  if (has_none && *size <= kLargestWithNames) {
    profile = beginning_of(path, dialect, kMostText);
  }
  std::vector<OfferedEvent> offered;
  if (profile == nullptr) {
    return offered;
  }
  const ProfileEvents events = profile_events(*profile);
  for (const Event& event : events.stored) {
    offered.push_back({event.name, event.long_name});
  }
  for (const DerivedEvent& event : events.derived.events()) {
    offered.push_back(
        {event.name, event.long_name.empty() ? event.formula : event.long_name, !event.is_ratio});
  }
  for (const Definition* formula : EventChoice(*profile).built_in()) {
    const auto is_same = [&](const OfferedEvent& each) { return each.name == formula->name; };
    if (std::ranges::none_of(offered, is_same)) {
      offered.push_back({formula->name, formula->long_name, false});
    }
  }
  return offered;
}

std::vector<std::string> function_names(const std::string& path,
                                        const std::optional<std::string>& dialect,
                                        std::string_view start) {
  const std::optional<uint64_t> size = stored_bytes(path);
  const bool is_whole = is_snapshot(path);
  if (!size || (*size > kLargestWithNames && !is_whole)) {
    return {};
  }
  NameOptions shown;
  shown.demangle = Demangling::kShown;
  shown.fold = true;
  const std::unique_ptr<const Profile> profile =
      beginning_of(path, dialect, is_whole ? kWhole : kMostText, shown);
  std::vector<std::string_view> names;
  const size_t count = profile == nullptr ? 0 : profile->symbols().functions.size();
  for (uint32_t at = 0; at < count; ++at) {
    const std::string_view name = profile->symbols().name(FunctionId(at));
    if (profile->is_listed(FunctionId(at)) && !name.empty() && name.starts_with(start)) {
      names.push_back(name);
    }
  }
  std::ranges::sort(names);
  const auto repeated = std::ranges::unique(names);
  return {names.begin(), repeated.begin()};
}

}  // namespace quern
