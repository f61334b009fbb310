// SPDX-License-Identifier: MIT
#include <fmt/format.h>
#include <unistd.h>

#include <atomic>
#include <chrono>
#include <thread>

#include "quern/cli/commands/view_reading.h"
#include "quern/cli/options/commands.h"
#include "quern/cli/options/repeated_options.h"
#include "quern/cli/places.h"
#include "quern/cli/terminal/browser.h"
#include "quern/cli/terminal/environment.h"
#include "quern/server/http/http_server.h"
#include "quern/server/live_profiles.h"
#include "quern/server/one_page.h"
#include "quern/server/page_files.h"

namespace quern::cli {
namespace {

using server::HttpServer;
using server::LiveProfiles;
using server::ProfilePair;

Diagnostic no_page(std::string hint) {
  return output_error("not-built-in", std::string(server::page_missing()), std::move(hint));
}

/// Without the page its address would show nothing.
Result<void> check_page(const Session& session) {
  if (!server::page_files().empty()) {
    return {};
  }
  if (session.arguments.view.no_browser) {
    session.reporter.note(fmt::format("{}; only its API is served", server::page_missing()));
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
        Result<Opened> opened = session.loader.open(files, Keep::kAll);
        if (opened) {
          session.loader.tell_warnings(*opened->profile);
        }
        return opened;
      },
      [] { return std::string("file"); });
}

Result<ExitCode> write_html(Session& session, LiveProfiles& live) {
  const ViewArguments& view = session.arguments.view;
  if (server::page_files().empty()) {
    return failure(no_page("-DQUERN_PAGE=ON builds it; `quern flame --format html` needs no page"));
  }
  Result<Output> output = *view.html == "-"
                              ? Result<Output>(descriptor_output(STDOUT_FILENO, "<stdout>"))
                              : create_answer(session.arguments, *view.html);
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
         arguments.filters.show.empty() && !arguments.baseline &&
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
  const Arguments& arguments = session.arguments;
  if (Result<void> sides = check_sides(arguments); !sides) {
    return failure(sides.error());
  }
  if (Result<void> fits = check_file_options(arguments); !fits) {
    return failure(fits.error());
  }
  SourcePlaces places = arguments.sources;
  places.asks_inlined = arguments.inlines == Inlines::kLine;
  places.code_cache = code_cache(arguments);
  const std::string_view folder = variable("TMPDIR");
  LiveProfiles live({.version = QUERN_VERSION,
                     .files = arguments.words,
                     .base_files = arguments.diff.base,
                     .places = std::move(places),
                     .base_sources = arguments.diff.base_sources,
                     .base_objects = arguments.diff.base_objects,
                     .layers = {},
                     .options = repeated_options(arguments),
                     .source_options = repeated_source_options(arguments),
                     .has_recorded_costs = has_recorded_costs(arguments),
                     .temporary_folder = std::string(folder.empty() ? "/tmp" : folder),
                     .threads = arguments.reading.threads});
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
  const std::jthread reader([&] { read_while_served(session, live, is_ending); });
  const Ending ending{is_ending};
  const std::optional<OpenedBrowser> browser =
      arguments.view.no_browser ? std::nullopt : OpenedBrowser::at((*http)->address());
  wait_for_end(**http, arguments.view.idle_minutes);
  return ExitCode::kDone;
}

}  // namespace quern::cli
