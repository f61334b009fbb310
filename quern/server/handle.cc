// SPDX-License-Identifier: MIT
#include "quern/server/handle.h"

#include <algorithm>
#include <array>

#include "quern/base/stopped.h"
#include "quern/server/filtering.h"
#include "quern/server/identities.h"
#include "quern/server/page_files.h"
#include "quern/server/routes.h"

namespace quern::server {
namespace {

using Names = std::span<const std::string_view>;

constexpr auto kNone = std::to_array<std::string_view>({""});
constexpr auto kOneProfile = std::to_array<std::string_view>({"p"});
constexpr auto kListNames = std::to_array<std::string_view>(
    {"p",      "base",    "e",     "e2",        "define*",     "parts",        "threads",
     "q",      "group",   "sort",  "offset",    "limit",       "in",           "by",
     "row_of", "changed", "kinds", "highlight", "match_after", "match_before", "running"});
constexpr auto kFileNames = std::to_array<std::string_view>(
    {"p", "e", "e2", "define*", "parts", "threads", "q", "sort", "offset", "limit"});
constexpr auto kCallNames = std::to_array<std::string_view>(
    {"p", "e", "e2", "define*", "parts", "threads", "q", "group", "offset", "limit"});
constexpr auto kFunctionNames = std::to_array<std::string_view>(
    {"p", "base", "e", "e2", "define*", "parts", "threads", "group", "limit"});
constexpr auto kReachNames = std::to_array<std::string_view>(
    {"p", "e", "e2", "define*", "parts", "threads", "group", "of", "offset", "limit"});
constexpr auto kInvocationNames = std::to_array<std::string_view>(
    {"p", "e", "e2", "define*", "parts", "threads", "order", "limit"});
constexpr auto kTreeNames =
    std::to_array<std::string_view>({"p", "base", "changed", "e", "e2", "define*", "parts",
                                     "threads", "group", "inv", "path", "offset", "limit"});
constexpr auto kFlameNames = std::to_array<std::string_view>(
    {"p", "base", "widths", "e", "define*", "parts", "threads", "group", "q", "inv",
     "merge_recursion", "px", "depth", "path", "of"});
constexpr auto kSourceNames = std::to_array<std::string_view>(
    {"p", "base", "e", "e2", "define*", "parts", "threads", "from", "to"});
constexpr auto kSearchNames =
    std::to_array<std::string_view>({"p", "e", "parts", "threads", "s", "limit"});
constexpr auto kCompareNames = std::to_array<std::string_view>(
    {"base", "e", "e2", "define*", "parts", "threads", "q", "group", "sort", "kinds"});
constexpr auto kGateNames = std::to_array<std::string_view>({"rules*", "parts", "threads"});
constexpr auto kExportNames = std::to_array<std::string_view>(
    {"p",     "e",    "e2",     "define*", "parts",   "threads", "q",   "group",           "sort",
     "limit", "view", "format", "base",    "changed", "widths",  "inv", "merge_recursion", "px",
     "depth", "id",   "kinds",  "running"});

struct Route {
  std::string_view path;
  bool has_id = false;
  bool needs_profile = true;
  bool is_post = false;
  Names parameters;
  Answer (*answer)(const Question&);
  std::string_view behind = {};  ///< what follows the id
  bool is_filtered = true;       ///< filters of profiles are taken
  bool is_of_both = false;       ///< both sides are asked, whatever the parameters
};

constexpr auto kRoutes = std::to_array<Route>({
    {"/api/meta", false, false, false, kNone, answer_meta, {}, false},
    {"/api/info", false, true, false, kOneProfile, answer_info, {}, false},
    {"/api/check", false, true, false, kOneProfile, answer_check, {}, false},
    {"/api/filters", false, true, false, kOneProfile, answer_filters},
    {"/api/functions", false, true, false, kListNames, answer_functions},
    {"/api/files", false, true, false, kFileNames, answer_files},
    {"/api/loops", false, true, false, kFileNames, answer_loops},
    {"/api/calls", false, true, false, kCallNames, answer_calls},
    {"/api/fn/", true, true, false, kFunctionNames, answer_function},
    {"/api/fn/", true, true, false, kReachNames, answer_reach, "/all"},
    {"/api/fn/", true, true, false, kInvocationNames, answer_invocations, "/calls"},
    {"/api/tree", false, true, false, kTreeNames, answer_tree},
    {"/api/flame", false, true, false, kFlameNames, answer_flame},
    {"/api/source/", true, true, false, kSourceNames, answer_source},
    {"/api/search", false, true, false, kSearchNames, answer_search},
    {"/api/compare", false, true, false, kCompareNames, answer_compare, {}, true, true},
    {"/api/gate", false, true, false, kGateNames, answer_gate, {}, true, true},
    {"/api/export", false, true, false, kExportNames, answer_export},
    {"/api/reload", false, false, true, kNone, answer_reload, {}, false},
    {"/api/formula", false, true, true, kNone, answer_formula, {}, false},
    {"/api/pathmap", false, true, true, kNone, answer_pathmap, {}, false},
});

/// What a path asks about on this route; empty: it is none of its paths.
std::string_view id_in(const Route& route, std::string_view path) {
  if (!path.starts_with(route.path) || !path.ends_with(route.behind) ||
      path.size() < route.path.size() + route.behind.size()) {
    return {};
  }
  path.remove_prefix(route.path.size());
  path.remove_suffix(route.behind.size());
  return path.contains('/') ? std::string_view() : path;
}

const Route* find_route(std::string_view path) {
  const auto found = std::ranges::find_if(kRoutes, [path](const Route& route) {
    return route.has_id ? !id_in(route, path).empty() : route.path == path;
  });
  return found != kRoutes.end() ? &*found : nullptr;
}

Response bad_method(std::string_view allowed) {
  Response response = error_response(refusal(405, "bad-method", "this path is not asked this way"));
  response.headers.emplace_back("Allow", allowed);
  return response;
}

std::string etag_of(const Request& request, const LiveProfiles& live, const ProfilePair& set) {
  std::string question = request.path;
  for (const Parameter& parameter : request.query) {
    question += '\0' + parameter.name + '\0' + parameter.value;
  }
  const std::string changed = std::to_string(live.places().second);
  return '"' + id_text(hash_of({live.facts().version, set.hash, question, changed})) + '"';
}

bool has_etag(std::string_view if_none_match, std::string_view etag) {
  return if_none_match == "*" || if_none_match.contains(etag);
}

bool asks_base(const Route& route, const QueryParameters& parameters) {
  return route.is_of_both || parameters.has("base") || parameters.text("p") == "base" ||
         parameters.text("view") == "diff";
}

/// The profiles as the filters of the question leave them.
std::expected<std::shared_ptr<const ProfilePair>, Refusal> set_for(
    const Route& route, const QueryParameters& parameters,
    const std::shared_ptr<const ProfilePair>& set, const std::stop_token& stop) {
  std::expected<AskedFilters, Refusal> filters = asked_filters(parameters);
  if (!filters) {
    return std::unexpected(filters.error());
  }
  filters->how.stop = stop;
  return filtered_set(set, *filters, asks_base(route, parameters));
}

/// Source files change without the profile, so that their text has no tag.
bool shows_sources(const Route& route, const Request& request) {
  return route.path == "/api/source/" ||
         (route.path == "/api/export" &&
          std::ranges::any_of(request.query, [](const Parameter& parameter) {
            return parameter.name == "view" && parameter.value == "annotation";
          }));
}

/// Paths that ask about single records, or about files that only records name.
constexpr auto kOfRecords = std::to_array<std::string_view>(
    {"/api/info", "/api/check", "/api/files", "/api/loops", "/api/source/", "/api/search",
     "/api/gate", "/api/export", "/api/pathmap"});

/// Whether sums do not suffice: first lines stand in records, and what filters make of sums need
/// not be marked as what they make of records is.
bool needs_records(const Route& route, const Request& request) {
  return std::ranges::find(kOfRecords, route.path) != kOfRecords.end() ||
         std::ranges::any_of(request.query, [](const Parameter& parameter) {
           return std::ranges::find(kFilterNames, parameter.name + '*') != kFilterNames.end() ||
                  (parameter.name == "sort" && parameter.value == "place");
         });
}

bool is_answerable(const Route& route, const Request& request, const LiveProfiles::State& state) {
  return !route.needs_profile ||
         (state.set && (state.set->has_records() || !needs_records(route, request)));
}

Response answer_route(const Route& route, const Request& request, const LiveProfiles& live,
                      const std::stop_token& stop) {
  QueryParameters parameters(request, route.parameters,
                             route.is_filtered ? Names(kFilterNames) : Names());
  const LiveProfiles::State state = live.state();
  if (!is_answerable(route, request, state)) {
    return error_response(state.error ? Refusal{503, *state.error, {}}
                                      : refusal(503, "loading", "the profile is still being read",
                                                "/api/events tells when it is there"));
  }
  const bool keeps = route.needs_profile && !route.is_post && !shows_sources(route, request);
  const std::string etag = keeps ? etag_of(request, live, *state.set) : std::string();
  if (parameters.refused()) {
    return error_response(*parameters.refused());
  }
  if (keeps && has_etag(request.if_none_match, etag)) {
    return {.status = 304, .type = {}, .body = {}, .etag = etag};
  }
  std::expected<std::shared_ptr<const ProfilePair>, Refusal> set =
      route.needs_profile && route.is_filtered ? set_for(route, parameters, state.set, stop)
                                               : state.set;
  if (!set) {
    return error_response(set.error());
  }
  if (stop.stop_requested()) {
    return error_response(no_answer(stopped()));
  }
  Answer answer = route.answer({.live = &live,
                                .set = *std::move(set),
                                .parameters = &parameters,
                                .id = std::string(route.has_id ? id_in(route, request.path) : ""),
                                .request = &request,
                                .stop = stop});
  if (answer && parameters.refused()) {  // read after the last look
    return error_response(*parameters.refused());
  }
  if (!answer) {
    return error_response(answer.error());
  }
  answer->etag = etag;
  return *std::move(answer);
}

}  // namespace

Response json_response(std::string body) {
  return {.status = 200, .type = "application/json", .body = std::move(body)};
}

std::expected<const ServedProfile*, Refusal> asked_profile(const Question& question) {
  constexpr auto kProfiles = std::to_array<std::string_view>({"new", "base"});
  const std::string_view which = question.parameters->word("p", kProfiles);
  if (question.parameters->refused()) {
    return std::unexpected(*question.parameters->refused());
  }
  if (which == "new") {
    return question.set->now.get();
  }
  if (!question.set->base) {
    return std::unexpected(refusal(409, "no-base", "there is no profile to compare with",
                                   "start `quern view` with --base OLD", "p"));
  }
  return question.set->base.get();
}

std::expected<void, Refusal> check_wanted(const Question& question) {
  if (question.stop.stop_requested()) {
    return std::unexpected(no_answer(stopped()));
  }
  return {};
}

std::expected<uint32_t, Refusal> asked_node(const ServedProfile& served, const Nodes& nodes,
                                            std::string_view id) {
  const std::optional<uint32_t> node = find_node(served.identities(), nodes, id);
  if (!node || !nodes.is_listed(*node)) {
    return std::unexpected(
        refusal(404, "no-such-function", "no function or group of this profile has this id"));
  }
  return *node;
}

Response handle(const Request& request, const LiveProfiles& live, const std::stop_token& stop) {
  if (!request.path.starts_with("/api/")) {
    return request.method == "GET" ? page_response(request) : bad_method("GET");
  }
  const Route* const route = find_route(request.path);
  if (route == nullptr) {
    return error_response(refusal(404, "no-such-path", "nothing is served under this path"));
  }
  if (request.method != (route->is_post ? "POST" : "GET")) {
    return bad_method(route->is_post ? "POST" : "GET");
  }
  if (route->is_post && request.content_type != "application/json") {
    return error_response(refusal(415, "bad-content-type", "the body has to be application/json"));
  }
  if (request.body.size() > kMostBody) {
    return error_response(refusal(413, "too-large", "the body is too long"));
  }
  return answer_route(*route, request, live, stop);
}

}  // namespace quern::server
