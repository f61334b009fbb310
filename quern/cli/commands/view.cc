// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <future>
#include <map>
#include <new>
#include <thread>

#include "quern/base/json_writer.h"
#include "quern/base/parallel.h"
#include "quern/bytes/writing/kept_files.h"
#include "quern/cli/cache_folder.h"
#include "quern/cli/memory.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/repeated_options.h"
#include "quern/cli/report.h"
#include "quern/cli/session.h"
#include "quern/cli/terminal/browser.h"
#include "quern/cli/terminal/watched_files.h"
#include "quern/server/handle.h"
#include "quern/server/http/http_server.h"
#include "quern/server/live_profiles.h"
#include "quern/server/one_page.h"
#include "quern/server/page_files.h"

namespace quern::cli {
namespace {

using server::HttpServer;
using server::LiveProfiles;
using server::ProfilePair;
using server::ServedProfile;
using server::Sides;

/// Of files that are larger in all, sums are read and shown before all is read with its records.
/// Text has to be looked at whole for its sums, too, and gains less.
constexpr uint64_t kSnapshotsReadTwiceFrom = uint64_t{16} << 20;
constexpr uint64_t kTextsReadTwiceFrom = uint64_t{64} << 20;

/// The profile and, where there is one, the base, as `open` reads their files. `hash`: asked when
/// both are read.
template <class Open, class Hash>
Result<std::shared_ptr<const ProfilePair>> profiles_of(const LiveProfiles& live, const Sides& files,
                                                       const Open& open, const Hash& hash) {
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

/// Reads the profiles while the page is served, and again when they change. Runs on a thread of its
/// own; the session is its alone meanwhile.
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
    if (!session_.arguments().reading.siblings) {
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
    Result<Opened> opened = session_.open_silently(files, keep, live_);
    if (opened && keep == Keep::kAll) {
      session_.tell_warnings(*opened->profile);
      for (const std::string& note : opened->notes) {
        session_.tell(note);
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

  /// What is read without anything before it can be read once more. What filters make of records is
  /// not always what they make of sums.
  [[nodiscard]] bool reads_sums_first(const Stamps& stamps) const {
    const Arguments& arguments = session_.arguments();
    uint64_t size = 0;
    bool has_texts = false;
    for (const auto& [file, stamp] : stamps) {
      if (!stamp) {
        return false;
      }
      size += stamp->size;
      const bool is_text = !session_.is_or_has_snapshot(file);
      if (is_text && !is_plain_callgrind(file)) {
        return false;
      }
      has_texts = has_texts || is_text;
    }
    return size >= (has_texts ? kTextsReadTwiceFrom : kSnapshotsReadTwiceFrom) &&
           has_room_for_both_ && !live_.state().set && !arguments.filters.any() &&
           !arguments.baseline;
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
      session_.tell_error(error);
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
    const bool could_read = has_sums ? put_beside_page(before) : put(Keep::kAll, before);
    if (replaces_some || !could_read) {  // else the first answers need what reading has left
      give_back_memory();
    }
  }

  void answer_first_list() {
    const std::shared_ptr<const ProfilePair> set = live_.state().set;
    do_both(
        [&] {
          [[maybe_unused]] const server::Response first =
              server::handle({.path = "/api/functions"}, live_);
        },
        [&] { [[maybe_unused]] const server::Identities& ids = set->now->identities(); });
  }

  /// What a click on a function needs, before somebody waits for it.
  void prepare_clicks() {
    try {
      live_.state().set->now->prepare_edges();
    } catch (const std::bad_alloc&) {
      give_back_memory();  // the answer to whoever asks for it reports that
    }
  }

  /// put() of all records, on a thread that lets the browser run first, which has just got its
  /// table.
  bool put_beside_page(const Stamps& before) {
    const auto read = [&] {
      constexpr int kLessUrgent = 5;
      // Of this thread, and of those that it starts. Nothing is wrong where this has no effect.
      ::setpriority(PRIO_PROCESS, static_cast<id_t>(::gettid()), kLessUrgent);
      const bool could_read = put(Keep::kAll, before);
      if (could_read) {
        prepare_clicks();
      }
      return could_read;
    };
    return std::async(std::launch::async, read).get();
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
      session_.tell_error(set.error());
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

Diagnostic no_page(std::string hint) {
  return output_error("not-built-in", std::string(server::page_missing()), std::move(hint));
}

/// Without the page its address would show nothing.
Result<void> check_page(const Session& session) {
  if (!server::page_files().empty()) {
    return {};
  }
  if (session.arguments().view.no_browser) {
    session.tell(fmt::format("{}; only its API is served", server::page_missing()));
    return {};
  }
  return failure(no_page("--no-browser serves only the API"));
}

/// What was read, as a file shows it: nothing in it tells one run of quern from another.
Result<std::shared_ptr<const ProfilePair>> read_for_file(Session& session,
                                                         const LiveProfiles& live) {
  return profiles_of(
      live, live.files(),
      [&](const std::vector<std::string>& files) {
        Result<Opened> opened = session.open(files, Keep::kAll);
        if (opened) {
          session.tell_warnings(*opened->profile);
        }
        return opened;
      },
      [] { return std::string("file"); });
}

Result<ExitCode> write_html(Session& session, LiveProfiles& live) {
  const ViewArguments& view = session.arguments().view;
  if (server::page_files().empty()) {
    return failure(no_page("-DQUERN_PAGE=ON builds it; `quern flame --format html` needs no page"));
  }
  Result<Output> output = *view.html == "-"
                              ? Result<Output>(descriptor_output(STDOUT_FILENO, "<stdout>"))
                              : create_answer(session.arguments(), *view.html);
  if (!output) {
    return failure(output.error());
  }
  Result<std::shared_ptr<const ProfilePair>> set = read_for_file(session, live);
  if (!set) {
    return failure(set.error());
  }
  live.put(*std::move(set));
  const Result<std::string> page = server::one_page(live, view.html_megabytes * 1'000'000);
  if (!page) {
    return failure(page.error());
  }
  output->write(*page);
  if (Result<void> committed = output->commit(); !committed) {
    return failure(committed.error());
  }
  return ExitCode::kDone;
}

/// Runs are compared one with one: of several, the page has no medians to show.
Result<void> check_sides(const Arguments& arguments) {
  if (arguments.diff.base.size() > 1) {
    return failure(usage_error("unexpected-argument",
                               "'quern view' compares with one profile, but --base names several",
                               "`quern diff` compares several runs per side"));
  }
  if (!arguments.diff.base.empty() && arguments.words.size() > 1) {
    return failure(usage_error(
        "unexpected-argument", "with --base, 'quern view' takes one FILE",
        "`quern diff` compares several runs per side; --siblings reads the other files of a run"));
  }
  for (const std::string_view option : {"base-source-path", "base-object-path"}) {
    if (arguments.diff.base.empty() && is_typed(arguments, option)) {
      return failure(usage_error("needs-option", fmt::format("--{} needs --base FILE", option),
                                 fmt::format("add --base, or leave out --{}", option)));
    }
  }
  return {};
}

bool has_recorded_costs(const Arguments& arguments) {
  return arguments.filters.scale.empty() && arguments.filters.hide.empty() &&
         arguments.filters.choice.show.empty() && !arguments.baseline &&
         arguments.inlines != Inlines::kFunction;
}

/// A page in a file is not served.
Result<void> check_file_options(const Arguments& arguments) {
  for (const std::string_view option : {"port", "idle-exit", "no-browser"}) {
    if (arguments.view.html && is_typed(arguments, option)) {
      return failure(
          usage_error("unexpected-argument",
                      fmt::format("--{} is for a served page, and --html writes a file", option),
                      "leave one of them out"));
    }
  }
  return {};
}

Result<void> print_now(std::string_view line) {
  Output output = descriptor_output(STDOUT_FILENO, "<stdout>");
  output.write(line);
  return output.commit();
}

/// Tells the reading thread that this scope is left, however.
struct Ending {
  std::atomic<bool>& is_ending;
  ~Ending() { is_ending.store(true); }
};

/// Until the page has not been open for as long as was asked.
void wait_for_end(const HttpServer& http, uint64_t idle_minutes) {
  const std::chrono::minutes most(idle_minutes);
  while (idle_minutes == 0 || http.idle() < most) {
    std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
}

}  // namespace

Result<ExitCode> run_view(Session& session) {
  const Arguments& arguments = session.arguments();
  if (Result<void> sides = check_sides(arguments); !sides) {
    return failure(sides.error());
  }
  if (Result<void> fits = check_file_options(arguments); !fits) {
    return failure(fits.error());
  }
  SourcePlaces places = arguments.sources;
  places.asks_inlined = arguments.inlines == Inlines::kLine;
  places.code_cache = code_cache(arguments);
  LiveProfiles live({.version = QUERN_VERSION,
                     .files = arguments.words,
                     .base_files = arguments.diff.base,
                     .places = std::move(places),
                     .base_sources = arguments.diff.base_sources,
                     .base_objects = arguments.diff.base_objects,
                     .layers = {},
                     .options = repeated_options(arguments),
                     .source_options = repeated_source_options(arguments),
                     .has_recorded_costs = has_recorded_costs(arguments)});
  if (arguments.view.html) {
    return write_html(session, live);
  }
  if (Result<void> page = check_page(session); !page) {
    return failure(page.error());
  }
  const Result<std::unique_ptr<HttpServer>> http =
      HttpServer::start(live, {.port = arguments.view.port});
  if (!http) {
    return failure(http.error());
  }
  if (Result<void> printed = print_now((*http)->address() + '\n'); !printed) {
    return failure(printed.error());
  }
  std::atomic<bool> is_ending = false;
  Reading reading(session, live);
  const std::jthread reader([&] { reading.run(is_ending); });
  const Ending ending{is_ending};
  const std::optional<OpenedBrowser> browser =
      arguments.view.no_browser ? std::nullopt : OpenedBrowser::at((*http)->address());
  wait_for_end(**http, arguments.view.idle_minutes);
  return ExitCode::kDone;
}

}  // namespace quern::cli
